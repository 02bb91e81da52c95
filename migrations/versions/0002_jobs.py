"""Background jobs: what there is to do, who does it until when, how far it is."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("owner_id", sa.Uuid, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=True),
        sa.Column("payload", JSONB, nullable=False),
        sa.Column("state", sa.Text, nullable=False, server_default="queued"),
        sa.Column("progress", JSONB, nullable=False, server_default=sa.text("'{}'")),
        sa.Column("error", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("run_id", sa.Uuid),
        sa.Column("woken_as", sa.Text),
        moment("woken_at", null=True),
        moment("lease_until", null=True),
        moment("not_before", now=True),
        moment("created_at", now=True),
        moment("updated_at", now=True),
        moment("started_at", null=True),
        moment("finished_at", null=True),
        sa.CheckConstraint("state in ('queued', 'running', 'done', 'failed', 'cancelled')", name="job_state"),
    )
    live = sa.text("state in ('queued', 'running')")
    op.create_index("job_live", "job", ["kind", "key"], unique=True, postgresql_where=live)
    op.create_index("job_latest", "job", ["kind", "owner_id", sa.text("created_at desc")])


def downgrade() -> None:
    op.drop_table("job")


def moment(name: str, *, now: bool = False, null: bool = False) -> sa.Column[sa.DateTime]:
    default = sa.func.now() if now else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=null, server_default=default)
