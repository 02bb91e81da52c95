"""Finds the lines of a page that belong to a passage, although lines break words and passages were repaired."""

import re
from collections.abc import Sequence

from rag.documents.page.line_stream import flow_of
from rag.documents.page.page_lines import Line, Sheet

_NO_LETTERS = re.compile(r"[\W_]+")
_ENOUGH = 12
"""A line of at least this many letters is recognised by itself; a shorter one counts when its neighbours on both sides
belong, or the passage continues in it."""
_APART = 2
"""The line distance up to which lines count as one passage: one other line, a mark or a short end, may come in
between."""


def said_by(sheet: Sheet, passages: Sequence[str]) -> list[Line]:
    """The lines whose letters occur in one of the passages, in reading order; short ones only next to such a line."""
    lines = [placed.line for placed in flow_of([sheet])]
    letters = [_letters(line.text) for line in lines]
    found: set[int] = set()
    for passage in map(_letters, passages):
        found |= _within(letters, passage)
    return [line for place, line in enumerate(lines) if place in found]


def _within(letters: Sequence[str], passage: str) -> set[int]:
    sure = {place for place, said in enumerate(letters) if len(said) >= _ENOUGH and said in passage}
    # The line in which a passage begins or ends contains more than the passage.
    for place, said in enumerate(letters):
        touches = place + 1 in sure or place - 1 in sure
        if touches and said and (_ends_in(said, passage) or (place - 1 in sure and _goes_on(letters, place, passage))):
            sure.add(place)
    if not sure and passage:
        sure = {place for place, said in enumerate(letters) if passage in said}
    return max(_runs(sure), key=lambda run: sum(len(letters[place]) for place in run), default=set())


def _runs(places: set[int]) -> list[set[int]]:
    """Groups lines into runs, since a passage is in one place: similar lines elsewhere on the page form another run."""
    runs: list[set[int]] = []
    for place in sorted(places):
        if runs and place - max(runs[-1]) <= _APART:
            runs[-1].add(place)
        else:
            runs.append({place})
    return runs


def _goes_on(letters: Sequence[str], place: int, passage: str) -> bool:
    return letters[place - 1][-_ENOUGH:] + letters[place] in passage


def _ends_in(said: str, passage: str) -> bool:
    """Whether the line ends with the passage's beginning, or begins with its end, by enough letters."""
    for length in range(min(len(said), len(passage)), _ENOUGH - 1, -1):
        if said.endswith(passage[:length]) or said.startswith(passage[-length:]):
            return True
    return False


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())
