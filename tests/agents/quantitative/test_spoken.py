"""Invented pieces of talk in many voices, each with the score its speaker means or none, and plain grammar of both."""

from itertools import product
from typing import Final

import pytest

from agents.assessment.formats.plain import read
from agents.quantitative.scoring import score
from benchmarks.training.datasets import TRANSCRIPTS

SPEAKERS: Final = ("Interviewer", "Participant")


def scored(item: str, talk: list[str]) -> int | None:
    lines = "".join(f"{SPEAKERS[number % 2]}: {line}\n" for number, line in enumerate(talk))
    return next(one.score for one in score(read(lines)) if one.item == item)


def pieces() -> list[tuple[str, int | None, list[str]]]:
    rows = (TRANSCRIPTS / "phq8_exchanges.txt").read_text("utf-8").splitlines()
    told = [row.split("|") for row in rows if row and not row.startswith("#")]
    return [(item, None if meant == "-" else int(meant), talk) for item, meant, *talk in told]


def test_nearly_every_piece_of_talk_is_read_as_it_is_meant() -> None:
    told = [(meant, scored(item, talk), talk) for item, meant, talk in pieces()]
    missed = [one for one in told if one[0] != one[1]]
    assert len(told) >= 300
    assert len(missed) <= 0.09 * len(told), missed
    silent = [one for one in told if one[0] is None]
    assert len([one for one in silent if one[1] is not None]) <= 0.05 * len(silent)


LACKS: Final = {
    "Sleep": ("any sleep", "how is your sleep", "do you get enough sleep"),
    "Tired": ("any energy", "how is your energy", "do you have enough energy"),
    "Appetite": ("any appetite", "how is your appetite", "do you have an appetite"),
    "Concentrating": ("any concentration", "how is your concentration", "are you able to concentrate"),
    "NoInterest": ("any interest in it", "do you still enjoy things", "do you get pleasure out of things"),
}


@pytest.mark.parametrize("item", LACKS)
def test_what_is_lacking_every_day_is_there_every_day(item: str) -> None:
    thing, *questions = LACKS[item]
    verbs = ("i don't have", "i've not got", "i never have", "i hardly have")
    for question, verb, often in product(questions, verbs, ("every day", "daily", "not a day goes by i do")):
        assert scored(item, [question, f"{verb} {thing}, {often}"]) == 3, (question, verb, often)


OFTEN: Final = {
    3: ["every single night", "all but one night", "thirteen out of fourteen", "i had one good night in the two weeks"],
    2: [
        "five nights last week and four this week",
        "two nights on, two nights off",
        "a week and a half",
        "most nights",
    ],
    1: ["twice last week and once this week", "three nights running", "tuesdays and thursdays", "a handful of nights"],
    0: ["just the one night", "once"],
}


@pytest.mark.parametrize(("expected", "often"), [(days, words) for days, said in OFTEN.items() for words in said])
def test_how_often_is_counted_wherever_it_is_said(expected: int, often: str) -> None:
    asked = "do you have trouble sleeping"
    assert scored("Sleep", [asked, "yes, i lie awake", "how often is that", often]) == expected
    assert scored("Sleep", [asked, f"yeah i do, i lie awake. {often}"]) == expected
    assert scored("Sleep", [asked, often]) == expected


@pytest.mark.parametrize("often", ["now and then", "it comes and goes", "when i'm stressed", "for about a year now"])
def test_what_tells_no_days_leaves_the_item_open(often: str) -> None:
    assert scored("Sleep", ["do you have trouble sleeping", f"yeah, i lie awake. {often}"]) is None


@pytest.mark.parametrize(
    ("item", "question", "own", "other"),
    [
        (
            "Sleep",
            "how are you sleeping",
            "badly. sleep just doesn't come, every night",
            "fine. walt doesn't sleep at all",
        ),
        (
            "Tired",
            "are you tired a lot",
            "yes. the tiredness doesn't go away, every day",
            "no. walt doesn't have any energy",
        ),
        (
            "Depressed",
            "have you been feeling down",
            "yes. the sadness just doesn't lift, every day",
            "no. walt doesn't feel happy, ever",
        ),
    ],
)
def test_a_name_that_does_not_is_somebody_else_and_a_feeling_is_not(
    item: str, question: str, own: str, other: str
) -> None:
    assert scored(item, [question, own]) == 3
    assert scored(item, [question, other]) == 0


@pytest.mark.parametrize(
    "said",
    [
        "five nights last week and then four again this week",
        "last week it was five nights, and this week three, no, four",
        "four nights in each of the two weeks",
        "there's nine dots in the last fourteen squares",
        "there's nine dots on my calendar in the last fourteen squares",
    ],
)
def test_both_weeks_in_one_breath_come_to_more_than_half(said: str) -> None:
    assert scored("Sleep", ["do you have trouble sleeping", "yes, i lie awake", "how often is that", said]) == 2
