"""Lists know which reports are signed off."""

from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.execute("alter table interview_outcome add column signed_at timestamptz")
    op.execute(
        "update interview_outcome set seq = 0 "
        "where interview_id in (select interview_id from event where kind = 'signed')"
    )  # these are read anew


def downgrade() -> None:
    op.execute("alter table interview_outcome drop column signed_at")
