"""A row that every server writes each second: the proof that the database takes writes."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute(
        "create table heartbeat (id integer primary key, at timestamptz not null default now()) with (fillfactor = 50)"
    )


def downgrade() -> None:
    op.execute("drop table heartbeat")
