"""The words a score rests on, as exact pieces of what the patient wrote."""

from typing import Literal

from agents.scorer.port import Evidence
from agents.scorer.vocabulary import Span
from agents.scorer.words import Words


def quote(words: Words, spans: tuple[Span, ...], source: Literal["reply", "followup"]) -> tuple[Evidence, ...]:
    """The pieces of the original under spans of its plain words, in order; pieces that touch are one."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(set(words.originals(spans))):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return tuple(Evidence(source=source, start=a, end=b, text=words.raw[a:b]) for a, b in found)
