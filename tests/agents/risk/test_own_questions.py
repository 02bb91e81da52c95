"""The product's own questions must never turn an ordinary answer into an alarm."""

from collections.abc import Iterator

import pytest

from agents.domain import level1
from agents.domain.risk import Tier
from agents.interviewer.port import Brief, Purpose
from agents.interviewer.rules import say
from agents.language import Language
from agents.questions.bank import wording
from agents.risk.port import Message
from agents.risk.rules import read
from benchmarks.training.datasets import authors
from benchmarks.training.datasets import replies as labelled
from benchmarks.training.reader.held_out import after_training

ORDINARY = (
    "Yes.",
    "Yes, most days.",
    "More than half the days, I'd say nine.",
    "Three or four days, mostly in the evenings.",
    "Nearly every day, if I'm honest. It starts in the morning and stays.",
    "Twice, I think. Last Tuesday and again at the weekend.",
    "Definitely, all the time.",
    "No, not at all.",
)
THERE = (
    "for sure", "I'm afraid so", "that's right", "no doubt", "I'd say so", "guilty", "sadly", "you could say that",
    "No, apart from last weekend", "No, other than Tuesday night",
    "I have, yes", "Uh-huh", "yep", "Now and again", "On Tuesday", "Last week", "Five", "Every single night",
    "A handful of times", "yes but I would never act on it", "Off and on", "Once, on Sunday, after the row",
    "Absolutely.", "Definitely, all the time.",
    "About a week's worth of days", "It was there on the Monday and Tuesday",
    "Twice. It scared me.", "more days than not", "mostly at weekends", "Too many times to count",
)  # fmt: skip
DENIED = (
    "nope", "No thank God", "Never in my life", "Not once", "0", "None", "Not in the last two weeks", "Thankfully not",
    "Absolutely not", "Definitely not, no", "Can't say I have", "That's not something I think about", "Not for me",
    "No. My kids keep me going.", "Doesn't apply to me", "not even once",
)  # fmt: skip
OTHERS = [item for item in level1.items() if item != level1.HARM_ITEM]


@pytest.mark.parametrize("item", OTHERS)
@pytest.mark.parametrize("purpose", [Purpose.QUESTION, Purpose.REPHRASE, Purpose.FOLLOW_UP])
def test_an_ordinary_answer_to_our_question_raises_nothing(item: int, purpose: Purpose) -> None:
    for seed in range(12):
        brief = Brief(purpose=purpose, item=item, seed=seed, attempt=seed, missing="frequency", reply="Sometimes.")
        question = say(brief)
        for text in ORDINARY:
            reading = read(Message(text=text, context=question, item=item))
            assert reading.tier is Tier.NONE, (question, text, reading.findings)


@pytest.mark.parametrize("text", [text for text in ORDINARY if not text.startswith("No")])
@pytest.mark.parametrize("purpose", [Purpose.QUESTION, Purpose.REPHRASE, Purpose.FOLLOW_UP])
def test_how_often_there_were_thoughts_of_self_harm_is_flagged_and_no_more(purpose: Purpose, text: str) -> None:
    for seed in range(24):
        brief = Brief(
            purpose=purpose, item=level1.HARM_ITEM, seed=seed, attempt=seed, missing="frequency", reply="Sometimes."
        )
        question = say(brief)
        reading = read(Message(text=text, context=question, item=level1.HARM_ITEM))
        assert reading.tier is Tier.FLAG, (question, text, reading.findings)


@pytest.mark.parametrize(
    ("text", "tier"), [*((text, Tier.FLAG) for text in THERE), *((text, Tier.NONE) for text in DENIED)]
)
def test_short_answers_about_self_harm(text: str, tier: Tier) -> None:
    for seed in range(12):
        question = say(Brief(purpose=Purpose.QUESTION, item=level1.HARM_ITEM, seed=seed))
        reading = read(Message(text=text, context=question, item=level1.HARM_ITEM))
        assert reading.tier is tier, (question, text, reading.findings)


def test_what_people_answer_to_the_other_questions_hardly_ever_ends_an_interview() -> None:
    """Every twelfth of all our labelled replies, the same ones each time."""
    stopped, alerted, told = [], [], list(replies())[::12]
    for number, (item, text) in enumerate(told):
        question = say(Brief(purpose=Purpose.QUESTION, item=item, seed=number % 12))
        tier = read(Message(text=text, context=question, item=item)).tier
        stopped += [text] if tier is Tier.STOP else []
        alerted += [text] if tier is Tier.URGENT else []
    assert len(told) > 1000
    assert len(stopped) <= 2, stopped
    assert len(alerted) < len(told) / 250, alerted


def replies() -> Iterator[tuple[int, str]]:
    """The project's labelled replies to all items but the one on self-harm, but for those of after the encoder's
    training."""
    after = after_training("replies")
    for path in (one for one in authors() if one.stem not in after):
        yield from ((reply.item, reply.text) for reply in labelled(path) if reply.item != level1.HARM_ITEM)


@pytest.mark.parametrize(
    "text",
    [
        "one sec",
        "1 minute please",
        "give me a sec",
        "wait",
        "lemme think",
        "im back",
        "my phone died sorry",
        "hmm",
        "thats a weird question",
        "hello",
        "brb",
    ],
)
def test_what_is_no_answer_to_item_11_tells_of_nothing(text: str) -> None:
    for question in wording(level1.HARM_ITEM).questions:
        assert read(Message(text=text, context=question, item=level1.HARM_ITEM)).findings == (), question


@pytest.mark.parametrize(
    "text",
    [
        *("maybe", "heavy", "twice", "kinda", "i guess", "rather not say", "a few"),
        *("it comes with the night shift", "cant leave my kids", "im still here arent i"),
        *(
            "yes. how long does this take",
            "yes, can i talk to someone",
            "a day or two. is there a doctor i can video call",
        ),
    ],
)
def test_what_may_be_a_yes_to_item_11_is_recorded(text: str) -> None:
    for question in wording(level1.HARM_ITEM).questions:
        assert read(Message(text=text, context=question, item=level1.HARM_ITEM)).tier is Tier.FLAG, question


@pytest.mark.parametrize(
    "text",
    [
        "Not on a single day",
        "not on any day",
        "On no day.",
        "not for one night",
        "No day at all",
        "no days this time",
        "not any evening",
        "not on any day in the past two weeks",
        "not on any of those days",
    ],
)
def test_no_day_at_all_denies_item_11(text: str) -> None:
    for question in wording(level1.HARM_ITEM).questions:
        assert read(Message(text=text, context=question, item=level1.HARM_ITEM)).findings == (), question


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("no not right now, sorry for being dramatic", Tier.URGENT),
        ("no not yet", Tier.FLAG),
        ("no, not while my mum is home", Tier.FLAG),
        ("no, not right now, i had a bad day thats all", Tier.NONE),
        ("no not right now but the pills are next to me", Tier.STOP),
        ("no i took them already", Tier.STOP),
        ("no not right now, ask me again tonight", Tier.STOP),
    ],
)
def test_a_no_to_whether_it_is_there_now_ends_nothing_by_its_question_alone(text: str, tier: Tier) -> None:
    question = say(Brief(purpose=Purpose.NOW, item=level1.HARM_ITEM)).rsplit("\n\n", maxsplit=1)[-1]
    assert read(Message(text=text, context=question)).tier is tier


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "es-ES", "es-US"])
def test_being_ready_to_begin_is_no_readiness_to_die(locale: str) -> None:
    language = "es" if locale.startswith("es") else "en"
    ready = (
        ["Sí, ya estoy lista, ándele pues", "Ya estoy listo"] if language == "es" else ["Yes, I'm ready now", "ready"]
    )
    for seed in range(4):
        asked = say(Brief(purpose=Purpose.INTRO, locale=locale, seed=seed)).strip().rsplit("\n\n", maxsplit=1)[-1]
        for text in ready:
            assert read(Message(text=text, context=asked, language=language)).findings == (), (asked, text)


@pytest.mark.parametrize("text", ["do it", "ok go on", "on the 3rd… and the day after", "tuesday, and the 14th"])
def test_going_on_and_dates_are_no_danger_unless_one_was_told_of(text: str) -> None:
    for item in (2, 6, 8, 20):
        assert read(Message(text=text, context=wording(item).questions[0], item=item)).findings == (), item


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *((text, "en") for text in ("i want to change my life", "ive got a date on friday", "my mother died in June")),
        *((text, "es") for text in ("quiero recuperar mi vida", "voy a lavar el carro", "voy a sacar la basura")),
    ],
)
def test_hopes_and_chores_end_nothing_at_the_end_either(text: str, language: Language) -> None:
    locale = {"en": "en-US", "es": "es-US"}[language]
    ends = say(Brief(purpose=Purpose.REVIEW, locale=locale, again=True)).rsplit("\n\n", maxsplit=1)[-1]
    mood = wording(2, language).questions[0]
    for asked, item in ((ends, None), (mood, 2)):
        assert read(Message(text=text, context=asked, item=item, language=language)).findings == (), asked


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("i want to end my life", Tier.STOP),
        ("I want to put my life out", Tier.STOP),
        ("I want to change my life. I bought the rope for tonight", Tier.STOP),
        ("goodbye, thanks for everything, i am gonna start the car", Tier.STOP),
        ("im gonna start the car", Tier.URGENT),
        ("put 3 for mood. I want to turn my life around", Tier.URGENT),
        ("ya quiero acabar la entrevista", Tier.FLAG),
    ],
)
def test_hopes_and_chores_hide_no_danger(text: str, tier: Tier) -> None:
    ends = say(Brief(purpose=Purpose.REVIEW, again=True)).rsplit("\n\n", maxsplit=1)[-1]
    assert read(Message(text=text, context=ends)).tier is tier


@pytest.mark.parametrize("text", ["i want to change my life. tonight", "need to live my life. I can't. pills are here"])
def test_what_stands_beside_a_hope_is_read_with_it(text: str) -> None:
    assert read(Message(text=text, context=wording(2).questions[0], item=2)).tier is Tier.STOP


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *((text, "en") for text in ("not a day without it", "no day without it", "not a single night goes by")),
        *(
            (text, "en")
            for text in ("not one night without thinking of it", "no i think about it daily", "no days off from it")
        ),
        *((text, "es") for text in ("ningún día sin eso", "ni un día sin eso", "no pasa un día sin pensarlo")),
    ],
)
def test_no_day_without_is_every_day(text: str, language: Language) -> None:
    for question in wording(level1.HARM_ITEM, language).questions:
        found = read(Message(text=text, context=question, item=level1.HARM_ITEM, language=language))
        assert found.tier is not Tier.NONE, question


def test_not_one_day_in_spanish_denies_item_11() -> None:
    for question in wording(level1.HARM_ITEM, "es").questions:
        for text in ("ni un solo día", "ni una sola noche", "en ningún día", "0 días"):
            found = read(Message(text=text, context=question, item=level1.HARM_ITEM, language="es"))
            assert found.findings == (), (question, text)
