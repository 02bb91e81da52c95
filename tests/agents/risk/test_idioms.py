"""Idioms, mishaps and fiction are nothing, sarcasm is a flag, and neither hides what is meant."""

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read


@pytest.mark.parametrize(
    "text",
    [
        "The nurse asked if I had ever thought of harming myself. I laughed, I only came about my knee.",
        "In the film the woman says I could end my life.",
        "I'm stuck on my novel, I have to kill my uncle in chapter two by Friday.",
        "I'm jumping off a bridge on Saturday! Strapped into a harness, obviously.",
        "Going to end it tonight. He's a lovely lad but it isn't working.",
        "I've decided to end it. The contract, I mean, it was costing me a fortune.",
        "I want to end it all. I mean the gym, forty pounds a month.",
        "I'm going to end it with my boyfriend.",
        "I burn my hands on the oven every time I bake.",
        "On that ladder I could hurt myself.",
        "I nearly killed myself slipping on the stairs.",
        "The deadline nearly finished me off.",
        "I cut my wrist on a broken glass washing up.",
        "I could have killed myself falling down those stairs.",
        "I could kill myself in these meetings.",
        "Honestly I'm killing myself here, invoices all day long.",
        "I'm drowning myself in coursework tonight.",
        "i want to die my hair blue after the exams",
        "Traffic today, honestly, shoot myself.",
        "My wife tried to poison me in the game last night, so I killed myself.",
    ],
)
def test_what_is_not_about_wanting_to_die_is_nothing(text: str) -> None:
    reading = read(Message(text=text))
    assert (reading.tier, reading.findings, reading.denials) == (Tier.NONE, (), ())


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Guess I'll just die then lol", "die"),
        ("I'll just kill myself then, shall I.", "kill myself"),
        ("missed the last train kms", "kms"),
        ("gonna off myself if they cancel the tour lol", "off myself"),
        ("left my homework on the bus gonna hang myself hahaha", "hang myself"),
        ("If this bus is late again I'll kill myself", "kill myself"),
        ("I'd rather kill myself than go back there.", "kill myself"),
        ("That shift was like committing suicide.", "committing suicide"),
        ("Walking into that office is like hanging myself every morning.", "hanging myself"),
    ],
)
def test_sarcasm_alone_is_a_flag(text: str, span: str) -> None:
    reading = read(Message(text=text))
    assert reading.tier is Tier.FLAG
    assert (span, "joke-or-slang") in [(finding.text, finding.rule) for finding in reading.findings]


@pytest.mark.parametrize(
    ("text", "span", "rule", "tier"),
    [
        ("kms tonight, goodbye", "kms", "suicide-named-self", Tier.STOP),
        ("There's no point in anything anymore kms", "kms", "suicide-named-self", Tier.URGENT),
        ("I guess I'll just kill myself.", "kill myself", "present-intent", Tier.STOP),
        ("I'll hang myself haha", "hang myself", "present-intent", Tier.STOP),
        ("I want to kill myself lol, doubt it matters if I do.", "kill myself", "want-to-die", Tier.STOP),
        ("Guess I'll kill myself tomorrow.", "kill myself", "present-intent", Tier.STOP),
        ("I'll kill myself tonight then, shall I.", "kill myself", "present-intent", Tier.STOP),
        ("If he leaves again I will kill myself.", "kill myself", "present-intent", Tier.STOP),
        ("Guess I'll kill myself, there's no point in anything.", "kill myself", "present-intent", Tier.STOP),
        ("I'd rather kill myself tonight than go back there.", "kill myself", "want-to-die", Tier.STOP),
        ("My brain is like kill myself tonight.", "kill myself", "active-ideation", Tier.STOP),
        ("It's like hanging myself, and it's on Friday.", "hanging myself", "suicide-named-self", Tier.STOP),
    ],
)
def test_no_joke_hides_what_is_meant(text: str, span: str, rule: str, tier: Tier) -> None:
    found = read(Message(text=text)).findings
    assert (span, rule, tier) in [(finding.text, finding.rule, finding.tier) for finding in found]
