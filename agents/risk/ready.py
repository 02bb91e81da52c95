"""What says that the patient is ready to begin, or to go on, and no more: there is no danger in it to be sought."""

import re
import unicodedata
from typing import Final

from agents.risk.answers import asked
from agents.risk.port import Message
from agents.risk.ruleset import table

_ASKED: Final = re.compile(table("ready.toml")["asked"])
_GRAVE: Final = re.compile(table("about.toml")["grave"])
_WORDS: Final = {key: "|".join(known) for key, known in table("ready.toml").items() if key != "asked"}
_GOES: Final = re.compile(rf"\b(?:{_WORDS['goes']})\b")
_READY: Final = re.compile(rf"\W*+(?>(?:{'|'.join(_WORDS.values())})\b\W*+)++")
_AGREES: Final = re.compile(rf"\W*+(?>(?:{_WORDS['agrees']})\b\W*+)++")
_SENTENCE: Final = re.compile(r"[^.!?\n]*\w[^.!?\n]*[.!?\n]*")


def without(message: Message) -> Message:
    """A message that answers whether the patient is ready without its sentences that say so, and without a yes before
    others; blanks hold their places. Any other is left as it is."""
    if message.item is not None or not _asked(message):
        return message
    text = message.text
    for one in _SENTENCE.finditer(text):
        said = "".join(map(_bare, one[0]))
        ready = (_GOES.search(said) and _READY.fullmatch(said)) or _AGREES.match(said)
        end = ready.end() if ready else 0
        text = text[: one.start()] + " " * end + text[one.start() + end :]
    return message.model_copy(update={"text": text})


def _asked(message: Message) -> bool:
    """Whether the last question before a message is one for being ready, and none about risk."""
    last = "".join(map(_bare, " ".join(re.split(r"(?<=[.?!])\s", (message.context or "").strip())[-2:])))
    ready = _ASKED.search(last) is not None and _GRAVE.search(last) is None
    return ready and asked(message.context, None, message.language) is None


def _bare(letter: str) -> str:
    """A letter in lower case without its accent: one stays one."""
    return "'" if letter == "’" else unicodedata.normalize("NFD", letter)[0].lower()[:1]
