"""Maps a model's quotes to the participant's own characters."""

import re
from collections.abc import Iterable
from typing import Final

from agents.domain.evidence import Quote
from agents.domain.transcript import Role, Transcript, Turn
from agents.quotes.as_written import looked_up
from agents.quotes.grounding import Span, Texts

_NEGATION: Final = re.compile(
    r"(?:\b(?:not|no|never|without|hardly)|n['’]t|\b(?:don|didn|isn|wasn|can|cannot|couldn|haven|ain)t)"
    r"(?:\s+(?:really|been|feeling|feel|that|very|so|a|any|even|ever|all|too|been|felt|had)){0,2}\s*$",
    re.IGNORECASE,
)
_BEFORE: Final = 40


class ParticipantQuotes:
    """The participant's lines of one transcript, in which quotes are looked up. `fuzzy`: a few letters may differ."""

    def __init__(self, transcript: Transcript, fuzzy: bool = True) -> None:
        self._turns = [turn for turn in transcript if turn.role is Role.PATIENT]
        self._texts = Texts([turn.text for turn in self._turns])
        self._runs = [(places, Texts([joined])) for places, joined in _runs(self._turns)]
        self._fuzzy = fuzzy

    def quotes(self, given: Iterable[str]) -> tuple[tuple[Quote, ...], int]:
        """The quotes that the participant said, in the order of the transcript and each once, and how many of the
        given ones nobody said."""
        spans, dropped = looked_up(given, self._spans)
        known = set(spans)
        kept = [one for one in sorted(known) if not any(_inside(one, other) for other in known if other != one)]
        return tuple(self._quote(*one) for one in kept), dropped

    def supports(self, quote: Quote) -> bool:
        """Whether the words mean the same on their own: a phrase quoted without its preceding "not" supports
        nothing."""
        text = next(turn.text for turn in self._turns if turn.index == quote.turn)
        return _NEGATION.search(text[max(0, quote.start - _BEFORE) : quote.start]) is None

    def _spans(self, text: str, alike: bool) -> tuple[Span, ...]:
        if alike and not self._fuzzy:
            return ()
        if spans := self._texts.locate(text, alike):
            return spans
        for places, joined in self._runs:
            if across := joined.locate(text, alike):
                return tuple(piece for span in across for piece in _split(span, places))
        return ()

    def _quote(self, source: int, start: int, end: int) -> Quote:
        turn = self._turns[source]
        return Quote(text=turn.text[start:end], turn=turn.index, start=start, end=end)


def _inside(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return one[0] == other[0] and other[1] <= one[1] and one[2] <= other[2]


def _runs(turns: list[Turn]) -> Iterable[tuple[list[tuple[int, int, int]], str]]:
    """Consecutive lines of the participant, joined, with the position of each."""
    places: list[tuple[int, int, int]] = []
    joined = ""
    for number, turn in enumerate(turns):
        if places and turn.index != turns[number - 1].index + 1:
            if len(places) > 1:
                yield places, joined
            places, joined = [], ""
        places.append((number, len(joined), len(joined) + len(turn.text)))
        joined += turn.text + " "
    if len(places) > 1:
        yield places, joined


def _split(span: Span, places: list[tuple[int, int, int]]) -> Iterable[Span]:
    for number, start, end in places:
        if span.start < end and start < span.end:
            yield Span(number, max(span.start, start) - start, min(span.end, end) - start)
