"""Windows of sentences: a long post is read piece by piece, so that what stands around a danger cannot thin it out."""

import re
from typing import Final

WHOLE: Final = 60
"""Words up to which a text is read as one piece."""
_SIZE: Final = 40
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?\n]*")
_MOST: Final = 24
"""Windows of a text at most, half from its beginning and half from its end."""


def windows(text: str) -> list[tuple[int, int]]:
    """Where each window of a text begins and ends (code points): some 40 words of whole sentences, each beginning half
    a window behind the one before; the whole text where it has 60 words or fewer."""
    if len(text.split()) <= WHOLE:
        return [(0, len(text))]
    pieces = _pieces(text)
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(pieces):
        last, count = first, 0
        while last < len(pieces) and (count == 0 or count + pieces[last][2] <= _SIZE):
            count += pieces[last][2]
            last += 1
        found.append((pieces[first][0], pieces[last - 1][1]))
        if last >= len(pieces):
            break
        first = max(first + 1, _halfway(pieces, first, last))
    return found if len(found) <= _MOST else [*found[: _MOST // 2], *found[-_MOST // 2 :]]


def _halfway(pieces: list[tuple[int, int, int]], first: int, last: int) -> int:
    total = sum(piece[2] for piece in pieces[first:last])
    count = 0
    for place in range(first, last):
        count += pieces[place][2]
        if 2 * count >= total:
            return place + 1
    return last


def _pieces(text: str) -> list[tuple[int, int, int]]:
    """Sentences as begin, end and words; what goes on for longer than a window is cut between words."""
    found = []
    for match in _SENTENCE.finditer(text):
        words = list(re.finditer(r"\S+", match.group()))
        for place in range(0, len(words), _SIZE):
            part = words[place : place + _SIZE]
            found.append((match.start() + part[0].start(), match.start() + part[-1].end(), len(part)))
    return found
