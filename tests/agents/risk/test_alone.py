"""Alone: what is said in one sentence among others about other things is not diluted by them."""

from agents.domain.risk import Tier
from agents.risk.alone import alone
from agents.risk.canon import canonical
from agents.risk.lexicon import speller
from agents.risk.port import Message
from agents.risk.rules import read

_TEXT = (
    "The garden is coming on and the beans are up. I have arranged to go on Friday by my own hand, the pills "
    "are in the drawer. My neighbour borrows the mower on Sundays."
)


def test_one_sentence_among_others_stops() -> None:
    reading = read(Message(text=_TEXT, context="What do you enjoy at the moment?"))
    assert reading.tier is Tier.STOP
    assert all(finding.text in _TEXT for finding in reading.findings)


def test_ordinary_sentences_with_grave_words_do_not() -> None:
    text = (
        "I walk by the river with the dog. The roof leaks again. I take my tablets with breakfast, as the doctor said."
    )
    assert read(Message(text=text, context="What do you enjoy at the moment?")).tier is Tier.NONE


def test_a_short_message_and_a_stop_are_left_as_they_are() -> None:
    parts = canonical(_TEXT, speller()).sentences
    stopped = read(Message(text="I am going to kill myself tonight."))
    assert alone(parts[:2], read(Message(text="Fine."))) is None
    assert alone(parts, stopped) is None
