"""Messages about alerts, each try, who opened the page; how alerts reach an account. No message about older alerts."""

from alembic import op

revision = "0013"
down_revision = "0012"

_THE_ALERT = "foreign key (interview_id, seq) references event (interview_id, seq) on delete cascade"


def upgrade() -> None:
    op.execute(
        "alter table account add column alert_email boolean not null default true, add column alert_webhook text, "
        "add column alert_webhook_secret text, add column alert_second text"
    )
    op.execute("create index event_alert on event (interview_id, seq) where kind = 'alert'")
    op.execute(
        "create table alert_plan (interview_id uuid not null, seq bigint not null, "
        f"planned_at timestamptz not null default now(), primary key (interview_id, seq), {_THE_ALERT})"
    )
    op.execute("insert into alert_plan (interview_id, seq) select interview_id, seq from event where kind = 'alert'")
    op.execute(
        "create table alert_delivery (id uuid primary key, interview_id uuid not null, seq bigint not null, "
        "channel text not null, address text not null, second boolean not null default false, "
        "state text not null default 'waiting', tries integer not null default 0, "
        "due_at timestamptz not null default now(), lease_until timestamptz, "
        "constraint alert_delivery_once unique (interview_id, seq, channel, address, second), "
        "constraint alert_delivery_channel check (channel in ('email', 'clinic_webhook', 'account_webhook')), "
        "constraint alert_delivery_state check (state in ('waiting', 'accepted', 'failed', 'unneeded')), "
        f"{_THE_ALERT})"
    )
    op.execute("create index alert_delivery_due on alert_delivery (due_at) where state = 'waiting'")
    op.execute(
        "create table alert_try (delivery_id uuid not null references alert_delivery (id) on delete cascade, "
        "number integer not null, at timestamptz not null default now(), outcome text not null default 'trying', "
        "detail text not null default '', again_at timestamptz, primary key (delivery_id, number), "
        "constraint alert_try_outcome check "
        "(outcome in ('trying', 'accepted', 'failed', 'interrupted', 'unneeded')))"
    )
    op.execute(
        "create table alert_opening (interview_id uuid not null, seq bigint not null, by text not null, "
        f"at timestamptz not null default now(), primary key (interview_id, seq, by), {_THE_ALERT})"
    )


def downgrade() -> None:
    for table in ("alert_opening", "alert_try", "alert_delivery", "alert_plan"):
        op.execute(f"drop table {table}")
    op.execute("drop index event_alert")
    op.execute(
        "alter table account drop column alert_email, drop column alert_webhook, drop column alert_webhook_secret, "
        "drop column alert_second"
    )
