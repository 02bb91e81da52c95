"""Quotes of the patient in a model's text: found in the transcript and restored to the patient's exact characters."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from agents.domain.evidence import Quote
from agents.domain.level1 import instrument, items
from agents.domain.transcript import Role, Transcript
from agents.quotes.grounding import locate

_QUOTED: Final = re.compile(r"[\"“”„«]([^\"“”„«»]{1,1000})[\"“”»]")
MOST_LOOKUPS: Final = 80
_FIRST: Final = 0xE000
_LAST: Final = 0xF8FF
_PRIVATE: Final = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")


class Words:
    """The patient's words, in which quotes are looked up. A look-up of similar words reads the whole interview, so one
    answer is allowed only `most` of them; any further quote counts as said by nobody."""

    def __init__(self, transcript: Transcript, most: int = MOST_LOOKUPS) -> None:
        self._turns: Final = [turn for turn in transcript if turn.role is Role.PATIENT]
        self._texts: Final = [turn.text for turn in self._turns]
        self._known: Final[dict[tuple[str, bool], tuple[Quote, ...]]] = {}
        self._most: Final = most
        self._similar = 0

    def find(self, text: str, alike: bool = True) -> tuple[Quote, ...]:
        """The words that a quote refers to, exactly as they were typed; empty when nobody said them. `alike`: a few
        letters may differ."""
        if (text, alike) not in self._known:
            self._similar += alike
            spans = locate(text, self._texts, alike) if self._similar <= self._most else ()
            self._known[text, alike] = tuple(self._quote(*span) for span in spans)
        return self._known[text, alike]

    def _quote(self, source: int, start: int, end: int) -> Quote:
        turn = self._turns[source]
        return Quote(text=turn.text[start:end], turn=turn.index, start=start, end=end)


class Quoted:
    """A text in which each quote is replaced by one private-use character, so that sentences can be split and checked
    without the patient's words. `quotes` holds what each character stands for; an empty one was said by nobody."""

    def __init__(self, text: str, words: Words) -> None:
        self.quotes: Final[list[tuple[Quote, ...]]] = []
        self._said: Final = words
        self.bare: Final = _QUOTED.sub(self._taken_out, _PRIVATE.sub("", text))

    def invented(self, part: str) -> bool:
        """Whether a part of the bare text holds a quote that nobody said."""
        return any(not found for found in self.of(part))

    def of(self, part: str) -> Sequence[tuple[Quote, ...]]:
        """The quotes in a part of the bare text, in order."""
        return [self.quotes[ord(mark) - _FIRST] for mark in _PRIVATE.findall(part)]

    def restored(self, part: str) -> str:
        """A part of the bare text with the patient's own characters in it, between quotation marks."""
        return self.filled(part, lambda found: f"“{' … '.join(quote.text for quote in found)}”")

    def filled(self, part: str, shown: Callable[[tuple[Quote, ...]], str]) -> str:
        """A part of the bare text with its quotes formatted by `shown`."""
        return _PRIVATE.sub(lambda mark: shown(self.quotes[ord(mark.group()) - _FIRST]), part)

    def _taken_out(self, found: re.Match[str]) -> str:
        if found[1].strip(" .,;").casefold() in _labels() or len(self.quotes) > _LAST - _FIRST:
            return found[1]
        self.quotes.append(self._said.find(found[1]))
        return chr(_FIRST + len(self.quotes) - 1)


@cache
def _labels() -> frozenset[str]:
    """The product's own terms, which may appear in quotation marks."""
    known = instrument()
    named = (*(one.label for one in known.anchors), *(one.title for one in known.domains))
    return frozenset(text.casefold() for text in (*named, *(item.short for item in items().values())))
