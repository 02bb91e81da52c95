"""The machine's scores beside the clinician's in what lists and trends show."""

from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.execute("alter table interview_outcome add column machine jsonb not null default '{}'")
    op.execute(
        "update interview_outcome set seq = 0 "
        "where interview_id in (select interview_id from event where kind = 'rated')"
    )  # these are read anew


def downgrade() -> None:
    op.execute("alter table interview_outcome drop column machine")
