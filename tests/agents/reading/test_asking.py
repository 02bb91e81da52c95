"""Questions without their mark: found by how they are built, and never where they answer."""

import pytest

from agents.language import Language
from agents.reading.asking import marked


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what does that mean", "en"),
        ("so who gets this after", "en"),
        ("huh why", "en"),
        ("if i say yes what happens", "en"),
        ("would you tell my mum", "en"),
        ("what happens if i say yes", "en"),
        ("and then what", "en"),
        ("who’s reading this", "en"),
        ("quién lee esto", "es"),
        ("que pasa si digo que si", "es"),
        ("por qué preguntas eso", "es"),
        ("por qué preguntas eso", "es-tu"),
    ],
)
def test_a_question_gets_its_mark(text: str, language: Language) -> None:
    assert marked(text, language) == f"{text}?"
    assert marked(f"  {text} \n", language) == f"  {text}?"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("uh huh", "en"),
        ("had my flu shot tuesday", "en"),
        ("when am i not", "en"),
        ("who does lol", "en"),
        ("do i sleep badly yes", "en"),
        ("am i anxious every day i'd say", "en"),
        ("what i feel is hard to say", "en"),
        ("is it bad. most days", "en"),
        ("what does that mean?", "en"),
        ("every day", "en"),
        ("", "en"),
        ("que no duermo nada", "es"),
        ("como poco últimamente", "es"),
    ],
)
def test_an_answer_stays_as_it_is(text: str, language: Language) -> None:
    assert marked(text, language) == text
