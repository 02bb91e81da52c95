"""No score from nothing: what holds for every engine, whatever is said and whatever a model answers."""

from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agents.fallback import FallbackScorer
from agents.llm.errors import Malformed
from agents.scorer.grounds import WITHOUT_WORDS, held
from agents.scorer.llm import Scored, scoring
from agents.scorer.port import Answer, Evidence, Scoring
from agents.scorer.rules import RulesScorer, score

WORDS = [
    *("yes", "no", "never", "maybe", "I", "guess", "help", "wrong", "window", "asdf", "lol", "sad", "panic", "days"),
    *("most", "every", "day", "two", "3", "14", "of", "the", "but", "not", "really", "sorry", "wait", "awful", "fine"),
    *("you", "me", "my", "love", "sleep", "drink", "pills", "die", ".", ",", "?", "!", "…", "👍", "🙂", "no entiendo"),
]
SAID = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
ANSWERS = st.builds(Answer, item=st.integers(1, 23), reply=SAID, followup_reply=st.none() | SAID)
MODELS = st.fixed_dictionaries(
    {
        "evidenceQuotes": st.lists(SAID | st.sampled_from(["yes", "days", "asdf"]), max_size=4),
        "score": st.integers(0, 4),
        "ambiguity": st.integers(1, 10),
        "confidence": st.floats(0, 1),
        "endorsed": st.none() | st.booleans(),
        "missing": st.sampled_from([None, "frequency", "endorsement"]),
        "needsFollowup": st.booleans(),
        "followUp": st.none(),
        "riskFlagsPatch": st.just({}),
    },
    optional={"answered": st.none() | st.booleans()},
).map(Scored.model_validate)


def check(got: Scoring, answer: Answer) -> None:
    """The invariant."""
    for piece in got.evidence:
        source = answer.reply if piece.source == "reply" else answer.followup_reply or ""
        assert source[piece.start : piece.end] == piece.text
        assert piece.text.strip()
    if got.score:
        assert got.answered
        assert got.evidence
    if not got.answered:
        assert (got.score, got.ambiguity, got.endorsed, got.missing) == (0, 10, None, "endorsement")
        assert got.confidence <= 0.1
    assert got.needs_followup == (got.missing is not None)


@given(ANSWERS)
@example(Answer(item=1, reply="", followup_reply="'%"))
@settings(max_examples=400, deadline=None)
def test_the_rules_never_score_from_nothing_and_hold_by_themselves(answer: Answer) -> None:
    got = score(answer)
    check(got, answer)
    assert held(got, answer) == got


@given(ANSWERS, MODELS)
@settings(max_examples=400, deadline=None)
def test_whatever_a_model_says_no_score_stands_on_nothing(answer: Answer, said: Scored) -> None:
    check(held(scoring(said, answer, "x/y"), answer), answer)


@given(ANSWERS, st.integers(0, 4), st.lists(st.tuples(st.integers(-3, 60), st.integers(-3, 60), SAID), max_size=3))
@settings(max_examples=200, deadline=None)
def test_no_engine_can_vouch_for_words_that_are_not_there(
    answer: Answer, given_score: int, claimed: list[tuple[int, int, str]]
) -> None:
    pieces = tuple(Evidence(source="reply", start=a, end=b, text=text) for a, b, text in claimed)
    for engine in ("x/y", "rules"):
        said = Scoring(score=given_score, ambiguity=2, confidence=0.9, endorsed=True, evidence=pieces, engine=engine)
        check(held(said, answer), answer)


@dataclass
class Failing:
    """A model that never answers."""

    name: str = "x/y"

    async def score(self, answer: Answer) -> Scoring:
        raise Malformed("no answer")


@pytest.mark.parametrize("reply", ["help", "yes", "most days", "no"])
async def test_the_stand_in_is_held_to_the_same(reply: str) -> None:
    answer = Answer(item=6, reply=reply)
    got = await FallbackScorer(Failing(), RulesScorer()).score(answer)
    check(held(got, answer), answer)
    assert held(got, answer).score == score(answer).score
    assert "x/y" in (held(got, answer).note or "")


def model(answer: Answer, **said: object) -> Scoring:
    plain = {"evidenceQuotes": (), "score": 2, "ambiguity": 3, "confidence": 0.8, "endorsed": True, "missing": None}
    whole = Scored.model_validate({**plain, "needsFollowup": False, "followUp": None, "riskFlagsPatch": {}, **said})
    return held(scoring(whole, answer, "x/y"), answer)


def test_a_bare_yes_carries_a_model_s_score_with_high_ambiguity() -> None:
    got = model(Answer(item=6, reply="yes"))
    assert (got.answered, got.score, [piece.text for piece in got.evidence]) == (True, 2, ["yes"])
    assert got.ambiguity >= 7


def test_a_tapped_answer_carries_a_model_s_score() -> None:
    assert model(Answer(item=6, reply="3"), score=3).evidence[0].text == "3"
    assert model(Answer(item=6, reply="Several days"), score=2).evidence[0].text == "Several days"


def test_a_model_s_score_for_a_reply_that_says_nothing_becomes_unclear() -> None:
    got = model(Answer(item=6, reply="wrong window sorry"), score=3)
    assert (got.answered, got.score, got.ambiguity, got.needs_followup) == (False, 0, 10, True)
    assert got.note == WITHOUT_WORDS


def test_a_model_may_say_that_nobody_answered_or_leave_it_open() -> None:
    answer = Answer(item=6, reply="who reads this?")
    assert not model(answer, answered=False, score=0, endorsed=None, missing="endorsement").answered
    assert not model(answer, score=0, endorsed=None, missing="endorsement").answered
    assert model(Answer(item=6, reply="Not these days."), score=0, endorsed=False).answered


def test_a_contradiction_that_a_model_settles_stays_one() -> None:
    answer = Answer(item=11, reply="yes, a lot of days", followup_reply="no never")
    got = model(answer, score=0, ambiguity=1, endorsed=False, evidenceQuotes=("no never",))
    assert (got.answered, got.score, got.ambiguity) == (False, 0, 10)
    assert {piece.source for piece in got.evidence} == {"reply", "followup"}
