"""Ordinary matters beside danger hide nothing: told in one breath, before it and after it, and in two sentences."""

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read

DANGER = [
    "I'm going to kill myself tonight",
    "I'm going to hang myself on Friday",
    "I've taken sixty paracetamol",
    "I will shoot him tomorrow",
    "I'm going to end my life this weekend",
    "I tried to kill myself last week",
    "I took an overdose on Friday",
    "I wish I was dead and I have a plan",
]
ORDINARY = [
    *("my hours were cut", "I ran 10 kms today", "I missed the bus", "the gym was fun", "we watched a film"),
    *("the exam is on Monday", "I cut my hair", "I cleaned the kitchen", "the plants died", "mum is in the bathroom"),
    *("I baked a cake", "the holiday is booked", "I closed my facebook account", "the vet was kind to the dog"),
    *("work was busy again", "I had a meeting", "the loft is cold", "the tree in the garden is old"),
    *(
        "I passed my driving test",
        "the wedding is in June",
        "I'm moving house",
        "I watched the game",
        "my boss is nice",
    ),
    *("I don't enjoy hanging out like I used to", "I push people away", "I keep seeing the accident"),
    *("I can't fall asleep at all", "I had a glass of wine", "I get panic attacks", "I avoid meetings and parties"),
    *("I once went skydiving", "I'm more irritable than I used to be", "I'm frightened of crowds", "my heart races"),
    *("I bumped my head on the shelf", "the registry office called", "the box says two a day", "I visited my mother"),
]
TOLD = ["{other} and {danger}", "{danger}, {other}", "{danger} and {other}", "{other}. {danger}.", "{danger}. {other}."]


@pytest.mark.parametrize("danger", DANGER)
def test_ordinary_matters_hide_no_danger(danger: str) -> None:
    texts = [told.format(danger=danger, other=other) for told in TOLD for other in ORDINARY]
    assert [text for text in texts if read(Message(text=text)).tier is not Tier.STOP] == []
