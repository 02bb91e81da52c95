"""Each section's disorder, empty where it stands outside of any; and which passages stand beside a disorder's signs."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("section", sa.Column("disorder", sa.Text, nullable=False, server_default=""))
    # With the column, tables of editions that are being built could not become partitions: they are built again.
    op.execute(
        "do $$ declare built text; begin "
        "for built in select tablename from pg_tables where schemaname = current_schema() "
        "and tablename ~ '^chunk_[0-9a-f]{32}$' and not exists (select 1 from pg_inherits "
        "where inhrelid = format('%I', tablename)::regclass) "
        "loop execute format('drop table %I', built); end loop; end $$"
    )
    op.execute("delete from edition where state = 'building'")
    for name, kind, empty in (("signs", JSONB, "{}"), ("sign_chunks", sa.Integer, "0")):
        op.add_column("edition", sa.Column(name, kind, nullable=False, server_default=empty))
    op.add_column("chunk", sa.Column("aside", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("chunk", "aside")
    op.drop_column("edition", "sign_chunks")
    op.drop_column("edition", "signs")
    op.drop_column("section", "disorder")
