"""One line for the therapist: since when a model has given no usable answer, who answers instead, and what can be read
again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from agents.interview import events as ev
from agents.interview.missed import missed
from server.interviews.event_log import EventLog
from server.interviews.rereading import REREAD
from server.jobs.repository import Job, JobTable

Logged = Sequence[tuple[int, ev.Event, datetime]]


@dataclass(frozen=True, slots=True)
class Silence:
    """`until` is None while a model gives no usable answer; `why` is the first notice. `answers` and `messages` are
    what it has missed and not read again; `read` is what it has, of which `differ` answers have another score. `job` is
    the latest reading again."""

    engine: str
    since: datetime
    until: datetime | None
    roles: tuple[str, ...]
    why: str
    answers: int
    messages: int
    read: int
    job: Job | None

    @property
    def instead(self) -> str:
        """What the rules do in its place."""
        words = {"scorer": "score", "interviewer": "ask the questions", "risk": "read for risk alone"}
        told = [words[role] for role in words if role in self.roles]
        return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)

    @property
    def can_read_again(self) -> bool:
        """Whether something is left to read, and nobody does."""
        return bool(self.answers or self.messages) and (self.job is None or self.job.ended)


def silence(log: Logged, job: Job | None = None) -> Silence | None:
    """The line for a log; None where every model answered, or where nothing is left of what it did not."""
    told = [(event, at) for _, event, at in log if isinstance(event, ev.Noticed) and event.role and event.engine]
    if not told:
        return None
    open_roles: dict[str, datetime] = {}
    last: datetime | None = None
    for event, at in told:
        if event.over:
            open_roles.pop(str(event.role), None)
            last = at
        else:
            open_roles[str(event.role)] = at
    ended = [at for _, event, at in log if isinstance(event, ev.Ended)]
    left = missed(event for _, event, _ in log)
    begun = [event for event, _ in told if not event.over]
    since = min(open_roles.values()) if open_roles else told[0][1]
    return Silence(
        engine=str(begun[0].engine),
        since=since,
        until=ended[-1] if ended and open_roles else None if open_roles else last,
        roles=tuple(open_roles) or tuple(dict.fromkeys(str(event.role) for event in begun)),
        why=begun[0].text if not open_roles else next(e.text for e, at in told if not e.over and at == since),
        answers=len(left.answers),
        messages=len(left.messages),
        read=sum(isinstance(event, ev.Reread) for _, event, _ in log),
        job=job,
    )


async def silence_of(log: EventLog, jobs: JobTable, interview: UUID) -> Silence | None:
    """The line for an interview."""
    found = silence(await log.read(interview))
    if found is None:
        return None
    job = await jobs.find(REREAD, str(interview))
    return silence(await log.read(interview), job) if job else found
