"""Whether a reply answers: what does not is never scored above 0, and what answers in a word or two always counts."""

from zlib import crc32

import pytest

from agents.domain.level1 import items
from agents.language import Language
from agents.questions.bank import wording
from agents.scorer.port import Answer
from agents.scorer.rules import score
from benchmarks.training.datasets import REPLIES, lines

COUNTED = {21, 22, 23}
"""Items where a bare number may be one of drinks, cigarettes or tablets."""
DRAWN = 6
"""Draws the items for each reply, such that what is misread today (misread.toml) is met."""


NON_ANSWERS = lines(REPLIES / "non_answers.txt")
SHORT_ANSWERS = lines(REPLIES / "short_answers.txt")


def test_there_are_enough_of_both() -> None:
    assert len(NON_ANSWERS) >= 80
    assert len(SHORT_ANSWERS) >= 80


def fourth(reply: str) -> list[int]:
    """Every fourth item, which ones by the reply: each item meets a fourth of all replies."""
    return list(items())[crc32(reply.encode(), DRAWN) % 4 :: 4]


@pytest.mark.parametrize("reply", NON_ANSWERS)
def test_a_reply_that_does_not_answer_has_no_score_under_any_item(reply: str) -> None:
    for item in fourth(reply):
        got = score(Answer(item=item, reply=reply))
        assert (got.answered, got.score, got.ambiguity, got.evidence) == (False, 0, 10, ()), item
        assert (got.needs_followup, got.missing, got.endorsed) == (True, "endorsement", None)
        assert got.confidence <= 0.1


@pytest.mark.parametrize("reply", SHORT_ANSWERS)
def test_a_short_answer_answers_under_every_item(reply: str) -> None:
    for item in fourth(reply):
        if item in COUNTED and any(map(str.isdigit, reply)):
            continue
        got = score(Answer(item=item, reply=reply))
        assert got.answered, item
        assert got.evidence or not got.score


@pytest.mark.parametrize(
    ("item", "reply", "language"),
    [
        (9, "i like turtles", "en"),
        (2, "100%", "en"),
        (2, "666", "en"),
        (1, "i keep forgetting stuff daily", "en"),
        (5, "i smoke every day", "en"),
        (9, "me gustan las tortugas", "es"),
        (1, "bebo todas las noches", "es"),
    ],
)
def test_small_talk_and_the_answer_to_another_item_count_for_nothing(item: int, reply: str, language: Language) -> None:
    question = wording(item, language).questions[0]
    first = score(Answer(item=item, question=question, reply=reply, language=language))
    assert (first.needs_followup, first.missing) == (True, "endorsement")
    second = Answer(item=item, question=question, reply=reply, followup_reply="jaja", language=language)
    assert not score(second).answered


def test_a_bare_yes_keeps_its_best_fit_with_high_ambiguity() -> None:
    got = score(Answer(item=6, reply="yes"))
    assert (got.answered, got.score, got.missing) == (True, 2, "frequency")
    assert got.ambiguity >= 6
    assert [piece.text for piece in got.evidence] == ["yes"]


@pytest.mark.parametrize(
    ("item", "reply", "lowest"),
    [
        (2, "I cry in the car most mornings", 3),
        (3, "my wife says I snap at everyone", 2),
        (14, "I'm up at three staring at the ceiling every night", 4),
        (6, "Terrible.", 2),
        (8, "there are places I don't go any more", 2),
    ],
)
def test_an_indirect_answer_keeps_its_score(item: int, reply: str, lowest: int) -> None:
    got = score(Answer(item=item, reply=reply))
    assert got.answered
    assert got.score >= lowest
    assert got.evidence


@pytest.mark.parametrize(
    "reply", ["he rings the office every day at noon", "it has rained every single day", "you always ask that"]
)
def test_how_often_something_else_happens_is_no_answer(reply: str) -> None:
    got = score(Answer(item=6, reply=reply))
    assert (got.answered, got.score) == (False, 0)


def test_the_follow_up_may_bring_the_answer() -> None:
    got = score(Answer(item=6, reply="wrong window sorry", followup_reply="oh, most days"))
    assert (got.answered, got.score) == (True, 3)
    assert [(piece.source, piece.text) for piece in got.evidence] == [("followup", "most days")]
    hedged = score(Answer(item=6, reply="lol", followup_reply="maybe"))
    assert (hedged.answered, hedged.score) == (False, 0)
    denied = score(Answer(item=6, reply="help", followup_reply="no"))
    assert (denied.answered, denied.score, denied.endorsed) == (True, 0, False)


@pytest.mark.parametrize("question", wording(12).questions)
def test_nights_that_are_counted_of_something_else_are_no_voices(question: str) -> None:
    scoring = score(Answer(item=12, question=question, reply="up three times for the loo every night"))
    assert scoring.needs_followup


@pytest.mark.parametrize(
    ("item", "reply", "value", "said"),
    [
        (12, "once i heard my name, and i sleep badly every night", 1, "once i heard my name"),
        (9, "my back hurts twice a week but i smoke every day", 2, "my back hurts twice a week"),
        (14, "I worry all the time. sleep is bad 3 nights", 2, "sleep is bad 3 nights"),
    ],
)
def test_how_often_is_told_beside_the_matter_that_was_asked_about(item: int, reply: str, value: int, said: str) -> None:
    scoring = score(Answer(item=item, reply=reply))
    assert (scoring.score, [one.text for one in scoring.evidence]) == (value, [said])


@pytest.mark.parametrize("question", wording(12).questions)
def test_voices_that_are_told_of_and_not_denied_are_asked_about(question: str) -> None:
    reply = "voices tell me to hurt myself but I don't listen"
    assert score(Answer(item=12, question=question, reply=reply)).needs_followup


@pytest.mark.parametrize("question", wording(1).questions)
def test_days_counted_behind_a_no_are_asked_about(question: str) -> None:
    reply = "No, I don't enjoy it so much, perhaps half the week"
    assert score(Answer(item=1, question=question, reply=reply)).needs_followup


@pytest.mark.parametrize("question", wording(20).questions)
def test_closeness_to_other_people_is_told_of_oneself(question: str) -> None:
    scoring = score(Answer(item=20, question=question, reply="haven't felt close to other people on a day or two"))
    assert (scoring.score, scoring.needs_followup) == (1, False)


@pytest.mark.parametrize("question", wording(3).questions)
def test_the_first_reply_is_read_behind_its_own_question(question: str) -> None:
    answer = Answer(
        item=3,
        question="Would you say there were days in the last two weeks when you had less patience, and about how many?",
        original_question=question,
        reply="same as anybody I suppose",
        followup_reply="my wife used to handle all this",
    )
    assert not score(answer).answered


def test_two_replies_that_say_nothing_are_no_answer() -> None:
    got = score(Answer(item=6, reply="help", followup_reply="asdf"))
    assert (got.answered, got.score, got.ambiguity) == (False, 0, 10)


def test_an_answer_is_not_lost_by_a_follow_up_that_says_nothing() -> None:
    got = score(Answer(item=6, reply="yes, I worry", followup_reply="who reads this?"))
    assert got.answered
    assert got.score >= 2


@pytest.mark.parametrize("reply", ["No clue.", "no comment"])
def test_what_tells_nothing_of_worry_is_no_denial_of_it(reply: str) -> None:
    got = score(Answer(item=6, reply=reply))
    assert (got.answered, got.score, got.ambiguity) == (False, 0, 10)


@pytest.mark.parametrize(
    "text", ["I already told you, no.", "I already told you no", "Like I said, never.", "ive said no"]
)
def test_a_no_that_was_told_before_is_a_no(text: str) -> None:
    for item, asked in items().items():
        got = score(Answer(item=item, reply=text, question=asked.text))
        assert (got.score, got.answered, got.needs_followup) == (0, True, False), item
        assert all(text[one.start : one.end] == one.text for one in got.evidence)


@pytest.mark.parametrize(
    ("item", "reply", "followup", "scores"),
    [
        (10, "yes sometimes", "i smoke like 10 a day", {2}),
        (10, "yes", "i drink every night", {2}),
        (14, "badly", "three nights, the pain wakes me", {2}),
        (6, "i worry", "every day, about money", {4}),
    ],
)
def test_how_often_something_else_was_there_is_no_answer_to_a_follow_up(
    item: int, reply: str, followup: str, scores: set[int]
) -> None:
    asked = wording(item).questions[0]
    got = score(
        Answer(
            item=item,
            question="On about how many days?",
            original_question=asked,
            reply=reply,
            followup_reply=followup,
        )
    )
    assert {got.score} == scores


@pytest.mark.parametrize(
    "reply",
    [
        "Not on a single day",
        "not on any day",
        "On no day.",
        "not one day",
        "not even one day",
        "No day at all",
        "not for a single night",
        "nah not a single day",
        "not on any day in the past two weeks",
    ],
)
def test_no_day_at_all_is_none(reply: str) -> None:
    for item in items():
        got = score(Answer(item=item, question=wording(item).questions[0], reply=reply))
        assert (got.score, got.needs_followup) == (0, False), item


@pytest.mark.parametrize(
    ("item", "reply"),
    [(6, "not on any day except monday"), (14, "not one night without waking"), (1, "not a day goes by without it")],
)
def test_no_day_but_some_is_some(item: int, reply: str) -> None:
    assert score(Answer(item=item, question=wording(item).questions[0], reply=reply)).score > 0


@pytest.mark.parametrize(
    ("item", "reply"),
    [
        (2, "my wife says im sad every day but i dont think so"),
        (6, "i'd worry if i lost my job"),
        (11, "I would never do it"),
        (14, "slept well maybe twice"),
        (15, "I don't remember"),
        (17, "yes every day. wait sorry that was for coffee"),
        (7, "more than once"),
    ],
)
def test_what_tells_of_something_else_or_with_doubt_is_asked_back(item: int, reply: str) -> None:
    for question in wording(item).questions:
        assert score(Answer(item=item, question=question, reply=reply)).needs_followup


def test_an_answer_that_was_for_another_question_counts_for_nothing() -> None:
    assert not score(Answer(item=16, reply="10 days. sorry, that was the answer to the last one")).answered
    assert not score(Answer(item=16, reply="sí, todos los días. perdón, eso era del café", language="es")).answered
    assert not score(Answer(item=11, reply="yes, daily. sorry, that was for the last question")).answered


@pytest.mark.parametrize(
    ("item", "reply"),
    [
        (16, "No wait, that was for two weeks, every day"),
        (23, "every day. wait, it was for a year, I can't stop"),
        (2, "Sorry I missed that! Every day, this was for me the worst"),
        (11, "every day. sorry, that was for coffee"),
    ],
)
def test_what_only_sounds_like_taken_back_counts(item: int, reply: str) -> None:
    got = score(Answer(item=item, question=wording(item).questions[0], reply=reply))
    assert (got.answered, got.score) == (True, 4)


@pytest.mark.parametrize(
    ("item", "reply", "value"),
    [
        (2, "not one bad day", 0),
        (2, "no bad days in the last two weeks", 0),
        (4, "no bad days in the first week, every day in the second", 4),
        (2, "last week sad every day, this week off and on too", 4),
        (2, "last week sad every day, this week not so good", 4),
        (2, "last week sad every day, this week not any better", 4),
        (2, "last week sad every day, this week it never stopped", 4),
        (2, "last week sad every day, this week much better", 2),
        (14, "never had a good night", 4),
        (2, "last week was awful, every night, this week fine", 2),
        (3, "happy all day every day", 0),
        (14, "slept well twice", 4),
    ],
)
def test_days_that_were_good_are_no_days_of_the_problem(item: int, reply: str, value: int) -> None:
    for question in wording(item).questions:
        assert score(Answer(item=item, question=question, reply=reply)).score == value
