"""An answer that is left to ask in person counts as open in what lists and trends show."""

from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.execute(
        "update interview_outcome set seq = 0 "
        "where interview_id in (select interview_id from event where kind = 'rated')"
    )  # these are read anew


def downgrade() -> None:
    """What was read anew stays."""
