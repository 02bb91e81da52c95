"""Words that are one word away from a danger, or from an everyday saying: each is read as what it is."""

import tomllib
from pathlib import Path

import pytest

from agents.interview.safety.there_now import settled
from agents.interviewer.port import Brief, Purpose
from agents.interviewer.rules import say
from agents.language import Language
from agents.questions.bank import wording
from agents.risk.port import Message
from agents.risk.rules import read

_DATA = tomllib.loads((Path(__file__).parent / "one_word_away.toml").read_text(encoding="utf-8"))
_LOCALES = {"en": "en-US", "es": "es-MX"}


def _message(answers: str, text: str, language: Language) -> Message:
    if answers == "by_itself":
        return Message(text=text, language=language)
    if answers.startswith("item_"):
        item = int(answers.removeprefix("item_"))
        return Message(text=text, context=wording(item, language).questions[0], item=item, language=language)
    purpose = Purpose.NOW if answers == "there_now" else Purpose(answers)
    return Message(text=text, context=say(Brief(purpose=purpose, locale=_LOCALES[language])), language=language)


@pytest.mark.parametrize("group", _DATA["group"], ids=lambda one: f"{one['answers']}-{one['language']}")
def test_one_word_makes_the_difference(group: dict[str, str | list[list[str]]]) -> None:
    answers, language, wrong = str(group["answers"]), str(group["language"]), []
    for told, text in group["told"]:
        found = read(_message(answers, text, language))
        tier = "none" if told in ("no", "open") else told
        no = answers == "there_now" and settled(text, found, language)
        if found.tier.value != tier or (told in ("no", "open") and no is not (told == "no")):
            wrong.append((told, text, found.tier.value, no))
    assert not wrong
