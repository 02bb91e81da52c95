"""Notes of staff on an interview."""

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.execute(
        "create table interview_note (id uuid primary key, "
        "interview_id uuid not null references interview (id) on delete cascade, "
        "author text not null, name text not null default '', body text not null, "
        "at timestamptz not null default now())"
    )
    op.execute("create index interview_note_interview on interview_note (interview_id, at)")


def downgrade() -> None:
    op.execute("drop table interview_note")
