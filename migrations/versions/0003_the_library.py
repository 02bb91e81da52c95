"""The reference library: documents, their editions, sections and chunks with vectors."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute("create extension if not exists vector")
    documents()
    editions()
    chunks()


def downgrade() -> None:
    # Editions that are being built have tables of their own, not yet part of `chunk`.
    op.execute(
        "do $$ declare built text; begin "
        "for built in select tablename from pg_tables where schemaname = current_schema() "
        "and tablename ~ '^chunk_[0-9a-f]{32}$' "
        "loop execute format('drop table %I', built); end loop; end $$"
    )
    for name in ("chunk", "section", "edition", "document"):
        op.drop_table(name)


def documents() -> None:
    op.create_table(
        "document",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("sha256", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("book", sa.Text, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("storage_key", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("choices", JSONB, nullable=False, server_default="{}"),
        sa.Column("uploaded_by", sa.Uuid, sa.ForeignKey("account.id", ondelete="SET NULL")),
        moment("created_at", now=True),
        sa.UniqueConstraint("sha256", name="document_sha256"),
    )


def editions() -> None:
    op.create_table(
        "edition",
        sa.Column("id", sa.Uuid, primary_key=True),
        belongs("document_id", "document.id"),
        sa.Column("book", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("embedder", sa.Text),
        sa.Column("pages", sa.Integer, nullable=False, server_default="0"),
        sa.Column("sections", sa.Integer, nullable=False, server_default="0"),
        sa.Column("chunks", sa.Integer, nullable=False, server_default="0"),
        sa.Column("terms", JSONB, nullable=False, server_default="{}"),
        moment("created_at", now=True),
        moment("published_at", null=True),
        moment("retired_at", null=True),
        sa.CheckConstraint("state in ('building', 'live', 'retired')", name="edition_state"),
    )
    live = sa.text("state = 'live'")
    building = sa.text("state = 'building'")
    op.create_index("edition_document", "edition", ["document_id"])
    op.create_index("edition_live", "edition", ["book"], unique=True, postgresql_where=live)
    op.create_index("edition_building", "edition", ["document_id"], unique=True, postgresql_where=building)
    op.create_table(
        "section",
        belongs("edition_id", "edition.id", primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("kept", sa.Boolean, nullable=False),
        sa.Column("chosen", sa.Boolean, nullable=False),
        sa.Column("page_start", sa.Integer, nullable=False),
        sa.Column("page_end", sa.Integer, nullable=False),
        sa.Column("label_start", sa.Text, nullable=False),
        sa.Column("characters", sa.Integer, nullable=False),
    )


def chunks() -> None:
    """One partition an edition: built beside, attached when it is whole, dropped at once when it is deleted."""
    op.execute(
        """
        create table chunk (
          edition_id uuid not null,
          chunk_id text not null,
          place integer not null,
          text text not null,
          book text not null,
          disorder text not null default '',
          section_path text not null,
          page_start integer not null,
          page_end integer not null,
          label_start text not null,
          label_end text not null,
          embedding vector(1536),
          words tsvector not null,
          primary key (edition_id, chunk_id)
        ) partition by list (edition_id)
        """
    )
    op.execute("create index chunk_id on chunk (chunk_id)")
    op.execute("create index chunk_words on chunk using gin (words)")
    op.execute(
        "create index chunk_nearest on chunk using hnsw (embedding vector_cosine_ops) with (m=16, ef_construction=128)"
    )


def moment(name: str, *, now: bool = False, null: bool = False) -> sa.Column[sa.DateTime]:
    default = sa.func.now() if now else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=null, server_default=default)


def belongs(name: str, target: str, *, primary_key: bool = False) -> sa.Column[sa.Uuid]:
    return sa.Column(name, sa.Uuid, sa.ForeignKey(target, ondelete="CASCADE"), nullable=False, primary_key=primary_key)
