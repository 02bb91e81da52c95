"""What becomes of the answers of three models: a careful, a sloppy and a hostile one of the scripted provider.

Each leads a whole interview with impressions and report, assesses a transcript on the PHQ-8, and grades and replays a
card, through the port and real HTTP.

    python tests/load/model_temperaments.py

Prints a table in Markdown: the answers that were read at once, repaired, asked for twice and of no use, and what
stands in the end.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from typing import Final, cast

from agents.assessment.pipeline import assess
from agents.assessment.team import AssessmentTeam
from agents.diagnostician.llm import LlmDiagnostician
from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.errors import TryAgain
from agents.interview import events as ev
from agents.interview.session import Session
from agents.interview.turn import ahead
from agents.judge.llm import LlmJudge
from agents.llm.errors import ModelFailed
from agents.llm.model import Model
from agents.llm.pinned import JUDGE
from agents.llm.policy import Policy
from agents.llm.port import Delta, Reply, Request, T
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.meta_reviewer.llm import LlmMetaReviewer
from agents.qualitative.llm import LlmAssessor
from agents.quantitative.llm import LlmQuantifier
from agents.scripted.temperaments import Temperament, temper
from benchmarks.cards.judging import judge
from benchmarks.cards.snapshot import Snapshot
from benchmarks.fitness.tasks import tasks
from server.engines.interviews import team_of
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings

MODEL: Final = "openai/scripted"
REPLIES: Final = (
    "Three or four days, mostly in the evenings when I get home and the flat is quiet.",
    "No, not at all.",
    "Yes, that happens to me.",
    "Nearly every day, if I'm honest. By the afternoon I have given up on the day.",
    "It comes and goes.",
)
FOLLOW_UP: Final = "I'd say more than half of the days."
TALK: Final = "others"


class Watched:
    """Satisfies `LanguageModel`. Counts answers by what became of them."""

    def __init__(self, model: Model, count: Counter[str]) -> None:
        self.name: Final = model.name
        self._model: Final = model
        self._count: Final = count

    async def complete(self, request: Request[T]) -> Reply[T]:
        """See `LanguageModel.complete`."""
        try:
            return self._noted(await self._model.complete(request))
        except (ModelFailed, TryAgain):
            self._count["of no use"] += 1
            raise

    async def stream(self, request: Request[T]) -> AsyncGenerator[Delta | Reply[T], None]:
        """See `LanguageModel.stream`."""
        async for piece in self._model.stream(request):
            yield self._noted(piece) if isinstance(piece, Reply) else piece

    def _noted(self, reply: Reply[T]) -> Reply[T]:
        self._count["twice" if reply.again else "repaired" if reply.repaired else "at once"] += 1
        self._count["cut"] += bool(reply.faults)
        return reply


class Opened(Providers):
    """Models that are watched."""

    def __init__(self, url: str, count: Counter[str]) -> None:
        there = {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any"}
        super().__init__(Credentials.read(there), Policy(attempts=1, failures=1_000_000))
        self._count: Final = count

    def model(self, name: str) -> Model:
        """See `Providers.model`."""
        return cast(Model, Watched(super().model(name), self._count))


async def interview(models: Providers) -> Session:
    """One whole interview; the second reading of risk is the rules', so that nobody ends it for nothing."""
    team = team_of(Settings(drivers=(MODEL,), risk="rules"), MODEL, models)
    assert team.prepare is not None
    session = await Session.start(team, "temperament", mode=Mode.DIAGNOSTIC)
    while session.state.phase not in {Phase.REPORT, Phase.SAFETY_STOP}:
        if (brief := ahead(session.state)) is not None:
            await team.prepare(brief)
        follows = session.state.awaits_follow_up
        await session.say(FOLLOW_UP if follows else REPLIES[len(session.state.asked) % len(REPLIES)])
    await session.finish()
    return session


def shown(session: Session) -> str:
    """Who made what of an interview in the end."""
    known = sum(one.known and one.engine == MODEL for one in session.state.responses.values())
    diagnosed = next(one.output.diagnosis for one in session.events if isinstance(one, ev.DiagnoseCalled))
    report = "".join(one.markdown for one in session.events if isinstance(one, ev.Reported))
    prose = "the model's" if f"Written by {MODEL}" in report.replace("\\", "") else "the rules'"
    return f"{known} of 23 items scored by it, {len(diagnosed.impressions)} impressions, summary {prose}"


async def main(url: str, stub: StubProvider) -> None:
    """All three, one after another."""
    print("| model | part | at once | repaired | asked twice | of no use | parts left out | in the end |")
    print("|---|---|---:|---:|---:|---:|---:|---|")
    for name in Temperament:
        stub.temper = temper(name)
        count: Counter[str] = Counter()
        models = Opened(url, count)
        model = models.model(MODEL)
        session = await interview(models)
        line(name, "interview and report", count, shown(session))
        team = AssessmentTeam(LlmAssessor(model), LlmJudge(model), LlmQuantifier(model), LlmMetaReviewer(model))
        done = await assess(tasks().talk(TALK), team)
        scored = sum(one.score is not None for one in done.scores.items) if done.scores else 0
        line(name, "assessment", count, f"{scored} of 8 items scored")
        snapshot = Snapshot.of(session.events)
        graded = (await judge(snapshot, models.model(JUDGE))).detail is not None
        formed = await LlmDiagnostician(model).diagnose(snapshot.profile, Mode.DIAGNOSTIC)
        line(
            name,
            "card",
            count,
            f"{'grades' if graded else 'no grades'}, {len(formed.impressions)} impressions replayed",
        )
        await models.close()


def line(name: str, part: str, count: Counter[str], end: str) -> None:
    """A row; counting starts anew."""
    kinds = " | ".join(str(count[kind]) for kind in ("at once", "repaired", "twice", "of no use", "cut"))
    print(f"| {name} | {part} | {kinds} | {end} |", flush=True)
    count.clear()


if __name__ == "__main__":
    provider = StubProvider()
    with in_thread(provider) as address:
        asyncio.run(main(address, provider))
