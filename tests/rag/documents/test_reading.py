"""What comes out of a book: sections, pages, mended words, chunks; the same however the pages are set."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from rag.documents.chunking import chunks_of
from rag.documents.page.page_numbers import labels, number_of, roman
from rag.documents.reading import read_document
from rag.documents.scope import Scope, decisions
from rag.documents.values import CHUNK_TOKENS, TOKEN_CHARACTERS, Progress, SectionKind

Printed = Callable[..., Path]
SETTINGS = [
    {"columns": columns, "rowwise": rowwise, "outline": outline, "plain": plain}
    for columns, rowwise, outline, plain in itertools.product((1, 2), (False, True), (True, False), (False, True))
    if not (plain and columns == 2) and not (rowwise and columns == 1)
]


@pytest.mark.parametrize("ways", SETTINGS, ids=str)
def test_every_setting_of_the_same_book_gives_the_same_sections(printed: Printed, ways: dict[str, object]) -> None:
    document = read_document(printed(**ways))
    assert document.title == "Handbook of Invented Disorders"
    assert document.outlined == ways["outline"]
    listed = {(decision.name, decision.kind.value, decision.kept) for decision in decisions(document, Scope())}
    expected = {("Preface", "front", False), ("Index", "back", False)}
    for chapter, names in (("Lunar", ("Amber", "Birch")), ("Tidal", ("Cedar", "Dune"))):
        expected.add((f"{chapter} Disorders", "introduction", True))
        for name in names:
            path = f"{chapter} Disorders > {name} Wandering Disorder"
            expected |= {
                (f"{path} > Criteria", "criteria", True),
                (f"{path} > Diagnostic Features", "features", True),
                (f"{path} > Prevalence", "prevalence", True),
                (f"{path} > Development and Course", "course", True),
                (f"{path} > Differential Diagnosis", "differential", True),
            }
    assert listed == expected


@pytest.mark.parametrize("ways", SETTINGS, ids=str)
def test_text_is_whole_and_without_headers(printed: Printed, ways: dict[str, object]) -> None:
    document = read_document(printed(**ways))
    said = " ".join(paragraph.text for section in document.sections for paragraph in section.paragraphs)
    assert "Handbook of Invented" not in said
    assert "￾" not in said
    for whole in (
        "considerably different circumstances",
        "characteristically inconspicuous",
        "A self-reported account",
    ):
        assert whole in said
    assert not any(word.endswith("-") for word in said.split())


@pytest.mark.parametrize("ways", SETTINGS, ids=str)
def test_criteria_become_chunks_by_their_letters(printed: Printed, ways: dict[str, object]) -> None:
    chunks = chunks_of(read_document(printed(**ways)), Scope())
    amber = [chunk for chunk in chunks if chunk.disorder == "Amber Wandering Disorder"]
    assert [chunk.section_path[2:] for chunk in amber] == [
        ("Criteria", "A"),
        ("Criteria", "B–C"),
        ("Criteria", "Specifiers"),
        ("Diagnostic Features",),
        ("Prevalence",),
        ("Development and Course",),
        ("Differential Diagnosis",),
    ]
    first = amber[0]
    assert first.path == "Lunar Disorders > Amber Wandering Disorder > Criteria > A"
    assert first.icd10 == ("F90.0",)
    assert (first.page_start, first.label_start) == (2, "2")
    assert [line[:2] for line in first.text.splitlines()] == ["A.", "1.", "2.", "3.", "4."]
    assert amber[2].kind is SectionKind.SPECIFIERS


def test_ids_are_the_same_each_time_and_one_for_each_chunk(printed: Printed) -> None:
    path = printed(disorders=8)
    once, again = (chunks_of(read_document(path), Scope()) for _ in range(2))
    assert once == again
    assert len({chunk.chunk_id for chunk in once}) == len(once) > 20


def test_pages_are_told_while_they_are_read(printed: Printed) -> None:
    told: list[Progress] = []
    document = read_document(printed(), on_progress=told.append)
    assert [progress.pages_done for progress in told] == list(range(1, document.pages + 1))
    assert {progress.pages_total for progress in told} == {document.pages}


def test_an_admin_keeps_a_preface_and_drops_a_chapter(printed: Printed) -> None:
    document = read_document(printed())
    kept = "Preface"
    scope = Scope().choose(kept, True).choose("Tidal Disorders", False)
    paths = {chunk.path for chunk in chunks_of(document, scope)}
    assert kept in paths
    assert not any(path.startswith("Tidal") for path in paths)
    assert [d.name for d in decisions(document, scope) if d.chosen and d.kept] == [kept]
    assert scope.choose(kept, None).choose("Tidal Disorders", None) == Scope()


def test_printed_page_numbers_differ_from_physical_ones(printed: Printed) -> None:
    document = read_document(printed(numbered_from=155))
    assert document.labels[0] == "155"
    assert chunks_of(document, Scope())[0].label_start == "156"


def test_roman_numbers_in_front_and_a_bare_first_page() -> None:
    printed_numbers = [("i",), ("ii",), ("iii",), (), ("2", "1994"), ("3", "1994"), ("4",), ()]
    assert labels(printed_numbers, [""] * 8) == ("i", "ii", "iii", "1", "2", "3", "4", "5")
    assert labels([(), (), ()], ["A-1", "", "A-3"]) == ("A-1", "2", "A-3")


@pytest.mark.parametrize("value", [1, 4, 9, 14, 40, 90, 400, 1994, 3999])
def test_roman_numerals_there_and_back(value: int) -> None:
    assert number_of(roman(value)) == (value, True)


@pytest.mark.parametrize("word", ["mild", "iiii", "vx", "", "Mix", "page"])
def test_words_that_are_no_numbers(word: str) -> None:
    assert number_of(word) is None


def test_a_long_criterion_stays_whole_up_to_the_limit_and_is_then_cut_at_its_points(
    tmp_path: Path, press: type
) -> None:
    book = press()
    book.heading(0, "Lunar Disorders")
    for name, points in (("Amber Disorder", 12), ("Birch Disorder", 40)):
        book.heading(1, name)
        book.heading(2, "Diagnostic Criteria")
        book.prose("A. Several of the following signs are there:")
        for place in range(1, points + 1):
            book.prose(f"{place}. Sign {place} lasts for hours, comes back on most days, and others notice it, too.")
        book.prose("B. It leads to distress.")
    chunks = chunks_of(read_document(book.print(tmp_path / "long.pdf")), Scope())
    whole = [chunk for chunk in chunks if chunk.section_path[1] == "Amber Disorder" and chunk.section_path[-1] == "A"]
    assert len(whole) == 1
    assert "12. Sign 12" in whole[0].text
    parts = [chunk for chunk in chunks if chunk.section_path[1] == "Birch Disorder" and chunk.section_path[-1] == "A"]
    assert len(parts) > 1
    lines = [line for part in parts for line in part.text.splitlines()]
    assert [line.split(".")[0] for line in lines] == ["A", *map(str, range(1, 41))]
    assert all(len(chunk.searchable) <= CHUNK_TOKENS * TOKEN_CHARACTERS for chunk in chunks)


def test_a_book_of_a_thousand_pages(tmp_path: Path, press: type) -> None:
    book = press(numbered_from=11)
    book.heading(0, "Lunar Disorders")
    for number in range(1000):
        book.new_page() if number else None
        book.heading(1, f"Amber Disorder {number}")
        book.heading(2, "Diagnostic Criteria")
        book.prose(f"A. For two weeks the sign of kind {number} is there.")
        book.prose("B. It leads to distress.")
    document = read_document(book.print(tmp_path / "long.pdf"))
    chunks = chunks_of(document, Scope())
    assert document.pages == len(chunks) == 1000
    assert [chunk.page_start for chunk in chunks] == list(range(1, 1001))
    assert chunks[-1].label_start == "1010"
    assert chunks[499].section_path == ("Lunar Disorders", "Amber Disorder 499", "Criteria", "A–B")
