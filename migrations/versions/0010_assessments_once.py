"""The same text is assessed once; severities that scores do not settle go; lines not read for risk are missing."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_BY_RULES = """
update assessment set result = result || jsonb_build_object('review', null)
where (result->'review')->>'engine' = 'rules'
"""
"""An estimate beyond the bounds of the scores; made anew with the missing stages."""
_BY_MODEL = """
update assessment set result = jsonb_set(result, '{review}',
  (result->'review') - cast('{severity,mdd,lowest,highest,outside}' as text[])
  || jsonb_build_object('opinion', (result->'review')->'severity'))
where jsonb_typeof(result->'review') = 'object'
"""
_UNREAD = """
update assessment set result = jsonb_set(result, '{missing}', coalesce(result->'missing', '[]') || jsonb_build_array(
  jsonb_build_object('stage', 'risk', 'reason', 'the lines of this transcript have not been read for risk yet')))
where finished_at is not null
"""
_BACK = """
update assessment set result = (result - 'risk') || jsonb_build_object('review', null, 'missing', coalesce((
  select jsonb_agg(one) from jsonb_array_elements(result->'missing') one where one->>'stage' <> 'risk'), '[]'))
"""


def upgrade() -> None:
    op.add_column("assessment", sa.Column("digest", sa.Text, nullable=True))
    op.create_index("assessment_once", "assessment", ["owner_id", "digest"], unique=True)
    for statement in (_BY_RULES, _BY_MODEL, _UNREAD):
        op.execute(statement)


def downgrade() -> None:
    op.execute(_BACK)
    op.drop_index("assessment_once", "assessment")
    op.drop_column("assessment", "digest")
