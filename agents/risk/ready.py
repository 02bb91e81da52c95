"""What says no more than that the patient is ready to begin or to go on, or has nothing to add, and that medicine
helps: there is no danger in it to be sought."""

import re
import unicodedata
from typing import Final

from agents.risk.answers import asked
from agents.risk.port import Message
from agents.risk.ruleset import table

_LISTS: Final = table("ready.toml")
_ASKED: Final = re.compile(_LISTS["asked"])
_MORE: Final = re.compile(_LISTS["more"])
_WORKS: Final = re.compile(_LISTS["works"])
_GRAVE: Final = re.compile(table("about.toml")["grave"])
_WORDS: Final = {key: "|".join(_LISTS[key]) for key in ("agrees", "goes", "beside")}
_GOES: Final = re.compile(rf"\b(?:{_WORDS['goes']})\b")
_READY: Final = re.compile(rf"\W*+(?>(?:{'|'.join(_WORDS.values())})\b\W*+)++")
_AGREES: Final = re.compile(rf"\W*+(?>(?:{_WORDS['agrees']})\b\W*+)++")
_SENTENCE: Final = re.compile(r"[^.!?\n]*\w[^.!?\n]*[.!?\n]*")


def without(message: Message) -> Message:
    """A message without its sentences that say that the patient is ready or has nothing to add, and without a yes
    before others, where that was asked; and without those that say that medicine helps. Blanks hold their places."""
    text, between = message.text, asks_ready(message) or _asks(_MORE, message)
    for one in _SENTENCE.finditer(text):
        said = "".join(map(_bare, one[0]))
        told = _WORKS.fullmatch(said)
        if between and told is None:
            told = (_READY.fullmatch(said) if _GOES.search(said) else None) or _AGREES.match(said)
        end = told.end() if told else 0
        text = text[: one.start()] + " " * end + text[one.start() + end :]
    return message.model_copy(update={"text": text})


def asks_ready(message: Message) -> bool:
    """Whether a message answers if the patient is ready, and no question about risk."""
    return _asks(_ASKED, message)


def _asks(question: re.Pattern[str], message: Message) -> bool:
    if message.item is not None:
        return False
    last = "".join(map(_bare, " ".join(re.split(r"(?<=[.?!])\s", (message.context or "").strip())[-2:])))
    fits = question.search(last) is not None and _GRAVE.search(last) is None
    return fits and asked(message.context, None, message.language) is None


def _bare(letter: str) -> str:
    """A letter in lower case without its accent: one stays one."""
    return "'" if letter == "’" else unicodedata.normalize("NFD", letter)[0].lower()[:1]
