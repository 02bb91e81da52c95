"""Replays: whole interviews held with simulated patients through the real machine, in this process."""

from collections.abc import Iterable, Sequence

from agents.diagnostician.port import Diagnosis, Mode
from agents.domain import level1
from agents.domain.phase import OVER
from agents.domain.profile import PatientProfile
from agents.domain.risk import Reading, Tier
from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.interview import events as ev
from agents.interview.profile import profile_of
from agents.interview.session import Session
from agents.interview.state import State
from agents.team import Team
from benchmarks.personas.patient import Held, Patient

MOST_TURNS = 8 * level1.ITEM_COUNT
"""Far more turns than 23 questions and as many follow-ups take."""


class Outcome(Value):
    """How one replayed interview ended. `tier` is the highest of any message, `follow_ups` how many were asked;
    `stopped_by` names the rules that ended it for safety and is empty when it was completed."""

    profile: PatientProfile
    tier: Tier
    follow_ups: int
    stopped_by: tuple[str, ...] = ()
    diagnosis: Diagnosis | None = None


async def replay(held: Held, team: Team, session_id: str, mode: Mode = Mode.SCREENING) -> Outcome:
    """Hold one interview and return its outcome. Raises the same errors as `hold`."""
    session = await hold(held, team, session_id, mode)
    return outcome_of(session.state, session.events)


async def hold(held: Held, team: Team, session_id: str, mode: Mode = Mode.SCREENING) -> Session:
    """Hold one interview from the introduction to its report or to the safety script.

    Raises CorrectInput for replies with which the interview never ends."""
    session = await Session.start(team, session_id, mode=mode, persona_id=session_id)
    patient = Patient(held)
    for _ in range(MOST_TURNS):
        if session.state.phase in OVER:
            await session.finish()
            return session
        told = _last_words(session.events)
        words = patient.answer(told.purpose, told.item_id)
        await (session.skip() if words is None else session.say(words))
    raise CorrectInput(f"with these replies the interview is still going on after {MOST_TURNS} turns")


def _last_words(events: Sequence[ev.Event]) -> ev.Told:
    return next(event for event in reversed(events) if isinstance(event, ev.Told))


def outcome_of(state: State, events: Sequence[ev.Event]) -> Outcome:
    """The outcome of an ended interview, from its log and the `state` that the machine derives from it."""
    diagnosed = next((event for event in reversed(events) if isinstance(event, ev.DiagnoseCalled)), None)
    return Outcome(
        profile=profile_of(state),
        tier=state.tier,
        follow_ups=len(state.followed_up),
        stopped_by=stopping_rules(readings(events)) if state.tier is Tier.STOP else (),
        diagnosis=diagnosed.output.diagnosis if diagnosed else None,
    )


def readings(events: Iterable[ev.Event]) -> Iterable[Reading]:
    """Every reading for risk in a log."""
    for event in events:
        if isinstance(event, ev.Said):
            yield event.risk
        elif isinstance(event, ev.RiskRaised):
            yield event.reading


def stopping_rules(read: Iterable[Reading]) -> tuple[str, ...]:
    """The rules behind the first reading that stops: all of them where no single finding does."""
    stop = next((reading for reading in read if reading.tier is Tier.STOP), None)
    if stop is None:
        return ()
    found = [finding for finding in stop.findings if finding.tier is Tier.STOP] or stop.findings
    return tuple(dict.fromkeys(finding.rule for finding in found))
