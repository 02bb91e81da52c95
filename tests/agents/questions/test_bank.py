"""The question bank: complete, plain, one question each, never the instrument's wording."""

import re

import pytest
import textstat

from agents.domain.level1 import instrument, items
from agents.questions.bank import bank, wording, wordings
from agents.questions.check import LONGEST, problems, runs, wrong_words

ALL = tuple(items())
GRADE = 8.0

CONTENT = {
    4: ("sle", "energy"),
    5: ("new|plan|lot|more", "risk|chance|go badly"),
    9: ("ache|pain|hurt|sore", "cause|reason|account|why"),
    12: ("hear", "nobody|other|alone|empty room|only you"),
    13: ("thought|think", "hear|pick up|knew|mind|reach|open"),
    15: ("memory|remember|mind|forget|read", "way|lost|going|know|get to"),
    16: ("thought|picture|urge", "back|again|turning up"),
    17: ("again|repeat|many times", "mind|head|think|thought"),
    18: (
        "yourself|who you are|you or|self|their hands|you ever feel",
        "body|world|around|memories|past|outside|dream|remember",
    ),
    21: ("four", "drink|glass|beer"),
    22: ("smok|cigar", "chew|tobacco"),
    23: ("prescri|doctor|your dose", "drug|weed"),
}


def asked(item: int) -> tuple[str, ...]:
    return wording(item).questions + wording(item).rephrasings


def filled(item: int) -> list[str]:
    """Every follow-up that the bank can make for an item."""
    frequency, own = bank().frequency, wording(item)
    lines = frequency.vague + frequency.echo + frequency.topic + bank().endorsement.lines
    return [line.format(topic=own.topic, clause=own.clause, echo="now and then") for line in lines]


def test_the_bank_has_every_item_in_order() -> None:
    assert tuple(wordings()) == ALL


@pytest.mark.parametrize("item", ALL)
def test_enough_different_wordings(item: int) -> None:
    own = wording(item)
    assert len(set(own.questions)) >= 5
    assert len(set(own.rephrasings)) >= 2
    assert len({" ".join(question.split()[:5]) for question in own.questions}) == len(own.questions)


@pytest.mark.parametrize("item", ALL)
def test_every_question_is_one_plain_question_in_own_words(item: int) -> None:
    for text in (*asked(item), *filled(item)):
        assert problems(text, item) == (), text
        assert text.count("?") == 1


@pytest.mark.parametrize("item", ALL)
def test_no_question_quotes_any_item(item: int) -> None:
    printed = frozenset().union(runs(instrument().stem), *(runs(other.text) for other in items().values()))
    for text in (*asked(item), *filled(item)):
        assert printed.isdisjoint(runs(text)), text


@pytest.mark.parametrize("item", ALL)
def test_questions_read_easily(item: int) -> None:
    for text in asked(item):
        assert textstat.flesch_kincaid_grade(text) <= GRADE, text
    for text in filled(item):
        assert textstat.flesch_kincaid_grade(text) <= GRADE + 1, text


@pytest.mark.parametrize("item", ALL)
def test_every_question_asks_about_the_two_weeks_and_how_often(item: int) -> None:
    for text in asked(item):
        assert "two weeks" in text, text
        assert re.search(r"how often|how many|on how many|(?:days|nights|times)\b", text.lower()), text


@pytest.mark.parametrize("item", sorted(CONTENT))
def test_every_question_covers_the_whole_item(item: int) -> None:
    for text in asked(item):
        for part in CONTENT[item]:
            assert re.search(part, text.lower()), (part, text)


@pytest.mark.parametrize("text", asked(11))
def test_hurting_oneself_is_asked_directly(text: str) -> None:
    assert re.search(r"hurt|harm|injur", text)
    assert re.search(r"thought|think", text)


def test_room_for_a_transition_and_a_signpost() -> None:
    lines = bank().lines
    leads = [*lines["transition"], *lines["left_open"], *lines["declined"], *lines["opener"]]
    posts = [post for own in bank().items for post in own.signposts]
    longest = max(len(text) for item in ALL for text in asked(item))
    assert longest + max(map(len, leads)) + max(map(len, posts)) + 2 <= LONGEST


def test_enough_follow_ups_and_lines() -> None:
    frequency = bank().frequency
    assert min(map(len, (frequency.vague, frequency.echo, frequency.topic, bank().endorsement.lines))) >= 5
    assert all(len(set(lines)) == len(lines) >= 1 for lines in bank().lines.values())


@pytest.mark.parametrize("name", sorted(bank().lines))
def test_lines_give_no_advice_and_interpret_nothing(name: str) -> None:
    for line in bank().lines[name]:
        assert wrong_words(line) == (), line
        assert "?" not in line or name in {
            "intro",
            "ready",
            "resumed_only",
            "now",
            "now_again",
            "go_on",
            "go_on_again",
            "erasure",
            "erasure_offered",
            "review",
            "review_what",
            "which",
            "review_again",
            "added",
        }


@pytest.mark.parametrize("text", bank().lines["intro"])
def test_the_introduction_says_what_it_must(text: str) -> None:
    lower = text.lower()
    for part in (
        *("dsm-5 level 1 cross-cutting symptom measure", "therapist", "past two weeks", "23", "own words"),
        *("not at all", "a day or two", "several days", "more than half the days", "nearly every day"),
        *("skip", "stop", "come back", "not an emergency service"),
        *("self-harm", "unusual experiences", "alcohol and drugs"),
    ):
        assert part in lower, part
    assert text.count("?") == 1
    assert text.endswith("?")
    assert len(text) <= 900


@pytest.mark.parametrize("name", ["closing", "paused"])
def test_the_end_and_the_pause_name_help(name: str) -> None:
    for text in bank().lines[name]:
        assert "{emergency}" in text or "{numbers}" in text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Tell me about your mood over the past two weeks.", "not a question"),
        ("How was your mood? How often was it low?", "more than one question"),
        ("Were you feeling down, depressed, or hopeless?", "quotes the item's wording"),
        ("You should rest more. How often were you sad?", "advice"),
        ("Have you tried walking when you feel low?", "advice"),
        ("Is your depression there on most days?", "diagnosis"),
        ("That sounds hard. How often were you low?", "interpretation"),
        ("I understand how you feel. How often was it?", "interpretation"),
        ("Great job! How often were you low?", "interpretation"),
        ("You were low every day, weren't you, right?", "leading"),
        ("How often " + "and how often " * 25 + "were you low?", "too long"),
    ],
)
def test_what_the_check_finds(text: str, problem: str) -> None:
    assert problem in problems(text, 2)
