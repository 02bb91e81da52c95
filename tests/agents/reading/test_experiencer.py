"""Whom a clause tells of: the patient, unless another person alone is its subject."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.language import ENGLISH, Language
from agents.reading.experiencer import of_others


def told(text: str, language: Language = ENGLISH, *, senses: bool = False) -> list[str]:
    return [text[start:end].strip() for start, end in of_others(text, language, senses=senses)]


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("my mom drinks every day", ["my mom drinks every day"]),
        ("My roommate smokes a pack a day, I don't", ["My roommate smokes a pack a day"]),
        ("My dad forgets everything, every day.", ["My dad forgets everything, every day."]),
        ("Well, he's nervous every day", ["he's nervous every day"]),
        ("Everyone is angry all the time these days", ["Everyone is angry all the time these days"]),
        ("I panic daily but my wife never does", ["my wife never does"]),
    ],
)
def test_what_another_person_has_or_does_is_theirs(text: str, others: list[str]) -> None:
    assert told(text) == others


@pytest.mark.parametrize(
    "text",
    [
        "my wife says it's most days",
        "the kids wake me up every night",
        "my husband's snoring keeps me up",
        "I cry every night since my dad died",
        "my mind races every night",
        "it is every day",
        "every day, sadly",
        "they come every night",
    ],
)
def test_what_touches_the_patient_is_theirs(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("mi hijo llora cada noche", ["mi hijo llora cada noche"]),
        ("mi padre bebe todos los días, yo no", ["mi padre bebe todos los días"]),
        ("él bebe todos los días", ["él bebe todos los días"]),
        ("mi mujer dice que son casi todos los días", []),
        ("los niños me despiertan cada noche", []),
        ("el sueño me falta todos los días", []),
    ],
)
def test_in_spanish_too(text: str, others: list[str]) -> None:
    assert told(text, "es") == others


def test_only_what_others_sense_where_what_they_do_may_be_what_the_patient_notices() -> None:
    assert told("my sister hears voices daily", senses=True) == ["my sister hears voices daily"]
    assert told("the neighbours whisper every night", senses=True) == []


@given(st.text(alphabet=st.sampled_from("my dad he drinks, every. día mi padre é\n ")), st.booleans())
def test_the_stretches_are_in_order_and_apart(text: str, senses: bool) -> None:
    for language in (ENGLISH, "es"):
        spans = of_others(text, language, senses=senses)
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
