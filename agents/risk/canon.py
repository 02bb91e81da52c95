"""The canonical text: a message as plain words and marks, each tied to where it was written."""

import re
from dataclasses import dataclass

from agents.risk.folding import Folded, fold
from agents.risk.patterns import Text
from agents.risk.spelling import Speller

_TOKEN = re.compile(r"\.{2,}|…|[$@]?[^\W_]+(?:['!*@$|#]{1,3}[^\W_]+)*\*?|[.!?,;:()\"\n]|(?<=\s)[-_/]+(?=\s)")
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[ .\-_*]{1,2}[^\W_]){3,40}(?![^\W_])")
_MARKS = {"\n": ".", ":": ";", "(": ";", ")": ";"}
_DOTS = ("..",)
_ENDS = frozenset({".", "!", "?", ".."})
_WINDOW = 60
_SHORT = 5


class Sentence(Text):
    """One sentence of a message: its words and marks, and where in the message the first of them stands."""

    __slots__ = ("first",)

    def __init__(self, words: tuple[str, ...], first: int) -> None:
        super().__init__(words)
        self.first = first


@dataclass(frozen=True, slots=True)
class Canon:
    """A message in canonical form. `spans[i]` is the original span of word `i` (several words may share one)."""

    words: list[str]
    spans: list[tuple[int, int]]
    sentences: list[Sentence]

    def original(self, first: int, last: int) -> tuple[int, int]:
        """The original span of the words from `first` to `last` (inclusive)."""
        chosen = self.spans[first : last + 1]
        return min(span[0] for span in chosen), max(span[1] for span in chosen)


def _unspaced(folded: Folded, speller: Speller) -> list[tuple[int, int, tuple[str, ...]]]:
    """Spelt-out words (`s u i c i d e`, `k.m.s` apart) as (start, end, words)."""
    found = []
    for match in _SPACED.finditer(folded.text):
        letters = re.sub(r"[^a-z0-9]", "", match[0])
        plain = speller.read(letters, "")
        known = plain if plain != (letters,) or letters.startswith("suicid") or letters == "kill" else ()
        if known := known or speller.split(letters):
            found.append((match.start(), match.end(), known))
    return found


def _raw(folded: Folded, speller: Speller) -> list[tuple[str, int, int, tuple[str, ...] | None]]:
    spelt = _unspaced(folded, speller)
    raw: list[tuple[str, int, int, tuple[str, ...] | None]] = [
        (m[0], m.start(), m.end(), None) for m in _TOKEN.finditer(folded.text)
    ]
    for start, end, words in spelt:
        raw = [token for token in raw if token[2] <= start or token[1] >= end]
        raw.append(("", start, end, words))
    return sorted(raw, key=lambda token: token[1]) if spelt else raw


def canonical(text: str, speller: Speller) -> Canon:
    """The canonical form of any text."""
    folded = fold(text)
    words: list[str] = []
    spans: list[tuple[int, int]] = []
    raw = _raw(folded, speller)
    for index, (word, start, end, given) in enumerate(raw):
        plain = (
            given or speller.seen.get(word) or _plain(word, raw[index + 1][0] if index + 1 < len(raw) else "", speller)
        )
        if plain == _DOTS and not _begins_anew(text, folded.span(start, end)[1]):
            continue
        span = folded.span(start, end)
        for each in plain:
            words.append(each)
            spans.append(span)
    return Canon(words, spans, _sentences(words))


def _plain(word: str, following: str, speller: Speller) -> tuple[str, ...]:
    if word[-1].isalnum() or word[0].isalnum():
        return speller.read(word, following)
    if word.startswith((".", "…")) and word != ".":
        return _DOTS
    return (_MARKS.get(word, word if word not in {"-", "_", "/"} and len(word) == 1 else ","),)


def _begins_anew(text: str, end: int) -> bool:
    rest = text[end : end + 4].lstrip()
    return not rest or (rest[0].isupper() and not rest.startswith(("I ", "I'", "I’")))


def _sentences(words: list[str]) -> list[Sentence]:
    found: list[Sentence] = []
    begun = 0
    for index, word in enumerate(words):
        asked = word == "?" and index - begun < _SHORT and begun == 0
        if (word in _ENDS and not asked) or index - begun >= _WINDOW:
            found.append(Sentence(tuple(words[begun : index + 1]), begun))
            begun = index + 1
    if begun < len(words):
        found.append(Sentence(tuple(words[begun:]), begun))
    return found
