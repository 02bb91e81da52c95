"""Danger in a transcript stands on Today until somebody has read it; what was handed in before has been read."""

from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.execute("alter table assessment add column seen_at timestamptz")
    op.execute("alter table assessment add column seen_by text")
    op.execute("update assessment set seen_at = now()")
    op.execute(
        "create index assessment_danger on assessment (owner_id) where seen_at is null and interview_id is null "
        "and result #>> '{risk,found,0,finding,tier}' in ('stop', 'urgent')"
    )


def downgrade() -> None:
    op.execute("alter table assessment drop column seen_at, drop column seen_by")
