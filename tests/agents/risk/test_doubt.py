"""Doubt: weak findings give way where the words speak against them; what is said outright does not."""

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read

_SLEEP = "How has your sleep been over the past two weeks?"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("By the time she has left the shop the list is gone from my head.", "How is your memory?"),
        ("By the time she is asleep it is past two and I am still awake, which is tiring.", _SLEEP),
        ("Sore on Saturday, nobody could say why, gone by Sunday.", "Have you had aches and pains?"),
    ],
)
def test_signs_in_an_ordinary_answer_are_dropped(text: str, question: str) -> None:
    assert read(Message(text=text, context=question)).tier is Tier.NONE


@pytest.mark.parametrize(
    "text",
    [
        "I am going to kill myself tonight.",
        "Badly, and I want to die.",
        "I have written the letters, the tablets are counted and tomorrow I will be gone for good.",
    ],
)
def test_what_is_said_outright_is_never_doubted(text: str) -> None:
    assert read(Message(text=text, context=_SLEEP)).tier is Tier.STOP


def test_a_grave_answer_to_a_question_about_a_symptom_is_seen() -> None:
    text = "Bad. I took all the tablets on Sunday so that I would not wake up and then I was sick."
    assert read(Message(text=text, context=_SLEEP)).tier.rank >= Tier.URGENT.rank
