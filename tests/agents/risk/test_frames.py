"""Frames: each of the few things that reach from one clause into another, and that it hides nothing else."""

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read

FRAMED = [
    ("quoted", "The chorus goes 'I want to die in your arms', it's an old song."),
    ("quoted", 'My dad said "I will kill myself and it is your fault", and went to bed.'),
    ("answered", "Suicidal? Hardly. I'm knackered."),
    ("answered", "My wife asked whether I was thinking of killing myself, and I'm not."),
    ("answered", "The form says risk of suicide, that's a mistake."),
    ("denied", "I would never, no matter what, kill myself."),
    ("feared", "I keep thinking the lump is cancer and I'll be dead in a year."),
    ("feared", "I get dizzy and think, this is it, I'm going to die."),
    ("unwanted", "I get this urge to swerve into cyclists and I don't want to, it frightens me."),
    ("dated", "In the army, 1986, I put a gun to my head."),
    ("explained", "I'm doing it tonight, I'm asking her to marry me."),
    ("explained", "I won't be here next week, I'm at a conference."),
    ("explained", "I want to end it. The gym membership, I mean."),
    ("explained", "I've bought the rope, the pegs and the tent."),
    ("in play", "I was peeling spuds and I cut myself."),
    ("in play", "Gonna unalive myself, the teams call was two hours."),
    ("hanging on an if", "If you're late once more, I'll kill you, ha."),
]
HIDES_NOTHING = [
    ("quoted", "The chorus goes 'I want to die tonight'. I want to die as well."),
    ("quoted", 'My dad said "stop it", I am going to kill myself tonight.'),
    ("answered", "Hungry? No. I'm going to kill myself tonight."),
    ("answered", "My wife asked if I was tired, and I'm not, I'm going to hang myself on Friday."),
    ("denied", "I would never hurt her, I'm going to kill myself tonight."),
    ("feared", "I get dizzy on the stairs, I'm going to kill myself tonight."),
    ("feared", "I cannot wait to be dead, my heart is calm."),
    ("unwanted", "Loud films frighten me, I'm going to hang myself on Friday."),
    ("dated", "I left the army in 1986. I put a gun to my head last night."),
    ("explained", "I'm at a conference next week, I'm going to kill myself tonight."),
    ("explained", "I've saved up enough pills to die, I cancelled my holiday."),
    ("explained", "Tonight is my last night alive, I finished my last shift."),
    ("explained", "There's a wedding in June, I've counted out the pills and written the note."),
    ("in play", "I was playing a game, I took an overdose last night."),
    ("hanging on an if", "If it rains we stay in, I've counted out the pills for tonight."),
]


@pytest.mark.parametrize(("kind", "text"), FRAMED)
def test_each_frame_keeps_a_clause_from_what_it_says_alone(kind: str, text: str) -> None:
    assert read(Message(text=text)).tier.rank <= Tier.FLAG.rank, kind


@pytest.mark.parametrize(("kind", "text"), HIDES_NOTHING)
def test_no_frame_hides_what_is_meant(kind: str, text: str) -> None:
    assert read(Message(text=text)).tier is Tier.STOP, kind


@pytest.mark.parametrize(
    ("question", "text", "tier"),
    [
        ("Do you have a plan to end your life?", "Yes, but I would never go through with it.", Tier.URGENT),
        ("Have you had thoughts of hurting yourself?", "No. I'm low, and I wouldn't hurt myself.", Tier.NONE),
        ("Have you had thoughts of hurting yourself?", "We played cards. Yes, tonight.", Tier.STOP),
        ("Do you have a plan to end your life?", "The bus was full, yes.", Tier.STOP),
        ("Are you going to end your life today?", "It rained all morning. 👍", Tier.STOP),
        ("What would stop you acting on these thoughts?", "My children. I couldn't do it to them.", Tier.FLAG),
    ],
)
def test_a_reply_is_taken_with_what_it_says_further_and_without_what_is_beside(
    question: str, text: str, tier: Tier
) -> None:
    assert read(Message(text=text, context=question)).tier is tier


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("I wake at four. Je veux mourir. J'ai écrit la lettre.", Tier.STOP),
        ("Thanks for asking. Quiero matarme. I work a lot.", Tier.STOP),
        ("The bus was full, je veux mourir", Tier.STOP),
        ("Ich bringe mich heute Nacht um, we played cards.", Tier.STOP),
        ("Je ne veux pas mourir. By Sunday there'll be no me to ring.", Tier.STOP),
        ("It has been hard. No quiero morir. I work a lot.", Tier.NONE),
        ("The film was called La vie est belle. I liked it.", Tier.NONE),
    ],
)
def test_a_clause_in_another_language_is_heard_within_an_english_message(text: str, tier: Tier) -> None:
    assert read(Message(text=text)).tier is tier
