"""What is said of death is not diluted by what is said beside it, and what turns it is not left out."""

import pytest

from agents.domain.risk import Tier
from agents.risk.canon import canonical
from agents.risk.gist import gist
from agents.risk.lexicon import speller
from agents.risk.port import Message
from agents.risk.rules import read

_AMONG_OTHERS = (
    "The garden is coming on and the beans are up. I have arranged to go on Friday by my own hand, the pills "
    "are in the drawer. My neighbour borrows the mower on Sundays."
)
_ORDINARY = (
    "I've been tired for most of the week.",
    "My back aches when I sit for long.",
    "I wake up at four and then I lie there.",
    "Small things annoy me more than they did.",
    "I smoke about ten a day.",
)
_WEIGHTY = (
    "I have the pills ready for tonight.",
    "By Sunday there'll be no me to ring.",
    "I've written the note and I know where.",
    "I've counted out the lot and said my goodbyes.",
)


def test_one_sentence_among_others_stops() -> None:
    reading = read(Message(text=_AMONG_OTHERS, context="What do you enjoy at the moment?"))
    assert reading.tier is Tier.STOP
    assert all(finding.text in _AMONG_OTHERS for finding in reading.findings)


@pytest.mark.parametrize("weighty", _WEIGHTY)
def test_ordinary_sentences_beside_it_change_nothing(weighty: str) -> None:
    assert read(Message(text=weighty)).tier is Tier.STOP
    beside = [f"{one} {weighty}" for one in _ORDINARY] + [f"{weighty} {one}" for one in _ORDINARY]
    beside += [" ".join((*_ORDINARY[:n], weighty, *_ORDINARY[n:])) for n in range(len(_ORDINARY) + 1)]
    assert [text for text in beside if read(Message(text=text)).tier is not Tier.STOP] == []


@pytest.mark.parametrize(
    "text",
    [
        "I walk by the river with the dog. The roof leaks again. I take my tablets with breakfast, as the doctor said.",
        "It comes in waves. My heart races and I can't get my breath. It's like I'm going to die.",
    ],
)
def test_ordinary_sentences_and_panic_add_up_to_nothing(text: str) -> None:
    assert read(Message(text=text)).tier is Tier.NONE


def test_a_no_stays_beside_what_it_denies() -> None:
    question = "Have you had thoughts of actually hurting yourself?"
    text = "No, not really. I've thought about how bad things feel, but I wouldn't do anything. I work long hours."
    left = gist(canonical(text, speller()).sentences, "item11", False, question)
    assert left is None or left.text.words[0] == "no"
    assert read(Message(text=text, context=question)).tier.rank <= Tier.FLAG.rank


def test_nothing_is_left_out_of_one_sentence_or_of_ordinary_ones_alone() -> None:
    for text in ("I have the pills ready for tonight.", " ".join(_ORDINARY)):
        assert gist(canonical(text, speller()).sentences, None, False, None) is None
