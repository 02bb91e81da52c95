"""A disorder's title is a disorder's title, whatever words it is made of, and never a section of its neighbour."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from rag.documents.chunking import chunks_of
from rag.documents.reading import read_document
from rag.documents.scope import Scope
from rag.documents.values import Document
from tests.rag.documents.conftest import Press, filler

NAMES = (
    "Gender Dysphoria",
    "Amber Wandering Disorder",
    "Suicidal Behavior Disorder",
    "Enuresis",
    "Age-Bound Stillness",
    "Cultural Drift",
    "Birch Wandering Disorder",
    "History Blindness",
    "Nonsuicidal Self-Injury",
)
SECTIONS = (
    "Diagnostic Features",
    "Prevalence",
    "Culture-Related Diagnostic Issues",
    "Sex- and Gender-Related Diagnostic Issues",
    "Association With Suicidal Thoughts or Behavior",
    "Suicidality",
    "Differential Diagnosis",
)
WAYS = [
    {"outline": outline, "columns": columns, "plain": plain, "sizes": sizes}
    for outline, columns, plain, sizes in itertools.product(
        (True, False), (1, 2), (False, True), ((20, 14, 11), (20, 11, 11), (18, 10.5, 12))
    )
    if not (plain and (columns == 2 or outline or sizes != (20, 14, 11)))
]


def book(names: tuple[str, ...] = NAMES, **ways: Any) -> Press:
    press = Press(**ways)
    press.heading(0, "Lunar Disorders")
    press.prose(filler("the disorders of this chapter", 3))
    for place, name in enumerate(names):
        if place == 5:
            press.new_page()
            press.heading(0, "Further Conditions")
            press.prose(filler("what is studied further", 3))
        press.heading(1, name)
        press.heading(2, "Proposed Criteria" if place >= 5 else "Diagnostic Criteria")
        press.prose(f"A. For two weeks or longer the first sign of {name.lower()} shows on most days.")
        press.prose("B. The signs lead to distress or to impairment in daily occupations.")
        for section in SECTIONS:
            press.heading(2, section)
            press.prose(filler(f"{section.lower()} in {name.lower()}"))
    return press


def owners(document: Document) -> dict[str, set[str | None]]:
    """By disorder that a section's text speaks of: the disorders that such sections are filed under."""
    found: dict[str, set[str | None]] = {}
    for section in document.sections:
        said = " ".join(paragraph.text for paragraph in section.paragraphs).lower()
        for name in NAMES:
            if name.lower() in said:
                found.setdefault(name, set()).add(section.disorder)
    return found


def steps(document: Document) -> set[tuple[str, ...]]:
    return {section.path for section in document.sections if section.paragraphs}


@pytest.mark.parametrize("ways", WAYS, ids=str)
def test_every_title_in_every_layout_is_a_disorder_of_its_own(tmp_path: Path, ways: dict[str, Any]) -> None:
    document = read_document(book(**ways).print(tmp_path / "book.pdf"))
    assert owners(document) == {name: {name} for name in NAMES}
    expected = {
        (chapter, name, section)
        for chapter, names in (("Lunar Disorders", NAMES[:5]), ("Further Conditions", NAMES[5:]))
        for name in names
        for section in SECTIONS
    }
    assert expected <= steps(document)
    assert not any(set(path[:-1]) & set(NAMES) and path[-1] in NAMES for path in steps(document))


def test_a_title_that_the_outline_forgot_is_known_by_its_type(tmp_path: Path) -> None:
    press = book(outline=True)
    press.entries = [entry for entry in press.entries if entry[1] not in (NAMES[2], NAMES[6], NAMES[7])]
    document = read_document(press.print(tmp_path / "book.pdf"))
    assert owners(document) == {name: {name} for name in NAMES}


def test_a_title_with_a_code_and_nothing_but_letters_below_it(tmp_path: Path) -> None:
    press = Press(outline=False)
    press.heading(0, "Lunar Disorders")
    for name, code in (("Amber Wandering Disorder", "F91.1"), ("Gender Dysphoria", "F64.0"), ("Enuresis", "F98.0")):
        press.heading(1, f"{name} {code}")
        press.prose(f"A. For two weeks or longer the first sign of {name.lower()} shows on most days.")
        press.prose("B. The signs lead to distress or to impairment in daily occupations.")
    chunks = chunks_of(read_document(press.print(tmp_path / "book.pdf")), Scope())
    assert {(chunk.disorder, chunk.kind.value, chunk.icd10) for chunk in chunks} == {
        ("Amber Wandering Disorder", "criteria", ("F91.1",)),
        ("Gender Dysphoria", "criteria", ("F64.0",)),
        ("Enuresis", "criteria", ("F98.0",)),
    }


def test_a_title_in_the_bodys_own_type_is_known_by_the_criteria_below_it(tmp_path: Path) -> None:
    press = Press(outline=False)
    press.heading(0, "Lunar Disorders")
    for name in NAMES[:5]:
        press.y -= 20
        press.line(name)
        press.heading(2, "Diagnostic Criteria")
        press.prose(f"A. For two weeks or longer the first sign of {name.lower()} shows on most days.")
        press.prose("B. The signs lead to distress or to impairment in daily occupations.")
        press.heading(2, "Prevalence")
        press.prose(filler(f"how frequent {name.lower()} is"))
    document = read_document(press.print(tmp_path / "book.pdf"))
    assert owners(document) == {name: {name} for name in NAMES[:5]}


def test_a_chapter_may_be_called_as_its_disorder(tmp_path: Path) -> None:
    press = Press(outline=False)
    for chapter, name in (("Lunar Disorders", "Amber Wandering Disorder"), ("Gender Dysphoria", "Gender Dysphoria")):
        press.new_page()
        press.heading(0, chapter)
        press.prose(filler("the disorders of this chapter", 3))
        press.heading(1, name)
        press.heading(2, "Diagnostic Criteria")
        press.prose("A. For two weeks or longer the first sign shows on most days.")
        press.prose("B. The signs lead to distress or to impairment in daily occupations.")
    paths = steps(read_document(press.print(tmp_path / "book.pdf")))
    assert ("Gender Dysphoria", "Gender Dysphoria", "Criteria") in paths
    assert ("Lunar Disorders", "Amber Wandering Disorder", "Criteria") in paths


def test_a_part_with_criteria_of_its_own_belongs_to_its_disorder_and_carries_its_own_name(tmp_path: Path) -> None:
    press = Press(outline=True)
    press.heading(0, "Lunar Disorders")
    press.heading(1, "Amber Wandering Disorder")
    press.heading(2, "Diagnostic Features")
    press.prose(filler("amber wandering disorder"))
    press.entries.append((2, "Running Episode", len(press.pages), press.y + 11))
    press.line("Running Episode", "Helvetica-Bold", 11)
    press.entries.append((3, "Criteria", len(press.pages), press.y + 10))
    press.line("Criteria", "Helvetica-Bold", 10)
    press.prose("A. For two days or longer the person runs on most days.")
    press.prose("B. The running leads to distress or to impairment in daily occupations.")
    filed = {section.path[-1]: section.disorder for section in read_document(press.print(tmp_path / "b.pdf")).sections}
    assert filed["Diagnostic Features"] == "Amber Wandering Disorder"
    assert filed["Criteria"] == "Running Episode"
