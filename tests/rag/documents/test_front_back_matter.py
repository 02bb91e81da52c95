"""What is kept of a file: everything but front and back matter, under its own headings, in every layout."""

from pathlib import Path

import pytest

from rag.bench.factsheets import Layout, Sheet, pdf, sheets
from rag.documents.chunking import chunks_of
from rag.documents.reading import read_document
from rag.documents.scope import Scope, decisions, scope_of
from rag.documents.values import Document
from tests.rag.documents.conftest import Press, filler


def plain(text: str) -> str:
    return " ".join(text.replace("- ", "").replace("\u2022 ", "").split())


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("sheet", sheets()[::4], ids=lambda sheet: sheet.title)
def test_a_fact_sheet_is_kept_by_its_own_headings(tmp_path: Path, sheet: Sheet, layout: Layout) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(pdf(sheet, layout))
    document = read_document(path)
    chunks = chunks_of(document, scope_of(document, {}))
    said = plain(" ".join(chunk.text for chunk in chunks))
    for heading, text in sheet.sections:
        for line in text.splitlines():
            assert plain(line) in said, f"{heading}: {line}"
    for gone in ("ISBN", "All rights reserved", "thank everybody", "Journal of Nothing", ". . . ."):
        assert gone not in said
    if layout is not Layout.PLAIN:
        tops = {chunk.section_path[-1].split(". ")[-1] for chunk in chunks}
        assert tops == {heading for heading, _ in sheet.sections}


def kinds(document: Document) -> dict[str, tuple[str, bool]]:
    return {one.name: (one.kind.value, one.kept) for one in decisions(document, Scope())}


@pytest.mark.parametrize("outline", [True, False])
def test_front_and_back_matter_of_a_book_is_left_out_and_listed(tmp_path: Path, outline: bool) -> None:
    press = Press(outline=outline, header="")
    press.heading(0, "Imprint")
    press.prose("\u00a9 2026 Nobody. All rights reserved. No part of this publication may be printed in any form.")
    press.new_page()
    press.heading(0, "What Stands Where")
    for place, name in enumerate(("Amber", "Birch", "Cedar", "Dune", "Elm")):
        press.line(f"{name} Wandering Disorder {place * 7 + 3}")
    press.new_page()
    press.heading(0, "Preface")
    press.prose(filler("the making of this book", 8))
    press.new_page()
    press.heading(0, "Amber Wandering Disorder")
    press.heading(1, "Diagnostic Criteria")
    press.prose("A. For two weeks or longer amber shows on most days.")
    press.prose("B. It leads to distress.")
    press.heading(1, "About This Guideline")
    press.prose(filler("how the guideline speaks of amber", 4))
    press.new_page()
    press.heading(0, "Appendix A: Living With Amber")
    press.prose(filler("living with amber", 6))
    press.heading(0, "Appendix B: Alphabetical Listing")
    press.prose("Amber 3 Birch 10 Cedar 17 Dune 24 Elm 31")
    press.heading(0, "References")
    press.prose("Amber A. On amber. Journal of Nothing 2020.")
    found = kinds(read_document(press.print(tmp_path / "book.pdf")))
    kept = {name for name, (_, is_kept) in found.items() if is_kept}
    amber = "Amber Wandering Disorder"
    assert kept == {f"{amber} > Criteria", f"{amber} > About This Guideline", "Appendix A: Living With Amber"}
    assert {found[name][0] for name in ("Imprint", "What Stands Where", "Preface")} == {"front"}
    assert {found[name][0] for name in ("Appendix B: Alphabetical Listing", "References")} == {"back"}


def test_text_outside_of_every_disorder_is_kept_and_marked(tmp_path: Path) -> None:
    press = Press(outline=False, header="", numbered_from=None)
    press.heading(0, "Talking With Families")
    press.prose(filler("talking with families", 5))
    press.heading(0, "Lunar Disorders")
    press.heading(1, "Amber Wandering Disorder")
    press.heading(2, "Diagnostic Criteria")
    press.prose("A. For two weeks or longer amber shows on most days.")
    press.prose("B. It leads to distress.")
    listed = decisions(read_document(press.print(tmp_path / "book.pdf")), Scope())
    assert {(one.name, one.kept, one.disorder) for one in listed} == {
        ("Talking With Families", True, ""),
        ("Lunar Disorders > Amber Wandering Disorder > Criteria", True, "Amber Wandering Disorder"),
    }


def test_a_file_that_is_nothing_but_front_matter_is_kept_whole(tmp_path: Path) -> None:
    press = Press(outline=False)
    press.heading(0, "Preface")
    press.prose(filler("why this was written", 6))
    press.heading(0, "Acknowledgments")
    press.prose(filler("who helped", 4))
    document = read_document(press.print(tmp_path / "book.pdf"))
    assert chunks_of(document, Scope()) == ()
    assert len(chunks_of(document, scope_of(document, {}))) > 0
    assert chunks_of(document, scope_of(document, {"Preface": False})) == ()


def test_a_page_without_headings_is_kept(tmp_path: Path) -> None:
    press = Press(outline=False, header="", numbered_from=None)
    press.prose(filler("a letter to the clinic", 9))
    document = read_document(press.print(tmp_path / "letter.pdf"))
    assert chunks_of(document, scope_of(document, {}))[0].text.startswith("People describe a letter")
