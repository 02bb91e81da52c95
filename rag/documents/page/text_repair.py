"""Rejoins words broken at a line's end, and splits ligatures into their letters."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from rag.documents.page.page_lines import HYPHEN

_LIGATURES = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
    | {"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u00ad": "", "\u200b": "", "\ufeff": ""}
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN = re.compile(rf"[^\W\d_]+(?:-[^\W\d_]+)*[-{HYPHEN}]+$")
_HEAD = re.compile(r"^[^\W\d_]+(?:-[^\W\d_]+)*")
_TAIL = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*$")
_KEEPS = frozenset({"self", "well", "half", "cross", "long", "short", "high", "low", "all", "ex", "mid", "post", "pre"})
"""First parts that keep their hyphen when the document itself does not show how the word is written."""


def clean(text: str) -> str:
    """The text with one space between words, ligatures split and invisible characters removed."""
    return " ".join(_plain(text).split())


def _plain(text: str) -> str:
    return text if text.isascii() else text.translate(_LIGATURES)


class Vocabulary:
    """The words of a document as it spells them where no line break splits them."""

    def __init__(self, lines: Iterable[str]) -> None:
        whole = "\n".join(_BROKEN.sub("", line) if line.endswith((HYPHEN, "-")) else line for line in lines)
        self._seen: Final = Counter(_WORD.findall(_plain(whole).lower()))

    def join(self, first: str, second: str) -> str:
        """Two lines as one text, not yet `finished`: a broken word is rejoined, a compound's own hyphen kept."""
        if first.endswith((HYPHEN, "\u00ad")):
            return self._mended(first[:-1].rstrip("-"), clean(second))
        if first.endswith("-") and first[-2:-1].isalpha() and second[:1].isalpha():
            return self._mended(first[:-1], clean(second))
        return f"{first} {second}" if first else second

    def _mended(self, first: str, second: str) -> str:
        tail, head = _TAIL.search(first[first.rfind(" ") + 1 :]), _HEAD.match(second)
        if not tail or not head:
            return f"{first}-{second}"
        whole, compound = (tail[0] + head[0]).lower(), f"{tail[0]}-{head[0]}".lower()
        if self._seen[whole] or self._seen[compound]:
            kept = self._seen[compound] > self._seen[whole]
        else:
            kept = tail[0].lower() in _KEEPS or head[0][0].isupper()
        return f"{first}-{second}" if kept else first + second


def finished(text: str) -> str:
    """The text of a paragraph: a hyphen with nothing after it becomes an ordinary one."""
    return clean(text.replace(HYPHEN, "-"))
