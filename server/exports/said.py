"""The patient's words in whole sentences: a report quotes those that a score rests on and says in which turn, a record
needs what was said."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from agents.domain.evidence import Quote
from agents.domain.transcript import Transcript
from agents.interview import events as ev
from agents.interview.presence import Held, Why
from agents.quotes.sentences import cut, in_context

_PLACED: Final = re.compile(r"“([^”]*)” \(turn (\d+)\)(?:, characters \d+–\d+)?")
_AGAIN: Final = re.compile(r"(“[^”]*”)(?:; \1)+")
_TURNS: Final = re.compile(r" \(turns? \d+(?:, \d+)*\)")


def unsaid(log: Iterable[ev.Event]) -> frozenset[int]:
    """The interviewer's turns that nobody was told: those of an interview held in person, and those before it that
    waited on the patient's page, where the patient has written nothing there."""
    waiting, found, wrote = set[int](), set[int](), False
    for event in log:
        if isinstance(event, ev.Said):
            wrote = wrote or not event.by
        elif isinstance(event, ev.Told):
            (found if event.in_person else waiting).add(event.turn)
        elif isinstance(event, Held) and event.why is Why.IN_PERSON and not wrote:
            found |= waiting
    return frozenset(found)


def single(words: str) -> str:
    """On one line."""
    return " ".join(words.split())


def sentence(transcript: Transcript, turn: int | None, start: int, end: int, otherwise: str) -> str:
    """The sentence in which these characters of a turn stand, on one line; `otherwise` where the turn is not there."""
    said = next((one.text for one in transcript if one.index == turn), "")
    whole = cut(said, [(start, end)]) if end <= len(said) else ()
    return single(" ".join("".join(part.text for part in parts) for parts in whole) or otherwise)


def in_one(transcript: Transcript, quotes: Sequence[Quote]) -> list[str]:
    """What these quotes stand in, turn by turn, as an alert shows it: a short message whole."""
    texts = {one.index: one.text for one in transcript}
    places = {turn: [(one.start, one.end) for one in quotes if one.turn == turn] for turn in (q.turn for q in quotes)}
    told = (parts for turn, found in places.items() for parts in in_context(texts.get(turn, ""), found))
    return [single("".join(part.text for part in parts)) for parts in told]


def in_full(line: str, transcript: Transcript) -> str:
    """A line of the report in plain words with every quote of a turn made a whole sentence, each once. It leaves the
    turns out."""
    turns = {one.index: single(one.text) for one in transcript}

    def whole(found: re.Match[str]) -> str:
        words, turn = found[1], int(found[2])
        start = _place(turns.get(turn, ""), words)
        if start is None:
            return f"“{words}”"
        told = cut(turns[turn], [(start, start + len(words))])
        return f"“{' '.join(''.join(part.text for part in parts) for parts in told)}”"

    return _TURNS.sub("", _AGAIN.sub(r"\1", _PLACED.sub(whole, line)))


def _place(text: str, words: str) -> int | None:
    """Where the words stand in a text, as words of their own if they do anywhere."""
    places: Sequence[int] = [one.start() for one in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text)]
    return next(iter(places), None) if words else None
