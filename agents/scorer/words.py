"""A reply as plain words: lower case, contractions spelt out, numbers as digits, each traceable to the original."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from typing import Final

from agents.scorer.vocabulary import Span, table

LIMIT: Final = 4000
"""Characters read of one reply; the middle of a longer one is left out."""

_TOKEN: Final = re.compile(
    r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:\.\d+)?|\.{2,}|[.!?;:,()\n%/+]|[-–—]+|…|[\U0001f44d\U0001f44e]"
)
_ONES: Final = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS: Final = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_NUMBER: Final = {word: value for value, word in enumerate(_ONES)} | _TENS | {"hundred": 100}
_ORDINAL: Final = {"third": "3rd", "fourth": "4th", "fifth": "5th"}
_MARKS: Final = {"…": ",", "\n": ".", "(": ",", ")": ",", "%": "percent"} | {mark: mark for mark in ".,;:!?+"}
_ENDING: Final = {"ve": "have", "m": "am", "re": "are", "ll": "will"}
_IS: Final = frozenset(
    [
        "it",
        "that",
        "there",
        "what",
        "who",
        "he",
        "she",
        "here",
        "where",
        "how",
        "everything",
        "nothing",
        "something",
        "nobody",
        "this",
        "sleep",
        "mind",
    ]
)
_STRETCHED: Final = re.compile(r"([a-z])\1{2,}")
_QUOTES: Final = {ord(c): "'" for c in "\u2018\u2019\u02bc\u0060\u00b4\u2032"}


@cache
def _spelt() -> Mapping[str, str]:
    numbers = {word: str(value) for word, value in _NUMBER.items()}
    rounded = {f"{word}ish": number for word, number in numbers.items()}
    listed: dict[str, str] = table("words")["spelt"]
    return listed | _MARKS | _ORDINAL | numbers | rounded


@dataclass(frozen=True)
class Words:
    """`text` is the words with single blanks between and around; `raw` the original that spans point back into.

    `plain` holds what each token in `matches` became: one word, several, or none. `cut`: the middle was left out.
    """

    raw: str
    text: str
    plain: list[str]
    matches: list[re.Match[str]]
    cut: bool

    def originals(self, spans: Iterable[Span]) -> list[Span]:
        """The spans of the original (code points, end exclusive) under spans of `text`, each with a word in it."""
        found = []
        for start, end in spans:
            first = self._token(start + (self.text[start] == " "))
            last = max(first, self._token(end - 1))
            found.append((self._place(self.matches[first].start()), self._place(self.matches[last].end())))
        return found

    def _token(self, position: int) -> int:
        """The number of the token whose word stands at a position of the text."""
        begins, numbers = self._placed
        return numbers[max(0, bisect_right(begins, position) - 1)]

    @cached_property
    def _placed(self) -> tuple[list[int], list[int]]:
        """Where in the text each word begins, and the number of its token."""
        numbers = [i for i, word in enumerate(self.plain) if word]
        return list(accumulate([len(word) + 1 for word in self.plain if word], initial=1)), [*numbers, numbers[-1]]

    def _place(self, position: int) -> int:
        return position + len(self.raw) - LIMIT - 1 if self.cut and position > LIMIT // 2 else position


def _lower(raw: str) -> str:
    text = raw.translate(_QUOTES)
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


def _shortened(raw: str) -> str:
    return raw if len(raw) <= LIMIT else f"{raw[: LIMIT // 2]}\n{raw[len(raw) - LIMIT // 2 :]}"


def read(raw: str) -> Words:
    """The plain words of a reply. Takes any text; work is linear in its length and bounded by `LIMIT`."""
    text = _lower(_shortened(raw))
    spelt = _spelt()
    stretched = _STRETCHED.search(text) is not None
    matches = list(_TOKEN.finditer(text))
    tokens = [match.group() for match in matches]
    plain = [spelt.get(token) or (token if token.isalpha() and not stretched else "") for token in tokens]
    if "" in plain:
        _fill(plain, matches, text)
    return Words(raw, f" {' '.join(filter(None, plain))} ", plain, matches, len(raw) > LIMIT)


def _fill(plain: list[str], matches: list[re.Match[str]], text: str) -> None:
    """Works out the tokens that no list holds."""
    for i, word in enumerate(plain):
        if not word:
            plain[i] = _plain(matches, i, text)


def _plain(matches: list[re.Match[str]], i: int, text: str) -> str:
    token, (start, end) = matches[i].group(), matches[i].span()
    first = token[0]
    if first.isalpha():
        return spell(token)
    if first.isdigit():
        return token
    if first in "-–—/":
        before = spell(matches[i - 1].group()) if i else ""
        after = spell(matches[i + 1].group()) if i + 1 < len(matches) else ""
        return _joiner(token, before, after, text[start - 1 : start] == " " or text[end : end + 1] == " ")
    if token.startswith(".."):
        return ","
    return token
