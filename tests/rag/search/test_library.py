"""The library in a real PostgreSQL: editions that replace each other whole, and the search over the live ones."""

from pathlib import Path

import pytest

from agents.errors import NotFound, NotNow
from rag.document_store import DocumentStore
from rag.editions import Editions
from rag.search.library import Library
from rag.search.passages import Mode
from rag.storage import Folder
from server.database import Database
from tests.rag.stored_documents import PASSAGES, Hashed, document, edition, rows

MODES = tuple(Mode)


@pytest.fixture
def store(database: Database, tmp_path: Path) -> DocumentStore:
    return DocumentStore(database.pool, Folder(tmp_path / "documents"))


@pytest.fixture(autouse=True)
async def emptied(database: Database) -> None:
    """No documents before a test."""
    editions = Editions(database.pool)
    async with database.pool.connection() as connection:
        found = await connection.execute("select id from edition")
        for row in await found.fetchall():
            await editions.discard(row[0])
        await connection.execute("delete from document")


@pytest.mark.parametrize("mode", MODES)
async def test_what_was_asked_for_comes_first(
    mode: Mode, database: Database, store: DocumentStore, tmp_path: Path
) -> None:
    embedder = Hashed()
    await edition(database, (await document(store, tmp_path, b"one")).id, embedder)
    found = await Library(database.pool, embedder).find("a pounding heart and sudden fear", 3, mode)
    assert found[0].section_path == "Worry > Panic Attacks > Criteria > A"
    assert found[0].source == "Book, p. 104, Panic Attacks > Criteria A"
    assert (found[0].page_start, found[0].page_end) == (4, 4)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert len({one.chunk_id for one in found}) == len(found)


@pytest.mark.parametrize("mode", MODES)
async def test_a_filter_by_disorder(mode: Mode, database: Database, store: DocumentStore, tmp_path: Path) -> None:
    embedder = Hashed()
    await edition(database, (await document(store, tmp_path, b"one")).id, embedder)
    found = await Library(database.pool, embedder).find("fear, sadness, worry", 4, mode, ["low mood DISORDER"])
    assert found
    assert {one.section_path.split(" > ")[1] for one in found} == {"Low Mood Disorder"}


async def test_an_empty_library_finds_nothing(database: Database) -> None:
    assert await Library(database.pool, Hashed()).search("anything", 3) == ()


async def test_nearly_the_same_passage_is_told_once(database: Database, store: DocumentStore, tmp_path: Path) -> None:
    embedder, text = Hashed(), PASSAGES["Worry > Panic Attacks > Criteria > A"]
    twice = {**PASSAGES, "Appendix > Panic Attacks > Criteria > A": text.replace("Sudden", "A sudden")}
    await edition(database, (await document(store, tmp_path, b"one")).id, embedder, twice)
    found = await Library(database.pool, embedder).search("a pounding heart and sudden fear", 5)
    assert sum("pounding" in one.text for one in found) == 1


async def test_words_that_are_no_words_do_no_harm(database: Database, store: DocumentStore, tmp_path: Path) -> None:
    embedder = Hashed()
    await edition(database, (await document(store, tmp_path, b"one")).id, embedder)
    library = Library(database.pool, embedder)
    for odd in (
        "'; drop table chunk; --",
        "a & b | !c <-> (d:*)",
        "\\ ' \" % _ $1 %s {}",
        "\u0130\u00df\ufb03 zw\u200dj",
    ):
        await library.search(odd, 3)
    assert await library.search("   ", 3) == ()
    assert (await library.search("worry", 1))[0].text == PASSAGES["Worry > Wide Worry Disorder > Criteria > A"]


async def test_another_embedder_is_refused_with_the_remedy(
    database: Database, store: DocumentStore, tmp_path: Path
) -> None:
    await edition(database, (await document(store, tmp_path, b"one")).id, Hashed("test/one"))
    library = Library(database.pool, Hashed("test/two"))
    for mode in (Mode.HYBRID, Mode.VECTOR):
        with pytest.raises(NotNow, match=r"test/one.*test/two.*Build the edition again"):
            await library.find("worry", 3, mode)
    assert await library.find("worry", 3, Mode.TEXT)


async def test_without_an_embedder_words_are_searched_and_it_is_said(
    database: Database, store: DocumentStore, tmp_path: Path
) -> None:
    await edition(database, (await document(store, tmp_path, b"one")).id, None)
    library = Library(database.pool, None)
    assert (await library.search("everyday worry", 1))[0].page_start == 3
    assert library.notice is not None
    assert "torch" in library.notice
    with pytest.raises(NotNow, match="by words alone"):
        await library.find("worry", 1, Mode.VECTOR)


async def test_an_edition_in_the_making_is_never_seen(database: Database, store: DocumentStore, tmp_path: Path) -> None:
    embedder, editions = Hashed(), Editions(database.pool)
    library = Library(database.pool, embedder)
    number = (await document(store, tmp_path, b"one")).id
    built = await editions.begin(number, "Book", "plan", embedder.name)
    given = rows(PASSAGES)
    await editions.add(built.id, given[:2], await embedder.embed([row.searchable for row in given[:2]]))
    assert await library.search("sad", 3) == ()
    assert (await editions.begin(number, "Book", "plan", embedder.name)).id == built.id
    assert await editions.stored(built.id) == {row.chunk_id for row in given[:2]}
    other = await editions.begin(number, "Book", "another plan", embedder.name)
    assert other.id != built.id
    with pytest.raises(NotFound):
        await editions.get(built.id)
    await editions.index(other.id)
    assert await library.search("sad", 3) == ()
    await editions.discard(other.id)
    async with database.pool.connection() as connection:
        left = await connection.execute("select tablename from pg_tables where tablename like 'chunk\\_%'")
        assert await left.fetchall() == []


async def test_a_new_edition_takes_the_place_of_the_old_and_can_give_it_back(
    database: Database, store: DocumentStore, tmp_path: Path
) -> None:
    embedder, editions = Hashed(), Editions(database.pool)
    library = Library(database.pool, embedder)
    first = await edition(database, (await document(store, tmp_path, b"one")).id, embedder)
    fresh = {"Mood > Low Mood Disorder > Criteria > A": "Sad in quite another wording."}
    second = await edition(database, (await document(store, tmp_path, b"two")).id, embedder, fresh)
    assert [one.text for one in await library.search("sad", 5)] == list(fresh.values())
    assert (await editions.get(first.id)).state == "retired"
    await editions.bring_back(first.id)
    assert len(await library.search("sad worry", 5)) > 1
    assert {one.id for one in await editions.live()} == {first.id}
    with pytest.raises(NotFound):
        await editions.bring_back(first.id)
    await editions.discard(second.id)
    assert len(await library.search("sad worry", 5)) > 1


async def test_the_open_reference_goes_when_a_licensed_book_comes(
    database: Database, store: DocumentStore, tmp_path: Path
) -> None:
    embedder, editions = Hashed(), Editions(database.pool)
    opened = await document(store, tmp_path, b"open", "Open reference", is_open=True)
    await edition(database, opened.id, embedder, book="Open reference")
    assert [one.book for one in await editions.live()] == ["Open reference"]
    leaflet = await document(store, tmp_path, b"leaflet", "Leaflet")
    await edition(database, leaflet.id, embedder, book="Leaflet", manual=False)
    assert {one.book for one in await editions.live()} == {"Open reference", "Leaflet"}
    await editions.discard(*(one.id for one in await editions.of(leaflet.id)))
    await edition(database, (await document(store, tmp_path, b"one", "DSM")).id, embedder, book="DSM")
    assert [one.book for one in await editions.live()] == ["DSM"]
    await edition(database, (await document(store, tmp_path, b"two", "ICD")).id, embedder, book="ICD")
    assert {one.book for one in await editions.live()} == {"DSM", "ICD"}
    found = await Library(database.pool, embedder).search("sudden fear, pounding heart", 8)
    assert {one.source.partition(",")[0] for one in found} == {"DSM"} or len(found) == 4
