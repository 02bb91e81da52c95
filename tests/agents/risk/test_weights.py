"""Weights: learnt from the examples that stand here, they raise and never lower, and leave ordinary answers alone."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain.risk import Reading, Tier
from agents.questions.bank import bank
from agents.risk.catalogue import catalogue
from agents.risk.elements import Text
from agents.risk.lexicon import table
from agents.risk.port import Message
from agents.risk.rules import read
from agents.risk.weights import chances, leads, weighed
from benchmarks.training.datasets import messages
from benchmarks.training.risk_weights import digest, learnt, told

_WORDS = ["i", "will", "die", "tonight", "rope", "not", "fine", "my", "mum", "thanks", "the", "bridge", ",", "."]
_TOLD = told(messages())
_MUST = [row for row in _TOLD if row["accept"] == ["stop"]]
_NEVER = [row for row in _TOLD if "stop" not in row["accept"]]


def _tier(row: dict[str, str]) -> Tier:
    return read(Message(text=row["text"], context=row["context"])).tier


def test_the_weights_are_learnt_from_these_examples() -> None:
    assert table("weights.toml")["learnt"]["digest"] == digest(), "run: python -m benchmarks.training.risk_weights"


def test_the_examples_are_read_as_labelled_nearly_all() -> None:
    stopped = sum(_tier(row) is Tier.STOP for row in _MUST)
    assert stopped / len(_MUST) > 0.94
    assert sum(_tier(row) is Tier.STOP for row in _NEVER) / len(_NEVER) < 0.02


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("Put the kettle on, sat down, watched the birds.", "none"),
        ("Tomorrow morning, before the cleaner comes. She has a key, so she will find me.", "stop"),
        ("I feel anxious about how things will turn out, it is hard to relax.", "none"),
    ],
)
def test_words_raise_a_matter_of_risk_and_make_none_of_themselves(text: str, tier: str) -> None:
    assert read(Message(text=text)).tier == tier


def test_a_finding_by_words_shows_the_stretch_that_weighs_most() -> None:
    text = "tomorrow morning before the cleaner comes, she has a key, she'll find me"
    found = [f for f in read(Message(text=text)).findings if f.rule.startswith("words-")]
    assert found
    assert all(text[f.start : f.end] == f.text and f.rule in catalogue() for f in found)


def test_a_stop_is_left_as_it_is() -> None:
    assert weighed(Text(("i", "am", "fine")), None, False, Reading(tier=Tier.STOP)) is None


@given(st.lists(st.sampled_from(_WORDS), min_size=1))
def test_weighing_never_lowers(words: list[str]) -> None:
    for tier in Tier:
        hit = weighed(Text(tuple(words)), None, False, Reading(tier=tier))
        assert hit is None or (hit.tier.rank > tier.rank and 0 <= hit.start < hit.end <= len(words))
    assert sum(chances(tuple(words), None)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("question", "item", "asked", "weighs"),
    [
        (None, None, None, True),
        (None, 14, None, False),
        ("Have you had trouble sleeping in the past two weeks?", None, None, False),
        ("Shall I book you in for next week?", None, None, True),
        ("Shall I book you in for next week?", 14, None, False),
        ("Have you thought about ending your life?", None, "ideation", True),
    ],
)
def test_answers_about_symptoms_are_left_alone(
    question: str | None, item: int | None, asked: str | None, weighs: bool
) -> None:
    assert leads(question, item, asked) is weighs


@pytest.mark.parametrize("words", bank().lines["intro"])
def test_a_first_word_to_our_own_introduction_is_no_talk_of_risk(words: str) -> None:
    for reply in ("Good day. Yes please. I will stand, if you don't mind, I don't know who sat on the chair.", "Sure."):
        assert read(Message(text=reply, context=words)).tier is Tier.NONE


def test_learning_finds_the_words_that_tell() -> None:
    from benchmarks.training.risk_weights import Example

    known = [Example(frozenset({"tonight"}), Tier.STOP), Example(frozenset({"tea"}), Tier.NONE)] * 4
    known += [Example(frozenset({"wish"}), Tier.FLAG), Example(frozenset({"razor"}), Tier.URGENT)] * 4
    _, weights = learnt(known)
    assert max(weights["tonight"]) == weights["tonight"][2] > 0 > weights["tea"][2]


def test_every_example_is_a_line_of_its_own() -> None:
    lines = [json.dumps(row, sort_keys=True) for row in _TOLD]
    assert len(lines) == len(set(lines)) > 900
