"""No list of answers to the questions about risk runs away on words that are said again and again."""

import time

import pytest

from agents.language import Language
from agents.risk.ruleset import rules

AGAIN: dict[Language, tuple[str, ...]] = {
    "en": (
        *("no", "yes", "um", "lol", "i", "often", "but", "maybe", "because", "not now", "well", "just", "nope"),
        *("right now i am working lol", "they are there", "define it", "i tried", "not any more", "constantly"),
    ),
    "es": (
        *("no", "si", "pues", "ahora", "estoy", "porque", "nop", "bueno", "ya no", "jaja", "solo", "estan", "ya"),
        *("tal vez", "a veces", "esta noche", "cada dia", "me"),
    ),
}
LONGEST = 1.0
"""Seconds; each takes some thousandths of one. Where a list runs away, 40 words take years."""


@pytest.mark.parametrize("language", AGAIN)
@pytest.mark.parametrize("between", [" ", ", ", " . "])
def test_words_said_again_and_again_take_no_time(language: Language, between: str) -> None:
    for name, pattern in rules(language).answers.items():
        for word in AGAIN[language]:
            for many in (12, 18, 40):
                begun = time.process_time()
                pattern.search(f" {between.join([word] * many)} x ")
                assert time.process_time() - begun < LONGEST, (name, word, many)
