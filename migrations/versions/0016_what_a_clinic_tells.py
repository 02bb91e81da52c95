"""What a clinic tells its patients: every version with who made it and when."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.execute(
        "create table clinic_version (number bigint primary key, by text not null, "
        "at timestamptz not null default now(), body jsonb not null)"
    )


def downgrade() -> None:
    op.execute("drop table clinic_version")
