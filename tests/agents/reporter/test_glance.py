"""The report at a glance. The patients' words here are written for these tests."""

from datetime import UTC, datetime

from agents.diagnostician.port import Mode
from agents.diagnostician.rules import diagnose
from agents.domain.evidence import Quote
from agents.domain.level1 import domain_of
from agents.domain.profile import (
    ItemResponse,
    PatientProfile,
    QuestionState,
    RiskFlags,
    SessionMeta,
    SessionStatus,
)
from agents.domain.rating import Rating
from agents.domain.transcript import Role, Turn
from agents.reporter.glance import Glance, glance
from agents.reporter.overview import overview
from agents.reporter.port import Brief
from agents.reporter.rules import render
from agents.reporter.summary import summary
from agents.reporter.tables import domain_table, item_table

TEXT = "Most days. It is heavy."


def answer(item: int, score: int, turn: int, **given: object) -> ItemResponse:
    quote = Quote(text="Most days.", turn=turn, start=0, end=10)
    plain = {"item_id": item, "score": score, "ambiguity": 2, "confidence": 0.5, "evidence_quotes": (quote,)}
    return ItemResponse.model_validate(plain | given)


def brief(scores: dict[int, int], mode: Mode = Mode.DIAGNOSTIC, **special: dict[str, object]) -> Brief:
    """Every item asked and answered; `special` changes answers, by item as i11."""
    turns, answers = [Turn(index=0, role=Role.INTERVIEWER, text="Shall we begin?")], []
    for item in range(1, 24):
        turns.append(Turn(index=len(turns), role=Role.INTERVIEWER, text="And this?", item_id=item))
        turns.append(Turn(index=len(turns), role=Role.PATIENT, text=TEXT, item_id=item))
        answers.append(answer(item, scores.get(item, 0), turns[-1].index, **special.get(f"i{item}", {})))
    profile = PatientProfile(
        session_status=SessionStatus.COMPLETED,
        transcript=tuple(turns),
        item_responses=tuple(answers),
        question_state=QuestionState(pending=()),
        session_meta=SessionMeta(id="s1", prompt_version="3"),
    )
    return Brief(profile=profile, diagnosis=diagnose(profile, mode))


def seen(of: Brief, formed: bool = True) -> Glance:
    return glance(overview(of), formed)


def test_thoughts_of_self_harm_whose_how_often_is_not_known_are_told_as_a_yes() -> None:
    assert seen(brief({11: 2})).harm == "2, several days"
    shown = seen(brief({11: 2}, i11={"yes_alone": True}))
    assert shown.harm == "yes, how often is not known (counted as 2)"
    assert [one.item for one in shown.doubts] == [11]


def test_a_yes_alone_is_nowhere_told_as_a_frequency() -> None:
    alone = {"yes_alone": True}
    of = overview(brief({1: 2, 2: 1, 11: 2, 16: 1, 17: 1}, Mode.SCREENING, i1=alone, i11=alone, i16=alone))
    told, found, domains = "yes, how often is not known (counted as 2)", summary(of), domain_table(of)
    assert "several days" not in " ".join((found, domains, item_table(of)))
    assert f"<sym>Depression</sym> {told};" in found
    assert f"<sym>thoughts of self-harm</sym>: {told}" in found
    assert "item 16 Unpleasant repeated thoughts yes, how often is not known (counted as 1);" in found
    assert f"| Depression | {told} |" in domains
    assert "| Repetitive Thoughts and Behaviors | 1, rarely (1-2 days) |" in domains, "item 17 tells how often"
    assert f"| 11 | <sym>Thoughts of self-harm</sym> | {told} |" in item_table(of)
    criteria = [line for one in of.brief.diagnosis.impressions for line in one.criteria]
    assert "Little interest or pleasure: 2 (yes, how often is not known), threshold 2" in criteria
    assert next(one.anchor for one in glance(of).strips if one.key == "depression") == "yes, how often is not known"


def test_item_11_that_was_made_less_of_twice_says_what_was_given_first() -> None:
    of = brief({})
    gave = tuple(answer(11, score, 22) for score in (3, 1))
    profile = of.profile.model_copy(update={"superseded": gave})
    lowered = overview(Brief(profile=profile, diagnosis=of.diagnosis)).lowered
    assert lowered == "first given as 3, then as 0"


def test_a_domain_shows_its_highest_item_with_its_words() -> None:
    shown = seen(brief({1: 2, 2: 3}))
    low = shown.strips[0]
    assert (low.key, low.score, low.item, low.over, low.anchor) == ("depression", 3, 2, True, "more than half the days")
    assert low.quote
    assert low.quote.turn == 4
    assert [one.key for one in shown.strips if one.over] == ["depression"]
    assert (len(shown.strips), shown.over) == (13, 1)


def test_a_domain_without_a_score_says_why() -> None:
    shown = seen(brief({}, i15={"unclear": True}, i18={"declined": True, "evidence_quotes": ()}))
    states = {one.key: one.state for one in shown.strips if one.score is None}
    assert states == {domain_of(15).key: "to be asked by you", domain_of(18).key: "declined"}


def test_to_confirm_names_the_reason_and_quotes_the_reply_where_nothing_is_evidence() -> None:
    of = brief(
        {14: 4},
        i14={"ambiguity": 8},
        i15={"unclear": True, "note": "said both yes and no"},
        i18={"declined": True, "evidence_quotes": ()},
    )
    doubts = seen(of).doubts
    assert [(one.item, one.score, one.why) for one in doubts] == [
        (14, 4, "ambiguity 8 of 10"),
        (15, None, "unclear, said both yes and no"),
        (18, None, "declined"),
    ]
    assert doubts[1].quote == Quote(text=TEXT, turn=30, start=0, end=len(TEXT)), "all that was said, not a part of it"
    assert doubts[2].quote == Quote(text=TEXT, turn=36, start=0, end=len(TEXT))
    assert [(one.item, one.score) for one in seen(of).given if one.item in (14, 15)] == [(14, 4), (15, None)]
    assert next(one for one in seen(of).strips if one.item == 14).doubtful


def test_every_next_step_is_one_that_the_summary_names() -> None:
    of = brief({1: 3, 11: 1, 19: 2})
    summary = render(of)[0].markdown
    steps = seen(of).steps
    assert [(one.what, one.first) for one in steps] == [
        ("C-SSRS or ASQ, in person", True),
        ("Level 2 Depression", False),
        ("Ask further in conversation", False),
    ]
    assert steps[1].why == "PROMIS Emotional Distress—Depression—Short Form"
    assert "C-SSRS or ASQ" in summary
    assert f"LEVEL 2—Depression—Adult ({steps[1].why})" in summary
    assert "the form's guide names no Level-2 measure here" in summary
    assert seen(brief({})).steps == ()


def test_a_screen_that_a_corrected_item_11_asks_for_says_so() -> None:
    rating = {"item_id": 11, "score": 0, "machine": 3, "reason": "misread", "by": "a@b.example", "name": "Dr Ito"}
    before, flags = brief({11: 3}), RiskFlags(self_harm_ideation=True)
    corrected = {"ratings": (Rating(**rating, at=datetime.now(UTC)),), "risk_flags": flags}
    profile = before.profile.model_copy(update=corrected)
    (step,) = seen(before.model_copy(update={"profile": profile})).steps
    assert (step.what, step.first) == ("C-SSRS or ASQ, in person", True)
    assert step.why == "first scored 3, corrected to 0 by Dr Ito; ask if in doubt"


def test_a_declined_item_11_is_to_be_asked_in_person() -> None:
    steps = seen(brief({}, i11={"declined": True, "evidence_quotes": ()})).steps
    assert [one.what for one in steps] == ["Ask about thoughts of self-harm in person"]


def test_impressions_are_unknown_until_they_are_formed() -> None:
    of = brief({1: 4, 2: 4, 14: 4})
    assert seen(of, formed=False).impressions is None
    assert seen(of).impressions == of.diagnosis.impressions
    assert "no impression" not in seen(brief({})).no_impression.lower()


def test_every_passage_is_what_was_said() -> None:
    of = brief({1: 3}, i18={"declined": True, "evidence_quotes": ()})
    passages = seen(of).passages
    assert passages
    assert len(set(passages)) == len(passages)
    transcript = of.profile.transcript
    assert all(transcript[one.turn].text[one.start : one.end] == one.text for one in passages)


def test_the_ring_of_an_answer_to_confirm_is_drawn_where_its_domain_has_no_score_too() -> None:
    shown = seen(brief({}, i15={"unclear": True}, i18={"declined": True, "evidence_quotes": ()}))
    doubtful = {one.key for one in shown.strips if one.doubtful}
    assert doubtful == {domain_of(15).key, domain_of(18).key}


def test_what_the_clinician_recorded_as_not_asked_is_open_and_a_step_and_nothing_to_confirm() -> None:
    passed = {"unclear": True, "engine": "clinician", "note": "not asked in person", "evidence_quotes": ()}
    of = brief({}, i15=passed)
    shown = seen(of)
    assert (shown.doubts, [one.item for one in shown.unknown_in_person]) == ((), [15])
    assert not any(one.doubtful for one in shown.strips)
    assert [one.why for one in shown.steps if one.what.startswith("Ask in person: ")] == ["not asked"]
    found = " ".join((summary(overview(of)), domain_table(overview(of)), item_table(overview(of))))
    assert "1 not asked." in found
    assert "to be asked by you" not in found
