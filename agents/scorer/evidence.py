"""The words a score rests on, as exact pieces of what the patient wrote."""

from agents.reading.vocabulary import Span
from agents.reading.words import Words
from agents.scorer.port import Evidence, Source


def bearing(told: tuple[Evidence, ...], text: str, span: Span, source: Source) -> tuple[Evidence, ...]:
    """The pieces with the clause that bears the problem: what stands in it is part of it."""
    start, end = span
    if not any(map(str.isalnum, text[start:end])):
        return told
    apart = [piece for piece in told if piece.end <= start or piece.start >= end]
    whole = Evidence(source=source, start=start, end=end, text=text[start:end])
    return tuple(sorted((*apart, whole), key=lambda piece: piece.start))


def quote(words: Words, spans: tuple[Span, ...], source: Source) -> tuple[Evidence, ...]:
    """The pieces of the original under spans of its plain words, in order; pieces that touch are one."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(set(words.originals(spans))):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return tuple(Evidence(source=source, start=a, end=b, text=words.raw[a:b]) for a, b in found)
