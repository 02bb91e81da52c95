"""The rule engines of the transcript pipeline: scores, abstentions and their reasons, marks, severity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.assessment.formats.plain import read
from agents.domain.mark import Metric, score_for
from agents.domain.transcript import Role, Transcript, Turn
from agents.judge.rules import judge
from agents.meta_reviewer.rules import review
from agents.qualitative.rules import assess
from agents.quantitative.port import ItemScore, Reason, Scores
from agents.quantitative.scoring import score
from agents.scripted.assessment_roles import ROLES
from tests.agents.assessment.conversations import distractions, full


def by_item(transcript: Transcript) -> dict[str, ItemScore]:
    return {one.item: one for one in score(transcript)}


def said(question: str, *answers: str) -> dict[str, ItemScore]:
    lines = "\n".join(f"Participant: {one}" for one in answers)
    return by_item(read(f"Interviewer: {question}\n{lines}\n"))


def test_what_is_told_is_scored_and_what_is_not_is_left_open() -> None:
    found = by_item(full())
    expected = {
        "NoInterest": (None, Reason.NO_MENTION),
        "Depressed": (0, Reason.DENIED),
        "Sleep": (2, Reason.STATED),
        "Tired": (3, Reason.STATED),
        "Appetite": (None, Reason.OTHER_PERSON),
        "Failure": (None, Reason.PAST_ONLY),
        "Concentrating": (None, Reason.NOT_ENOUGH_FREQUENCY),
        "Moving": (None, Reason.NO_MENTION),
    }
    assert {item: (one.score, one.reason) for item, one in found.items()} == expected


def test_figures_of_speech_other_people_and_not_knowing_are_no_evidence() -> None:
    assert {item: one.score for item, one in by_item(distractions()).items() if one.score is not None} == {}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("I can't fall asleep, two nights in the last two weeks", 1),
        ("I can't fall asleep. seven nights out of the last fourteen", 2),
        ("terrible. I'm awake all night, every night", 3),
        ("Monday through Friday I lie awake, weekends I'm fine", 2),
        ("I lie awake on Tuesdays and Thursdays. the rest of the week I sleep fine", 1),
        ("I slept well one night, the other thirteen I was up till dawn", 3),
        ("most nights I'm up till four", 2),
        ("I sleep like a log", 0),
        ("I wake up at three sometimes", None),
    ],
)
def test_days_become_scores(answer: str, expected: int | None) -> None:
    assert said("how have you been sleeping", answer)["Sleep"].score == expected


def test_a_short_answer_is_understood_by_its_question() -> None:
    assert said("do you feel tired a lot", "yeah, most days")["Tired"].score == 2
    assert said("do you feel restless or fidgety", "nope")["Moving"].score == 0


def test_every_quote_is_the_participants_own() -> None:
    for transcript in (full(), distractions()):
        for quote in (*assess(transcript).quotes, *(one for item in score(transcript) for one in item.evidence)):
            turn = transcript[quote.turn]
            assert turn.role is Role.PATIENT
            assert turn.text[quote.start : quote.end] == quote.text


LINES = st.lists(st.tuples(st.sampled_from(list(Role)), st.text(st.characters(exclude_categories=()), max_size=200)))


@given(lines=LINES)
def test_any_transcript_is_answered(lines: list[tuple[Role, str]]) -> None:
    transcript = tuple(Turn(index=index, role=role, text=text) for index, (role, text) in enumerate(lines))
    assert len(score(transcript)) == 8
    written = assess(transcript)
    assert judge(transcript, written, Metric.ACCURACY).score == 5


def test_marks_go_by_the_number_of_mistakes() -> None:
    assert [score_for(mistakes) for mistakes in range(9)] == [5, 4, 4, 3, 3, 2, 2, 1, 1]


def test_the_judge_counts_what_is_left_out_invented_and_vague() -> None:
    written = assess(full())
    poor = written.model_copy(update={"phq8_symptoms": "various complaints", "social_factors": "", "dropped": 3})
    assert [judge(full(), written, metric).score for metric in Metric] == [5, 5, 5, 5]
    assert judge(full(), poor, Metric.ACCURACY).score == 3
    assert judge(full(), poor, Metric.COMPLETENESS).mistakes == (
        "the PHQ-8 symptoms are missing",
        "the social factors are missing",
        "sleep problems is left out",
        "tiredness or low energy is left out",
        "trouble concentrating is left out",
    )
    assert judge(full(), poor, Metric.SPECIFICITY).mistakes == ('vague: "various"',)


def test_the_judge_finds_quotes_and_sentences_that_nobody_said() -> None:
    talk = read("Interviewer: how do you sleep\nParticipant: badly. on ten nights I lay awake until three\n")
    sound = 'Sleeps badly: "on ten nights I lay awake". Nights are the problem. No word of appetite.'
    invented = 'Sleeps badly: "I never close an eye". Takes insulin for diabetes. Lies awake until three.'
    written = assess(talk).model_copy(update={"phq8_symptoms": sound})
    assert judge(talk, written, Metric.ACCURACY).mistakes == ()
    assert judge(talk, written.model_copy(update={"phq8_symptoms": invented}), Metric.ACCURACY).mistakes == (
        'nobody said: "I never close an eye"',
        "nothing of it was said: Takes insulin for diabetes",
    )


def test_the_scripted_judge_is_told_the_quotes() -> None:
    """The list of quotes is looked up as well."""
    turns = [{"who": "participant", "text": "I lie awake on ten nights."}]
    told = {"overall": "Lies awake on ten nights.", "quotes": ["I lie awake", "I hear voices at night"]}
    given = {"transcript": turns, "assessment": told, "metric": "accuracy"}
    assert str(ROLES["phq8_judge"](given)).startswith("Mistakes:\n- quote 1 of 1 that the participant did not say\n")


def test_the_review_says_what_the_scores_settle_and_no_more() -> None:
    found = review(Scores(items=score(full()), engine="rules"))
    assert found.opinion is None
    assert found.explanation == (
        "3 of 8 items are scored. With the others as 0 the total is 5 (mild), with the others as 3 it is 20 (severe). "
        "That settles no severity, nor the indicator of major depression (a total of 10 or more)."
    )


def test_a_danger_stands_under_the_risk_factors_alone() -> None:
    danger = "i'm going to take all my pills tonight and kill myself"
    written = assess(read(f"Interviewer: how are you\nParticipant: {danger}\n"))
    assert danger in written.risk_factors
    assert written.biological_factors.endswith(" besides what is quoted under the risk factors.")
    also = assess(
        read(f"Interviewer: how are you\nParticipant: {danger}\nParticipant: i take medication for my thyroid\n")
    )
    assert danger not in also.biological_factors
    assert "i take medication for my thyroid" in also.biological_factors
