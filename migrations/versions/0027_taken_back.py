"""Repeats that have ended and editions that were removed can be taken back for a while."""

from alembic import op

revision = "0027"
down_revision = "0026"

_STATES = "alter table edition drop constraint edition_state, add constraint edition_state check (state in ({}))"


def upgrade() -> None:
    op.execute("alter table client_plan add column ended_at timestamptz")
    op.execute("alter table edition add column removed_at timestamptz")
    op.execute(_STATES.format("'building', 'live', 'retired', 'removed'"))


def downgrade() -> None:
    op.execute("delete from client_plan where ended_at is not null")
    op.execute("update edition set state = 'retired' where state = 'removed'")
    op.execute(_STATES.format("'building', 'live', 'retired'"))
    op.execute("alter table edition drop column removed_at")
    op.execute("alter table client_plan drop column ended_at")
