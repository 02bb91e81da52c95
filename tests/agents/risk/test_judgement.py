"""What surrounds an act decides which rule finds it: when it was, whom it is about, what it is said of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain.risk import Tier
from agents.risk.polarity import clause_begin, denied
from agents.risk.port import Message
from agents.risk.rules import read

_FOUND = (
    ("I'm going to kill him tonight.", "threat", Tier.STOP),
    ("If there is one more meeting I'm going to kill my boss.", "anger-at-person", Tier.FLAG),
    ("I'm going to kill my brother over the dishes.", "anger-at-person", Tier.FLAG),
    ("I get horrible intrusive thoughts that I will stab my baby, and they terrify me.", "harm-obsession", Tier.FLAG),
    ("I am going to hurt people.", "harm-thought", Tier.FLAG),
    ("I used to think about killing myself years ago, back in college.", "old-ideation", Tier.FLAG),
    ("I had thoughts of killing myself when I was a teenager.", "old-ideation", Tier.FLAG),
    ("I sometimes wanted to kill myself a long time ago.", "old-ideation", Tier.FLAG),
    ("I think about killing myself.", "active-ideation", Tier.URGENT),
    ("I think about killing myself, and years ago my father did it too.", "active-ideation", Tier.URGENT),
    ("I cut myself last night.", "recent-self-injury", Tier.URGENT),
    ("I've been cutting myself again.", "recent-self-injury", Tier.URGENT),
    ("I keep cutting myself.", "self-injury", Tier.URGENT),
    ("I cut myself years ago as a teenager.", "old-self-injury", Tier.FLAG),
    ("I tried to kill myself last week.", "recent-attempt", Tier.STOP),
    ("I tried to kill myself ten years ago and again last week.", "recent-attempt", Tier.STOP),
    ("Yesterday I tried to kill myself, and every hour since is a blur.", "recent-attempt", Tier.STOP),
    ("I tried to kill myself in 2009, and today I'm telling somebody for the first time.", "old-attempt", Tier.FLAG),
    ("I tried to kill myself when I was nineteen and I see my counsellor every week.", "old-attempt", Tier.FLAG),
    ("I tried to kill myself once, and every day since I've been sorry.", "undated-attempt", Tier.URGENT),
    ("I tried to hang myself and every week I go to the group.", "undated-attempt", Tier.URGENT),
)

_SPANS = (
    (
        "It is an intrusive thought, it horrifies me: I'm going to kill my daughter.",
        "kill my daughter",
        "harm-obsession",
    ),
    ("A picture of me killing myself popped into my head and it scared me.", "killing myself", "harm-obsession"),
    ("I'll kill my boss if there is one more meeting.", "kill my boss", "anger-at-person"),
    ("I'm going to kill people.", "kill people", "harm-thought"),
    ("I wanted to end it all back in school, years ago.", "end it all", "old-ideation"),
    ("I had an urge to kill myself when I was a teenager.", "kill myself", "old-ideation"),
    ("I cut myself every evening.", "cut myself", "self-injury"),
    ("I cut myself lately.", "cut myself", "recent-self-injury"),
)


@pytest.mark.parametrize(("text", "span", "rule"), _SPANS)
def test_the_act_itself_is_named_by_what_surrounds_it(text: str, span: str, rule: str) -> None:
    assert (span, rule) in [(finding.text, finding.rule) for finding in read(Message(text=text)).findings]


@pytest.mark.parametrize(("text", "rule", "tier"), _FOUND)
def test_what_surrounds_an_act_names_its_rule(text: str, rule: str, tier: Tier) -> None:
    found = read(Message(text=text)).findings
    assert (rule, tier) in [(finding.rule, finding.tier) for finding in found]


@given(st.integers(min_value=0, max_value=1500))
def test_two_sentences_that_belong_together_are_found_wherever_they_stand(words: int) -> None:
    text = "tea " * words + ". Jumping off the bridge. That is my plan."
    found = [finding for finding in read(Message(text=text)).findings if finding.rule == "present-intent"]
    assert found
    assert all(text[finding.start : finding.end].startswith("Jumping off the bridge") for finding in found)


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("i never sleep , she will die", "she will die"),
        ("i never sleep , but she will die", "she will die"),
        ("i never sleep , and my mum will die", "and my mum will die"),
        ("i never sleep , not even to die", "not even to die"),
        ("a dog , a cat and a house to die", "a dog , a cat and a house to die"),
        ("i never eat and i want to die", "i want to die"),
    ],
)
def test_a_clause_begins_where_somebody_else_or_a_denial_does(said: str, clause: str) -> None:
    words = tuple(said.split())
    begin = clause_begin(words, len(words) - 1)
    assert " ".join(words[begin:]) == clause


@pytest.mark.parametrize(
    ("left", "holds"),
    [
        ("i would never", True),
        ("i do not think i want to", True),
        ("i am not happy i want to", False),
        ("it is not that i never want to", False),
        ("i want to", False),
    ],
)
def test_an_odd_number_of_negators_denies(left: str, holds: bool) -> None:
    assert denied(tuple(left.split())) is holds
