"""Folding: the message in plain lower-case letters, with the way back to the original text."""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate

_KEPT = {"‘": "'", "’": "'", "‛": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
_LAUGHS = dict.fromkeys("😂🤣😆💀", " lol ")
_DASHES = dict.fromkeys("‐‑", "-") | dict.fromkeys("‒–—―", ";")
_LOOKALIKES = dict(zip("аеорсхуіѕԁӏкмт", "aeopcxyisdlkmt", strict=True))


@dataclass(frozen=True)
class Folded:
    """`text` is folded; `letters` are what each character of the original became (None: itself)."""

    text: str
    letters: list[str] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original span (end exclusive) of a non-empty folded one."""
        if self.letters is None:
            return start, end
        return bisect_right(self._ends, start), bisect_right(self._ends, end - 1) + 1

    @cached_property
    def _ends(self) -> list[int]:
        """How much folded text there is up to the end of each character of the original."""
        return list(accumulate(map(len, self.letters or ())))


@cache
def _letter(char: str) -> str:
    """One character folded: lower case, without marks, invisible characters gone, look-alike letters made Latin."""
    known = _KEPT.get(char) or _DASHES.get(char) or _LAUGHS.get(char)
    if known:
        return known
    if unicodedata.category(char) in {"Cf", "Mn", "Me", "Cc"} and char not in "\n\t\r":
        return ""
    plain = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c)).lower()
    return "".join(_LOOKALIKES.get(c, c) for c in plain)


_THUMBS = {"👍": "yes", "👎": "no"}
"""What a thumb says where it is a clause of its own."""
_THUMB = re.compile(r"(?:^|(?<=[.!?,]))\s*([👍👎])[\U0001f3fb-\U0001f3ff\ufe0f]*\s*(?=$|[.!?,]|but\b|and\b)")
_STRAIGHT = tuple((_KEPT | {"—": ";", "–": ";"}).items())


def fold(text: str) -> Folded:
    """Fold a message (NFKC-compatible, accents dropped, curly quotes straightened, zero-width characters removed)."""
    if text.isascii():
        return Folded(text.replace("`", "'").lower())
    straight = text
    for written, plain in _STRAIGHT:
        if written in straight:
            straight = straight.replace(written, plain)
    if straight.isascii() or straight.replace("…", "").isascii():
        return Folded(straight.lower())
    folded = {char: _letter(char) for char in set(text)}
    letters = list(map(folded.__getitem__, text))
    for thumb in _THUMB.finditer(text):
        letters[thumb.start(1)] = _THUMBS[thumb[1]]
    return Folded("".join(letters), letters)
