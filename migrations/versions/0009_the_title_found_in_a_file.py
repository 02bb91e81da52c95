"""The title that was found in a document, proposed until somebody has named the book."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("document", sa.Column("title", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("document", "title")
