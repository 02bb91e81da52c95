"""What says no more than that the patient is ready to begin or to go on, has nothing to add, changes an answer, does
something of every day, or that medicine helps: there is no danger in it to be sought."""

import re
import unicodedata
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import of_oneself
from agents.risk.answers import asked
from agents.risk.port import Message
from agents.risk.ruleset import table

_ANXIOUS: Final = frozenset({6, 7})
"""The items on anxiety, where who hides may do so from somebody."""
_LISTS: Final = table("ready.toml")
_ASKED: Final = re.compile(_LISTS["asked"])
_MORE: Final = re.compile(_LISTS["more"])
_WORKS: Final = re.compile(_LISTS["works"])
_GRAVE: Final = re.compile(table("about.toml")["grave"])


def _nothing_but(*keys: str) -> re.Pattern[str]:
    words = "|".join(one for key in keys for one in _LISTS[key])
    return re.compile(rf"\W*+(?>(?:{words})\b\W*+)++")


_READY: Final = _nothing_but("agrees", "goes", "beside")
_ALONE: Final = _nothing_but("agrees", "alone", "begins")
_NEXT: Final = _nothing_but("agrees", "next")
_TALK: Final = _nothing_but("talk")
_HIDES: Final = _nothing_but("hides")
_ORDINARY: Final = _nothing_but("ordinary")
_THINGS: Final = _nothing_but("things", "lives")
_DAYS: Final = _nothing_but("days")
_OVER: Final = _nothing_but("agrees", "closes", "beside")
_THANKS: Final = _nothing_but("agrees", "goes", "beside", "thanks")
_LEAVES: Final = _nothing_but("agrees", "goes", "beside", "closes", "leaves")
_DRIVES: Final = _nothing_but("drives")
_FAREWELL: Final = re.compile(_LISTS["farewell"])
_OF_ANSWERS: Final = re.compile(
    r"(?=.*\b(?:item|question|number|answer)\b)(?:\W|\d|\b(?:item|question|number|answer|change|put|make|set|should|be"
    r"|is|was|it|wrong|the|for|on|from|to|also|and|please|every|most|several|nearly|days?|not|at|all|never|a|few|once"
    r"|twice)\b)+",
    re.IGNORECASE,
)


def only_of_answers(message: Message) -> bool:
    """Whether a message says how often, and which answer to change, and nothing else: "every day. also item 3 should be
    2". At the item on self-harm it may be the answer, and is read."""
    return message.item != HARM_ITEM and _OF_ANSWERS.fullmatch(message.text) is not None


def says_no_more(message: Message) -> bool:
    """Whether a message says nothing else. What is said beside it is read together with it: "ready. I took them all".
    After a danger that was told of, thanks and a goodbye are read as well, and so are days, which may be days to
    come. A goodbye beside "ready to go", and one for everything, are read as well."""
    said = _plain(message.text)
    if says_nothing_ever(said):
        return True
    ready = asks_ready(message)
    if ready and _ALONE.fullmatch(said) and not any(map(of_oneself, message.prior)):
        return True
    if (ready or asks_more(message)) and _begins_or_ends(said, told=bool(message.prior)):
        return True
    ordinary = message.item not in (None, HARM_ITEM) and not message.prior
    if ordinary and any(one.fullmatch(said) for one in (_NEXT, _DAYS, _TALK)):
        return True
    if not message.prior and (ordinary or asks_more(message)) and _ORDINARY.fullmatch(said):
        return True
    if ordinary and message.item not in _ANXIOUS and _HIDES.fullmatch(said):
        return True
    grave = message.prior or message.item == HARM_ITEM or _GRAVE.search(_plain(message.context))
    return not grave and _WORKS.fullmatch(said) is not None


def says_nothing_ever(text: str) -> bool:
    """Whether words only tell of a thing of every day, or of the wish for a better life, whatever was asked."""
    return _THINGS.fullmatch(_plain(text)) is not None


def takes_leave(message: Message) -> bool:
    """Whether a message does nothing but take leave, or nothing but start the car, at the end of a conversation in
    which no danger was told of."""
    said = _plain(message.text)
    leaves = _LEAVES.fullmatch(said) or _DRIVES.fullmatch(said)
    return asks_more(message) and not message.prior and leaves is not None


def _begins_or_ends(said: str, told: bool) -> bool:
    """Whether words only agree to begin or, where no danger was told of, thank or take leave."""
    if told:
        return _READY.fullmatch(said) is not None
    over = _OVER.fullmatch(said) and not _FAREWELL.search(said)
    return bool(over or _THANKS.fullmatch(said))


def asks_ready(message: Message) -> bool:
    """Whether a message answers if the patient is ready, and no question about risk."""
    return _asks(_ASKED, message)


def asks_more(message: Message) -> bool:
    """Whether a message answers if anything is to be changed or added, or the conversation to end."""
    return _asks(_MORE, message)


def _asks(question: re.Pattern[str], message: Message) -> bool:
    if message.item is not None:
        return False
    last = " ".join(re.split(r"(?<=[.?!])\s", _plain(message.context).strip())[-2:])
    fits = question.search(last) is not None and _GRAVE.search(last) is None
    return fits and asked(message.context, None, message.language) is None


def _plain(text: str | None) -> str:
    return "".join(map(_bare, text or ""))


def _bare(letter: str) -> str:
    """A letter in lower case without its accent."""
    return "'" if letter == "’" else unicodedata.normalize("NFD", letter)[0].lower()[:1]
