"""An invented interview of some time ago: held in memory by the real engines, then stored as if it had been held
then."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from psycopg import AsyncConnection

from agents.domain.phase import OVER
from agents.domain.rating import Rating
from agents.interview import events as ev
from agents.interview.confirming import digest, restated, written
from agents.interview.machine import advance, replay
from agents.interview.patient_input import Words
from agents.interview.safety.acknowledgements import acknowledged
from agents.interview.session import Session
from agents.interview.state import State
from agents.team import Team
from server.accounts.tables import Account
from server.demo.scripts import Confirmed, Speaker, Visit, pick
from server.interviews import event_log, group_commit

WRITING: Final = timedelta(seconds=2)
"""From the last answer to the report."""
SEEN: Final = timedelta(minutes=4)
"""From an alert to its acknowledgement, and from the report to what the clinician says of it."""


class Step(NamedTuple):
    """What was stored in one go, and when."""

    at: datetime
    events: Sequence[ev.Event]


async def hold(visit: Visit, team: Team, number: UUID, label: str, persona: str, begun: datetime) -> list[Step]:
    """The interview from its introduction to where the script ends; whoever else runs here has their turn meanwhile."""
    seed = pick(persona, 9973)
    session = await Session.start(team, str(number), visit.mode, persona_id=persona, label=label, seed=seed)
    speaker, steps = Speaker(visit, persona), [Step(begun, tuple(session.events))]
    while session.state.phase not in OVER:
        await asyncio.sleep(0)
        told = next(event for event in reversed(session.events) if isinstance(event, ev.Told))
        received = speaker.answer(told)
        if received is None:
            return steps
        at = steps[-1].at + timedelta(seconds=15 + pick(f"{persona}/{told.turn}", 30))
        events = await (session.say(received.text) if isinstance(received, Words) else session.skip())
        steps.append(_step(at, events))
    before = len(session.events)
    await session.finish()
    if rest := session.events[before:]:
        steps.append(_step(steps[-1].at + WRITING, rest))
    return steps


def afterwards(visit: Visit, steps: Sequence[Step], by: Account) -> Iterator[Step]:
    """What the clinician did then: acknowledged the alert, confirmed answers, signed the report off."""
    log = [event for step in steps for event in step.events]
    state, at = replay(log), steps[-1].at
    for make in _said(visit, by):
        at += SEEN
        events = make(at, state, log)
        log += events
        state = replay(events, state)
        yield Step(at, events)


async def store(connection: AsyncConnection, node: str, interview: UUID, steps: Sequence[Step]) -> None:
    """Append the steps to the log of an interview that has none yet. `node` names who tells the other processes."""
    state, before = State(), 0
    for at, events in steps:
        state = replay(events, state)
        new = event_log.Append(interview, before, events, state, len(state.completed))
        await group_commit.store(connection, [event_log.written(new, at)[1]], node)
        before += len(events)


def _step(at: datetime, events: Sequence[ev.Event]) -> Step:
    return Step(at, [one.model_copy(update={"at": at}) if isinstance(one, ev.Ended) else one for one in events])


class _Acknowledging(NamedTuple):
    note: str
    by: Account

    def __call__(self, at: datetime, state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
        seen = ev.Acknowledged(by=self.by.email, name=self.by.name, note=self.note, at=at)
        return acknowledged(seen, state, log)


class _Rating(NamedTuple):
    given: Confirmed
    by: Account

    def __call__(self, at: datetime, state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
        answer = state.responses[self.given.item]
        rating = Rating(
            item_id=self.given.item,
            score=self.given.score,
            machine=answer.score if answer.known else None,
            reason=self.given.reason,
            by=self.by.email,
            name=self.by.name,
            at=at,
        )
        said = ev.Rated(rating=rating)
        return [said, *restated(advance(state, said), log)]


class _Signing(NamedTuple):
    by: Account

    def __call__(self, at: datetime, state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
        found = digest(written(log))
        return [ev.Signed(version=state.version, digest=found, by=self.by.email, name=self.by.name, at=at)]


def _said(visit: Visit, by: Account) -> Iterator[_Acknowledging | _Rating | _Signing]:
    if visit.acknowledged:
        yield _Acknowledging(visit.acknowledged, by)
    yield from (_Rating(one, by) for one in visit.rated)
    if visit.signed:
        yield _Signing(by)
