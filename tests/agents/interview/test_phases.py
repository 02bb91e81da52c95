"""The table of transitions, and the one rule above it: risk ends the interview from any phase, for good."""

import asyncio
from collections.abc import Callable

import pytest

from agents.domain.level1 import items
from agents.domain.phase import ALLOWED, Phase, follows
from agents.domain.profile import SessionStatus
from agents.domain.risk import Tier
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.profile import profile_of
from agents.interview.session import Session
from agents.interviewer.port import Purpose
from agents.team import Team

SCRIPT = "This conversation ends here. Please call now."
STOP_TEXTS = (
    "I am going to kill myself tonight.",
    "I've written the note and I have the pills here. I'm ending my life today.",
    "I want to kill myself.",
    "I'm going to shoot my neighbour when he comes home tonight.",
    "The voices tell me to stab my brother and I'm going to do what they say.",
)
LIVE = [phase for phase in Phase if phase is not Phase.SAFETY_STOP]


def test_safety_stop_is_reachable_from_every_phase_and_left_by_none() -> None:
    assert all(follows(phase, Phase.SAFETY_STOP) for phase in Phase)
    assert ALLOWED[Phase.SAFETY_STOP] == frozenset()


def test_the_table_knows_every_phase() -> None:
    assert set(ALLOWED) == set(Phase)


def test_done_is_reached_from_the_report_or_because_the_patient_ended_it() -> None:
    assert [phase for phase in Phase if Phase.DONE not in ALLOWED[phase]] == [Phase.DONE, Phase.SAFETY_STOP]


@pytest.mark.parametrize("phase", list(Phase))
def test_talking_reaches_the_phase(reach: Callable[[Phase], Session], phase: Phase) -> None:
    assert reach(phase).state.phase is phase


@pytest.mark.parametrize("text", STOP_TEXTS)
@pytest.mark.parametrize("phase", LIVE)
def test_a_stop_text_stops_from_any_phase(reach: Callable[[Phase], Session], phase: Phase, text: str) -> None:
    session = reach(phase)
    before = len(session.events)
    asyncio.run(session.say(text))
    new = session.events[before:]
    spoken = [event for event in new if isinstance(event, ev.Told)]
    after_message = new[[isinstance(event, ev.Said) for event in new].index(True) :]
    assert session.state.phase is Phase.SAFETY_STOP
    assert session.state.tier is Tier.STOP
    assert [event.text for event in after_message if isinstance(event, ev.Told)] == [SCRIPT]
    assert spoken[-1].purpose is Purpose.SCRIPT
    assert any(isinstance(event, ev.Alerted) for event in new)
    assert not any(isinstance(event, ev.ScoreCalled | ev.DiagnoseCalled | ev.Reported) for event in after_message)
    assert profile_of(session.state).session_status is SessionStatus.TERMINATED_FOR_SAFETY


@pytest.mark.parametrize("text", ["I was joking, sorry.", "Yes.", "I want to kill myself."])
def test_nothing_is_taken_after_a_stop(reach: Callable[[Phase], Session], text: str) -> None:
    session = reach(Phase.SAFETY_STOP)
    kept = list(session.events)
    for attempt in (session.say(text), session.skip(), session.pause(), session.say(text, item=1)):
        with pytest.raises(NotNow):
            asyncio.run(attempt)
    asyncio.run(session.finish())
    assert session.events == kept


def test_a_paused_interview_is_stopped_too(reach: Callable[[Phase], Session]) -> None:
    session = reach(Phase.ASK_ITEM)
    asyncio.run(session.pause())
    asyncio.run(session.say(STOP_TEXTS[0]))
    assert session.state.phase is Phase.SAFETY_STOP
    assert not session.state.paused


def test_the_report_ends_the_interview(reach: Callable[[Phase], Session]) -> None:
    profile = profile_of(reach(Phase.DONE).state)
    assert profile.session_status is SessionStatus.COMPLETED
    assert profile.completed_at is not None
    assert [response.item_id for response in profile.item_responses] == list(range(1, 24))
    assert profile.question_state.pending == ()
    assert profile.question_state.follow_ups_needed == ()


@pytest.mark.parametrize("words", ["Not on any of the days.", "i smoke in the garden behind the house every evening"])
async def test_whatever_is_said_again_and_again_the_interview_comes_to_its_end(team: Team, words: str) -> None:
    session = await Session.start(team, "00000000-0000-0000-0000-000000000009")
    await session.say("Yes, I'm ready.")
    for _ in range(3 * len(items())):
        if session.state.phase is Phase.REPORT:
            break
        await session.say(words)
    assert session.state.phase is Phase.REPORT
