"""An interview keeps the level of its alert: 1 needs attention, 2 urgent, 3 stop."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.execute("alter table interview add column alert_level integer not null default 0")
    op.execute(
        "update interview set alert_level = case when tier = 'stop' then 3 else 2 end where alerted_at is not null"
    )


def downgrade() -> None:
    op.execute("alter table interview drop column alert_level")
