"""Chunks: what stands between two blanks, read as plain words, and remembered: the same chunks come again and again."""

import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat

TOKEN = re.compile(
    r"\.{2,}|…|[$@]?[^\W_]+(?:['!*@$|#]{1,3}[^\W_]+)*\*?|[.!?,;:()\"\n]|(?<=\s)[-_/]+(?=\s)|(?<![^\s(])'(?=\w)"
)
_MOST_KEPT = 20_000
_ODD = frozenset("bcdefghjklmnopqrstuvwxyz") | {"ill"}
_LONGEST = 60


class Chunks(dict[str, tuple[str, ...]]):
    """The plain words of every chunk met. `odd` are those whose reading may hang on their neighbours: they hold `ill`
    or a single letter. `renewals` counts how often all was forgotten, to stay small."""

    def __init__(self, read: Callable[[str], tuple[str, ...]]) -> None:
        super().__init__()
        self._read = read
        self.odd: set[str] = set()
        self.renewals = 0

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        tokens = TOKEN.findall(f" {chunk} ")
        read = {token: self._read(token) for token in dict.fromkeys(tokens)}
        words = tuple(chain.from_iterable(map(read.__getitem__, tokens)))
        if len(self) >= _MOST_KEPT:
            self.clear()
            self.odd.clear()
            self.renewals += 1
        if not _ODD.isdisjoint(tokens):
            self.odd.add(chunk)
            self[chunk] = words
        elif len(chunk) <= _LONGEST:
            self[chunk] = words
        return words

    def spans(self, chunk: str) -> Iterator[tuple[int, int]]:
        """Where in a chunk each of its plain words was written (several may share one place), in order."""
        many: dict[str, int] = {}
        for match in TOKEN.finditer(f" {chunk} "):
            token = match[0]
            if token not in many:
                many[token] = len(self._read(token))
            start, end = match.span()
            yield from repeat((start - 1, end - 1), many[token])
