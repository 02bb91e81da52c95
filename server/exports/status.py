"""How far an interview is, for a record system: status and times, nothing that was said or found."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from psycopg.rows import class_row

from agents.domain.phase import Phase
from agents.domain.profile import SessionStatus
from agents.domain.value import Value
from agents.errors import CorrectInput, NotFound
from server.accounts.tables import Account
from server.database import Database
from server.http.security import staff
from server.openapi.contract import described, json_of

MOST: Final = 100
_FIND: Final = """
select i.id, i.reference, i.label, c.code as client, i.mode, i.locale, i.status, i.phase, i.answered,
  i.created_at as started_at, e.at as ended_at, d.state as webhook, coalesce(d.tries, 0) as webhook_tries,
  (select t.detail from alert_try t where t.delivery_id = d.id order by t.number desc limit 1) as webhook_detail
from interview i left join client c on c.id = i.client_id
left join lateral (
  select seq, at from event where interview_id = i.id and kind = 'ended' order by seq desc limit 1) e on true
left join alert_delivery d on d.interview_id = i.id and d.seq = e.seq and d.channel = 'ended_webhook'
where i.deleted_at is null and (%(every)s or i.owner_id = %(account)s)
  and (i.id = %(id)s or %(id)s::uuid is null) and (i.reference = %(reference)s or %(reference)s::text is null)
order by i.created_at desc limit %(most)s
"""


class InterviewStatus(Value):
    """An interview as a list shows it. `answered` counts items, of 23. `webhook` says what became of the message about
    its end: `waiting`, `accepted` or `failed`, with its tries and what the last one came to; null where none is due."""

    id: UUID
    reference: str | None
    label: str
    client: str | None
    mode: str
    locale: str
    status: SessionStatus
    phase: Phase
    answered: int
    started_at: datetime
    ended_at: datetime | None
    webhook: str | None
    webhook_tries: int
    webhook_detail: str | None


class Found(Value):
    """The interviews of a reference, the latest first."""

    interviews: tuple[InterviewStatus, ...]


@get(
    "/interviews/{interview_id:uuid}/status",
    guards=[staff],
    **described(
        "interview_status",
        "Read how far an interview is",
        gives=json_of(InterviewStatus),
        errors=(NotFound,),
        stable=True,
        scope="interviews:read",
    ),
)
async def interview_status(
    interview_id: FromPath[UUID], account: NamedDependency[Account], database: NamedDependency[Database]
) -> dict[str, Any]:
    """Status and times. Raises NotFound."""
    found = await _found(database, account, interview=interview_id)
    if not found:
        raise NotFound("There is no such interview.")
    return found[0].model_dump(mode="json")


@get(
    "/interviews/status",
    guards=[staff],
    **described(
        "find_interviews",
        "Find interviews by a record system's reference",
        gives=json_of(Found),
        errors=(CorrectInput,),
        stable=True,
        scope="interviews:read",
    ),
)
async def find_interviews(
    account: NamedDependency[Account],
    database: NamedDependency[Database],
    named: Annotated[str, QueryParameter(name="reference")],
) -> dict[str, Any]:
    """At most the latest 100 that were started with this `reference`; none is an empty list."""
    found = await _found(database, account, reference=named)
    return Found(interviews=tuple(found)).model_dump(mode="json")


async def _found(
    database: Database, account: Account, interview: UUID | None = None, reference: str | None = None
) -> list[InterviewStatus]:
    asked = {"every": account.role == "admin", "account": account.id, "id": interview, "reference": reference}
    row = class_row(InterviewStatus)
    async with database.pool.connection() as connection, connection.cursor(row_factory=row) as cursor:
        return await (await cursor.execute(_FIND, asked | {"most": MOST})).fetchall()


HANDLERS = (interview_status, find_interviews)
