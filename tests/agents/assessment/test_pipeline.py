"""The transcript pipeline: what it gives, what fails alone, where it goes on, when it stops refining."""

import pytest

from agents.assessment.pipeline import assess
from agents.assessment.result import Assessment, Stage
from agents.assessment.result_json import result_json
from agents.assessment.rules_team import rules_team
from agents.assessment.team import AssessmentTeam, Options
from agents.domain.mark import Mark, Metric
from agents.domain.transcript import Transcript
from agents.errors import TryAgain
from agents.judge.llm import LlmJudge
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.meta_reviewer.llm import LlmMetaReviewer
from agents.qualitative.llm import LlmAssessor
from agents.qualitative.port import Qualitative
from agents.qualitative.rules import RulesAssessor
from agents.quantitative.llm import LlmQuantifier
from agents.quantitative.port import ItemEvidence, Reason, Reference, References
from agents.scripted.faults import Fault, FaultName
from agents.scripted.model import by_rules, scripted_model
from tests.agents.assessment.conversations import full

QUICK = Policy(attempts=2, silence=1.0, first_pause=0.001, failures=1_000_000)


def modelled(*faults: Fault, samples: int = 1) -> AssessmentTeam:
    model: Model = scripted_model(by_rules(faults), QUICK)
    return AssessmentTeam(
        LlmAssessor(model), LlmJudge(model), LlmQuantifier(model, samples=samples), LlmMetaReviewer(model)
    )


async def test_rules_and_a_model_that_says_the_same_agree() -> None:
    by_rule, by_model = await assess(full(), rules_team()), await assess(full(), modelled(samples=3))
    assert by_rule.complete
    assert by_model.complete
    rule, model = result_json(by_rule), result_json(by_model)
    assert {item: one["score"] for item, one in rule["items"].items()} == {
        item: one["score"] for item, one in model["items"].items()
    }
    assert model["items"]["Sleep"]["samples"] == [2, 2, 2]
    assert (rule["total"], rule["totalMin"], rule["totalMax"]) == (None, 5, 20)
    assert (rule["severity"], rule["mdd"]) == (model["severity"], model["mdd"])


@pytest.mark.parametrize("fault", FaultName)
@pytest.mark.parametrize("role", ["assessor", "phq8_judge", "phq8_evidence", "phq8_scorer", "meta_reviewer"])
async def test_a_failed_stage_leaves_the_others_standing_and_is_made_good_by_another_run(
    role: str, fault: FaultName
) -> None:
    team = modelled(Fault(name=fault, role=role))
    first = await assess(full(), team)
    for missing in first.missing:
        assert missing.reason
    needed = {"assessor": Stage.QUALITATIVE, "phq8_judge": Stage.JUDGE, "phq8_evidence": Stage.EVIDENCE}
    failed = {missing.stage for missing in first.missing}
    assert failed <= {
        needed.get(role, Stage.SCORING if role == "phq8_scorer" else Stage.META),
        Stage.META,
        Stage.REFINE,
    }
    again = await assess(full(), modelled(), earlier=first)
    assert again.complete
    if first.scores is not None:
        assert again.scores is first.scores
    if first.versions:
        assert again.versions[0].qualitative is first.versions[0].qualitative


async def test_invented_quotes_carry_no_score() -> None:
    found = await assess(full(), modelled())
    assert found.scores is not None
    for one in found.scores.items:
        for quote in one.evidence:
            assert full()[quote.turn].text[quote.start : quote.end] == quote.text


class Improving:
    """A writer whose second version is the best, and a judge who says so."""

    name = "test"

    def __init__(self, marks: list[int]) -> None:
        self.marks = marks

    async def assess(self, transcript: Transcript) -> Qualitative:
        return (await RulesAssessor().assess(transcript)).model_copy(update={"overall": "version 0"})

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        self.written = getattr(self, "written", 0) + 1
        return version.model_copy(update={"overall": f"version {self.written}"})

    async def judge(self, transcript: Transcript, version: Qualitative, metric: Metric) -> Mark:
        mark = self.marks[int(version.overall[-1])]
        return Mark(metric=metric, score=mark or None, reason=None if mark else "unclear")


async def loop(marks: list[int], **options: object) -> Assessment:
    both = Improving(marks)
    rules = rules_team()
    team = AssessmentTeam(both, both, rules.quantifier, rules.reviewer)
    return await assess(full(), team, Options.model_validate(options))


@pytest.mark.parametrize(
    ("marks", "options", "versions", "best"),
    [
        ([5], {}, 1, 0),
        ([3, 4], {}, 2, 1),
        ([3, 4], {"threshold": 2}, 1, 0),
        ([3, 4], {"refine": False}, 1, 0),
        ([2, 3, 1, 1, 1], {}, 4, 1),
        ([2, 2, 2, 5], {}, 3, 0),
        ([1, 2, 3, 3, 5], {"rounds": 2}, 3, 2),
        ([3, 0, 0, 0], {}, 3, 0),
    ],
)
async def test_refinement_keeps_every_version_returns_the_best_and_knows_when_to_stop(
    marks: list[int], options: dict[str, object], versions: int, best: int
) -> None:
    found = await loop(marks, **options)
    assert len(found.versions) == versions
    assert found.best is found.versions[best]


async def test_what_could_not_be_judged_is_said_and_is_no_middling_mark() -> None:
    found = await loop([0], refine=False)
    assert [missing.stage for missing in found.missing] == [Stage.JUDGE]
    told = result_json(found)["judge"]
    assert told["mean"] is None
    assert {one["score"] for one in told["marks"].values()} == {None}


class Store:
    """A reference store with one passage, or out of reach."""

    name = "test"

    def __init__(self, failing: bool = False) -> None:
        self.failing = failing
        self.searches = 0

    async def search(self, evidence: tuple[ItemEvidence, ...]) -> References:
        self.searches += 1
        if self.failing:
            raise TryAgain("the store is out of reach")
        found = Reference(item="Sleep", text="two bad nights", score=1, similarity=0.9, source="train 1")
        return References(found=(found,))


async def test_references_come_between_evidence_and_scores_and_are_missed_by_name() -> None:
    store = Store()
    plain = modelled()
    team = AssessmentTeam(plain.assessor, plain.judge, plain.quantifier, plain.reviewer, store)
    found = await assess(full(), team)
    assert found.references is not None
    assert store.searches == 1
    broken = AssessmentTeam(plain.assessor, plain.judge, plain.quantifier, plain.reviewer, Store(failing=True))
    missed = await assess(full(), broken)
    assert [one.stage for one in missed.missing] == [Stage.REFERENCES, Stage.META]
    assert missed.evidence is not None
    assert missed.best is not None


async def test_every_stage_is_told_as_it_begins() -> None:
    told: list[Stage] = []

    async def watch(stage: Stage, so_far: Assessment) -> None:
        told.append(stage)

    await assess(full(), modelled(), watch=watch)
    assert set(told) == {Stage.QUALITATIVE, Stage.JUDGE, Stage.EVIDENCE, Stage.SCORING, Stage.META}
    assert told[-1] is Stage.META


def test_reasons_are_those_of_the_contract() -> None:
    assert {"no_mention", "not_enough_frequency"} <= {reason.value for reason in Reason}
