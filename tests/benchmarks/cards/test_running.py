"""A run of all parts: each arrives by itself, fails by itself and can be made again by itself."""

import asyncio
import json
from collections.abc import Callable

import pytest

from agents.diagnostician.llm import LlmDiagnostician
from agents.domain.profile import SessionStatus
from agents.errors import CorrectInput, NotNow
from agents.interview.session import Session
from agents.llm.budget import Budget
from agents.llm.clock import SystemClock
from agents.llm.errors import Refused, Unreachable
from agents.llm.model import Model
from agents.llm.pinned import JUDGE
from agents.llm.policy import Policy
from agents.llm.prices import price_list
from agents.llm.retries import Retries
from agents.scripted.model import Script, ScriptedAdapter, by_rules, in_order, scripted_model
from benchmarks.cards.card import MEASURED, Card, Checks, Grades, Part, Replayed, Trace
from benchmarks.cards.figures import explained, figures_of
from benchmarks.cards.judging import request
from benchmarks.cards.replaying import Candidate
from benchmarks.cards.running import Bench, run
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Curve, Unavailable
from benchmarks.metrics.models import BertScore, Meters

VERDICT = {
    key: {"reason": f"Because of {key}.", "score": score}
    for key, score in {"coverage": 5, "relevance": 4, "flow": 3, "justification": 2, "empathy": 1}.items()
}


class Letters:
    """Vectors by counts of letters: quick, and without a model."""

    name = "letters"
    digest = "0" * 64

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [[1.0 + text.lower().count(letter) for letter in "aeinost"] for text in texts]


class Missing(Letters):
    """A sentence model that is not there."""

    def embed(self, texts: list[str]) -> list[list[float]]:
        raise Unreachable("the model is not installed")


def judge(script: Script, name: str = JUDGE) -> Model:
    retries = Retries("openai", Policy(attempts=1), SystemClock())
    return Model(name, ScriptedAdapter(script), retries, price_list().price(name))


QUICK = Meters(Letters(), BertScore())
PARTS = ("coherence", "readability", "wording", "explainability", "integrity", "rubric", "replay:rules")


def value(part: Part | None, key: str) -> float | str:
    assert part is not None
    found = next(figure.value for figure in part.figures if figure.key == key)
    return found.reason if isinstance(found, Unavailable) else found


async def test_every_part_arrives_and_every_figure_is_explained(snapshot: Snapshot) -> None:
    bench = Bench(QUICK, judge(in_order([json.dumps(VERDICT)])))
    assert bench.parts == (*MEASURED, "judge", "rubric", "replay:rules")
    arrived: list[str] = []

    async def keep(part: Part) -> None:
        arrived.append(part.key)

    card = await run(snapshot, bench, ("judge", *PARTS), keep)
    assert sorted(arrived) == sorted(("judge", *PARTS)) == sorted(part.key for part in card.parts)
    assert card.snapshot == snapshot.digest
    assert card.failed == ()
    for part in card.parts:
        assert [figure.key for figure in part.figures] == [figure.key for figure in figures_of(part.key)]
        assert all(explained()[figure.key].formula for figure in part.figures)
    assert Card.model_validate_json(card.model_dump_json()) == card
    kinds = {part.key: type(part.detail) for part in card.parts if part.detail}
    assert kinds == {
        "coherence": Curve,
        "explainability": Trace,
        "integrity": Checks,
        "judge": Grades,
        "rubric": Grades,
        "replay:rules": Replayed,
    }


async def test_figures_of_a_known_interview(snapshot: Snapshot) -> None:
    card = await run(snapshot, Bench(QUICK), PARTS)
    assert value(card.part("wording"), "wording.questions") == 23
    assert value(card.part("integrity"), "integrity.items") == 1
    assert value(card.part("integrity"), "integrity.ambiguity") == 1  # item 15 was declined, and the report says so
    assert value(card.part("explainability"), "explainability.verbatim") == 1
    assert value(card.part("explainability"), "explainability.citations") == "nothing is cited"
    assert value(card.part("replay:rules"), "replay.top1") == 1
    assert value(card.part("replay:rules"), "replay.overlap") == 1


def test_an_unclear_item_is_in_doubt_and_the_report_has_to_name_it(finished: Callable[..., Session]) -> None:
    told = Snapshot.of(finished({3: "wrong window sorry", 15: "wrong window sorry"}).events)
    assert [one.item_id for one in told.profile.item_responses if one.unclear] == [3, 15]
    card = asyncio.run(run(told, Bench(QUICK), ("integrity",)))
    assert value(card.part("integrity"), "integrity.ambiguity") == 1
    silent = told.model_copy(update={"report": tuple(one for one in told.report if one.key != "limitations")})
    card = asyncio.run(run(silent, Bench(QUICK), ("integrity",)))
    assert value(card.part("integrity"), "integrity.ambiguity") == 0


async def test_the_judge_grades_each_criterion_with_its_reason(snapshot: Snapshot) -> None:
    card = await run(snapshot, Bench(QUICK, judge(in_order([json.dumps(VERDICT)]))), ("judge",))
    part = card.part("judge")
    assert part is not None
    assert isinstance(part.detail, Grades)
    assert [(one.criterion, one.score) for one in part.detail.grades] == [(k, v["score"]) for k, v in VERDICT.items()]
    assert value(part, "judge.mean") == 3
    assert part.engine == JUDGE
    assert part.detail.temperature == 0
    assert part.detail.cost is not None
    assert part.detail.cost > 0
    asked = request(snapshot)
    assert (asked.temperature, asked.role) == (0.0, "card_judge")
    assert "rules" not in asked.messages[1].text.split("impressions")[0]  # not told who held it


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (None, "OPENAI_API_KEY"),
        (judge(in_order([Unreachable("no way there")])), "no way there"),
        (judge(in_order([Refused("not that")])), "not that"),
        (judge(in_order(['{"coverage": 9}'])), "coverage"),
        (judge(in_order([json.dumps(VERDICT)]), "openai/gpt-4o"), "no other"),
    ],
)
async def test_a_judge_out_of_reach_is_unavailable_and_nobody_grades_for_it(
    snapshot: Snapshot, model: Model | None, why: str
) -> None:
    card = await run(snapshot, Bench(QUICK, model), ("judge", "rubric", "wording"))
    part = card.part("judge")
    assert part is not None
    assert part.detail is None
    assert why in str(value(part, "judge.mean"))
    assert part.error is not None
    assert card.failed == ("judge",)
    rules = card.part("rubric")
    assert rules is not None
    assert rules.engine == "rules"
    again = await run(snapshot, Bench(QUICK, judge(in_order([json.dumps(VERDICT)]))), ("judge",))
    whole = card.with_part(again.parts[0])
    assert whole.failed == ()
    assert [part.key for part in whole.parts] == ["wording", "judge", "rubric"]


async def test_a_missing_model_fails_its_part_alone(snapshot: Snapshot) -> None:
    card = await run(snapshot, Bench(Meters(Missing(), BertScore())), ("coherence", "wording"))
    assert card.failed == ("coherence",)
    assert value(card.part("coherence"), "coherence.global") == "the model is not installed"
    assert value(card.part("wording"), "wording.turns") > 46


async def test_a_replay_uses_the_frozen_passages_and_tells_its_cost(snapshot: Snapshot) -> None:
    budget = Budget()
    engine = LlmDiagnostician(scripted_model(by_rules()), budget)
    card = await run(snapshot, Bench(QUICK, candidates=(Candidate(engine, budget, engine.prompt_version),)))
    assert {part.key for part in card.parts} >= {"replay:stub/rules", "replay:rules"}
    made = card.replays["stub/rules"]
    assert made.tokens > 0
    assert made.cost is None  # a model without a price
    assert "not listed" in str(value(card.part("replay:stub/rules"), "replay.cost"))
    assert card.replays["rules"].cost == 0


async def test_a_replay_that_fails_is_no_diagnosis_by_the_rules(snapshot: Snapshot) -> None:
    broken = LlmDiagnostician(scripted_model(in_order([Refused("not that")])))
    card = await run(snapshot, Bench(QUICK, candidates=(Candidate(broken),)), ("replay:stub/rules", "replay:rules"))
    assert card.failed == ("replay:stub/rules",)
    assert list(card.replays) == ["rules"]
    assert value(card.part("replay:stub/rules"), "replay.top1") == "not that"


async def test_unknown_parts_and_interviews_ended_for_safety_are_refused(snapshot: Snapshot) -> None:
    with pytest.raises(CorrectInput, match="no such part: mood"):
        await run(snapshot, Bench(QUICK), ("wording", "mood"))
    ended = snapshot.profile.model_copy(update={"session_status": SessionStatus.TERMINATED_FOR_SAFETY})
    with pytest.raises(NotNow):
        await run(snapshot.model_copy(update={"profile": ended}), Bench(QUICK), ("wording",))


async def test_who_listens_may_stop_the_run(snapshot: Snapshot) -> None:
    async def stop(part: Part) -> None:
        raise RuntimeError(part.key)

    with pytest.raises(RuntimeError):
        await run(snapshot, Bench(QUICK), PARTS, stop)
