"""Vectors are indexed in half precision and only as far as their embedder fills them; passages by disorder too."""

from alembic import op

revision = "0007"
down_revision = "0006"

_BUILT = """
do $$ declare part record; begin
for part in select 'chunk_' || replace(id::text, '-', '') as name, embedder from edition where embedder is not null
loop
  if to_regclass(part.name) is not null then
    execute format('drop index if exists %I', part.name || '_nearest');
    execute format({statement}, part.name || '_nearest', part.name{width});
  end if;
end loop; end $$
"""
_NARROW = (
    "'create index %I on %I using hnsw ((subvector(embedding, 1, %s)::halfvec(%s)) halfvec_cosine_ops) "
    "with (m = 16, ef_construction = 128)'"
)
_WIDE = "'create index %I on %I using hnsw (embedding vector_cosine_ops) with (m = 16, ef_construction = 128)'"
_WIDTH = "case part.embedder when 'local/all-MiniLM-L6-v2' then 384 else 1536 end"


def upgrade() -> None:
    op.execute("drop index chunk_nearest")
    op.execute(_BUILT.format(statement=_NARROW, width=f", {_WIDTH}, {_WIDTH}"))
    op.execute("create index chunk_disorder on chunk (lower(disorder))")


def downgrade() -> None:
    op.execute("drop index chunk_disorder")
    op.execute(_BUILT.format(statement=_WIDE, width=""))
    op.execute(
        "create index chunk_nearest on chunk using hnsw (embedding vector_cosine_ops) with (m=16, ef_construction=128)"
    )
