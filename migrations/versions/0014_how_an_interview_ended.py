"""How each interview stands or ended: also where the patient ended it before the last question."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("interview", sa.Column("status", sa.Text, nullable=False, server_default="active"))
    op.execute(
        "update interview set status = case phase when 'DONE' then 'completed' "
        "when 'SAFETY_STOP' then 'terminated_for_safety' else 'active' end where phase in ('DONE', 'SAFETY_STOP')"
    )


def downgrade() -> None:
    op.drop_column("interview", "status")
