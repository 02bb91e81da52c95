"""Checks of models: which roles each is fit for."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.execute(
        "create table model_check (model text not null, at timestamptz not null default now(), body jsonb not null, "
        "primary key (model, at))"
    )


def downgrade() -> None:
    op.execute("drop table model_check")
