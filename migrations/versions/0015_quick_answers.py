"""An interview says whether the patient's page offers the five answers as buttons."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.execute("alter table interview add column quick_answers boolean not null default true")


def downgrade() -> None:
    op.execute("alter table interview drop column quick_answers")
