"""Page numbers as printed, Arabic or Roman, and the labels of all pages derived from those that were read."""

import re
from collections import Counter
from collections.abc import Sequence

_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_VOTES = 3


def number_of(printed: str) -> tuple[int, bool] | None:
    """Its value, and whether it is Roman; None if it is not a number."""
    if printed.isascii() and printed.isdigit():
        return int(printed), False
    small = printed.lower()
    if not small or printed not in (small, printed.upper()) or not _ROMAN.fullmatch(small):
        return None
    total = 0
    for letter, following in zip(small, small[1:] + " ", strict=True):
        value = _VALUES[letter]
        total += -value if _VALUES.get(following, 0) > value else value
    return total, True


def roman(value: int) -> str:
    """1 to 3999 in small Roman numerals."""
    told = ""
    for size, letters in zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"),
        strict=True,
    ):
        told += letters * (value // size)
        value %= size
    return told


def labels(printed: Sequence[Sequence[str]], in_file: Sequence[str]) -> tuple[str, ...]:
    """One label per page: the number printed on it; a page without one is numbered along with its neighbours.

    A number counts when at least three pages (all, in a shorter file) have the same offset between printed and physical
    number, so a year in a header is not taken for a page number. Where nothing is printed, the file's own label is
    used, else the physical number."""
    votes = Counter(
        (page - value[0], value[1])
        for page, numbers in enumerate(printed, start=1)
        for value in {number_of(number) for number in numbers}
        if value
    )
    needed = min(_VOTES, len(printed))
    counting: list[tuple[int, bool] | None] = []
    for page, numbers in enumerate(printed, start=1):
        offsets = [(page - value[0], value[1]) for number in numbers if (value := number_of(number))]
        offsets = [offset for offset in offsets if votes[offset] >= needed]
        counting.append(max(offsets, key=lambda offset: votes[offset], default=None))
    return tuple(_label(page, offset, in_file[page - 1]) for page, offset in enumerate(_filled(counting), start=1))


def _filled(counting: list[tuple[int, bool] | None]) -> list[tuple[int, bool] | None]:
    """A page without a number is numbered backwards from the next page that has one (a chapter's first page often has
    none) as long as that gives 1 or more; else onwards from the page before."""
    filled = list(counting)
    for place in range(len(filled) - 2, -1, -1):
        after = filled[place + 1]
        if filled[place] is None and after and place + 1 > after[0]:
            filled[place] = after
    for place in range(1, len(filled)):
        filled[place] = filled[place] or filled[place - 1]
    return filled


def _label(page: int, offset: tuple[int, bool] | None, in_file: str) -> str:
    if offset and page - offset[0] > 0:
        return roman(page - offset[0]) if offset[1] else str(page - offset[0])
    return in_file or str(page)
