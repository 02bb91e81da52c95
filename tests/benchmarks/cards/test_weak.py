"""Answers with weak evidence: which they are, and what hangs on each when it is left out."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from agents.diagnostician.port import Diagnosis, Impression, Mode
from agents.diagnostician.rules import diagnose
from agents.domain.evidence import Quote
from agents.domain.level1 import instrument
from agents.domain.profile import ItemResponse, PatientProfile, SessionStatus
from agents.domain.rating import Rating
from agents.errors import CorrectInput, NotNow
from agents.interview.session import Session
from benchmarks.cards.snapshot import Snapshot
from benchmarks.cards.weak import EVEN, Change, Weakness, change, weaknesses, weigh, without

SAID = {14: "My sleep is bad.", 15: "I'd rather not talk about that.", 6: "I am nervous nearly every day."}


@pytest.fixture(scope="module")
def weak(finished: Callable[..., Session]) -> Snapshot:
    return Snapshot.of(finished(SAID, Mode.SCREENING, "weak").events)


def answered(snapshot: Snapshot, item: int) -> ItemResponse:
    return next(one for one in snapshot.profile.item_responses if one.item_id == item)


def with_answer(snapshot: Snapshot, item: int, **changes: object) -> PatientProfile:
    rest = tuple(
        one.model_copy(update=changes) if one.item_id == item else one for one in snapshot.profile.item_responses
    )
    return snapshot.profile.model_copy(update={"item_responses": rest})


def test_a_vague_answer_is_weak_and_the_domain_hangs_on_it(weak: Snapshot) -> None:
    weighed = weigh(weak)
    assert weighed.engine == "rules"
    assert weighed.unknown == (15,)
    (sleep,) = weighed.answers
    assert (sleep.item, sleep.score, sleep.why) == (14, 2, (Weakness.UNSURE,))
    assert sleep.turn is not None
    assert weak.profile.transcript[sleep.turn].text == SAID[14]
    assert sleep.without == Change(lost=("Sleep Problems",))
    assert weighed.impressions == ("Anxiety", "Sleep Problems")


def test_in_screening_mode_only_domains_are_named(finished: Callable[..., Session]) -> None:
    low = {
        1: "Nothing gives me joy, sort of.",
        2: "I feel low, hard to say.",
        14: "My sleep is bad.",
        16: "maybe a bit",
    }
    told = Snapshot.of(finished(low, Mode.SCREENING, "domains").events)
    weighed = weigh(told)
    assert len(weighed.answers) > 1
    domains = {domain.title for domain in instrument().domains}
    named = {*weighed.impressions, *(name for one in weighed.answers for name in one.without.lost)}
    assert named <= domains
    assert not any(one.without.gained for one in weighed.answers)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"confidence": EVEN}, ()),
        ({"confidence": EVEN - 0.01}, (Weakness.UNSURE,)),
        ({"ambiguity": 6}, ()),
        ({"ambiguity": 7}, (Weakness.AMBIGUOUS,)),
        ({"evidence_quotes": ()}, (Weakness.UNQUOTED,)),
        ({"evidence_quotes": (Quote(text="worried", turn=15, start=5, end=12),)}, (Weakness.UNQUOTED,)),
        ({"evidence_quotes": (Quote(text="", turn=15, start=5, end=5),)}, (Weakness.UNQUOTED,)),
    ],
)
def test_what_makes_evidence_weak(weak: Snapshot, changes: dict[str, object], why: tuple[Weakness, ...]) -> None:
    profile = with_answer(weak, 6, **changes)
    assert weaknesses(next(one for one in profile.item_responses if one.item_id == 6), profile) == why


def test_a_quote_of_the_interviewer_is_no_quote_of_the_patient(weak: Snapshot) -> None:
    turn = next(one for one in weak.profile.transcript if one.role == "interviewer" and one.item_id == 6)
    quote = Quote(text=turn.text[:4], turn=turn.index, start=0, end=4)
    profile = with_answer(weak, 6, evidence_quotes=(quote,))
    assert weaknesses(profile.item_responses[5], profile) == (Weakness.UNQUOTED,)


def test_what_a_clinician_settled_is_not_weak_and_what_is_put_off_stays_it(weak: Snapshot) -> None:
    for score, answers, settled in ((2, [], (14,)), (0, [], (14,)), (None, [14], ())):
        rating = Rating(item_id=14, score=score, machine=2, reason="asked again", by="t@x", at=datetime.now(UTC))
        profile = weak.profile.model_copy(update={"ratings": (rating,)})
        weighed = weigh(weak.model_copy(update={"profile": profile}))
        assert ([one.item for one in weighed.answers], weighed.settled) == (answers, settled)
        assert "Sleep Problems" in weighed.impressions  # as the report's were: formed from the machine's scores


def test_an_unknown_answer_that_a_clinician_scored_is_not_unknown(weak: Snapshot) -> None:
    rating = Rating(item_id=15, score=1, machine=None, reason="asked in person", by="t@x", at=datetime.now(UTC))
    profile = weak.profile.model_copy(update={"ratings": (rating,)})
    assert weigh(weak.model_copy(update={"profile": profile})).unknown == ()


def test_left_out_means_its_score_and_its_words(finished: Callable[..., Session]) -> None:
    told = {13: "Nothing like that. But I do see a dead man in the hall every night, hard to say how often.", **SAID}
    profile = Snapshot.of(finished(told, Mode.DIAGNOSTIC, "words").events).profile
    left = without(profile, 14)
    assert [one.item_id for one in left.item_responses] == [n for n in range(1, 24) if n != 14]
    assert [turn.index for turn in left.transcript] == [turn.index for turn in profile.transcript]
    assert SAID[14] in " ".join(turn.text for turn in profile.transcript)
    assert SAID[14] not in " ".join(turn.text for turn in left.transcript)
    asked = [turn for turn in profile.transcript if turn.role == "interviewer"]
    assert [turn for turn in left.transcript if turn.role == "interviewer"] == asked
    assert told[13] in " ".join(turn.text for turn in left.transcript)


def test_the_impressions_are_those_of_the_rule_engine(weak: Snapshot) -> None:
    for mode in Mode:
        snapshot = weak.model_copy(update={"mode": mode})
        weighed, formed = weigh(snapshot), diagnose(weak.profile, mode)
        assert weighed.impressions == tuple(one.name for one in formed.impressions)
        for one in weighed.answers:
            after = diagnose(without(weak.profile, one.item), mode)
            lost = {one.name for one in formed.impressions} - {one.name for one in after.impressions}
            assert set(one.without.lost) == lost


def formed(*names: str) -> Diagnosis:
    listed = tuple(Impression(name=name, icd10=f"F{ord(name)}", category="x", confidence=0.5) for name in names)
    return Diagnosis(mode=Mode.DIAGNOSTIC, summary="", impressions=listed)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("AB", "AB", Change()),
        ("AB", "A", Change(lost=("B",))),
        ("AB", "B", Change(lost=("A",))),
        ("AB", "BA", Change(first="B")),
        ("AB", "CA", Change(lost=("B",), gained=("C",), first="C")),
        ("", "A", Change(gained=("A",))),
        ("A", "", Change(lost=("A",))),
        ("", "", Change()),
    ],
)
def test_what_changes(before: str, after: str, found: Change) -> None:
    assert change(formed(*before), formed(*after)) == found
    assert found.none == (before == after)


def test_nothing_is_computed_where_there_is_nothing_to_compute(weak: Snapshot) -> None:
    bare = weak.profile.model_copy(update={"item_responses": ()})
    with pytest.raises(CorrectInput, match="no item responses"):
        weigh(weak.model_copy(update={"profile": bare}))
    stopped = weak.profile.model_copy(update={"session_status": SessionStatus.TERMINATED_FOR_SAFETY})
    with pytest.raises(NotNow):
        weigh(weak.model_copy(update={"profile": stopped}))
