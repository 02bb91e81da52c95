"""Language: whether a message is in a language that the rules read, and the core phrases of the others they know."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.domain.risk import About, Finding, Tier
from agents.language import ENGLISH
from agents.reading.written import Written
from agents.risk.port import Message
from agents.risk.ruleset import FOLDER, table

_FEWEST: Final = 2
_SHORT: Final = 3
_UNKNOWN: Final = 4
_SHARE: Final = 0.2
_SLACK: Final = 0.6
_BEFORE: Final = 5
_LETTER: Final = re.compile(r"[^\W\d_]")
_CLAUSE: Final = re.compile(r"[^.!?;,\n]+")
_LONGEST: Final = 4000
"""Characters of plain writing from which a language is told."""
_FALSE_FRIENDS: Final = frozenset({"od"})


@dataclass(frozen=True, slots=True)
class _Other:
    stop: re.Pattern[str]
    flag: re.Pattern[str]
    means: re.Pattern[str]
    hits: re.Pattern[str]
    deny: frozenset[str]
    thought: re.Pattern[str]
    soon: frozenset[str]
    living: frozenset[str]
    suicide: frozenset[str]


def foreign(message: Message, source: Written) -> list[Finding]:
    """The findings of a message, or of clauses of it, that are not in English: the flag that the rules do not read its
    language, and core phrases of a few others. A Spanish interview is flagged for other alphabets alone. `source` is
    the message in plain writing as English has it."""
    text = source.text
    words = [word for word in text[:_LONGEST].split() if _LETTER.match(word)]
    if not words or (_telling().isdisjoint(words) and _mostly_english(words)):
        return []
    name = _name(words) or _saying(text, words)
    if name is None and not _unread(words):
        return _switched(message, source)
    read = message.language != ENGLISH and _latin(words)
    found = [] if read else [_finding(message, source, "language", 0, len(text))]
    if name not in _others() or message.language.startswith(name):  # the rules of its own language read it
        return found
    return [*found, *_core(message, source, _others()[name], 0, len(text))]


def unlearnt(source: Written) -> bool:
    """Whether a whole message is in a language other than those that the learnt reader knows: one of which it has more
    words than of Spanish."""
    words = [word for word in source.text[:_LONGEST].split() if _LETTER.match(word)]
    if not words or (_telling().isdisjoint(words) and _mostly_english(words)):
        return False
    name = _name(words) or _saying(source.text, words)
    return name is not None and name != "es" and _count(words, name) > _count(words, "es")


def in_spanish(source: Written) -> bool:
    """Whether a message of an English interview is in Spanish, so that it is read by what is learnt of Spanish."""
    words = [word for word in source.text[:_LONGEST].split() if _LETTER.match(word)]
    return bool(words) and not _mostly_english(words) and (_name(words) or _saying(source.text, words)) == "es"


def _count(words: list[str], language: str) -> int:
    return sum(word in _common()[language] for word in words)


def _latin(words: list[str]) -> bool:
    return 2 * sum(word.isascii() for word in words) >= len(words)


def _mostly_english(words: list[str]) -> bool:
    known = set(words)
    return len(_english() & known) * 3 > len(known)


def _finding(message: Message, written: Written, rule: str, start: int, end: int) -> Finding:
    tier = {"stop-phrase": Tier.STOP, "active-ideation": Tier.URGENT}.get(rule, Tier.FLAG)
    begun, ended = written.original(start, end)
    about: About = "abuse" if rule == "hurt-by-other" else "language" if rule == "language" else "suicide"
    return Finding(rule=rule, tier=tier, about=about, start=begun, end=ended, text=message.text[begun:ended])


@cache
def _english() -> frozenset[str]:
    return frozenset(table("languages.toml")["common"]["en"].split())


@cache
def _common() -> dict[str, frozenset[str]]:
    """The common words of every other language."""
    return {name: frozenset(words.split()) for name, words in table("languages.toml")["common"].items() if name != "en"}


@cache
def _telling() -> frozenset[str]:
    """The words of other languages that are no English ones, no sounds of hesitation and no parts of names."""
    return frozenset[str]().union(*_common().values()) - _english() - _shared()


@cache
def _shared() -> frozenset[str]:
    return frozenset(table("languages.toml")["shared"]["words"].split())


@cache
def _prescribed() -> frozenset[str]:
    return frozenset(table("languages.toml")["prescribed"]["words"].split())


@cache
def _others() -> dict[str, _Other]:
    data = table("languages.toml")
    return {
        name: _Other(
            stop=_compiled(data["stop"][name]),
            flag=_compiled(data["flag"][name]),
            means=_compiled(data["means"][name]),
            hits=_compiled(data["hits"][name]),
            deny=frozenset(data["deny"][name].split()),
            thought=_compiled([data["thought"][name]]),
            soon=frozenset(data["soon"][name].split()),
            living=frozenset(data["living"][name].split()),
            suicide=frozenset(data["suicide"]["words"].split()),
        )
        for name in data["stop"]
    }


def _compiled(phrases: list[str]) -> re.Pattern[str]:
    """Phrases of languages.toml as one pattern: `a|b_c` is a choice of words, `~3` up to three words between."""
    return re.compile("|".join(f"(?<= )(?:{''.join(map(_element, phrase.split()))})" for phrase in phrases))


def _element(element: str) -> str:
    if element.startswith("~"):
        return rf"(?:[^ .!?;,]+ ){{0,{element[1]}}}"
    return f"(?:{element.replace('_', ' ')}) "


def _switched(message: Message, written: Written) -> list[Finding]:
    """Core phrases in those clauses of an English message that are in a language known here."""
    found: list[Finding] = []
    for clause in _CLAUSE.finditer(written.text[:_LONGEST]):
        words = [word for word in clause[0].split() if _LETTER.match(word)]
        if len(words) < _FEWEST or _mostly_english(words) or _telling().isdisjoint(words):
            continue
        name = _name(words) or _saying(clause[0], words)
        if name in _others():
            found += _core(message, written, _others()[name], *clause.span())
    return found


@cache
def _known() -> frozenset[str]:
    """English words in common use (`english.txt`)."""
    lines = (FOLDER / "english.txt").read_text("utf-8").splitlines()
    return frozenset(" ".join(line for line in lines if not line.startswith("#")).split()) | _english()


def _name(words: list[str]) -> str | None:
    """The other language whose common words, one of them telling, outnumber the English ones; None where
    none does."""
    if _telling().isdisjoint(words) or _FALSE_FRIENDS.issuperset(_telling().intersection(words)):
        return None
    english = sum(word in _english() for word in words)
    best, most = None, 0
    for name, common in _common().items():
        found = [word for word in words if word in common]
        if len(found) > max(most, english) and not _telling().isdisjoint(found):
            best, most = name, len(found)
    return best if most >= 2 or len(words) <= _SHORT else None


def _saying(text: str, words: list[str]) -> str | None:
    """The other language of which a core phrase of intent, of a means or of being hit stands in a text that is not
    mostly English."""
    if _mostly_english(words):
        return None
    said = ((name, (other.stop, other.means, other.hits)) for name, other in _others().items())
    return next((name for name, phrases in said if any(one.search(text) for one in phrases)), None)


def _unread(words: list[str]) -> bool:
    """Whether too few words are English to have been read: other scripts, or a language that is not known here. A few
    words that nobody knows may as well be names."""
    if any(not word.isascii() for word in words):
        return sum(not word.isascii() for word in words) * 2 > len(words)
    read = sum(word in _known() for word in words)
    unknown = sum(word not in _known() and word not in _shared() for word in words)
    return unknown >= _UNKNOWN and read <= _SHARE * (read + unknown) - _SLACK


def _core(message: Message, written: Written, other: _Other, begin: int, end: int) -> list[Finding]:
    text = written.text
    spans = [match.span() for match in other.stop.finditer(text, begin, end)]
    meant = [span for span in spans if not _denied(other, text, span)]
    if meant:
        return [_finding(message, written, _meant(other, text, span), *span) for span in meant]
    told = _found(message, written, other, other.hits, "hurt-by-other", (begin, end))
    if _prescribed().isdisjoint(text[begin:end].split()):
        told += _found(message, written, other, other.means, "active-ideation", (begin, end))
    return told or _wished(message, written, other, begin, end, spans)


def _found(
    message: Message, written: Written, other: _Other, phrases: re.Pattern[str], rule: str, within: tuple[int, int]
) -> list[Finding]:
    """The findings of phrases that are not denied."""
    spans = [match.span() for match in phrases.finditer(written.text, *within)]
    return [_finding(message, written, rule, *span) for span in spans if not _denied(other, written.text, span)]


def _wished(
    message: Message, written: Written, other: _Other, begin: int, end: int, spans: list[tuple[int, int]]
) -> list[Finding]:
    """The flags of a text, beside the phrases of intent that it denies."""
    text = written.text
    flags = [match.span() for match in other.flag.finditer(text, begin, end)]
    free = [one for one in flags if not any(a < one[1] and one[0] < b for a, b in spans)]
    return [
        _finding(message, written, _named(other, text, span), *span)
        for span in free
        if other.deny.isdisjoint(_CLAUSE.split(text[: span[0]])[-1].split()[-_BEFORE:])
        or not other.deny.isdisjoint(text[slice(*span)].split())
    ]


def _denied(other: _Other, text: str, span: tuple[int, int]) -> bool:
    """Whether a phrase is denied before it or, but where it is living that is not wanted, within it."""
    within = text[slice(*span)].split()
    before = text[: span[0]].split()[-3:]
    return not other.deny.isdisjoint(before if not other.living.isdisjoint(within) else [*before, *within])


def _named(other: _Other, text: str, span: tuple[int, int]) -> str:
    """A wish, or ideation where suicide is named and thought of."""
    named = not other.suicide.isdisjoint(text[slice(*span)].split())
    return "active-ideation" if named and _thought(other, text, span) else "passive-wish"


def _meant(other: _Other, text: str, span: tuple[int, int]) -> str:
    """Intent, or ideation where the phrase is only thought of and no time is named."""
    thought = _thought(other, text, span) and other.soon.isdisjoint(text.split())
    return "active-ideation" if thought else "stop-phrase"


def _thought(other: _Other, text: str, span: tuple[int, int]) -> bool:
    before = text[: span[0]].split()[-_BEFORE:]
    return other.thought.search(f" {' '.join(before)} ") is not None
