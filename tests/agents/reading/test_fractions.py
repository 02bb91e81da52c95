"""Fractions of the time, written with a slash."""

import pytest

from agents.questions.bank import wording
from agents.scorer.port import Answer
from agents.scorer.rules import score


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("1/2 the time", 2),
        ("1/2 of them", 2),
        ("1/3 of the nights", 2),
        ("2/3 of the time", 3),
        ("about 3/4 of the time", 3),
        ("5/14", 2),
        ("12/14 nights", 4),
        ("3/4 nights", 2),
        ("1/2 nights", 1),
    ],
)
def test_a_fraction_of_the_time_is_none_of_days(reply: str, expected: int) -> None:
    question = wording(14).questions[0]
    assert score(Answer(item=14, question=question, reply=reply)).score == expected
