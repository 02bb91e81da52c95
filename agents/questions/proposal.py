"""Objections to the words that a model proposes to say to a patient. No objection means that they may be said."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from agents.domain.level1 import ITEM_COUNT, items
from agents.language import ENGLISH
from agents.questions.bank import bank, wording
from agents.questions.check import neutral, problems
from agents.quotes.grounding import locate

NOT_PLAIN: Final = "more than a plain sentence"
ASIDE: Final = "speaks of something beside the question"
INVENTED: Final = "puts words into the patient's mouth"
NO_WINDOW: Final = "does not name the two weeks"
NOT_HOW_OFTEN: Final = "does not ask how often"
OFF_TOPIC: Final = "asks about something else"
MEANS: Final = "speaks of ways to die"
REMARK: Final = "says something besides the question (a remark, thanks, a reason, a bridge)"
TAKEN_UP: Final = "takes up words from the patient's last message"

_MARKUP: Final = re.compile(r"[`{}<>*#|\[\]_\\\n\r]|https?:|:\s*$")
_ASIDE: Final = re.compile(
    r"\b(?:interview|questionnaires?|survey|(?:can|may|could) (?:\w+ )?skip"
    r"|skip (?:this|that|ahead|(?:the|any|a) question)|good-?bye|json|schema|prompts?|instructions?|scor(?:e|es|ed|ing)"
    r"|rat(?:e|ed|ing)|language model|as an ai|(?:stop|end) here|here(?:'s| is) (?:a|the|your|what))\b|\bsure!"
)
_MEANS: Final = re.compile(r"\b(?:kill\w*|suicid\w*|overdos\w*|methods?|how you(?:'d| would) (?:do|go))\b")
_WINDOW: Final = re.compile(r"\b(?:two weeks|2 weeks|fortnight|14 days|fourteen days)\b")
_HOW_OFTEN: Final = re.compile(r"\b(?:how (?:often|many|much|frequent\w*)|days?|times|nights?|mornings?|frequen\w*)\b")
_SAID: Final = re.compile(r"[“\"„«]([^”\"»]*)[”\"»]?")
_WORD: Final = re.compile(r"[a-z]{4,}")
_SHORT: Final = re.compile(r"[a-z]{3,}")
_ANY: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
_SENTENCE: Final = re.compile(r"[^.!?]+[.!?]*")
_HOW: Final = re.compile(r"\bhow (?:often|many|much|frequent\w*)\b")
_STEM: Final = 5
_COMMON: Final = 4
_TELLING: Final = 4


def question_objections(text: str, item: int, heard: str = "") -> tuple[str, ...]:
    """Objections to `text` as the opening question for an item (1-23), which may take up nothing of what was `heard` of
    other things before."""
    found = [*_objections(text, item, ())]
    if heard and not _told_by(heard, item).isdisjoint(_ANY.findall(_straight(text))):
        found.append(TAKEN_UP)
    if not _WINDOW.search(text.lower()):
        found.append(NO_WINDOW)
    if not names(text, item):
        found.append(OFF_TOPIC)
    return tuple(found)


def follow_up_objections(text: str, item: int, said: Sequence[str]) -> tuple[str, ...]:
    """Objections to `text` as the follow-up to what was `said`: words in quotation marks must be the patient's own."""
    return _objections(text, item, said)


def _objections(text: str, item: int, said: Sequence[str]) -> tuple[str, ...]:
    lower = _straight(text)
    found = [*problems(text, item)]
    if _remarks(lower, item):
        found.append(REMARK)
    if _MARKUP.search(text):
        found.append(NOT_PLAIN)
    if _ASIDE.search(lower):
        found.append(ASIDE)
    if _MEANS.search(lower):
        found.append(MEANS)
    if not _HOW_OFTEN.search(lower):
        found.append(NOT_HOW_OFTEN)
    if any(not locate(words.strip(" ,.;!?"), said) for words in _SAID.findall(text)):
        found.append(INVENTED)
    return tuple(found)


def _straight(text: str) -> str:
    return text.lower().replace("’", "'")


def _remarks(lower: str, item: int) -> bool:
    """Whether what stands before "how often", or in a sentence beside it, has words of its own: others than the
    patient's in quotation marks, and than those with which the bank asks."""
    known, own = _asking(item), _own(item)
    for sentence in _SENTENCE.findall(_SAID.sub(" ", lower)):
        how = _HOW.search(sentence)
        beside = sentence[: how.start()] if how else "" if "?" in sentence else sentence
        if any(word not in known and not word.startswith(own) for word in _ANY.findall(beside)):
            return True
    return False


@cache
def _asking(item: int) -> frozenset[str]:
    """The words with which the bank asks for this item, and those with which it asks for several."""
    counted = Counter(word for number in range(1, ITEM_COUNT + 1) for word in _words(number))
    lines = bank(ENGLISH)
    ways = (*lines.frequency.vague, *lines.frequency.echo, *lines.frequency.topic, *lines.endorsement.lines)
    several = {word for word, many in counted.items() if many >= _COMMON}
    return neutral() | _words(item) | several | {word for way in ways for word in _ANY.findall(_straight(way))}


@cache
def _words(item: int) -> frozenset[str]:
    told = wording(item)
    texts = (items()[item].text, told.topic, told.clause, *told.questions, *told.rephrasings)
    return frozenset(word for text in texts for word in _ANY.findall(_straight(text)))


def _told_by(heard: str, item: int) -> frozenset[str]:
    """The words of a message that say something of their own: not those with which questions are asked."""
    everyday = frozenset[str]().union(*map(_words, range(1, ITEM_COUNT + 1)))
    told = frozenset(word for word in _ANY.findall(_straight(heard)) if len(word) >= _TELLING)
    return frozenset(word for word in told - everyday - _asking(item) if not word.startswith(_own(item)))


def names(text: str, item: int) -> bool:
    """Whether a text contains a word specific to this item."""
    own = _own(item)
    return any(word.startswith(own) for word in _SHORT.findall(text.lower()))


@cache
def _own(item: int) -> tuple[str, ...]:
    """Stems specific to the item: those by which the bank identifies it, and those that few other items' questions
    contain."""
    counted = Counter(stem for number in range(1, ITEM_COUNT + 1) for stem in _stems(number))
    rare = {stem for stem in _stems(item) if counted[stem] <= _COMMON}
    told = wording(item)
    return tuple(sorted(rare | set(told.words) | set(told.hints)))


@cache
def _stems(item: int) -> frozenset[str]:
    told = wording(item)
    texts = (items()[item].text, told.topic, told.clause, *told.questions, *told.rephrasings)
    return frozenset(word[:_STEM] for text in texts for word in _WORD.findall(text.lower()))
