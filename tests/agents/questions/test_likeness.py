"""Questions are found by what they are like; requests and what somebody asks of their own life are not."""

import pytest

from agents.language import Language
from agents.questions.catalogue import entries
from agents.questions.likeness import CLARIFY, examples, likest


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("does my shrink read what i'm typing?", "readers"),
        ("can a judge use this against me", "others"),
        ("will they email my wife about this", "family"),
        ("are we done soon?", "length"),
        ("do saturdays and sundays count", "counts_days"),
        ("should i count the weekends", "counts_days"),
        ("is 4 days a lot?", "counts_several"),
        ("does alcohol free wine count", "counts_coffee"),
        ("can we stop", None),
        ("whats the point of me", None),
        ("what is the use of living", None),
        ("what if something happens to my mom", None),
        ("i dont get that", None),
    ],
)
def test_a_question_finds_the_topic_that_it_is_like(asked: str, key: str | None) -> None:
    assert likest(asked, "en") == key


@pytest.mark.parametrize(
    ("asked", "key"),
    [("se entera el seguro de esto", "others"), ("cuenta el vino?", "counts_drinks"), ("podemos parar", None)],
)
def test_the_same_in_spanish(asked: str, key: str | None) -> None:
    assert likest(asked, "es") == key


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_example_belongs_to_a_topic_of_the_catalogue(language: Language) -> None:
    assert examples(language).keys <= {one.key for one in entries(language)} | {CLARIFY, "none"}
