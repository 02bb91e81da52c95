"""What a second reader of risk finds brings the help with the very next words, however late it was read."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from agents.domain.risk import AlertLevel, Finding, Reading, Tier
from agents.interview import events as ev
from agents.interview.machine import replay
from agents.interview.safety.to_do import AFTER_STOP, SCREEN, at_once, next_step
from agents.interview.session import Session
from agents.interviewer.port import Purpose
from agents.risk.port import Message
from agents.team import Team

WORDS = "I have gone to the grey room on several days."


@dataclass(frozen=True)
class Second:
    """Reads the marked words as a wish of the given tier."""

    tier: Tier
    name: str = "second"

    async def read(self, message: Message) -> Reading:
        start = message.text.find("the grey room")
        if start < 0:
            return Reading(engine=self.name)
        text = "the grey room"
        found = Finding(
            rule="passive-wish", tier=self.tier, about="suicide", start=start, end=start + len(text), text=text
        )
        return Reading(tier=self.tier, findings=(found,), engine=self.name)


def test_after_a_stop_the_next_step_is_more_than_a_screen() -> None:
    found = Finding(rule="present-intent", tier=Tier.STOP, about="suicide", start=0, end=1, text="x", turn=1)
    urgent = ev.Alerted(turn=1, level=AlertLevel.URGENT, tier=Tier.URGENT, findings=(found,))
    stop = ev.Alerted(turn=3, level=AlertLevel.STOP, tier=Tier.STOP, findings=(found,))
    assert next_step(iter([urgent])) == SCREEN
    assert next_step(iter([urgent, stop])) == AFTER_STOP
    assert "safety plan" in AFTER_STOP
    assert "If nobody answers" in at_once([stop])
    assert "If nobody answers" not in at_once([urgent])


@pytest.mark.parametrize(("tier", "level"), [(Tier.FLAG, AlertLevel.ATTENTION), (Tier.URGENT, AlertLevel.URGENT)])
def test_a_model_that_finds_a_wish_alerts_and_the_numbers_come_with_the_next_question(
    team: Team, tier: Tier, level: AlertLevel
) -> None:
    async def hold() -> Session:
        session = await Session.start(replace(team, second=Second(tier)), "second")
        for text in ("Yes, I'm ready.", WORDS, "No.", "Yes, go on.", "Not at all."):
            await session.say(text)
        return session

    session = asyncio.run(hold())
    assert [event.level for event in session.events if isinstance(event, ev.Alerted)] == [level]
    told = [event for event in session.events if isinstance(event, ev.Told)]
    assert [(event.purpose, event.help is not None) for event in told] == [
        (Purpose.INTRO, False),
        (Purpose.QUESTION, False),
        (Purpose.NOW, True),
        (Purpose.GO_ON, False),
        (Purpose.QUESTION, False),
        (Purpose.QUESTION, False),
    ]
    assert [turn.index for turn in session.state.transcript] == list(range(len(session.state.transcript)))
    assert session.state.transcript[told[2].turn].text == told[2].asks
    assert replay(session.events) == session.state


def test_who_is_hurt_by_others_gets_their_numbers_once_and_is_not_asked_about_self_harm(team: Team) -> None:
    async def hold() -> Session:
        session = await Session.start(team, "hurt")
        for text in ("Yes, I'm ready.", "he hit me last night", "yes, go on", "most days", "He hits me. Never sad."):
            await session.say(text)
        return session

    session = asyncio.run(hold())
    alerts = [event for event in session.events if isinstance(event, ev.Alerted)]
    assert [(one.level, {found.about for found in one.findings}) for one in alerts] == [
        (AlertLevel.ATTENTION, {"abuse"}),
        (AlertLevel.ATTENTION, {"abuse"}),
    ]
    assert next_step(alerts) == "talk with the patient about their safety, in private"
    told = [event for event in session.events if isinstance(event, ev.Told)]
    assert [event.purpose for event in told] == [
        Purpose.INTRO,
        Purpose.QUESTION,
        Purpose.GO_ON,
        Purpose.FOLLOW_UP,
        Purpose.QUESTION,
        Purpose.QUESTION,
    ]
    assert [event.help is not None and "1-800-799-7233" in event.help.text for event in told].count(True) == 1
    assert told[2].help is not None
    assert told[2].asks.startswith("Shall we go on")
    answers = session.state.responses
    assert (answers[1].score, answers[2].score, answers[2].known) == (3, 0, True)
    assert not any("hit" in quote.text for one in answers.values() for quote in one.evidence_quotes)
    assert not session.state.flags.violence_risk
    assert replay(session.events) == session.state


def test_a_wish_to_die_beside_it_is_asked_about_and_the_other_numbers_come_when_it_is_told_again(team: Team) -> None:
    async def hold() -> Session:
        session = await Session.start(team, "both")
        disclosed = "My boyfriend beat me up and I wish I was dead"
        for text in ("Yes, I'm ready.", disclosed, "No.", "Yes, go on.", "He hit me again."):
            await session.say(text)
        return session

    told = [event for event in asyncio.run(hold()).events if isinstance(event, ev.Told) and event.help]
    assert [(one.purpose, one.help.text.count("988"), one.help.text.count("799-7233")) for one in told if one.help] == [
        (Purpose.NOW, 3, 0),
        (Purpose.GO_ON, 0, 1),
    ]
