"""Spanish in English words: what the learnt reader is given beside the Spanish itself."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.questions.bank import wording
from agents.reading.model.folding import folded
from agents.reading.model.gloss import _LIST, asked, glossed
from agents.reading.model.reader import reader

LINES = _LIST.read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("No duermo nada.", "i do not sleep nothing."),
        ("Casi todos los días", "nearly every day"),
        ("de vez en cuando, por las noches", "now and then, at night"),
        ("no lo hago", "i do not do it"),
        ("no estoy triste", "i am not sad"),
        ("quiero matarme esta noche", "i want kill myself tonight"),
        ("no, nunca", "no, never"),
        ("xyzzy 3", "xyzzy 3"),
        ("", ""),
    ],
)
def test_a_text_in_english_words(spanish: str, english: str) -> None:
    assert glossed(folded(spanish)) == english


def test_a_question_is_put_to_the_one_who_is_asked() -> None:
    for item in range(1, 24):
        for question in wording(item, "es").questions:
            told = asked(folded(question))
            assert not re.search(r"\b(?:i|he|him|his|her)\b", told), told


def test_every_line_is_a_form_and_its_meaning_once_and_in_order() -> None:
    forms = [line.split("\t")[0] for line in LINES]
    assert all(re.fullmatch(r"[a-z]+(?: [a-z]+){0,4}\t[a-z0-9' -]*", line) for line in LINES)
    assert forms == sorted(set(forms))
    assert len(forms) > 5000


@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_any_text_is_glossed_without_running_away(text: str) -> None:
    said = folded(text)
    assert len(glossed(said)) <= 30 * len(said) + 30


@pytest.mark.parametrize(
    ("text", "least"),
    [("ya no quiero vivir, hoy me mato", 0.8), ("tengo ganas de morirme", 0.4), ("fui al mercado con mi hija", 0.0)],
)
def test_spanish_is_read_as_its_english_is(text: str, least: float) -> None:
    alarm = reader().read(None, text).alarm
    assert alarm >= least
    assert least > 0 or alarm < 0.1
