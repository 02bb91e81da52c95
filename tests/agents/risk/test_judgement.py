"""What surrounds an act decides which rule finds it: when it was, whom it is about, what it is said of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read

_FOUND = (
    ("I've taken a whole box of tablets, the doctor gave me too many.", "attempt-under-way", Tier.STOP),
    ("Years ago I tried to hang myself, and again today.", "recent-attempt", Tier.STOP),
    ("I think about killing myself until I fall asleep.", "active-ideation", Tier.URGENT),
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

_NAMED = (
    (
        "It is an intrusive thought, it horrifies me: I'm going to kill my daughter.",
        "kill my daughter",
        "harm-obsession",
        Tier.FLAG,
    ),
    ("A picture of me killing myself came up and scared me.", "killing myself", "harm-obsession", Tier.FLAG),
    ("I'll kill my boss if there is one more meeting.", "kill my boss", "anger-at-person", Tier.FLAG),
    ("I'm going to kill people.", "kill people", "harm-thought", Tier.FLAG),
    ("I'm going to stab my brother, everyone hates him.", "stab my brother", "threat", Tier.STOP),
    ("I am going to kill my stepfather and I mean it.", "kill my stepfather", "threat", Tier.STOP),
    ("I'm going to kill him, he's been at her again.", "kill him", "threat", Tier.STOP),
    ("I'm going to kill my flatmate, he ate my lunch again. I'm not joking.", "kill my flatmate", "threat", Tier.STOP),
    ("I'm going to kill everyone at work.", "kill everyone", "threat", Tier.STOP),
    ("I'm going to kill my flatmate, he ate my leftovers.", "kill my flatmate", "anger-at-person", Tier.FLAG),
    ("I'll kill my brother over this spreadsheet.", "kill my brother", "anger-at-person", Tier.FLAG),
    ("I wanted to end it all back in school, years ago.", "end it all", "old-ideation", Tier.FLAG),
    ("I had an urge to kill myself when I was a teenager.", "kill myself", "old-ideation", Tier.FLAG),
    ("I cut myself every evening.", "cut myself", "self-injury", Tier.URGENT),
    ("I cut myself lately.", "cut myself", "recent-self-injury", Tier.URGENT),
    ('My ex texted "I\'m going to kill myself" and I froze.', "kill myself", "third-person-risk", Tier.FLAG),
)

_PRESSING = (
    ("I feel the urge to kill myself right now.", "kill myself", "active-ideation", Tier.STOP),
    ("The thought of killing myself crossed my mind on Sunday.", "killing myself", "active-ideation", Tier.URGENT),
    ("I've wanted it twice this week, I want to cut myself tonight.", "cut myself", "self-injury-urge", Tier.STOP),
    ("I'm going to cut myself tonight.", "cut myself", "imminent-self-injury", Tier.STOP),
    ("I want to cut right now, so I gave the blades to my sister.", "cut", "self-injury-urge", Tier.URGENT),
    ("I want to cut myself right now. I gave the blades to my mum.", "cut myself", "self-injury-urge", Tier.URGENT),
    ("I'll be dead before the court date.", "be dead", "death-foreseen", Tier.STOP),
    ("A picture of it scared me, but I'm going to kill myself tonight.", "kill myself", "present-intent", Tier.STOP),
    ("I'm hanging myself on Monday.", "hanging myself", "present-intent", Tier.STOP),
    ("I'm overdosing today, mum is at the gym.", "overdosing", "present-intent", Tier.STOP),
    ("I'm killing myself tonight, I've told nobody at the gym.", "killing myself", "present-intent", Tier.STOP),
    ("I'm killing myself on Friday, the book won't be finished.", "killing myself", "present-intent", Tier.STOP),
)

_WISHED = (
    ("If they put me back on that ward I'd rather be dead.", "be dead", "passive-wish", Tier.FLAG),
    ("I'd rather be dead, and by tomorrow I will be.", "be dead", "want-to-die", Tier.STOP),
    ("I want to be dead, if I'm honest.", "be dead", "want-to-die", Tier.STOP),
    ("I want to die more than anything.", "die", "want-to-die", Tier.STOP),
    ("Part of me wants to end my life.", "end my life", "active-ideation", Tier.URGENT),
    ("I used to want to kill myself, years ago.", "kill myself", "old-ideation", Tier.FLAG),
    ("In my twenties, hanging myself, that came to me a lot.", "hanging myself", "old-ideation", Tier.FLAG),
    ("It comes up most nights, hanging myself.", "hanging myself", "suicide-named-self", Tier.URGENT),
    ("I failed my exams and I want to die.", "die", "want-to-die", Tier.STOP),
    ("I want to be dead, the shame is too much.", "be dead", "want-to-die", Tier.STOP),
    ("I'm so hungover I want to die.", "die", "joke-or-slang", Tier.FLAG),
    ("I had a panic attack this morning and I want to die.", "die", "want-to-die", Tier.STOP),
    ("I'm so anxious all the time, I want to die.", "die", "want-to-die", Tier.STOP),
    ("The panic never stops. I want to die.", "die", "want-to-die", Tier.STOP),
    ("I'm frightened and want to die.", "die", "want-to-die", Tier.STOP),
    ("I'm certain I want to kill myself.", "kill myself", "want-to-die", Tier.STOP),
    ("I'm scared I want to die.", "die", "active-ideation", Tier.URGENT),
    ("I'm not sure I want to die.", "die", "active-ideation", Tier.URGENT),
    ("I'm frightened I want to die tonight.", "die", "active-ideation", Tier.STOP),
    ("During panic attacks I want to die.", "die", "passive-wish", Tier.FLAG),
    ("I want to die when I have panic attacks.", "die", "passive-wish", Tier.FLAG),
    ("I had a panic attack and I wanted to die.", "die", "passive-wish", Tier.FLAG),
    ("I'm frightened and going to kill myself.", "kill myself", "present-intent", Tier.STOP),
    ("I wish I was dead and I have a plan.", "wish I was dead", "present-intent", Tier.STOP),
    ("I don't want to be here any more. I know how.", "don't want to be here", "present-intent", Tier.STOP),
    ("I wish I was dead but I don't have a plan.", "wish I was dead", "passive-wish", Tier.FLAG),
    ("I wish I was dead. I know how that sounds.", "wish I was dead", "passive-wish", Tier.FLAG),
    ("I'm suicidal. My therapist and I have a plan.", "suicidal", "suicidal-state", Tier.URGENT),
    ("I'd rather die than go there now.", "rather die than", "joke-or-slang", Tier.FLAG),
    ("Gonna unalive myself lmfao.", "unalive", "joke-or-slang", Tier.FLAG),
    ("Gonna unalive myself, the teams call was two hours.", "unalive", "joke-or-slang", Tier.FLAG),
    ("I'm gonna unalive myself.", "unalive myself", "present-intent", Tier.STOP),
    ("Gonna kms, for real.", "kms", "present-intent", Tier.STOP),
    ("kms", "kms", "joke-or-slang", Tier.FLAG),
    ("I want to end it all. My boyfriend, I mean.", "end it all.", "want-to-die", Tier.STOP),
    ("I want to end it all, my marriage is over.", "end it all,", "want-to-die", Tier.STOP),
    ("I want to kill myself, and that series made it worse.", "kill myself", "want-to-die", Tier.STOP),
    ("I've finished my novel and now I'm going to kill myself.", "kill myself", "present-intent", Tier.STOP),
)

_DONE = (
    ("I tried to hang myself last week.", "hang myself", "recent-attempt", Tier.STOP),
    ("I tried to hang myself last week after that film.", "hang myself", "recent-attempt", Tier.STOP),
    ("I took an overdose last week after the show.", "took an overdose", "recent-attempt", Tier.STOP),
    ("I took an overdose after my exam last week.", "took an overdose", "recent-attempt", Tier.STOP),
    ("I nearly hanged myself last week after the exam.", "hanged myself", "recent-attempt", Tier.STOP),
    (
        "I jumped in front of a train last month, my knee is ruined.",
        "jumped in front of a train",
        "recent-attempt",
        Tier.STOP,
    ),
    ("I cut my wrists on purpose in the garden.", "cut my wrists", "undated-attempt", Tier.URGENT),
    (
        "Took a handful of my pills on Friday. Not to die, just to sleep.",
        "Took a handful of my pills",
        "recent-self-injury",
        Tier.URGENT,
    ),
    ("I've started burning my skin again.", "burning my skin", "self-injury", Tier.URGENT),
    ("I cut myself as a teenager, and I slipped again on Friday.", "cut myself", "recent-self-injury", Tier.URGENT),
    ("I bit my hand until it bled because I was so upset.", "bit my hand", "self-injury", Tier.URGENT),
    ("I regularly scratch my arms.", "scratch my arms", "recent-self-injury", Tier.URGENT),
    ("Crying helps, and so would hurting myself.", "hurting myself", "self-injury-thought", Tier.FLAG),
    ("It's how I cope, to punish myself, most nights.", "punish myself", "recent-self-injury", Tier.URGENT),
)


@pytest.mark.parametrize(("text", "span", "rule", "tier"), [*_NAMED, *_PRESSING, *_WISHED, *_DONE])
def test_the_act_itself_is_named_by_what_surrounds_it(text: str, span: str, rule: str, tier: Tier) -> None:
    found = read(Message(text=text)).findings
    assert (span, rule, tier) in [(finding.text, finding.rule, finding.tier) for finding in found]


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
    ("answer", "rule", "tier"),
    [
        ("Yes, I tried last week.", "recent-attempt", Tier.STOP),
        ("Yes, I tried years ago.", "old-attempt", Tier.FLAG),
    ],
)
def test_an_attempt_told_in_answer_counts_by_when_it_was(answer: str, rule: str, tier: Tier) -> None:
    found = read(Message(text=answer, context="Have you had thoughts of ending your life?")).findings
    assert (answer, rule, tier) in [(finding.text, finding.rule, finding.tier) for finding in found]


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("kms", Tier.FLAG),
        ("Ugh, kms.", Tier.FLAG),
        ("Going to kms lmfao.", Tier.FLAG),
        ("Gonna unalive myself lmfao.", Tier.FLAG),
        ("Gonna unalive myself, the teams call was two hours.", Tier.FLAG),
        ("Gonna unalive myself.", Tier.STOP),
        ("I'd rather die than go there now.", Tier.FLAG),
        ("I was cooking and I cut myself.", Tier.NONE),
        ("I keep burning myself on the oven.", Tier.NONE),
        ("I have trouble falling asleep and I've been cutting myself.", Tier.URGENT),
        ("I can't fall asleep and I started cutting myself.", Tier.URGENT),
        ("I misread the box and took an overdose by mistake.", Tier.NONE),
        ("It's like a movie that goes on and I think about killing myself.", Tier.URGENT),
        ("I can't follow a film and I want to kill myself.", Tier.STOP),
        ("I used to paint and I took an overdose on Friday.", Tier.STOP),
        ("I took an overdose on Friday, I'm sadder than I used to be.", Tier.STOP),
        ("I used to think about killing myself years ago.", Tier.FLAG),
    ],
)
def test_what_stands_beside_an_act_is_read_where_it_stands(text: str, tier: Tier) -> None:
    assert read(Message(text=text)).tier is tier


def test_a_plan_raises_the_wish_beside_it_and_nothing_else() -> None:
    reading = read(Message(text="I wish I was dead and I have a plan. I could hit my brother."))
    told = {finding.rule: finding.tier for finding in reading.findings}
    assert told["present-intent"] is Tier.STOP
    assert told["anger-at-person"] is Tier.FLAG


def test_a_plan_without_a_wish_is_nothing() -> None:
    assert read(Message(text="I could hit my brother and I have a plan.")).tier is Tier.FLAG
