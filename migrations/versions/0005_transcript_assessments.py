"""Assessments of transcripts: what was read, and what each stage of the pipeline has given so far."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "assessment",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("owner_id", sa.Uuid, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
        sa.Column("interview_id", sa.Uuid, sa.ForeignKey("interview.id", ondelete="CASCADE"), nullable=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("transcript", JSONB, nullable=False),
        sa.Column("result", JSONB, nullable=False, server_default=sa.text("'{}'")),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_index("assessment_owner", "assessment", ["owner_id", sa.text("created_at desc")])
    op.create_index("assessment_interview", "assessment", ["interview_id"])


def downgrade() -> None:
    op.drop_table("assessment")
