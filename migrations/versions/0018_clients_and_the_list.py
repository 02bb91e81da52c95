"""Clients, their notes and repeats; what the list keeps of each interview; when somebody was last on the start page."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute(
        "create table client (id uuid primary key, owner_id uuid not null references account (id), "
        "code text not null, birth_year integer, created_at timestamptz not null default now(), "
        "constraint client_code unique (owner_id, code), "
        "constraint client_birth_year check (birth_year between 1900 and 2100))"
    )
    op.execute(
        "create table client_note (id uuid primary key, "
        "client_id uuid not null references client (id) on delete cascade, "
        "author text not null, body text not null, at timestamptz not null default now())"
    )
    op.execute("create index client_note_client on client_note (client_id, at desc)")
    op.execute(
        "create table client_plan (client_id uuid primary key references client (id) on delete cascade, "
        "every_weeks integer not null, next_on date not null, "
        "constraint client_plan_weeks check (every_weeks between 1 and 52))"
    )
    op.execute(
        "create table client_handover (id uuid primary key, "
        "client_id uuid not null references client (id) on delete cascade, "
        "by text not null, giver text not null, taker text not null, interviews integer not null, "
        "at timestamptz not null default now())"
    )
    op.execute("create index client_handover_client on client_handover (client_id, at desc)")
    op.execute(
        "alter table interview add column client_id uuid references client (id) on delete set null, "
        "add column archived_at timestamptz, add column deleted_at timestamptz"
    )
    op.execute("create index interview_client on interview (client_id)")
    op.execute("create index interview_created on interview (created_at desc)")
    op.execute("create index interview_deleted on interview (deleted_at) where deleted_at is not null")
    op.execute(
        "create table interview_outcome (interview_id uuid primary key references interview (id) on delete cascade, "
        "seq bigint not null, scores jsonb not null, doubts jsonb not null, doubt_count integer not null)"
    )
    op.execute(
        "create table visit (account_id uuid primary key references account (id) on delete cascade, "
        "at timestamptz not null default now(), before timestamptz)"
    )


def downgrade() -> None:
    op.execute("drop table visit")
    op.execute("drop table interview_outcome")
    for index in ("interview_deleted", "interview_created", "interview_client"):
        op.execute(f"drop index {index}")
    op.execute("alter table interview drop column client_id, drop column archived_at, drop column deleted_at")
    for table in ("client_handover", "client_plan", "client_note", "client"):
        op.execute(f"drop table {table}")
