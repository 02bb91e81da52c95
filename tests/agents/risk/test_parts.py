"""Parts: where a message is cut into clauses, what is never parted, and that they stay few."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain.risk import Tier
from agents.risk.lexicon import speller
from agents.risk.parts import Part, parts
from agents.risk.plain.canon import canonical
from agents.risk.port import Message
from agents.risk.rules import read

_WORDS = ["i", "the", "but", "and", "if", "that", ",", ".", "?", '"', "rope", "tonight", "so", "mean"]


def whole(text: str) -> Part:
    return Part(tuple(canonical(text, speller()).words), 0, True)


def told(text: str) -> list[str]:
    return [" ".join(part.words) for part in parts(whole(text))]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("I counted them, we played cards.", ["i counted them", "we played cards ."]),
        ("I counted them but the bus was full", ["i counted them", "the bus was full"]),
        ("I counted them and the bus was full", ["i counted them", "the bus was full"]),
        ("I counted them - the bus was full", ["i counted them", "the bus was full"]),
        ("I counted them. The bus was full.", ["i counted them .", "the bus was full ."]),
        ("We took ropes and a saw.", []),
    ],
)
def test_a_message_is_cut_at_marks_and_where_a_new_subject_is_joined(text: str, clauses: list[str]) -> None:
    assert sorted(told(text)) == sorted(clauses)


@pytest.mark.parametrize(
    ("text", "hanging"),
    [
        ("I'll finish it tonight, the jigsaw", "i will finish it tonight"),
        ("If I lose him, I'll kill myself", "i will kill myself"),
        ("I'm sure it's a clot and that I'll be dead by spring", "that i will be dead by spring"),
        ("I'd do it, if I had to", "i would do it"),
    ],
)
def test_what_hangs_on_another_clause_is_not_parted_from_it(text: str, hanging: str) -> None:
    assert hanging not in told(text)


def test_every_run_of_clauses_is_a_part_longer_ones_first() -> None:
    assert told("I ran. We ate. It rained.") == [
        *("i ran . we ate .", "we ate . it rained ."),
        *("i ran .", "we ate .", "it rained ."),
    ]


def test_only_parts_that_hold_a_place_are_asked_for() -> None:
    message = whole("I ran. We ate. It rained.")
    assert [" ".join(part.words) for part in parts(message, [1])] == ["i ran . we ate .", "i ran ."]
    assert list(parts(message, [])) == []


@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=40))
def test_a_part_stands_where_it_was_said_and_is_less_than_all(words: list[str]) -> None:
    message = Part(tuple(words), 0, True)
    for part in parts(message):
        assert message.words[part.first : part.end] == part.words
        assert 0 < len(part.words) < len(words)
        assert all(message.words[s.first : s.first + len(s.words)] == s.words for s in part.sentences)


@pytest.mark.parametrize(
    "seed",
    [
        "I have the pills, ",
        "it ends tonight but ",
        "he said 'no', ",
        "I'll do it if, ",
        "rope. ",
        "kill, ",
        "but ",
        "so ",
    ],
)
def test_many_clauses_are_read_in_bounded_time(seed: str) -> None:
    text = (seed * 20_000)[:20_000]
    read(Message(text="warm"))
    begun = time.process_time()
    read(Message(text=text))
    assert time.process_time() - begun < 2


def test_what_a_part_tells_is_quoted_from_the_message() -> None:
    text = "My back aches, I've saved up enough pills to die, I cancelled my holiday — the bus was full."
    findings = [finding for finding in read(Message(text=text)).findings if finding.tier is Tier.STOP]
    assert findings
    assert all(text[finding.start : finding.end] == finding.text for finding in findings)
