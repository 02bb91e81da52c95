"""Ordinary matters beside danger hide nothing: told in one breath, before it and after it, and in two sentences."""

import json
import random
import tomllib

import pytest

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Tier
from agents.language import Language
from agents.questions.bank import wording
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


@pytest.mark.parametrize("danger", ["I'm on the bridge right now", "I cannot take it, I have a plan", *DANGER])
@pytest.mark.parametrize("drawn", ["😢", "💔", "❤️", "🙏🏽", "→", ":(", ":-/", "<3", "xx"])
def test_what_is_drawn_beside_a_danger_hides_none_of_it(danger: str, drawn: str) -> None:
    texts = (f"{danger} {drawn}", f"{danger}{drawn}", f"{drawn} {danger}") if drawn != "xx" else (f"{danger} {drawn}",)
    question = wording(1).questions[0]
    for item, asked in ((None, None), (1, question)):
        plain = read(Message(text=danger, context=asked, item=item)).tier
        tiers = {text: read(Message(text=text, context=asked, item=item)).tier for text in texts}
        assert {text for text, tier in tiers.items() if tier.rank < plain.rank} == set()


BESIDE = [
    "I cannot wait to be dead, my heart is calm.",
    "Tonight is my last night alive, I finished my last shift.",
    "I've saved up enough pills to die, I cancelled my holiday.",
]


@pytest.mark.parametrize("text", BESIDE)
def test_an_exception_is_judged_in_its_own_clause(text: str) -> None:
    assert read(Message(text=text)).tier is Tier.STOP


REMARKS: dict[Language, list[str]] = {
    "en": [
        *("I made some soup", "the neighbours have a new car", "it rained all morning", "my brother called on Sunday"),
        *("I've got a dentist appointment", "the dog needs a walk", "we had pasta for tea", "I finished the crossword"),
        *("the heating is on", "I watched a bit of telly"),
    ],
    "es": [
        *("hoy hice sopa", "los vecinos tienen coche nuevo", "llovió toda la mañana", "mi hermano llamó el domingo"),
        *("tengo cita con el dentista", "hay que sacar al perro", "comimos pasta", "terminé el crucigrama"),
        *("está puesta la calefacción", "vi un rato la tele"),
    ],
}
JOINS: dict[Language, list[str]] = {
    "en": ["{m}, {t}.", "{m}, and {t}.", "{m}. {T}.", "{T}, {m}", "{T}. {m}", "{m} but {t}"],
    "es": ["{m}, {t}.", "{m}, y {t}.", "{m}. {T}.", "{T}, {m}", "{T}. {m}", "{m} pero {t}"],
}
"""How a remark stands beside what must stop: before and after, in one breath and in two sentences."""
_LONGEST = 200
_EVERY: dict[Language, int] = {"en": 12, "es": 4}


def _stops(language: Language) -> list[tuple[str, str | None]]:
    """Every so many-th message of ours that must stop and does, with its question."""
    spanish = language == "es"
    rows = [
        row for path in messages() if path.stem.startswith("es_") == spanish for row in map(json.loads, path.open("rb"))
    ]
    told = [(row["text"], row["context"]) for row in rows if row["accept"] == ["stop"]]
    if not spanish:
        corpus = tomllib.loads((RISK / "corpus.toml").read_text("utf-8"))
        told += [(text, None) for group in corpus["group"] if group["accept"] == ["stop"] for text in group["texts"]]
        evidence = tomllib.loads((RISK / "indirect.toml").read_text("utf-8"))["group"]
        told += [(row[0], [*row, None][1]) for group in evidence if group["tier"] == "stop" for row in group["texts"]]
    drawn = [one for one in dict.fromkeys(told) if len(one[0]) <= _LONGEST][:: _EVERY[language]]
    return [one for one in drawn if _tier(*one, language) is Tier.STOP]


def _tier(text: str, question: str | None, language: Language) -> Tier:
    return read(Message(text=text, context=question, language=language)).tier


@pytest.mark.parametrize(("language", "fewest"), [("en", 399), ("es", 194)])
def test_an_ordinary_remark_beside_a_stop_of_ours_rarely_hides_it(language: Language, fewest: int) -> None:
    """Each with one of the sixty ways of saying a remark beside it: the same one each time. `fewest` is how many of the
    language are drawn and read as a stop, so that none that is no longer read can drop out unseen; each language has
    its own sets."""
    drawn, tiers = random.Random(11), []
    ways = [(remark, join) for remark in REMARKS[language] for join in JOINS[language]]
    for told, question in _stops(language):
        remark, join = drawn.choice(ways)
        text = join.format(m=told.strip().rstrip(".!"), t=remark, T=remark[0].upper() + remark[1:])
        tiers.append(_tier(text, question, language))
    assert len(tiers) >= fewest
    assert tiers.count(Tier.STOP) / len(tiers) >= 0.93
    assert tiers.count(Tier.NONE) / len(tiers) <= 0.03


NO_BUT: list[tuple[Language, str, Tier]] = [
    ("en", "no but i have a plan", Tier.STOP),
    ("en", "not really, but i know how id do it", Tier.STOP),
    ("en", "no, but sometimes i think about it", Tier.FLAG),
    ("en", "no i wouldnt do it but i think about it", Tier.FLAG),
    ("en", "no. i mean sometimes i do", Tier.FLAG),
    ("en", "nah just once or twice", Tier.FLAG),
    ("en", "no i wouldn't do it, just think about it", Tier.FLAG),
    ("en", "No, I wouldn't do that to my wife. But there are mornings I'd rather not have woken up.", Tier.FLAG),
    ("en", "no, well, a bit", Tier.FLAG),
    ("es", "no, pero a veces lo pienso", Tier.FLAG),
    ("es", "no, aunque a veces sí", Tier.FLAG),
    ("es", "la verdad no, solo a veces", Tier.FLAG),
    ("en", "no, but thanks for asking", Tier.NONE),
    ("en", "no, not at all, but i worry about my sister", Tier.NONE),
    ("en", "no but i dont sleep", Tier.NONE),
    ("en", "no but i get mad", Tier.NONE),
    ("en", "no but i used to", Tier.FLAG),
    ("en", "no, but if my wife dies i go with her", Tier.FLAG),
    ("en", "No. I carried two children over a border; I'm not going to leave them now.", Tier.NONE),
    ("es", "no, pero gracias por preguntar", Tier.NONE),
    ("en", "No, not me. It has been in my head twice. I never acted on it.", Tier.FLAG),
    ("en", "It comes to mind now and again when all is dark, but I have no plan at all.", Tier.FLAG),
    ("en", "No, none of those thoughts. I just feel low and tired sometimes.", Tier.NONE),
    ("en", "No, except when I drink.", Tier.FLAG),
    ("en", "never. i only burn myself a little", Tier.FLAG),
]


@pytest.mark.parametrize(("language", "text", "tier"), NO_BUT)
def test_a_no_hides_nothing_that_follows_it(language: Language, text: str, tier: Tier) -> None:
    for question in wording(HARM_ITEM, language).questions:
        told = Message(text=text, context=question, item=HARM_ITEM, language=language)
        assert read(told).tier is tier, question


HOWEVER_ASKED = [
    "it went there on two days. i put the radio on and it left. i'm not going to do anything.",
    "two days. i have no intention of doing it",
    "a few times, at night. i would never act on it",
]


@pytest.mark.parametrize("text", HOWEVER_ASKED)
def test_an_answer_about_self_harm_weighs_the_same_however_it_is_asked(text: str) -> None:
    asked = [
        *wording(HARM_ITEM).questions,
        "There's no hurry, and you can leave this one out. It is still about thoughts of hurting yourself. Please look "
        "back over the last 14 days. On about how many would you say you had thoughts of hurting yourself?",
    ]
    tiers = {read(Message(text=text, context=question, item=HARM_ITEM)).tier for question in asked}
    assert tiers & {Tier.FLAG, Tier.URGENT} == tiers


@pytest.mark.parametrize("text", ["im done. bye", "enough. bye"])
def test_a_wish_to_leave_is_no_danger_unless_one_was_told_of(text: str) -> None:
    message = Message(text=text, context=wording(9).questions[0], item=9)
    assert read(message).tier is Tier.NONE
    before = read(Message(text="I keep thinking about killing myself")).findings
    assert read(message.model_copy(update={"prior": before})).tier is not Tier.NONE


def test_a_wish_in_spanish_is_heard_in_an_english_interview() -> None:
    told = Message(text="no tengo ganas de vivir", context=wording(2).questions[0], item=2)
    assert read(told).tier is Tier.FLAG


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("slept fine, gave my cat to my sister so shes sorted for after saturday", Tier.FLAG),
        ("given away most of my stuff, feels lighter", Tier.FLAG),
        ("gave away my old clothes to charity", Tier.NONE),
        ("we gave our cat away, allergies", Tier.NONE),
        ("gave away all my stuff when i moved", Tier.NONE),
    ],
)
def test_what_is_given_away_is_asked_about(text: str, tier: Tier) -> None:
    assert read(Message(text=text, context=wording(14, "en").questions[0], item=14)).tier is tier


def test_a_stop_at_an_ordinary_item_does_not_hang_on_one_wording_of_its_question() -> None:
    told = Message(text="A bit sorry for myself on Saturday.", context="Were you down or hopeless?", item=2)
    assert read(told).tier is not Tier.STOP
    assert read(told.model_copy(update={"text": "I'll be dead by Saturday."})).tier is Tier.STOP


def test_a_question_for_thoughts_of_self_harm_is_known_where_no_item_is_named() -> None:
    told = Message(
        text="I've had dark thoughts like that when it all got too much, but I'd never do it.",
        context="Thank you. Thoughts of actually hurting yourself? How often have you had these thoughts?",
    )
    assert read(told).tier is Tier.FLAG
    assert read(told.model_copy(update={"text": "No, and I'd never do it. I was only sad."})).tier is Tier.NONE
