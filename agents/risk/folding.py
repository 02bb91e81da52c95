"""Folding: the message in plain lower-case letters, with the way back to the original text."""

import unicodedata
from dataclasses import dataclass
from functools import cache

_KEPT = {"‘": "'", "’": "'", "‛": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
_DASHES = dict.fromkeys("‐‑", "-") | dict.fromkeys("‒–—―", ";")
_LOOKALIKES = dict(zip("аеорсхуіѕԁӏкмт", "aeopcxyisdlkmt", strict=True))


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is folded; `origin[i]` is the index in the original message that `text[i]` came from (None: the same)."""

    text: str
    origin: list[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original span (end exclusive) of a non-empty folded one."""
        if self.origin is None:
            return start, end
        return self.origin[start], self.origin[end - 1] + 1


@cache
def _letter(char: str) -> str:
    """One character folded: lower case, without marks, invisible characters gone, look-alike letters made Latin."""
    known = _KEPT.get(char) or _DASHES.get(char)
    if known:
        return known
    if unicodedata.category(char) in {"Cf", "Mn", "Me", "Cc"} and char not in "\n\t\r":
        return ""
    plain = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c)).lower()
    return "".join(_LOOKALIKES.get(c, c) for c in plain)


_PLAIN = str.maketrans(_KEPT | {"—": ";", "–": ";"})


def fold(text: str) -> Folded:
    """Fold a message (NFKC-compatible, accents dropped, curly quotes straightened, zero-width characters removed)."""
    if text.isascii() and "`" not in text:
        return Folded(text.lower(), None)
    straight = text.translate(_PLAIN)
    if straight.replace("…", "").isascii():
        return Folded(straight.lower(), None)
    letters: list[str] = []
    origin: list[int] = []
    for index, char in enumerate(text):
        plain = _letter(char)
        letters.append(plain)
        origin.extend([index] * len(plain))
    return Folded("".join(letters), origin)
