"""Severity and the indicator of major depression: only what holds for every score that an open item may have."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.assessment.pipeline import assess
from agents.assessment.result import Assessment
from agents.assessment.result_json import result_json
from agents.assessment.rules_team import rules_team
from agents.assessment.team import AssessmentTeam
from agents.domain import phq8
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.meta_reviewer.llm import LlmMetaReviewer
from agents.quantitative.port import ItemScore, Reason, Scores
from agents.scripted.model import in_order, scripted_model
from tests.agents.assessment.conversations import full

KEYS = [item.key for item in phq8.instrument().items]
ITEM = st.one_of(st.none(), st.integers(0, 3))
SCALE = (0, 1, 2, 3)


def told(*given: int | None) -> dict[str, object]:
    items = tuple(
        ItemScore(
            item=key,
            score=score,
            reason=Reason.NO_MENTION if score is None else Reason.STATED,
            confidence=0.5,
        )
        for key, score in zip(KEYS, [*given, *[None] * 8], strict=False)
    )
    return result_json(Assessment(scores=Scores(items=items, engine="rules")))


@given(scores=st.lists(ITEM, min_size=8, max_size=8).filter(lambda given: given.count(None) <= 4))
def test_a_severity_is_that_of_every_score_that_the_open_items_may_have(scores: list[int | None]) -> None:
    totals = [sum(one) for one in product(*(SCALE if score is None else (score,) for score in scores))]
    names = {phq8.severity(total).name for total in totals}
    indicated = {total >= 10 for total in totals}
    found = told(*scores)
    assert found["severity"] == (names.pop() if len(names) == 1 else None)
    assert found["mdd"] == (indicated.pop() if len(indicated) == 1 else None)
    assert (found["totalMin"], found["totalMax"]) == (min(totals), max(totals))


def test_no_item_scored_is_not_minimal_and_says_why() -> None:
    found = told()
    assert (found["severity"], found["mdd"], found["total"]) == (None, None, None)
    assert (found["severityMin"], found["severityMax"]) == ("minimal", "severe")
    assert found["severityWhy"] == (
        "None of 8 items are scored. With the others as 0 the total is 0 (minimal), with the others as 3 it is 24 "
        "(severe). That settles no severity, nor the indicator of major depression (a total of 10 or more)."
    )


def test_three_items_at_their_highest_are_not_severe() -> None:
    found = told(3, 3, 3)
    assert (found["severity"], found["mdd"]) == (None, None)
    assert (found["totalMin"], found["totalMax"]) == (9, 24)


@pytest.mark.parametrize(
    ("scores", "severity", "mdd"),
    [
        ((3, 3, 3, 1), None, True),
        ((0, 0, 0, 0, 0, 0, 1), "minimal", False),
        ((0, 0, 0, 0, 0, 1, 1), None, False),
        ((1, 1, 1, 1, 1, 1, 1), None, None),
        ((3, 3, 3, 3, 3, 3, 2), "severe", True),
        ((2, 2, 2, 2, 2, 0, 0, 0), "moderate", True),
    ],
)
def test_what_the_bounds_settle_alone_is_said(scores: tuple[int, ...], severity: str | None, mdd: bool | None) -> None:
    assert (told(*scores)["severity"], told(*scores)["mdd"]) == (severity, mdd)


def reviewing(severity: int | str | None, mdd: bool | None) -> AssessmentTeam:
    """The rules with a model as reviewer that gives this severity."""
    said = json.dumps({"explanation": "As I read it.", "severity": severity, "mdd": mdd})
    model: Model = scripted_model(in_order([said]), Policy(attempts=1))
    team = rules_team()
    return AssessmentTeam(team.assessor, team.judge, team.quantifier, LlmMetaReviewer(model))


@pytest.mark.parametrize("severity", [4, "Severe"])
async def test_a_models_severity_is_an_opinion_and_never_the_severity(severity: int | str) -> None:
    found = result_json(await assess(full(), reviewing(severity, True)))
    assert (found["severity"], found["mdd"]) == (None, None)
    meta = found["meta"]
    assert (meta["severity"], meta["opinion"], meta["opinionName"], meta["outside"]) == (None, 4, "severe", False)
    assert "the model reads severe; the item scores allow mild to severe" in meta["note"]
    assert "sets the indicator of depression to yes; the item scores leave it open" in meta["note"]


async def test_a_models_severity_that_the_scores_rule_out_is_marked() -> None:
    meta = result_json(await assess(full(), reviewing(0, False)))["meta"]
    assert (meta["opinion"], meta["outside"], meta["severity"]) == (0, True, None)


async def test_a_model_that_gives_no_severity_has_no_opinion() -> None:
    meta = result_json(await assess(full(), reviewing(None, None)))["meta"]
    assert (meta["opinion"], meta["outside"], meta["note"]) == (None, False, None)
