"""The canonical text: a message as plain words and marks, each tied to where it was written."""

import re
from functools import cached_property
from itertools import chain

from agents.risk.elements import Text
from agents.risk.folding import Folded, fold
from agents.risk.spelling import DOTS, Speller

_TOKEN = re.compile(
    r"\.{2,}|…|[$@]?[^\W_]+(?:['!*@$|#]{1,3}[^\W_]+)*\*?|[.!?,;:()\"\n]|(?<=\s)[-_/]+(?=\s)|(?<![^\s(])'(?=\w)"
)
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[ .\-_*]{1,2}[^\W_]){3,40}(?![^\W_])")
_ENDS = frozenset({".", "!", "?", ".."})
_WINDOW = 60
_AFTER_IS = frozenset(
    (
        *(
            "made",
            "going",
            "dead",
            "ready",
            "written",
            "done",
            "over",
            "on",
            "in",
            "not",
            "a",
            "the",
            "my",
            "been",
            "gone",
        ),
        *(
            "set",
            "all",
            "already",
            "just",
            "suicidal",
            "finished",
            "sealed",
            "here",
            "out",
            "up",
            "tied",
            "loaded",
            "too",
        ),
        *("waiting", "coming", "so", "no", "under", "beside", "trying", "dying", "killing", "asleep", "left", "always"),
        *("never", "still"),
    )
)
_SHORT = 8
_FEWEST_LETTERS = 2
_SINGLE = frozenset("bcdefghjklmnopqrstuvwxyz")
_Raw = tuple[str, int, int, tuple[str, ...] | None]


class Sentence(Text):
    """One sentence of a message: its words and marks, and where in the message the first of them stands."""

    __slots__ = ("first",)

    def __init__(self, words: tuple[str, ...], first: int) -> None:
        super().__init__(words)
        self.first = first


class Canon:
    """A message in canonical form. Places in the original are worked out only when a finding asks for one."""

    def __init__(self, text: str, speller: Speller) -> None:
        self._text = text
        self._speller = speller
        self._folded = fold(text)
        tokens = _TOKEN.findall(self._folded.text)
        self._special = _special(tokens, self._folded.text)
        self.words = (
            [word for word, _ in self._placed]
            if self._special
            else list(chain.from_iterable(map(speller.seen.__getitem__, tokens)))
        )
        if "'s" in self.words:
            self.words = [_copula(self.words, i) for i in range(len(self.words))]
        self.sentences = _sentences(self.words)

    def original(self, first: int, last: int) -> tuple[int, int]:
        """The original span (end exclusive) of the words from `first` to `last` (inclusive)."""
        chosen = [span for _, span in self._placed[first : last + 1]]
        return min(span[0] for span in chosen), max(span[1] for span in chosen)

    @cached_property
    def _placed(self) -> list[tuple[str, tuple[int, int]]]:
        """Every canonical word with its original span (several words may share one)."""
        placed = []
        raw = _raw(self._folded, self._speller, self._special)
        for index, (token, start, end, given) in enumerate(raw):
            following = raw[index + 1][0] if index + 1 < len(raw) else ""
            plain = given or self._speller.read(token, following)
            span = self._folded.span(start, end)
            if plain == DOTS and not _begins_anew(self._text, span[1]):
                continue
            placed += [(word, span) for word in plain]
        return placed


def _copula(words: list[str], i: int) -> str:
    """`'s` as `is` where no possessed noun follows."""
    return "is" if words[i] == "'s" and i + 1 < len(words) and words[i + 1] in _AFTER_IS else words[i]


def _special(tokens: list[str], text: str) -> bool:
    """Whether the words depend on their neighbours: spelt-out letters, dots, `ill`."""
    if "ill" in tokens or ".." in text or "…" in text:
        return True
    return len(_SINGLE.intersection(tokens)) >= _FEWEST_LETTERS


def _unspaced(folded: Folded, speller: Speller) -> list[_Raw]:
    """Spelt-out words (`s u i c i d e`)."""
    found: list[_Raw] = []
    for match in _SPACED.finditer(folded.text):
        letters = re.sub(r"[^a-z0-9]", "", match[0])
        plain = speller.read(letters, "")
        known = plain if plain != (letters,) or letters in speller.known else ()
        if known := known or speller.split(letters):
            found.append(("", match.start(), match.end(), known))
    return found


def _raw(folded: Folded, speller: Speller, special: bool) -> list[_Raw]:
    raw: list[_Raw] = [(m[0], m.start(), m.end(), None) for m in _TOKEN.finditer(folded.text)]
    spelt = _unspaced(folded, speller) if special else []
    if spelt:
        inside = {place for _, start, end, _ in spelt for place in range(start, end)}
        raw = [token for token in raw if token[1] not in inside]
    return sorted([*raw, *spelt], key=lambda token: token[1]) if spelt else raw


def _begins_anew(text: str, end: int) -> bool:
    rest = text[end : end + 4].lstrip()
    return not rest or (rest[0].isupper() and not rest.startswith(("I ", "I'", "I’")))


def _sentences(words: list[str]) -> list[Sentence]:
    found: list[Sentence] = []
    if not words:
        return found
    begun = 0
    ends = [i for i, word in enumerate(words) if word in _ENDS]
    for end in [*ends, len(words) - 1]:
        leads_on = words[end] == "?" and end < _SHORT and begun == 0 and end < len(words) - 1
        if end < begun or leads_on:
            continue
        for first in range(begun, end + 1, _WINDOW):
            last = min(first + _WINDOW, end + 1)
            found.append(Sentence(tuple(words[first:last]), first))
        begun = end + 1
    return found


def canonical(text: str, speller: Speller) -> Canon:
    """The canonical form of any text."""
    return Canon(text, speller)
