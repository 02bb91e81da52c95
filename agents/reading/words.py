"""A reply as plain words: lower case, contractions spelt out, numbers as digits, each traceable to the original."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, islice
from typing import Final

from agents.reading.pauses import pause
from agents.reading.shorthand import LETTERS, SHIFTING, settle, slips
from agents.reading.vocabulary import Span, table

LIMIT: Final = 4000
"""Characters read of one reply; the middle of a longer one is left out."""
MOST: Final = 700
"""Words and marks read of one reply: of 4000 characters plain English has about so many, a hostile text far more."""

_TOKEN: Final = re.compile(
    r"(?:b4|gr8|m8|l8r?|h8|no1|some1|any1|every1|4ever|2nite|2day|2moro|ni8|w/o)(?!\w)|"
    r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:\.\d+)?|\.{2,}|[.!?;:,()\n%/+]|[-–—]+|…|[\U0001f44d\U0001f44e]"
)
_ONES: Final = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_NUMBER: Final = {word: value for value, word in enumerate(_ONES)} | _TENS | {"hundred": 100}
_ROUND: Final = frozenset(map(str, _TENS.values()))
_UNITS: Final = frozenset("123456789")
_SHARES: Final = {
    ("1", "2"): ("half", ""),
    ("1", "3"): ("1", "3rd"),
    ("2", "3"): ("2", "thirds"),
    ("1", "4"): ("1", "quarter"),
    ("3", "4"): ("3", "quarters"),
}
"""Fractions before "of" or "the", in words."""
_ORDINAL: Final = {"third": "3rd", "fourth": "4th", "fifth": "5th"}
_MARKS: Final = {"…": ",", "\n": ".", "(": ",", ")": ",", "%": "percent"} | {mark: mark for mark in ".,;:!?+"}
_ENDING: Final = {"ve": "have", "m": "am", "re": "are", "ll": "will"}
_IS: Final = frozenset([
    "it", "that", "there", "what", "who", "he", "she", "here", "where", "how", "everything", "nothing", "something",
    "nobody", "this", "sleep", "mind", "memory", "mood", "head", "brain", "body", "heart", "appetite", "energy",
    "everyone", "everybody",
])  # fmt: skip
_JOINERS: Final = frozenset("-–—/")
_ENDS: Final = frozenset(".,;:!?—")
_FEWEST: Final = 400
"""Characters that are always read."""
_MARGIN: Final = 10
_REMEMBERED: Final = 20_000
_LONGEST: Final = 60
_STRETCHED: Final = re.compile(r"([a-z])\1{2,}")
_QUOTES: Final = {ord(c): "'" for c in "\u2018\u2019\u02bc\u0060\u00b4\u2032"}


@cache
def _spelt() -> Mapping[str, str]:
    numbers = {word: str(value) for word, value in _NUMBER.items()}
    rounded = {f"{word}ish": number for word, number in numbers.items()}
    listed: dict[str, str] = table("words")["spelt"]
    plain = listed | _MARKS | _ORDINAL | numbers | rounded
    return {slip: plain.get(word, word) for slip, word in slips().items()} | plain


class _Chunks(dict[str, tuple[str, ...]]):
    """The plain form of every token in what stands between two blanks, kept: the same chunks come again and again.

    That of a dash or a slash hangs on its neighbours and is left empty."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        plain = tuple(_spelt().get(token) or _unlisted(token) for token in _TOKEN.findall(chunk))
        if len(self) < _REMEMBERED and len(chunk) <= _LONGEST:
            self[chunk] = plain
        return plain


@cache
def _chunks() -> _Chunks:
    return _Chunks()


@dataclass(frozen=True, slots=True)
class Words:
    """`text` is the words with single blanks between and around; `raw` the original that spans point back into.

    A reply that stops without a mark gets a full stop in `text`, so that the rules find its end.
    `chunks` is the part that was read, in lower case, cut at its blanks; `counts` how many tokens each has; `plain`
    holds what each token became: one word, several, or none. `cut`: the characters read where the middle was left out,
    0 where all was read.
    """

    raw: str
    text: str
    chunks: list[str]
    counts: list[int]
    plain: list[str]
    cut: int

    def originals(self, spans: Iterable[Span]) -> list[Span]:
        """The spans of the original (code points, end exclusive) under spans of `text`, each with a word in it."""
        tokens = [number for number, words in enumerate(self.plain) for _ in words.split()]
        tokens += tokens[-1:]  # for the full stop that a reply without a mark got
        ends = list(accumulate(self.counts))
        found = []
        for start, end in spans:
            first = tokens[max(0, self.text.count(" ", 0, start + (self.text[start] == " ")) - 1)]
            last = max(first, tokens[self.text.count(" ", 0, end - 1) - 1])
            found.append((self._place(self._written(first, ends)[0]), self._place(self._written(last, ends)[1])))
        return found

    def _written(self, token: int, ends: list[int]) -> Span:
        """Where in what was read a token stands; `ends` is how many tokens there are up to the end of each chunk."""
        at = bisect_right(ends, token)
        begin = sum(map(len, self.chunks[:at])) + at
        within = token - ends[at] + self.counts[at]
        start, end = next(islice(_TOKEN.finditer(self.chunks[at]), within, None)).span()
        return begin + start, begin + end

    def _place(self, position: int) -> int:
        half = self.cut // 2
        return position + len(self.raw) - 2 * half - 1 if self.cut and position > half else position


def _lower(raw: str) -> str:
    text = raw if raw.isascii() and "`" not in raw else raw.translate(_QUOTES)
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _apostrophe(word: str) -> str:
    if word.endswith("n't"):
        return word[:-3] + " not"
    stem, _, ending = word.rpartition("'")
    if ending in _ENDING:
        return f"{stem} {_ENDING[ending]}"
    if ending == "d":
        return f"{stem} would"
    if ending == "s":
        return f"{stem} is" if stem in _IS else stem
    return word.replace("'", "")


def spell(word: str) -> str:
    """The plain form of one token: one word, several, or none."""
    spelt = _spelt()
    if word in spelt:
        return spelt[word]
    if "'" in word:
        return _apostrophe(word)
    if len(word) > 2 and _STRETCHED.search(word):
        return spell(_STRETCHED.sub(r"\1", word))
    return word


def _joiner(mark: str, before: str, after: str, spaced: bool) -> str:
    """What a dash or a slash means between its neighbours: a range, a share, a pause or nothing."""
    if before.isdigit() and after.isdigit():
        if mark == "/":
            return "of" if after in {"14", "7"} else "to"
        return "to"
    if mark == "/":
        return "or"
    return "—" if spaced or len(mark) > 1 or mark in "—–" else ""


def _shortened(raw: str, limit: int) -> str:
    return raw if len(raw) <= limit else f"{raw[: limit // 2]}\n{raw[len(raw) - limit // 2 :]}"


def read(raw: str, limit: int = LIMIT) -> Words:
    """The plain words of a reply. Takes any text; work is bounded by `limit` characters and `MOST` words and marks."""
    text = _lower(_shortened(raw, limit))
    chunks = text.split(" ")
    told = list(map(_chunks().__getitem__, chunks))
    plain = list(chain.from_iterable(told))
    if len(plain) > MOST and limit > _FEWEST:
        return read(raw, max(min(limit, len(raw)) * MOST // (len(plain) + _MARGIN), _FEWEST))
    if not _JOINERS.isdisjoint(text):
        _join(plain, text)
    if not SHIFTING.isdisjoint(plain):
        settle(plain)
    if meant := LETTERS.get(text.strip(" .,!?")):
        plain = [meant if word.isalpha() else word for word in plain]
    pause(plain)
    text = " ".join(filter(None, plain))
    ending = " " if not text or text[-1] in _ENDS else " . "
    return Words(raw, f" {text}{ending}", chunks, list(map(len, told)), plain, limit if len(raw) > limit else 0)


def _join(plain: list[str], text: str) -> None:
    """Works out the dashes and slashes between tokens."""
    matches = list(_TOKEN.finditer(text))
    for i, match in enumerate(matches):
        if match[0][0] in _JOINERS:
            start, end = match.span()
            before = spell(matches[i - 1][0]) if i else ""
            after = spell(matches[i + 1][0]) if i + 1 < len(matches) else ""
            if match[0] == "-" and before in _ROUND and after in _UNITS and matches[i - 1][0].isalpha():
                plain[i - 1 : i + 2] = [str(int(before) + int(after)), "", ""]
                continue
            share = _SHARES.get((before, after)) if match[0] == "/" else None
            if share and plain[i + 2 : i + 3] in (["of"], ["the"]):
                plain[i - 1 : i + 2] = [share[0], "", share[1]]
                continue
            spaced = text[start - 1 : start] == " " or text[end : end + 1] == " "
            plain[i] = _joiner(match[0], before, after, spaced)


def _unlisted(token: str) -> str:
    """The plain form of a token that no list holds."""
    if token[0].isalpha():
        return spell(token)
    if token[0] in _JOINERS:
        return ""
    return "," if token.startswith("..") else token
