"""The open reference: complete, printed the same each time, and read back whole by the way that every book goes."""

from pathlib import Path

import pytest

from rag.documents.chunking import chunks_of
from rag.documents.reading import read_document
from rag.documents.scope import Scope
from rag.documents.values import Chunk, Document, SectionKind
from rag.open_reference.book import ABOUT, NAME, pdf
from rag.open_reference.content import chapters

DISORDERS = [disorder for chapter in chapters() for disorder in chapter.disorders]


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    path: Path = tmp_path_factory.mktemp("book") / "open.pdf"
    path.write_bytes(pdf())
    return read_document(path)


@pytest.fixture(scope="module")
def chunks(document: Document) -> tuple[Chunk, ...]:
    return chunks_of(document, Scope())


def test_it_is_the_same_book_each_time() -> None:
    assert pdf() == pdf()


def test_it_says_what_it_is_not(document: Document) -> None:
    assert document.title == NAME
    assert document.sections[0].path == (ABOUT,)
    assert "This is not the DSM-5" in document.sections[0].paragraphs[0].text


@pytest.mark.parametrize("disorder", DISORDERS, ids=lambda disorder: disorder.name)
def test_every_disorder_comes_back_whole(disorder: object, document: Document, chunks: tuple[Chunk, ...]) -> None:
    own = [chunk for chunk in chunks if chunk.disorder == disorder.name]  # type: ignore[attr-defined]
    said = " ".join(" ".join(chunk.text for chunk in own).split())
    assert disorder.features in said  # type: ignore[attr-defined]
    for criterion in disorder.criteria:  # type: ignore[attr-defined]
        assert criterion.text in said
        assert all(point in said for point in criterion.points)
    kinds = {chunk.kind for chunk in own}
    assert {SectionKind.CRITERIA, SectionKind.FEATURES, SectionKind.DIFFERENTIAL} <= kinds
    assert kinds.isdisjoint(Scope().left_out)
    assert own[0].icd10
    assert own[0].icd10[0] in disorder.icd10  # type: ignore[attr-defined]


def test_names_of_disorders_and_codes_of_chunks_are_sound(chunks: tuple[Chunk, ...]) -> None:
    assert 25 <= len(DISORDERS) == len({disorder.name for disorder in DISORDERS})
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)
    assert all(chunk.label_start == str(chunk.page_start) for chunk in chunks)
