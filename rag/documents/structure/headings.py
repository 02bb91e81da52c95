"""Finds headings: by the file's outline and, below or without one, by size and weight of type and position."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from rag.documents.page.line_stream import Placed
from rag.documents.structure.icd_codes import without_codes
from rag.documents.structure.section_kinds import DISORDER, PLURAL, is_begun, is_clinical, kind_of, plain
from rag.documents.values import SectionKind

_LARGER = 1.07
"""Type larger than the body's by this factor makes a heading; smaller differences are the same font set twice."""
_LONGEST = 140
_MOST_LINES = 3
_BELOW_OUTLINE = 100
_DEEPEST = 900
_NAME_WORDS = 8
_BEGIN = 3
_MARKED = re.compile(r"^(?:[A-Z]|\d{1,2}|[a-z]|\([\da-z]{1,2}\))[.)]\s|^[•·▪‣*]")
_NO_LETTERS = re.compile(r"[\W_]+")
_SENTENCE = re.compile(r"[.;,]$")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the outline. `level` 0 is the top; `top` its height in points from the page's top, if given."""

    level: int
    title: str
    page: int
    top: float | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the lines of the stream that it occupies, from `start` up to `end`; level 0 is the highest.

    An outline entry that is not printed occupies no line. `kind` is the kind of section below it, None for a chapter, a
    disorder or something else; `title`: it is a disorder's title; `doubtful`: it is a heading only if it is a title."""

    level: float
    text: str
    start: int
    end: int
    page: int
    kind: SectionKind | None = None
    title: bool = False
    doubtful: bool = False


def headings_of(flow: Sequence[Placed], outline: Sequence[Entry], body: tuple[float, bool, bool]) -> list[Heading]:
    """All headings, in reading order; `heading_roles` finds their roles. A line set like the outline's entries gets
    their level even if the outline leaves it out."""
    outlined = _by_outline(flow, outline)
    taken = {place for heading in outlined for place in range(heading.start, heading.end)}
    below = _BELOW_OUTLINE if outline else 0
    typed = [heading for heading in _by_type(flow, body, below) if taken.isdisjoint(range(heading.start, heading.end))]
    as_outlined = _levels_by_style(flow, outlined, body)
    typed = [replace(one, level=as_outlined.get(_style(flow[one.start]), one.level)) for one in typed]
    return sorted(outlined + typed, key=lambda heading: (heading.start, heading.end, heading.level))


def _levels_by_style(
    flow: Sequence[Placed], outlined: Sequence[Heading], body: tuple[float, bool, bool]
) -> dict[tuple[float, bool, bool], float]:
    """The outline's level of each style that its entries are printed in; a style used on two levels is left out."""
    levels: dict[tuple[float, bool, bool], set[float]] = {}
    for heading in outlined:
        if heading.end > heading.start and _stands_out(flow[heading.start], body):
            levels.setdefault(_style(flow[heading.start]), set()).add(heading.level)
    return {style: found.pop() for style, found in levels.items() if len(found) == 1}


def _by_outline(flow: Sequence[Placed], outline: Sequence[Entry]) -> list[Heading]:
    """Each entry at the line that prints it; else at its height on its page; else at the top of the page."""
    first_on: dict[int, int] = {}
    for place, placed in enumerate(flow):
        first_on.setdefault(placed.page, place)
    found: list[Heading] = []
    behind = 0
    for entry in outline:
        start, end = _printed(flow, entry, first_on, behind) or _at_height(flow, entry, first_on, behind)
        found.append(Heading(entry.level, " ".join(entry.title.split()), start, end, entry.page))
        behind = end
    return found


def _printed(flow: Sequence[Placed], entry: Entry, first_on: dict[int, int], behind: int) -> tuple[int, int] | None:
    """The lines on the entry's page that together form its title."""
    titles = tuple({*_titles(entry.title)} - {""})
    begin = {title[:_BEGIN] for title in titles}
    place = max(first_on.get(entry.page, len(flow)), behind)
    while titles and place < len(flow) and flow[place].page == entry.page:
        letters = _letters(flow[place].text)
        if not any(first in letters for first in begin):  # true of most lines, which then need no search for codes
            place += 1
            continue
        said = ""
        for end in range(place, min(place + _MOST_LINES, len(flow))):
            if len(flow[end].text) > _LONGEST:
                break
            letters, unnumbered = _titles(flow[end].text)
            said += letters
            if said in titles or unnumbered in titles:
                return place, end + 1
            if not any(title.startswith(said) for title in titles):
                break
        place += 1
    return None


def _at_height(flow: Sequence[Placed], entry: Entry, first_on: dict[int, int], behind: int) -> tuple[int, int]:
    start = max(behind, _page_start(first_on, entry.page, len(flow)))
    while (
        entry.top is not None
        and start < len(flow)
        and flow[start].page == entry.page
        and flow[start].line.bottom < entry.top
    ):
        start += 1
    return start, start


def _page_start(first_on: dict[int, int], page: int, end: int) -> int:
    return min((place for on, place in first_on.items() if on >= page), default=end)


@cache
def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())


@cache
def _titles(printed: str) -> tuple[str, str]:
    """The letters of a printed line without codes, and those without its numbering as well."""
    bare = without_codes(printed)
    return _letters(bare), _letters(plain(bare))


def _by_type(flow: Sequence[Placed], body: tuple[float, bool, bool], below: int) -> list[Heading]:
    """Runs of lines in one style that is larger or bolder than the body's, and known titles on lines of their own."""
    runs = [run for run in _runs(flow, body) if _reads_like_one(flow, *run)]
    styles = sorted({_style(flow[start]) for start, _ in runs}, reverse=True)
    rank = {style: below + place for place, style in enumerate(styles)}
    headings = []
    for start, end in runs:
        text = " ".join(placed.text for placed in flow[start:end])
        headings.append(Heading(rank[_style(flow[start])], text, start, end, flow[start].page))
    typed = {place for start, end in runs for place in range(start, end)}
    alone = [place for place in range(len(flow)) if place not in typed and _stands_alone(flow, place)]
    return headings + [one for place in alone if (one := _by_words(flow, place, bool(runs or below)))]


def _style(placed: Placed) -> tuple[float, bool, bool]:
    """Size to half a point, weight, and capitals throughout: larger, bolder and louder ranks higher."""
    return round(placed.line.size * 2) / 2, placed.line.bold, placed.text.isupper()


def _runs(flow: Sequence[Placed], body: tuple[float, bool, bool]) -> list[tuple[int, int]]:
    """Adjacent lines of one heading style without extra space between them."""
    runs: list[tuple[int, int]] = []
    for place, placed in enumerate(flow):
        if not _stands_out(placed, body):
            continue
        joins = (
            runs
            and runs[-1][1] == place
            and _style(flow[place - 1]) == _style(placed)
            and placed.drop_from(flow[place - 1]) < 1.7 * placed.line.size
            and _go_together(flow[place - 1].text, placed.text)
        )
        if joins:
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs


def _go_together(before: str, text: str) -> bool:
    """Whether two lines can be one heading: not if the first is complete by itself, or the second begins another
    heading."""
    if is_clinical(text) or (is_clinical(before) and _MARKED.match(text)):
        return False
    return not is_clinical(before) or is_clinical(f"{before} {text}")


def _stands_out(placed: Placed, body: tuple[float, bool, bool]) -> bool:
    line = placed.line
    if line.size > body[0] * _LARGER:
        return True
    return line.size >= body[0] * 0.95 and (
        (line.bold and not body[1]) or (line.slanted and kind_of(line.text) is not None)
    )


def _reads_like_one(flow: Sequence[Placed], start: int, end: int) -> bool:
    """Whether it is short, begins like a title and does not end like a sentence."""
    text = " ".join(placed.text for placed in flow[start:end])
    words = plain(text)
    return (
        end - start <= _MOST_LINES
        and len(text) <= _LONGEST
        and sum(map(str.isalpha, words)) >= 3
        and not _MARKED.match(text)
        and not _SENTENCE.search(text)
        and not text.endswith(":")
        and not text[0].islower()
    )


def _stands_alone(flow: Sequence[Placed], place: int) -> bool:
    """Whether it is a short line in the body's type, alone between paragraphs."""
    placed = flow[place]
    text = placed.text
    if len(text) > 80 or not text[0].isupper() or _SENTENCE.search(text) or _MARKED.match(text):
        return False
    before = flow[place - 1] if place and not placed.first else None
    after = flow[place + 1] if place + 1 < len(flow) and flow[place + 1].page == placed.page else None
    ended = before is None or not before.text[-1].isalnum() or placed.drop_from(before) > 1.6 * placed.line.size
    begins = after is None or not after.text[0].islower()
    return ended and begins and placed.line.right < placed.right - 0.2 * (placed.right - placed.left)


def _by_words(flow: Sequence[Placed], place: int, typed: bool) -> Heading | None:
    """A line in the body's type that reads like a known heading; chapters and disorders only where type is no guide, or
    where criteria follow immediately."""
    text, page = flow[place].text, flow[place].page
    level = _level_by_words(text, typed)
    doubtful = level is None and place + 1 < len(flow) and kind_of(flow[place + 1].text) is SectionKind.CRITERIA
    if level is None and not doubtful:
        return None
    return Heading(level or _DEEPEST - 1, text, place, place + 1, page, doubtful=doubtful)


def _level_by_words(text: str, typed: bool) -> float | None:
    if is_clinical(text) or is_begun(text):
        return _DEEPEST
    if typed:
        return None
    if kind_of(text) or PLURAL.search(text):
        return _DEEPEST - 2
    return _DEEPEST - 1 if DISORDER.search(text) and len(text.split()) <= _NAME_WORDS else None
