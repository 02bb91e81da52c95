"""How long the transcript pipeline takes in calls: a scripted provider answers after a fixed delay over real HTTP.

    python tests/load/assessment.py [--delay-ms 200] [--repeat 5] [--at-once 8]

Measured: one call; zero-shot (one after the other and several at once), few-shot (a reference search that takes one
call's time, as an embedding does), and one refinement round. Medians in milliseconds, ratios to the median call. The
last line is one JSON object.
"""

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from model_turns import command
from turns import free_port

from agents.assessment.formats.plain import read
from agents.assessment.pipeline import assess
from agents.assessment.team import AssessmentTeam, Options
from agents.domain.mark import Mark, Metric
from agents.domain.transcript import Transcript
from agents.judge.llm import LlmJudge
from agents.llm.port import LanguageModel, System, User
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.meta_reviewer.llm import LlmMetaReviewer
from agents.qualitative.llm import LlmAssessor
from agents.qualitative.port import Qualitative
from agents.quantitative.llm import LlmQuantifier
from agents.quantitative.port import ItemEvidence, Reference, References
from agents.stages.request import Asking

LIMITS: Final = {"zeroShot": 3.4, "fewShot": 4.4, "oneRound": 5.5, "atOnce": 1.5}
TRANSCRIPT: Final = """\
Interviewer: how have you been sleeping
Participant: not well. I lie awake till three, five nights a week
Interviewer: how is your energy
Participant: I'm wiped out every single day
Interviewer: have you been feeling down
Participant: no, not at all
"""


@dataclass(frozen=True)
class Search:
    """A reference store whose search takes one call's time."""

    seconds: float
    name: str = "measured"

    async def search(self, evidence: tuple[ItemEvidence, ...]) -> References:
        """One reference, after the delay."""
        await asyncio.sleep(self.seconds)
        found = Reference(item="Sleep", text="two nights a week I'm up", score=1, similarity=0.8, source="made up")
        return References(found=(found,))


class OnceUnhappy:
    """A judge that asks its model like any other and marks the first version low, so that one round follows."""

    def __init__(self, judge: LlmJudge) -> None:
        self._judge, self.asked = judge, 0
        self.name = judge.name

    async def judge(self, transcript: Transcript, version: Qualitative, metric: Metric) -> Mark:
        """The model's mark, lowered for the first four."""
        mark = await self._judge.judge(transcript, version, metric)
        self.asked += 1
        return mark.model_copy(update={"score": 3}) if self.asked <= len(Metric) else mark


class Rewriting(LlmAssessor):
    """Asks its model for another version like any other and marks it as another text than the first."""

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        """The model's version with a word changed."""
        again = await super().refine(transcript, version, marks)
        return again.model_copy(update={"overall": again.overall + " Again."})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--delay-ms", type=float, default=200.0, help="what one call takes at the provider")
    parser.add_argument("--repeat", type=int, default=5, help="how often each is measured")
    parser.add_argument("--at-once", type=int, default=8, help="assessments at the same time")
    options = parser.parse_args()
    stub = free_port()
    with command(["stub-llm", "--port", str(stub), "--delay-ms", str(options.delay_ms)], {}, stub):
        print(json.dumps(asyncio.run(measure(f"http://127.0.0.1:{stub}", options))))


async def measure(url: str, options: argparse.Namespace) -> dict[str, object]:
    """All figures."""
    models = Providers(Credentials.read({"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any"}))
    model, transcript = models.model("openai/scripted"), read(TRANSCRIPT)
    team = team_of(model)

    async def one_call() -> None:
        messages = (System(text="role: none\nAnswer."), User(text="Say something."))
        await Asking(model).ask("none", messages, str)

    async def zero_shot() -> None:
        await whole(transcript, team)

    async def few_shot() -> None:
        await whole(transcript, replace(team, references=Search(options.delay_ms / 1000)))

    async def one_round() -> None:
        found = await whole(transcript, replace(team, assessor=Rewriting(model), judge=OnceUnhappy(LlmJudge(model))))
        assert found == 2, f"{found} versions instead of 2"

    async def at_once() -> None:
        await asyncio.gather(*(zero_shot() for _ in range(options.at_once)))

    figures: dict[str, object] = {"benchmark": "assessment", "delayMs": options.delay_ms}
    await zero_shot()
    call = await median(one_call, options.repeat)
    figures["callMs"] = round(call * 1000, 1)
    for name, work in (("zeroShot", zero_shot), ("fewShot", few_shot), ("oneRound", one_round)):
        taken = await median(work, options.repeat)
        figures[name] = {"ms": round(taken * 1000, 1), "calls": round(taken / call, 2)}
    alone, together = await median(zero_shot, options.repeat), await median(at_once, options.repeat)
    figures["atOnce"] = {"ms": round(together * 1000, 1), "ofOne": round(together / alone, 2), "n": options.at_once}
    await models.close()
    kept = {name: (figures[name].get("calls") or figures[name].get("ofOne")) <= most for name, most in LIMITS.items()}  # type: ignore[attr-defined]
    return {**figures, "withinLimits": kept}


def team_of(model: LanguageModel) -> AssessmentTeam:
    """Every stage by the model."""
    return AssessmentTeam(LlmAssessor(model), LlmJudge(model), LlmQuantifier(model), LlmMetaReviewer(model))


async def whole(transcript: Transcript, team: AssessmentTeam) -> int:
    """One assessment with nothing missing; the number of versions."""
    found = await assess(transcript, team, Options())
    assert found.complete, found.missing
    return len(found.versions)


async def median(work: Callable[[], Awaitable[None]], times: int) -> float:
    """Seconds."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


if __name__ == "__main__":
    main()
