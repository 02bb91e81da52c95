"""The patient's words inside what a model wrote: found again in the transcript, put back letter by letter."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from agents.domain.evidence import Quote
from agents.domain.level1 import instrument, items
from agents.domain.transcript import Role, Transcript
from agents.grounding import locate

_QUOTED: Final = re.compile(r"[\"“”„«]([^\"“”„«»]{1,1000})[\"“”»]")
_FIRST: Final = 0xE000
_LAST: Final = 0xF8FF
_PRIVATE: Final = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")


def grounded(text: str, transcript: Transcript) -> tuple[Quote, ...]:
    """The patient's words that a quote stands for, exactly as they were typed; empty when nobody said it."""
    turns = [turn for turn in transcript if turn.role is Role.PATIENT]
    spans = locate(text, [turn.text for turn in turns])
    return tuple(
        Quote(text=turns[s.source].text[s.start : s.end], turn=turns[s.source].index, start=s.start, end=s.end)
        for s in spans
    )


class Quoted:
    """A text in which each quote is one private character, so that sentences can be told apart and checked without
    the patient's words. `quotes` holds what each stands for; an empty one was said by nobody."""

    def __init__(self, text: str, transcript: Transcript) -> None:
        self.quotes: Final[list[tuple[Quote, ...]]] = []
        self._transcript: Final = transcript
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
        """A part of the bare text with its quotes as `shown` writes them."""
        return _PRIVATE.sub(lambda mark: shown(self.quotes[ord(mark.group()) - _FIRST]), part)

    def _taken_out(self, found: re.Match[str]) -> str:
        if found[1].strip(" .,;").casefold() in _labels() or len(self.quotes) > _LAST - _FIRST:
            return found[1]
        self.quotes.append(grounded(found[1], self._transcript))
        return chr(_FIRST + len(self.quotes) - 1)


@cache
def _labels() -> frozenset[str]:
    """The product's own terms: these may stand in quotation marks."""
    known = instrument()
    named = (*(one.label for one in known.anchors), *(one.title for one in known.domains))
    return frozenset(text.casefold() for text in (*named, *(item.short for item in items().values())))
