"""The PHQ-8 reference store: labelled passages with vectors of any dimension, searched exactly."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("create extension if not exists vector")
    op.create_table(
        "reference_store",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("build", JSONB, nullable=False),
        sa.Column("dimensions", sa.Integer, nullable=False),
        sa.Column("chunks", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("built_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "reference_participant",
        store(),
        sa.Column("participant", sa.Text, primary_key=True),
        sa.Column("words", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "reference_chunk",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        store(primary_key=False),
        sa.Column("participant", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.UniqueConstraint("store", "participant", "place", name="reference_chunk_place"),
    )
    # No dimension: each store has that of its embedder. Half precision halves the size, out of line and uncompressed
    # (numbers hardly compress) it is read as it lies.
    op.execute("alter table reference_chunk add column embedding halfvec not null")
    op.execute("alter table reference_chunk alter column embedding set storage external")
    op.create_table(
        "reference_score",
        sa.Column("chunk_id", sa.BigInteger, sa.ForeignKey("reference_chunk.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("item", sa.Text, primary_key=True),
        sa.Column("participant_score", sa.SmallInteger),
        sa.Column("chunk_score", sa.SmallInteger),
        sa.Column("tagged", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    for name in ("reference_score", "reference_chunk", "reference_participant", "reference_store"):
        op.drop_table(name)


def store(primary_key: bool = True) -> sa.Column:
    return sa.Column(
        "store",
        sa.Text,
        sa.ForeignKey("reference_store.name", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )
