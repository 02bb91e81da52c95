"""A reply as plain words: lower case, contractions spelt out, numbers as digits, each traceable to the original."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.scorer.vocabulary import table

LIMIT: Final = 4000
"""Characters read of one reply; the middle of a longer one is left out."""

_TOKEN: Final = re.compile(
    r"24\s?[/x]\s?7|\d+(?:\.\d+)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -]"
    r"(?:one|two|three|four|five|six|seven|eight|nine)\b|[ap]\.m\b\.?|[^\W\d_]+(?:'[^\W\d_]+)*|\.{2,}|[.!?;:,()\n%/+]|[-–—]+|…|[\U0001f44d\U0001f44e]"
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
_TENS_STEMS: Final = frozenset(word[:3] for word in _TENS)
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
_STRETCHED: Final = re.compile(r"(.)\1{2,}")
_QUOTES: Final = {ord(c): "'" for c in "\u2018\u2019\u02bc\u0060\u00b4\u2032"}


@cache
def _spelt() -> Mapping[str, str]:
    numbers = {word: str(value) for word, value in _NUMBER.items()}
    rounded = {f"{word}ish": number for word, number in numbers.items()}
    listed: dict[str, str] = table("words")["spelt"]
    return listed | _MARKS | _ORDINAL | numbers | rounded


@dataclass(frozen=True, slots=True)
class Words:
    """`text` is the words with single blanks between and around; `raw` the original that spans point back into."""

    raw: str
    text: str
    at: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    cut: bool

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original (code points, end exclusive) under `text[start:end]`, which must hold a word."""
        first = max(0, bisect_right(self.at, start + (self.text[start] == " ")) - 1)
        last = max(first, bisect_right(self.at, end - 1) - 1)
        return self.spans[first][0], self.spans[last][1]


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
    if word[:3] in _TENS_STEMS and (" " in word or "-" in word):
        tens, _, ones = word.replace("-", " ").partition(" ")
        return str(_NUMBER[tens] + _NUMBER[ones])
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


def read(raw: str) -> Words:
    """The plain words of a reply. Takes any text; work is linear in its length and bounded by `LIMIT`."""
    cut = len(raw) > LIMIT
    text = _lower(raw if not cut else raw[: LIMIT // 2] + "\n" + raw[len(raw) - LIMIT // 2 :])
    shift = len(raw) - len(text) if cut else 0
    spelt = _spelt()
    stretched = _STRETCHED.search(text) is not None
    matches = list(_TOKEN.finditer(text))
    out: list[str] = []
    at: list[int] = []
    spans: list[tuple[int, int]] = []
    length = 1
    for i, match in enumerate(matches):
        token = match.group()
        plain = spelt.get(token)
        if plain is None:
            plain = token if token.isalpha() and not stretched else _plain(matches, i, text)
        for word in plain.split() if " " in plain else (plain,) if plain else ():
            out.append(word)
            at.append(length)
            spans.append(match.span())
            length += len(word) + 1
    if shift:
        spans = [(a + shift, b + shift) if a > LIMIT // 2 else (a, b) for a, b in spans]
    return Words(raw, f" {' '.join(out)} ", tuple(at), tuple(spans), cut)


def _plain(matches: list[re.Match[str]], i: int, text: str) -> str:
    token, (start, end) = matches[i].group(), matches[i].span()
    first = token[0]
    if first.isalpha():
        return "oclock" if token[1:3] == ".m" else spell(token)
    if token.startswith("24") and token[-1] == "7" and len(token) > 2 and not token[2:3].isdigit():
        return "nonstop"
    if first.isdigit():
        return token
    if first in "-–—/":
        before = spell(matches[i - 1].group()) if i else ""
        after = spell(matches[i + 1].group()) if i + 1 < len(matches) else ""
        return _joiner(token, before, after, text[start - 1 : start] == " " or text[end : end + 1] == " ")
    if token.startswith(".."):
        return ","
    return token
