"""An interview in memory with the rule engines, and ways to bring it into every phase."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from agents.domain.phase import Phase
from agents.interview.patient_input import Words
from agents.interview.session import Session
from agents.interview.turn import receive
from agents.rules_team import rules_team
from agents.team import Team

T = TypeVar("T")
SCRIPT = "This conversation ends here. Please call now."
CLEAR, VAGUE = "No, not on any of the days.", "Yes, that happens to me."


@pytest.fixture(scope="session")
def team() -> Team:
    return rules_team(lambda locale: SCRIPT)


@pytest.fixture
def reach(team: Team) -> Callable[[Phase], Session]:
    """An interview brought into a phase by talking."""

    async def bring(phase: Phase) -> Session:
        session = await Session.start(team, "00000000-0000-0000-0000-000000000007")
        if phase is Phase.INTRO:
            return session
        await session.say("Yes, I'm ready.")
        if phase is Phase.SCORE_ITEM:
            draft = await receive(session.state, Words("half", CLEAR), team)
            session.keep(draft.events)
            return session
        if phase is Phase.FOLLOW_UP:
            await session.say(VAGUE)
            return session
        while phase in {Phase.REPORT, Phase.DONE, Phase.SAFETY_STOP} and session.state.phase is not Phase.REPORT:
            await session.say(CLEAR)
        if phase is Phase.DONE:
            await session.finish()
        if phase is Phase.SAFETY_STOP:
            await session.say("I am going to kill myself tonight.")
        return session

    return lambda phase: run(bring(phase))


def run(work: Awaitable[T]) -> T:
    async def await_it() -> T:
        return await work

    return asyncio.run(await_it())
