"""One finished interview with the rule engine, as an events log and as a snapshot."""

from collections.abc import Callable, Mapping

import pytest

from agents.diagnostician.port import Mode
from agents.domain import level1
from agents.interview.session import Session
from benchmarks.cards.snapshot import Snapshot
from benchmarks.personas.patient import Held, Reply
from benchmarks.personas.replay import hold
from server.cli.batch.offline_team import offline_team

DENIED = "No, not at all, not once."
LOW = {
    1: "Nothing gives me joy any more, nearly every day.",
    2: "I feel sad and hopeless nearly every day.",
    14: "I wake at four nearly every night and lie there.",
    15: "I'd rather not talk about that.",
}


def held(replies: Mapping[int, str]) -> Held:
    return Held(items={item: Reply(reply=replies.get(item, DENIED)) for item in level1.items()})


@pytest.fixture(scope="session")
def finished() -> Callable[..., Session]:
    """Holds an interview with these replies; what is not said is denied."""
    import asyncio

    def make(replies: Mapping[int, str] = LOW, mode: Mode = Mode.DIAGNOSTIC, name: str = "one") -> Session:
        with asyncio.Runner() as runner:
            return runner.run(hold(held(replies), offline_team(), name, mode))

    return make


@pytest.fixture(scope="session")
def snapshot(finished: Callable[..., Session]) -> Snapshot:
    return Snapshot.of(finished().events)
