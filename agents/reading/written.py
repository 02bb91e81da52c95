"""A message in plain writing: lower case, contractions spelt out, disguises undone, each word traceable to where it
was written."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import islice
from typing import Final

from agents.language import ENGLISH, Language, flat
from agents.reading.folding import Folded, fold
from agents.reading.spelling import Speller

LIMIT: Final = 20_000
"""Characters of a message that are read, half from its beginning and half from its end."""
_APART: Final = r"[ .\-_*]{1,2}"
_SPACED: Final = re.compile(
    rf"(?<![^\W_])(?:[^\W_](?:{_APART}[^\W_]){{3,40}}|d{_APART}i{_APART}e|k{_APART}[my]{_APART}s)(?![^\W_])"
)
"""Letters that are written one by one: `s u i c i d e`."""
_MOST_SPELT: Final = 100
_TOKEN: Final = re.compile(
    r"[$@]?[^\W_]+(?:['!*@$|#]{1,3}[^\W_]+)*\*?|\.{2,}|…|[.!?,;:()\"\n]|(?<=\s)[-_/]+(?=\s)|(?<![^\s(])'(?=\w)"
)


class Written:
    """A message in plain writing: `text` has blanks between words and marks, and one at either end. `disguised`: a word
    of it was written so that it is not read at once (`k1ll mys3lf`)."""

    def __init__(self, text: str, language: Language) -> None:
        self.said = text if len(text) <= LIMIT else text[: LIMIT // 2] + " " + text[-(LIMIT // 2) :]
        self._cut = len(text) - len(self.said)
        self._folded = fold(self.said) if language == ENGLISH else Folded(flat(self.said))
        self.disguised = False
        pieces, self._places = [""], [(0, 0, 0)]
        length = 1
        for words, start, end in self._words(language):
            for word in words:
                self._places.append((length, start, end))
                pieces.append(word)
                length += len(word) + 1
        self.text: Final = " ".join((*pieces, ""))

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span (code points of the message, end exclusive) of a stretch of `text` without the blanks at its ends;
        something else must be in it."""
        start += len(self.text[start:end]) - len(self.text[start:end].lstrip(" "))
        end -= len(self.text[start:end]) - len(self.text[start:end].rstrip(" "))
        first, last = self._place(start), self._place(end - 1)
        begun, ended = self._folded.span(self._places[first][1], self._places[last][2])
        return self._whole(begun), self._whole(ended - 1) + 1

    def _place(self, at: int) -> int:
        return max(1, bisect_right(self._starts, at) - 1)

    def _whole(self, at: int) -> int:
        return at + self._cut if self._cut and at > LIMIT // 2 else at

    @cached_property
    def _starts(self) -> list[int]:
        return [begun for begun, _, _ in self._places]

    def _words(self, language: Language) -> Iterator[tuple[tuple[str, ...], int, int]]:
        """The plain words of every token, with its folded span."""
        text, begun = self._folded.text, 0
        for start, end, words in self._spelt() if language == ENGLISH else ():
            yield from self._between(begun, start, language)
            yield words, start, end
            begun = end
        yield from self._between(begun, len(text), language)

    def _between(self, begin: int, end: int, language: Language) -> Iterator[tuple[tuple[str, ...], int, int]]:
        found = [(match[0], *match.span()) for match in _TOKEN.finditer(self._folded.text, begin, end)]
        if language != ENGLISH:
            yield from (((token,), start, stop) for token, start, stop in found)
            return
        known = speller()
        for (token, start, stop), following in zip(found, [*(one[0] for one in found[1:]), ""], strict=False):
            words = known.read(token, following)
            self.disguised = self.disguised or known.hidden(token, words)
            yield words, start, stop

    def _spelt(self) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """The words that are spelt out letter by letter, the first of a message that is full of them."""
        for match in islice(_SPACED.finditer(self._folded.text), _MOST_SPELT):
            words = speller().joined(re.sub(r"[^a-z0-9]", "", match[0]))
            if words:
                self.disguised = True
                yield match.start(), match.end(), words


@cache
def speller() -> Speller:
    """The speller of English messages."""
    return Speller()
