"""A transcript that was handed in may be a client's."""

from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.execute("alter table assessment add column client_id uuid references client (id) on delete set null")
    op.execute("create index assessment_client on assessment (client_id)")


def downgrade() -> None:
    op.execute("alter table assessment drop column client_id")
