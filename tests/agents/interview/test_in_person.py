"""An interview in the clinician's hand: taken over from any phase, scored, written down and given back."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.domain.level1 import items
from agents.domain.phase import Phase
from agents.domain.profile import SessionStatus
from agents.domain.risk import AlertLevel, Tier
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.holding import close, hold, proposed, settle_item, write_down
from agents.interview.in_person import to_ask
from agents.interview.presence import Held, Released, Why
from agents.interview.profile import profile_of
from agents.interview.session import Session
from agents.interview.turn import respond
from agents.interviewer.port import Purpose
from agents.team import Team
from tests.agents.interview.test_help import WORDS, Second
from tests.agents.interview.test_phases import STOP_TEXTS

AT = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
ASKED = (Phase.INTRO, Phase.ASK_ITEM, Phase.FOLLOW_UP)
Reach = Callable[[Phase], Session]


def taken(session: Session) -> Session:
    session._take(hold(session.state, Held(why=Why.IN_PERSON, by="a@b.c", at=AT)))
    return session


def scored(session: Session, score: int, item: int | None = None) -> None:
    number = item or to_ask(session.state) or 0
    session._take(settle_item(session.state, number, "scored", score, "a@b.c", "R. Calder", AT, again=item is not None))


def written(session: Session, text: str) -> None:
    item = to_ask(session.state) or 0
    session._take(asyncio.run(write_down(session.state, item, text, "s1", "a@b.c", session.team)))


@pytest.mark.parametrize("text", STOP_TEXTS)
@pytest.mark.parametrize("phase", ASKED)
def test_a_stop_text_written_down_stops_from_any_phase(reach: Reach, phase: Phase, text: str) -> None:
    session = taken(reach(phase))
    written(session, text)
    assert session.state.phase is Phase.SAFETY_STOP
    assert session.state.status is SessionStatus.TERMINATED_FOR_SAFETY
    assert session.state.held is None
    with pytest.raises(NotNow):
        scored(session, 2)


@pytest.mark.parametrize("phase", ASKED)
def test_while_it_is_held_the_patient_is_not_heard_but_read(reach: Reach, phase: Phase) -> None:
    session = taken(reach(phase))
    for quiet in (session.say("No, never."), session.skip(), session.pause()):
        with pytest.raises(NotNow):
            asyncio.run(quiet)
    asyncio.run(session.say(STOP_TEXTS[0]))
    assert session.state.phase is Phase.SAFETY_STOP


@pytest.mark.parametrize("phase", ASKED)
def test_what_alerts_meanwhile_is_read_by_the_model_too_and_owes_nothing_then(reach: Reach, phase: Phase) -> None:
    session = taken(reach(phase))
    session.team = replace(session.team, second=Second(Tier.URGENT))
    asyncio.run(session.say(f"Last week I thought about ending my life. {WORDS}"))
    written(session, WORDS)
    levels = [event.level for event in session.events if isinstance(event, ev.Alerted)]
    assert levels[-2:] == [AlertLevel.URGENT] * 2
    assert isinstance(session.events[-1], ev.StoreCalled)
    assert session.state.duty is None
    assert session.state.held


@pytest.mark.parametrize("phase", ASKED)
def test_given_back_the_open_question_is_asked_again(reach: Reach, phase: Phase, team: Team) -> None:
    session = taken(reach(phase))
    scored(session, 1)
    following = to_ask(session.state)
    session._take(hold(session.state, Released(by="a@b.c", at=AT)))
    session._take(asyncio.run(respond(session.state, team)))
    told = [event for event in session.events if isinstance(event, ev.Told)][-1]
    assert (told.purpose, told.item_id) == (Purpose.QUESTION, following)


@pytest.mark.parametrize("phase", ASKED)
def test_the_last_item_completes_it_with_what_was_said_and_by_whom(reach: Reach, phase: Phase, team: Team) -> None:
    session = taken(reach(phase))
    while (item := to_ask(session.state)) is not None:
        if item == 6:
            written(session, "Most days, I'd say.")
            assert proposed(session.state, 6).scoring.score >= 2  # type: ignore[union-attr]  # it was written
        scored(session, 1 if item == 11 else 2)
    assert any(isinstance(event, ev.Alerted) and event.item_id == 11 for event in session.events)
    session._take(asyncio.run(respond(session.state, team)))
    assert session.state.phase is Phase.REPORT
    asyncio.run(session.finish())
    found = profile_of(session.state)
    assert found.session_status is SessionStatus.COMPLETED
    assert [one.item_id for one in found.item_responses] == list(items())
    sixth = found.item_responses[5]
    assert (sixth.engine, sixth.note) == ("clinician", "answered in person, R. Calder, 2026-03-04 05:06 UTC")
    assert [one.text for one in sixth.evidence_quotes] == ["Most days, I'd say."]
    assert Purpose.NOW not in [event.purpose for event in session.events if isinstance(event, ev.Told)]


def test_closed_by_the_clinician_nothing_follows(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    session._take(close(session.state, "R. Calder", AT))
    assert session.state.status is SessionStatus.ENDED_BY_CLINICIAN
    assert session.state.completed_at is None
    with pytest.raises(NotNow):
        asyncio.run(session.say("No, never."))
    with pytest.raises(NotNow):
        close(session.state, "R. Calder", AT)


def test_an_item_that_is_not_next_is_refused_and_an_earlier_one_can_be_answered_anew(reach: Reach) -> None:
    session = taken(reach(Phase.ASK_ITEM))
    with pytest.raises(NotNow):
        settle_item(session.state, 9, "scored", 1, "a@b.c", "", AT)
    scored(session, 0)
    scored(session, 3, item=1)
    assert session.state.responses[1].score == 3
    assert [one.score for one in session.state.superseded] == [0]
    assert to_ask(session.state) == 2
