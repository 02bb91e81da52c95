"""Report cards: frozen snapshots of finished interviews, and the parts of the card that each of them has."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0006"
down_revision = "0005"

_FROZEN = """
create function snapshot_is_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'a snapshot is never changed';
end $$
"""
_GUARD = """
create trigger snapshot_is_frozen before update on snapshot
for each row execute function snapshot_is_frozen()
"""


def upgrade() -> None:
    op.create_table(
        "snapshot",
        sa.Column("digest", sa.Text, primary_key=True),
        belongs("interview_id", "interview.id", sa.Uuid),
        sa.Column("document", JSONB, nullable=False),
        moment("frozen_at"),
    )
    op.create_index("snapshot_interview", "snapshot", ["interview_id", sa.text("frozen_at desc")])
    op.execute(_FROZEN)
    op.execute(_GUARD)
    op.create_table(
        "card",
        belongs("digest", "snapshot.digest", sa.Text, primary_key=True),
        sa.Column("engines", JSONB, nullable=False),
        sa.Column("judged", sa.Boolean, nullable=False, server_default=sa.false()),
        moment("started_at"),
    )
    op.create_table(
        "card_part",
        belongs("digest", "card.digest", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("body", JSONB, nullable=False),
        sa.Column("job_id", sa.Uuid, nullable=False),
        moment("made_at"),
    )


def downgrade() -> None:
    op.drop_table("card_part")
    op.drop_table("card")
    op.drop_table("snapshot")
    op.execute("drop function snapshot_is_frozen()")


def moment(name: str) -> sa.Column[sa.DateTime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now())


def belongs(name: str, target: str, kind: type, *, primary_key: bool = False) -> sa.Column[sa.Text]:
    return sa.Column(name, kind, sa.ForeignKey(target, ondelete="CASCADE"), nullable=False, primary_key=primary_key)
