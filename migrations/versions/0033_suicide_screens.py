"""Notes say which suicide screen was given, with its result, and which of them took one back."""

from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.execute("alter table interview_note add column screen text")
    op.execute("alter table interview_note add column result text not null default ''")
    op.execute("alter table interview_note add column takes_back uuid references interview_note (id)")


def downgrade() -> None:
    op.execute("alter table interview_note drop column takes_back, drop column result, drop column screen")
