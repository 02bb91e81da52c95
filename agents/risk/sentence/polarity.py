"""Polarity: whether what stands around a phrase in its clause denies it."""

from dataclasses import dataclass
from functools import cache

from agents.reading.negation import empty
from agents.risk.lexicon import bank, table
from agents.risk.phrases.elements import Text

_REACH = 14
_FURTHEST = 45
_LISTS = frozenset({"and", "or", ","})
_ROW = 6
_ROWS = frozenset({"no", "not", "never"})
_LINKS = frozenset(
    {"with", "without", "when", "where", "that", "which", "i", "is", "are", "goes", "passes", "way", "day"}
)
_UNWILLING = ("do", "not", "want")
_SUBJECTS = frozenset({"i", "you", "we", "they"})
_HAVING = frozenset({"got", "have", "had", "having", "get", "getting", "want", "wanted"})


@dataclass(frozen=True, slots=True)
class _Words:
    breaks: frozenset[str]
    joins: frozenset[str]
    subjects: frozenset[str]
    negators: frozenset[str]
    carries: frozenset[str]


@cache
def _words() -> _Words:
    return _Words(**{name: frozenset(words) for name, words in table("polarity.toml")["words"].items()})


def clause_begin(words: tuple[str, ...], position: int) -> int:
    """The word with which the clause begins that holds the word at `position`."""
    known = _words()
    first = max(0, position - _FURTHEST)
    for i in range(position - 1, first, -1):
        word, following = words[i], words[i + 1]
        if word in known.breaks:
            return i + 1
        if word == "," and (following in known.negators or _starts_clause(words, i + 1, known)):
            if words[i + 1 : i + 3] == ("no", "matter"):  # `never, no matter what, ...` goes on with the clause
                continue
            return i + 1
        if word in ("and", "so", "then") and following in ("i", "it", "now", "then", "been"):
            return i + 1
    return first


def clause_end(words: tuple[str, ...], position: int) -> int:
    """The place after the last word of the clause that holds the word at `position`."""
    last = min(len(words), position + _FURTHEST)
    return next((place for place in range(position + 1, last - 1) if clause_begin(words, place + 1) > position), last)


def _starts_clause(words: tuple[str, ...], i: int, known: _Words) -> bool:
    reach = i + 2 if words[i] in known.joins else i + 1
    return not known.subjects.isdisjoint(words[i:reach])


def opens_clause(words: tuple[str, ...], place: int) -> bool:
    """Whether a clause with a subject of its own begins there."""
    return words[place : place + 1] != () and words[place] in _words().subjects


def denied(left: tuple[str, ...]) -> bool:
    """Whether a clause's beginning denies what follows it: an odd number of negators that reach this far."""
    if _words().negators.isdisjoint(left) and not bank("polarity.toml", "negator").found(Text(left)):
        return False
    gone = empty(left) | _idle(Text(left))
    text = Text(_restarted(tuple(word for i, word in enumerate(left) if i not in gone))[-_REACH:])
    idle = _idle(text)
    places = [span.start for span in bank("polarity.toml", "negator").every(text) if span.start not in idle]
    counted = places[:1] + [place for place in places[1:] if not _again(text.words, place)]
    return len(counted) % 2 == 1


def _idle(text: Text) -> frozenset[int]:
    return frozenset(i for span in bank("polarity.toml", "idle").every(text) for i in range(span.start, span.end))


def _again(words: tuple[str, ...], place: int) -> bool:
    """Whether a negator only carries on a list of what is denied (`no plans and no wish`, `neither this nor that`), or
    says the same no once more (`no never`, `i ain't never`, `don't got no`)."""
    word, before = words[place], words[place - 1]
    if word == "nor":
        return "neither" in words
    if (before, place) == ("no", 1) or (before, word) == ("not", "never"):
        return True
    if word != "no":
        return False
    return before in _LISTS or _listed(words, place)


def _listed(words: tuple[str, ...], place: int) -> bool:
    """Whether a `no` is one of a row: `no plans no pills no nothing`, `never had a plan no wish to`. `No day with no
    thoughts` is none."""
    last = next((i for i in range(place - 1, max(-1, place - _ROW), -1) if words[i] in _ROWS), None)
    if last is None or not _LINKS.isdisjoint(words[last + 1 : place]):
        return False
    return words[last] == "no" or not _HAVING.isdisjoint(words[last + 1 : place])


def _restarted(left: tuple[str, ...]) -> tuple[str, ...]:
    """The clause from where it begins anew: at the last `i` that no verb of thought or speech leads to, or where a
    wish is denied again (`do not want to die do not want to ...`)."""
    carries = _words().carries
    for i in range(len(left) - 1, 0, -1):
        if left[i] == "i" and left[i - 1] not in carries:
            return left[i:]
        if left[i : i + 3] == _UNWILLING and left[i - 1] not in carries | _SUBJECTS and "not" in left[:i]:
            return left[i:]
    return left


def denied_after(text: Text, position: int) -> bool:
    """Whether what follows at `position` takes it back (`... has never crossed my mind`, `Suicidal? Hardly.`)."""
    return bool(bank("settings.toml", "taken_back").ends(text, position))


def said(text: Text, key: str) -> bool:
    """Whether a phrase of settings.toml stands in a text and is not denied."""
    spans = bank("settings.toml", key).every(text)
    return any(not denied(text.words[clause_begin(text.words, span.start) : span.start]) for span in spans)
