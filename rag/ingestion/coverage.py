"""How much of a document's pages and text was ingested: nothing is left out without being counted."""

from collections.abc import Iterable, Sequence

from agents.domain.value import Value
from rag.editions import SectionRow

FRONT, BACK = "front", "back"


class Coverage(Value):
    """Pages by the result of reading them, characters by whether they are searched.

    `pages_left_out` contain only text that was left out, `pages_silent` no text at all: pictures, or damaged."""

    pages_kept: int
    pages_left_out: int
    pages_silent: int
    characters_kept: int
    characters_left_out: int
    front: int
    back: int
    other: int

    @property
    def share(self) -> float:
        """The share of the text that is searched, 0 to 1."""
        return self.characters_kept / max(1, self.characters_kept + self.characters_left_out)

    @property
    def said(self) -> str:
        """The coverage in one or two sentences."""
        pages = self.pages_kept + self.pages_left_out + self.pages_silent
        told = f"{self.pages_kept} of {_pages(pages)} and {_percent(self.share)} of the text are searched."
        parts = (
            (self.front, "front matter"),
            (self.back, "back matter"),
            (self.other, "sections that were not ticked"),
        )
        left = ", ".join(f"{name} ({size:,} characters)" for size, name in parts if size)
        silent = f" No text was found on {_pages(self.pages_silent)}." if self.pages_silent else ""
        return f"{told} {f'Left out: {left}.' if left else 'Nothing was left out.'}{silent}"


def coverage_of(pages: int, sections: Sequence[SectionRow]) -> Coverage:
    """The coverage of a document with that many pages."""
    kept = _on(one for one in sections if one.kept)
    left = _on(one for one in sections if not one.kept) - kept
    dropped = [one for one in sections if not one.kept]
    front = sum(one.characters for one in dropped if one.kind == FRONT)
    back = sum(one.characters for one in dropped if one.kind == BACK)
    return Coverage(
        pages_kept=len(kept),
        pages_left_out=len(left),
        pages_silent=max(0, pages - len(kept) - len(left)),
        characters_kept=sum(one.characters for one in sections if one.kept),
        characters_left_out=sum(one.characters for one in dropped),
        front=front,
        back=back,
        other=sum(one.characters for one in dropped) - front - back,
    )


def _on(sections: Iterable[SectionRow]) -> set[int]:
    return {page for one in sections for page in range(one.page_start, one.page_end + 1)}


def _pages(number: int) -> str:
    return f"{number} {'page' if number == 1 else 'pages'}"


def _percent(share: float) -> str:
    """A whole percentage; 100 and 0 only where it is exactly all or nothing."""
    return f"{min(99, max(1, round(share * 100))) if 0 < share < 1 else round(share * 100)} %"
