"""An index of what the logs tell of models that gave no usable answer."""

from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.execute("create index event_silence on event (at) where kind = 'notice' and body->>'role' in ('scorer', 'risk')")


def downgrade() -> None:
    op.execute("drop index event_silence")
