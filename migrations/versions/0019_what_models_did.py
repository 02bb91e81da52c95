"""What models did, by the hour, and the stretches in which one gave no usable answer."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.execute(
        "create table model_hour (hour timestamptz not null, model text not null, role text not null, "
        "answers integer not null default 0, failures integer not null default 0, tokens bigint not null default 0, "
        "usd double precision not null default 0, unpriced integer not null default 0, latencies integer[] not null, "
        "answered_at timestamptz, failure_kind text, failure text, failed_at timestamptz, "
        "primary key (hour, model, role))"
    )
    op.execute(
        "create table model_outage (id uuid primary key, model text not null, since timestamptz not null, "
        "tried_at timestamptz not null, kind text not null, reason text not null, until timestamptz)"
    )
    op.execute("create unique index model_outage_now on model_outage (model) where until is null")


def downgrade() -> None:
    op.execute("drop table model_outage")
    op.execute("drop table model_hour")
