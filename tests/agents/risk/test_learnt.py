"""The learnt reader beside the rules: it raises and never lowers, shows its grounds, and reads what it learnt from."""

import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Reading, Tier
from agents.questions.bank import bank
from agents.reading.written import Written
from agents.risk.catalogue import catalogue, whence
from agents.risk.learnt import raised
from agents.risk.port import Message
from agents.risk.rules import read
from benchmarks.training.datasets import RISK, messages
from benchmarks.training.reader.held_out import after_training

_WORDS = ["i", "will", "die", "tonight", "rope", "not", "fine", "my", "mum", "thanks", "the", "bridge", ",", "."]
_KNOWN = [path for path in messages() if path.stem not in after_training("risk")]
_TOLD = [json.loads(line) for path in _KNOWN for line in path.read_text("utf-8").splitlines()][::24]
_INDIRECT = tomllib.loads((RISK / "indirect.toml").read_text("utf-8"))["group"]


def _tier(text: str, context: str | None = None) -> Tier:
    return read(Message(text=text, context=context)).tier


def test_the_examples_are_read_as_labelled_nearly_all() -> None:
    must = [row for row in _TOLD if row["accept"] == ["stop"]]
    never = [row for row in _TOLD if "stop" not in row["accept"]]
    stopped = sum(_tier(row["text"], row["context"]) is Tier.STOP for row in must)
    assert stopped / len(must) > 0.94
    assert sum(_tier(row["text"], row["context"]) is Tier.STOP for row in never) / len(never) < 0.02


def test_indirect_messages_are_nearly_all_read_as_they_are_meant() -> None:
    rows = [(group["tier"], row) for group in _INDIRECT for row in group["texts"]]
    right = sum(_tier(*row) == tier for tier, row in rows)
    assert right / len(rows) > 0.93


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("Put the kettle on, sat down, watched the birds.", "none"),
        ("Tomorrow morning, before the cleaner comes. She has a key, so she will find me.", "stop"),
        ("I feel anxious about how things will turn out, it is hard to relax.", "none"),
        ("We cleaned the shotgun.", "none"),
    ],
)
def test_what_no_rule_knows_is_read(text: str, tier: str) -> None:
    assert _tier(text) == tier


def test_a_finding_shows_its_clause_and_how_likely_it_is() -> None:
    text = "We had soup. Tomorrow morning before the cleaner comes, she has a key, she'll find me."
    found = [one for one in read(Message(text=text)).findings if one.rule.startswith("learnt-")]
    assert found
    for one in found:
        assert text[one.start : one.end] == one.text
        assert one.text != "We had soup."
        assert one.rule in catalogue()
        assert one.likely is not None
        assert 0.5 < one.likely <= 1
        sure = min(99, round(100 * one.likely))
        assert whence(one) == f"found by this server's trained reader, {sure} % sure"


@pytest.mark.parametrize(
    ("said", "carries"),
    [
        ("On a few days I thought it would be easier not to wake up, but I wouldn't do anything.", "not to wake up"),
        ("I would never do it, but I do think about dying most days.", "dying most days"),
        ("No, I wouldn't hurt myself, though I think about not being here on some days.", "not being here"),
        ("Some days. I don't have a plan.", "Some days"),
    ],
)
def test_the_words_of_a_finding_are_the_statement_and_not_the_denial_beside_it(said: str, carries: str) -> None:
    asked = "Over the past two weeks, have you had thoughts of actually hurting yourself?"
    found = read(Message(text=said, context=asked, item=HARM_ITEM)).findings
    assert [one.text for one in found if carries not in one.text] == []
    assert found


@given(st.lists(st.sampled_from(_WORDS), min_size=1), st.booleans())
@settings(deadline=None)
def test_it_never_lowers(words: list[str], asked: bool) -> None:
    message = Message(text=" ".join(words), context="Have you thought about ending your life?" if asked else None)
    for tier in Tier:
        given_ = Reading(tier=tier)
        found = raised(given_, message, Written(message.text, message.language))
        assert found.tier.rank >= tier.rank
        assert found.findings[: len(given_.findings)] == given_.findings
        assert found is given_ or found.findings[-1].tier is found.tier


@pytest.mark.parametrize("words", bank().lines["intro"])
def test_a_first_word_to_our_own_introduction_is_no_talk_of_risk(words: str) -> None:
    for reply in ("Good day. Yes please. I will stand, if you don't mind, I don't know who sat on the chair.", "Sure."):
        assert _tier(reply, words) is Tier.NONE


def test_every_example_is_a_line_of_its_own() -> None:
    lines = [json.dumps(row, sort_keys=True) for row in _TOLD]
    assert len(lines) == len(set(lines)) > 300


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("can he see this", Tier.NONE),
        ("can i stop", Tier.NONE),
        ("not right now", Tier.NONE),
        ("no not right now", Tier.NONE),
        ("can I stop now please", Tier.NONE),
        ("yes can i stop", Tier.STOP),
        ("did you tell anyone", Tier.NONE),
        ("will you call the cops", Tier.NONE),
        ("I don't mean to be rude", Tier.NONE),
        ("I'm fine", Tier.NONE),
        ("I'd rather not say. Thank you.", Tier.FLAG),
        ("sorry", Tier.NONE),
        ("At three in the morning", Tier.FLAG),  # recorded; that it is there at all has raised its alert
        ("they never leave", Tier.STOP),
        ("since this morning", Tier.STOP),
        ("yes he is here", Tier.URGENT),
        ("he's in the next room", Tier.URGENT),  # dangerous by its question alone: somebody looks, nothing ends
    ],
)
def test_a_question_or_a_request_is_no_yes_to_whether_it_is_there_now(text: str, tier: Tier) -> None:
    (now,) = bank().lines["now"]
    assert _tier(text, now) is tier
    assert _tier("it's all I can think about", now) is Tier.STOP
    assert _tier("will you tell them when I kill myself tonight", now) is Tier.STOP
