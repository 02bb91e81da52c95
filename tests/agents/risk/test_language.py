"""Language: names, places, brands, fillers and numbers show none; short lines in other languages still do."""

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read

ENGLISH = [
    "um bakersfield", "um medium", "los angeles", "uh las vegas", "el paso texas", "from la", "la jolla",
    "des moines", "um san fernando valley", "um oscar de la hoya", "my name is juan de la cruz", "uh maria",
    "le bron james", "um honda civic", "uh del taco", "um ikea", "probably um seinfeld", "um die hard",
    "der wienerschnitzel", "coca cola", "um twenty seven", "um nineteen eighty six", "ten", "ten. eleven", "mm hmm",
    "oh man", "um honestly", "um photography", "puerto rico", "la la land", "um nevada um reno", "o",
]  # fmt: skip
FOREIGN = [
    "no entiendo", "no se", "estoy bien", "casi nunca", "me siento mal", "si", "mas o menos", "no hablo ingles",
    "ich verstehe nicht", "nicht so gut", "um zehn Uhr", "nein danke", "je ne sais pas", "oui toujours", "c'est dur",
    "non capisco", "molto stanco", "não sei", "um pouco", "nie wiem", "ik weet het niet", "elke dag", "bilmiyorum",
    "hindi ko alam", "jag mår inte bra", "Samahani, sielewi swali hili", "мне плохо", "我睡不好",
]  # fmt: skip


def flagged(text: str, context: str | None = None) -> bool:
    return "language" in [one.rule for one in read(Message(text=text, context=context)).findings]


@pytest.mark.parametrize("context", [None, "where are you from"])
@pytest.mark.parametrize("text", ENGLISH)
def test_names_places_brands_fillers_and_numbers_are_no_foreign_language(text: str, context: str | None) -> None:
    assert not flagged(text, context)


@pytest.mark.parametrize("context", [None, "where are you from"])
@pytest.mark.parametrize("text", FOREIGN)
def test_a_short_line_in_another_language_is_flagged(text: str, context: str | None) -> None:
    assert flagged(text, context)


def test_a_wish_in_short_spanish_is_heard() -> None:
    assert "passive-wish" in [one.rule for one in read(Message(text="ojalá no me despertara mañana")).findings]


@pytest.mark.parametrize("parting", ["goodbye", "Thank you, that is all. Goodbye.", "okay goodbye", "thanks. goodbye!"])
@pytest.mark.parametrize("reply", ["bye bye", "goodbye", "bye, thank you"])
def test_an_interviewers_goodbye_is_no_question_about_dying(parting: str, reply: str) -> None:
    assert read(Message(text=reply, context=parting)).tier is Tier.NONE


@pytest.mark.parametrize("text", ["me ahorqué ayer", "me quise ahorcar ayer", "ya no aguanto, esta noche lo hago"])
def test_a_danger_in_spanish_stops_an_english_interview(text: str) -> None:
    asked = "In the last two weeks, on about how many days, if any, did you feel sad or low?"
    assert read(Message(text=text, context=asked, item=2)).tier is Tier.STOP
