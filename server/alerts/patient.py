"""What a patient may read about who was told of a stop: what the tables of alerts and messages prove, and no more."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.questions.catalogue import Clinic
from agents.risk.help.helplines import Told
from server.settings import Settings

LATE_SECONDS: Final = 60
"""After so long, what has not gone out counts as failed: nobody is told to wait for it."""
_KNOWN: Final = """
select i.locale,
  p.seq is null, e.at < now() - make_interval(secs => %(late)s),
  exists (select from alert_delivery d where d.interview_id = e.interview_id and d.seq = e.seq and not d.second),
  exists (select from alert_delivery d where d.interview_id = e.interview_id and d.seq = e.seq and d.state = 'accepted'
    and (d.channel = 'account_webhook' or d.address = a.email)),
  exists (select from alert_delivery d where d.interview_id = e.interview_id and d.seq = e.seq
    and d.state = 'accepted'),
  exists (select from alert_delivery d join alert_try t on t.delivery_id = d.id
    where d.interview_id = e.interview_id and d.seq = e.seq and t.outcome in ('failed', 'interrupted'))
from event e join interview i on i.id = e.interview_id join account a on a.id = i.owner_id
left join alert_plan p on p.interview_id = e.interview_id and p.seq = e.seq
where e.interview_id = %(interview)s and e.kind = 'alert' order by e.seq desc limit 1
"""


class Telling(StrEnum):
    """How far the message about the latest alert has come."""

    SENDING = "sending"
    SENT = "sent"
    WAITING = "waiting"  # nothing is set up that could be sent: the alert stands on the therapist's page
    FAILED = "failed"


class Known(NamedTuple):
    """What is known about an interview's latest alert. `therapist`: a message to the therapist was accepted, not only
    one to the clinic."""

    locale: str
    telling: Telling
    therapist: bool = False


async def known(pool: AsyncConnectionPool[AsyncConnection], settings: Settings, interview: UUID) -> Known | None:
    """What the tables prove now; None where there is no alert."""
    async with pool.connection() as connection:
        row = await (await connection.execute(_KNOWN, {"interview": interview, "late": LATE_SECONDS})).fetchone()
    if row is None:
        return None
    locale, unplanned, late, messages, to_therapist, accepted, failed = row
    if accepted:
        return Known(locale, Telling.SENT, to_therapist)
    nothing_set_up = settings.smtp_url is None and settings.alert_webhook is None and not settings.alert_webhook_hosts
    if not messages and (not unplanned or nothing_set_up):
        return Known(locale, Telling.WAITING)
    return Known(locale, Telling.FAILED if failed or late else Telling.SENDING)


def words(found: Known, texts: Callable[[str], Told], clinic: Clinic) -> str:
    """The sentence for the patient, in the locale's language."""
    told = texts(found.locale)
    therapist = clinic.slots.get("therapist", told.therapist)
    slots = {"therapist": therapist, "clinic": clinic.slots.get("clinic", told.clinic)}
    phone = clinic.slots.get("phone", "")
    to_clinic = found.telling is Telling.SENT and not found.therapist
    text = told.failed_phone if found.telling is Telling.FAILED and phone else getattr(told, found.telling.value)
    said: str = text.format(to=slots["clinic"] if to_clinic else therapist, phone=phone, **slots)
    return said[:1].upper() + said[1:]
