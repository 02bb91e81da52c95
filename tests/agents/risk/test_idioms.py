"""Idioms, mishaps and fiction are nothing, sarcasm is a flag, and neither hides what is meant."""

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read


@pytest.mark.parametrize(
    "text",
    [
        "No, I take nothing of that kind.",
        "I'm going to shoot myself an email so I don't forget",
        "I won't be here next week, we're off to my daughter's in Leeds.",
        "I've just taken 2 paracetamol",
        "I've just taken two ibuprofen and I'm waiting for them to work",
        "took 1 diazepam an hour ago",
        "just took my tablets",
        "Already took my pill today",
        "I have just taken 50 mg of sertraline",
        "I take 12 tablets a day since the transplant",
        "I've taken 12 tablets this morning like every morning, it's my regime",
        "I took four ibuprofen in the last hour, my back is killing me",
        "The nurse asked if I had ever thought of harming myself. I laughed, I only came about my knee.",
        "In the film the woman says I could end my life.",
        "I'm stuck on my novel, I have to kill my uncle in chapter two by Friday.",
        "I'm jumping off a bridge on Saturday! Strapped into a harness, obviously.",
        "Going to end it tonight. He's a lovely lad but it isn't working.",
        "I've decided to end it. The contract, I mean, it was costing me a fortune.",
        "I want to end it all. I mean the gym, forty pounds a month.",
        "I'm going to end it with my boyfriend.",
        "I want to end it. My boyfriend, I mean.",
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


@pytest.mark.parametrize(
    "text",
    [
        "Got white spirit on my clothes painting the fence.",
        "I take my tablets as prescribed, a big handful every morning for my heart.",
        "I haven't eaten all day so I'm dead hungry.",
        "I don't eat meat because I love animals and so my body stops feeling bloated.",
        "I was testing the belt on the washing machine.",
        "I'm driving up to a dam for fishing, not coming back till Monday.",
        "I gave notice at work but I'm holding off until after Christmas so I do not ruin it for the team.",
        "I closed the shop and was waiting until spring so it would not hurt the staff.",
        "When my dad goes to Spain I am going too.",
        "We're getting married, it's just a matter of picking a day.",
        "It's a question of finding the night I can actually sleep.",
        "I was standing on the balcony thinking about going down for a smoke.",
        "Ending things is the best thing I did this year.",
        "I've got a spot picked out by the lake for the summer, we need not bother with hotels.",
        "I don't want to live with my mum and I'm not going to.",
        "I won't let myself turn 40 without learning to drive.",
        "I'm drowning myself in work this autumn.",
        "I got my rope hanging from the wall of the garage for the kayak.",
        "Helium I bought already for my daughter's party.",
        "What a night to die on stage, comedy is hard.",
        "My sister and I have a pact to go to the gym together.",
        "I'm sat at the top of the roof bar, lovely view.",
        "I write letters in the morning, then I'm walking to the sea.",
        "My tablets run out and I don't know what's going to happen next.",
        "I intend to die rich.",
        "I plan to die of old age.",
        "Saturday is when I'm ending things with Tom.",
        "I took us both to the lake for a swim.",
        "I would never, no matter what, kill myself",
        "I'm going to end it, therapy that is.",
    ],
)
def test_what_only_shares_its_words_with_a_plan_alerts_nobody(text: str) -> None:
    assert read(Message(text=text)).tier in (Tier.NONE, Tier.FLAG)


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("swallowed a bunch of tablets, feeling sleepy now", Tier.STOP),
        ("I don't drink anything any more so my body will stop", Tier.STOP),
        ("heading to the quarry. wont be coming back", Tier.STOP),
        ("once my cat dies i'm going too", Tier.STOP),
        ("The letters are written. Now it's only a question of choosing the day.", Tier.STOP),
        ("not taking my meds, been hoarding them. plenty now", Tier.STOP),
        ("ordered the stuff online to do it with", Tier.STOP),
        ("i'll do it after the exams, please dont tell my mom", Tier.STOP),
        ("now i am at the railing, cars below", Tier.STOP),
        ("i am not letting myself reach forty", Tier.STOP),
        ("Tuesday is my last day and I don't mean at my job", Tier.STOP),
        ("We made a pact, we both die together on Saturday", Tier.STOP),
        ("left a note, driving to the bridge", Tier.STOP),
        ("pills or rope, it's happening tonight", Tier.STOP),
        ("I'm going to end my days on Friday", Tier.STOP),
        ("I plan to die before my birthday.", Tier.STOP),
        ("I do mean to do it, just not today.", Tier.STOP),
        ("Friday is when I'm ending things.", Tier.STOP),
        ("I am going to end it, therapy did nothing", Tier.STOP),
        ("bringing the gun to school and then it's over", Tier.STOP),
        ("I stopped cutting years ago but I slipped again on Friday", Tier.URGENT),
        ("I had stopped hurting myself until this week, I slipped on Tuesday", Tier.URGENT),
        ("three scars, they were supposed to kill me", Tier.URGENT),
        ("would all of these kill me", Tier.URGENT),
    ],
)
def test_a_plan_told_in_everyday_words_is_found(text: str, tier: Tier) -> None:
    assert read(Message(text=text)).tier is tier


@pytest.mark.parametrize(
    ("text", "question", "tier"),
    [
        ("All my tablets, as usual with breakfast.", "Have you taken anything today?", Tier.NONE),
        ("Half a tablet.", "Have you taken anything tonight?", Tier.NONE),
        ("Half the bottle so far.", "Have you taken anything now?", Tier.STOP),
        ("I tried smoking again, does that count?", "Have you had thoughts of actually hurting yourself?", Tier.NONE),
        ("They'd stop me if I said.", "Do you have a plan to end your life?", Tier.STOP),
        ("Too many.", "Have you taken anything tonight?", Tier.STOP),
    ],
)
def test_a_short_answer_counts_by_what_it_says_of_the_question(text: str, question: str, tier: Tier) -> None:
    assert read(Message(text=text, context=question)).tier is tier


@pytest.mark.parametrize(
    "text",
    [
        "I've taken sixty pills. I'm at lunch with colleagues and nobody knows",
        "took 30 of my heart pills with a boat load of whisky just now",
        "i've just swallowed thirty two paracetamol",
        "just swallowed twenty of my mum's sleeping pills",
        "I've just taken fifteen tablets. I don't know why I'm telling you",
        "just took pills. a lot",
        "Just downed loads of my nan's tablets",
    ],
)
def test_more_tablets_than_a_dose_taken_just_now_are_an_attempt(text: str) -> None:
    assert read(Message(text=text)).tier is Tier.STOP


def test_many_tablets_taken_some_time_are_alarming() -> None:
    assert read(Message(text="I took 40 tablets, I can't go to the surgery")).tier is Tier.URGENT


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("He pensado en quitarme la vida, pero no tengo ningún plan.", Tier.URGENT),
        ("A volte penso di togliermi la vita, ma non lo farei.", Tier.URGENT),
        ("Quiero quitarme la vida esta noche.", Tier.STOP),
        ("Pienso quitarme la vida.", Tier.STOP),
        ("Took my tablets and now I'm going to stab him when he comes in", Tier.STOP),
        ("I won't be here next week. I'll be at the bottom of the river", Tier.STOP),
        ("i want to unalive lol", Tier.FLAG),
        ("i'm gonna kms tonight", Tier.STOP),
        ("I won't be here next week, I'll be in the ground", Tier.STOP),
    ],
)
def test_what_is_only_thought_or_joked_is_not_what_is_meant(text: str, tier: Tier) -> None:
    assert read(Message(text=text)).tier is tier
