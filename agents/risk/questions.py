"""Questions: what the question before a reply was about, as far as risk goes, and its words in the first person."""

import re
from functools import cache, lru_cache

from agents.domain.level1 import HARM_ITEM
from agents.risk.lexicon import bank, speller, table
from agents.risk.phrases.elements import Text
from agents.risk.phrases.index import Index
from agents.risk.plain.canon import Sentence, canonical

_MINE = {"your": "my", "yourself": "myself", "you": "i", "yours": "mine"}
_LONGEST_CONTEXT = 500
_LAST = 3
_ORDINARY = "ordinary"
_RISKY = (
    "prepar|done anything|rehears"
    "|tried|collect|obey|listen|urge|hurt|harm|kill|suicid|dead|die|dy|death|end your|end it|end things|ending your"
    "|ending it|ending things|alive|worth|attempt|overdos|voice|safe|cut|goodbye|around|gone|wak|here|panic"
    "|relationship|boyfriend|girlfriend|marriage|husband|wife|partner|job|contract|treatment|session|course|tenancy"
    "|lease|act on|mean|method|tak|life|when|date|stop|need|do it|acting|kept you|keeps you|day|say|see|imagine"
    "|picture|ahead|mind|thought of|injur|acted|reason|buy|bought|gun|knife|rope|tablet|pill|weapon|blade|how would"
    "|ular way|cific way|tain way"
    "|right now|there now|the moment|this moment"
    "|plan|better off|burden|a way|any way|which way|what way|through with|do anything|do something|danger"
)
"""What a question that bears on risk has in it, as parts of words."""


@cache
def _risky() -> re.Pattern[str]:
    """Finds any of `_RISKY`: grouped by their first letters, they are tried four times as fast as in a row."""
    by_first: dict[str, list[str]] = {}
    for part in _RISKY.split("|"):
        by_first.setdefault(part[0], []).append(part[1:])
    return re.compile("|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in by_first.items()))


@lru_cache(maxsize=512)
def question_text(question: str | None) -> Text | None:
    """The end of a question in the first person; None where nothing in it bears on risk."""
    if not question or not _risky().search(question[-_LONGEST_CONTEXT:].lower()):
        return None
    last = _bearing(canonical(question[-_LONGEST_CONTEXT:], speller()).sentences[-_LAST:])
    return Text(tuple(_MINE.get(word, word) for part in last for word in part.words))


@lru_cache(maxsize=512)
def asks(question: str, kind: str) -> bool:
    """Whether the end of a question matches a list of questions.toml that makes no topic of it."""
    words = canonical(question[-_LONGEST_CONTEXT:], speller()).words
    return bank("questions.toml", kind).found(Text(tuple(_MINE.get(word, word) for word in words)))


def _bearing(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences that a reply answers: a last question on another matter leaves what was said before it behind."""
    if len(sentences) < 2 or "?" in sentences[-2].words:
        return sentences
    last = Text(tuple(_MINE.get(word, word) for word in sentences[-1].words))
    leads = bank("classes", "risky").found(last) or bank("classes", "looks_back").found(last)
    return sentences if leads or "?" not in last.words else sentences[-1:]


@lru_cache(maxsize=512)
def _asked(question: str) -> str | None:
    text = question_text(question)
    if text is None:
        return None
    called = _topics().called(text)
    found = next((name for name, phrases in called.items() if any(phrase.search(text) for phrase in phrases)), None)
    return None if found is None or found == _ORDINARY or _counts_days(text) else found


def _counts_days(text: Text) -> bool:
    """Whether a question asks how often something was in two weeks that is neither death, harm nor voices."""
    return bank("questions.toml", "two_weeks").found(text) and not bank("questions.toml", "grave").found(text)


@cache
def _topics() -> Index[str]:
    """What questions are about, the first that fits first."""
    return Index((name, bank("questions.toml", name)) for name in table("questions.toml")["order"])


def topic(question: str | None, item: int | None) -> str | None:
    """What a question was about as far as risk is concerned; None when it was about something else.

    Where the item is known it decides: no item but the one on self-harm asks about risk, whatever its words share."""
    if item is not None and item != HARM_ITEM:
        return None
    asked = _asked(question) if question else None
    return asked or ("item11" if item == HARM_ITEM else None)
