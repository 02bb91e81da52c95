"""Ordinary matters beside danger hide nothing: told in one breath, before it and after it, and in two sentences."""

import json
import random
import tomllib

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read
from benchmarks.training.datasets import RISK, messages

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


BESIDE = [
    "I cannot wait to be dead, my heart is calm.",
    "Tonight is my last night alive, I finished my last shift.",
    "I've saved up enough pills to die, I cancelled my holiday.",
]


@pytest.mark.parametrize("text", BESIDE)
def test_an_exception_is_judged_in_its_own_clause(text: str) -> None:
    assert read(Message(text=text)).tier is Tier.STOP


REMARKS = [
    *("I made some soup", "the neighbours have a new car", "it rained all morning", "my brother called on Sunday"),
    *("I've got a dentist appointment", "the dog needs a walk", "we had pasta for tea", "I finished the crossword"),
    *("the heating is on", "I watched a bit of telly"),
]
JOINS = ["{m}, {t}.", "{m}, and {t}.", "{m}. {T}.", "{T}, {m}", "{T}. {m}", "{m} but {t}"]
"""How a remark stands beside what must stop: before and after, in one breath and in two sentences."""
_LONGEST = 200
_EVERY = 12


def _stops() -> list[tuple[str, str | None]]:
    """Every twelfth message of ours that must stop and does, with its question."""
    rows = [row for path in messages() for row in map(json.loads, path.open("rb"))]
    told = [(row["text"], row["context"]) for row in rows if row["accept"] == ["stop"]]
    corpus = tomllib.loads((RISK / "corpus.toml").read_text("utf-8"))
    told += [(text, None) for group in corpus["group"] if group["accept"] == ["stop"] for text in group["texts"]]
    evidence = tomllib.loads((RISK / "indirect.toml").read_text("utf-8"))
    told += [
        (row[0], [*row, None][1]) for group in evidence["group"] if group["tier"] == "stop" for row in group["texts"]
    ]
    drawn = [one for one in dict.fromkeys(told) if len(one[0]) <= _LONGEST][::_EVERY]
    return [one for one in drawn if _tier(*one) is Tier.STOP]


def _tier(text: str, question: str | None) -> Tier:
    return read(Message(text=text, context=question)).tier


def test_an_ordinary_remark_beside_a_stop_of_ours_rarely_hides_it() -> None:
    """Each with one of the sixty ways of saying a remark beside it: the same one each time."""
    drawn, tiers = random.Random(11), []
    ways = [(remark, join) for remark in REMARKS for join in JOINS]
    for told, question in _stops():
        remark, join = drawn.choice(ways)
        text = join.format(m=told.strip().rstrip(".!"), t=remark, T=remark[0].upper() + remark[1:])
        tiers.append(_tier(text, question))
    assert len(tiers) > 400
    assert tiers.count(Tier.STOP) / len(tiers) >= 0.93
    assert tiers.count(Tier.NONE) / len(tiers) <= 0.03
