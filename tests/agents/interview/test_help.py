"""What a second reader of risk finds brings the help with the very next words, however late it was read."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from agents.domain.risk import AlertLevel, Finding, Reading, Tier
from agents.interview import events as ev
from agents.interview.machine import replay
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
