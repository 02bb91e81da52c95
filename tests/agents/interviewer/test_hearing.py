"""Hearing never raises, and is fast on anything."""

import time
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.rules import RulesInterviewer, hear

SAID = """skip i'd rather not say can we stop please , . ? ! go back to the sleep one change my answer what do you mean
no yes every day actually about for last i meant what's sorry wait um ok ( [ \\ ” ’ é 的 я 😀 \u202e \u200b"""
PIECES = st.sampled_from([*SAID.split(), "\n"])
TEXTS = st.one_of(st.text(max_size=400), st.lists(PIECES, max_size=60).map(" ".join))
SITUATIONS = st.builds(
    Situation,
    item=st.one_of(st.none(), st.integers(1, 23)),
    awaiting=st.sampled_from(["reply", "follow_up"]),
    paused=st.booleans(),
    answered=st.integers(0, 22).map(lambda count: tuple(range(1, count + 1))),
)


@given(TEXTS, SITUATIONS)
@settings(max_examples=400, deadline=None)
def test_hearing_never_raises_and_names_only_items_that_fit(text: str, situation: Situation) -> None:
    heard = hear(text, situation)
    assert isinstance(heard, Heard)
    if heard.act in {Act.BACK, Act.CORRECT}:
        assert heard.item in situation.answered
        assert heard.item != situation.item
    else:
        assert heard.item == situation.item


HOSTILE = {
    "one word": "skip " * 4000,
    "brackets": "(" * 20_000,
    "fillers": "um, sorry, ok, " * 1334,
    "no spaces": "a" * 20_000,
    "questions": "?" * 20_000,
    "right to left": "\u202e\u200f" * 10_000,
    "spaces": " " * 20_000,
    "line breaks": "\n" * 20_000,
    "corrections": "actually, wait, " * 1250,
    "about": "about the the the " * 1112,
    "letters": "ñ é ü " * 3334,
    "fillers in one sentence": "um, sorry, ok, please " * 9,
    "courtesy": "skip " + "please, ok thanks " * 11,
    "change": "change my answer to to to to " * 7,
    "request": "and can we " * 18,
    "chinese": "的" * 20_000,
    "commas": "," * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_twenty_thousand_characters_take_less_than_twenty_milliseconds(name: str) -> None:
    text = HOSTILE[name][:20_000]
    situation = Situation(item=14, answered=tuple(range(1, 14)))
    hear(text, situation)
    best = min(_seconds(text, situation) for _ in repeat(None, 5))
    assert best < 0.020


def _seconds(text: str, situation: Situation) -> float:
    started = time.perf_counter()
    hear(text, situation)
    return time.perf_counter() - started


async def test_the_engine_hears_like_the_function() -> None:
    situation = Situation(item=14, answered=tuple(range(1, 14)))
    assert await RulesInterviewer().hear("skip", situation) == hear("skip", situation)
