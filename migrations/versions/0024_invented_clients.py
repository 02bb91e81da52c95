"""Clients that are invented."""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.execute("alter table client add column invented boolean not null default false")


def downgrade() -> None:
    op.execute("alter table client drop column invented")
