"""What is said of a file's pages and text: counted, and nothing rounded to all or nothing that is neither."""

import pytest

from rag.editions import SectionRow
from rag.ingestion.coverage import coverage_of


def row(kind: str, kept: bool, first: int, last: int, characters: int) -> SectionRow:
    return SectionRow(
        place=0, name="A", kind=kind, kept=kept, chosen=False, disorder="", page_start=first, page_end=last,
        label_start="1", characters=characters,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("pages", "rows", "said"),
    [
        (3, [row("course", True, 1, 3, 9)], "3 of 3 pages and 100 % of the text are searched. Nothing was left out."),
        (1, [row("other", True, 1, 1, 9)], "1 of 1 page and 100 % of the text are searched. Nothing was left out."),
        (
            9,
            [row("front", False, 1, 2, 1_500), row("other", True, 2, 6, 98_000), row("back", False, 7, 7, 500)],
            "5 of 9 pages and 98 % of the text are searched. Left out: front matter (1,500 characters), back matter "
            "(500 characters). No text was found on 2 pages.",
        ),
        (
            2,
            [row("other", True, 1, 2, 99_998), row("prevalence", False, 2, 2, 2)],
            "2 of 2 pages and 99 % of the text are searched. Left out: sections that were not ticked (2 characters).",
        ),
    ],
)  # fmt: skip
def test_what_is_said(pages: int, rows: list[SectionRow], said: str) -> None:
    assert coverage_of(pages, rows).said == said
