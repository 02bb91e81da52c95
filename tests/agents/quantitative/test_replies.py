"""Answers to a question about one item: denials in many clothes, late ones, other people's words, earlier times."""

import pytest

from agents.assessment.formats.plain import read
from agents.quantitative.port import ItemScore
from agents.quantitative.scoring import score


def said(*lines: str) -> dict[str, ItemScore]:
    """The scores of a talk whose lines are question and answer in turn."""
    speakers = ("Interviewer", "Participant")
    talk = "\n".join(f"{speakers[number % 2]}: {line}" for number, line in enumerate(lines))
    return {one.item: one for one in score(read(talk + "\n"))}


@pytest.mark.parametrize(
    ("question", "answer", "item"),
    [
        ("Is it hard to focus on your lectures?", "Not really, I take notes all right.", "Concentrating"),
        ("Any difficulty focusing?", "No worse than anyone my age.", "Concentrating"),
        ("Have you been fidgety?", "Never been an issue.", "Moving"),
        ("Do you get worn out easily?", "People assume so, but no.", "Tired"),
        ("Sleep?", "No complaints.", "Sleep"),
        ("Have you lost your appetite?", "Not affected.", "Appetite"),
        ("And do you still enjoy your swimming?", "I do.", "NoInterest"),
        ("Have you felt sad?", "Sad, no. Bored, yes.", "Depressed"),
        ("Do you feel like a failure?", "After the shop closed I did, nine years ago. Not since.", "Failure"),
        ("Restless at all?", "Not to my knowledge.", "Moving"),
        ("Do you think badly of yourself?", "No. It was a bad season, that's weather.", "Failure"),
        ("How are you eating?", "My husband picks at everything. I'm normal.", "Appetite"),
    ],
)
def test_a_denial_is_one_in_any_clothes(question: str, answer: str, item: str) -> None:
    assert said(question, answer)[item].score == 0


def test_what_somebody_else_says_and_the_participant_denies_is_not_there() -> None:
    found = said("And your appetite?", "My mother reckons I don't eat enough, but I eat normally.")["Appetite"]
    assert found.score in (0, None)
    assert found.reason != "not_enough_frequency"


def test_praise_of_one_thing_denies_no_other() -> None:
    found = said("Do you still enjoy things?", "Oh yes, I love my pottery as ever, no change there.")
    assert found["NoInterest"].score == 0
    assert [one.item for one in found.values() if one.score is not None] == ["NoInterest"]


def test_a_tale_of_earlier_times_and_a_no_for_now_is_a_denial() -> None:
    found = said("Have you felt depressed?", "As a student I did, years ago.", "But not these last two weeks?", "No.")
    assert found["Depressed"].score == 0


def test_a_count_in_reply_goes_to_what_is_there_and_not_to_what_was_denied() -> None:
    found = said(
        "Any trouble sleeping, or feeling tired?", "My sleep is fine, but I'm exhausted.", "How often?", "Daily."
    )
    assert (found["Sleep"].score, found["Tired"].score) == (0, 3)


@pytest.mark.parametrize(
    ("question", "answer", "item", "expected"),
    [
        ("Have you lost interest in things?", "Yes, I used to sing and now I don't, most days.", "NoInterest", 2),
        ("Trouble staying asleep?", "Staying asleep, yes. Every night.", "Sleep", 3),
        ("Little interest in doing things?", "A bit, yes. Couple of days.", "NoInterest", 1),
        ("Is there anything you still enjoy?", "Not a thing, every day this month.", "NoInterest", 3),
        ("Have you been sad?", "The cat died, so I was sad that day and the next.", "Depressed", 1),
        ("Are you able to concentrate?", "On and off.", "Concentrating", None),
        ("Any low days?", "There were three in the past fortnight when it got to me.", "Depressed", 1),
    ],
)
def test_a_yes_with_its_days(question: str, answer: str, item: str, expected: int | None) -> None:
    assert said(question, answer)[item].score == expected
