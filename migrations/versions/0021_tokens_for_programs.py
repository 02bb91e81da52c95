"""Tokens for programs and what they were used for; a record system's own name for an interview; messages about an end.
Ends from before bring no message."""

from alembic import op

revision = "0021"
down_revision = "0020"
_CHANNELS = "alter table alert_delivery add constraint alert_delivery_channel check (channel in ({}))"


def upgrade() -> None:
    op.execute(
        "create table api_token (id uuid primary key, "
        "account_id uuid not null references account (id) on delete cascade, "
        "token_hash bytea not null, name text not null, scopes text[] not null, "
        "created_at timestamptz not null default now(), expires_at timestamptz not null, "
        "last_used_at timestamptz, revoked_at timestamptz, constraint api_token_hash unique (token_hash))"
    )
    op.execute("create index api_token_account on api_token (account_id, created_at)")
    op.execute(
        "create table api_use (token_id uuid not null references api_token (id) on delete cascade, "
        "day date not null, method text not null, path text not null, allowed boolean not null, "
        "times bigint not null default 0, last_at timestamptz not null default now(), "
        "primary key (token_id, day, method, path, allowed))"
    )
    op.execute("alter table interview add column reference text")
    op.execute("create index interview_reference on interview (reference) where reference is not null")
    op.execute("create index event_ended on event (interview_id, seq) where kind = 'ended'")
    op.execute(
        "insert into alert_plan (interview_id, seq) select interview_id, seq from event where kind = 'ended' "
        "on conflict do nothing"
    )
    op.execute("alter table alert_delivery drop constraint alert_delivery_channel")
    op.execute(_CHANNELS.format("'email', 'clinic_webhook', 'account_webhook', 'ended_webhook'"))


def downgrade() -> None:
    op.execute("delete from alert_delivery where channel = 'ended_webhook'")
    op.execute("alter table alert_delivery drop constraint alert_delivery_channel")
    op.execute(_CHANNELS.format("'email', 'clinic_webhook', 'account_webhook'"))
    op.execute("drop index event_ended")
    op.execute("drop index interview_reference")
    op.execute("alter table interview drop column reference")
    op.execute("drop table api_use")
    op.execute("drop table api_token")
