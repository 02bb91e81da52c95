"""Which book a file is: asked where it is not clear, never decided silently; and editions that give each other back."""

import html
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from arq import ArqRedis
from litestar import Litestar

from rag.document_store import received
from server.database import Database
from server.library.upkeep import stock
from server.settings import Settings
from server.undo import UNDO
from server.worker import job_parts, working
from tests.conftest import browser, new_account, sign_in
from tests.rag.pdfs import BOOK, Chapters, pdf
from tests.server.library.test_documents import JSON, PAGE, clear, ended, hand_in, searched

OTHER: Chapters = {
    "Trauma Disorders": {
        "Posttraumatic Stress Disorder": {
            "Diagnostic Criteria": "A. Nightmares about it come back for a month.\nB. Reminders are avoided.",
            "Prevalence": "Three in a hundred adults of this invented country know such nights.",
        },
    },
}
FIRST, SECOND = pdf(BOOK, note="DSM-5 Handbook"), pdf(OTHER, note="DSM-5 Handbook")


@pytest.fixture
async def boss(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as opened:
        await sign_in(opened, await new_account(database, "admin"), database, settings)
        yield opened
        await clear(app, opened)


@pytest.fixture(autouse=True)
async def worker(settings: Settings, database: Database, queue: ArqRedis) -> AsyncIterator[None]:
    async with working(settings.redis_url or "", job_parts(settings, database, queue)):
        yield


async def read(boss: httpx.AsyncClient, content: bytes, name: str = "DSM-5 Handbook.pdf", **fields: str) -> Any:
    """Hand a file in and wait until it was read; what the upload was answered."""
    answer = await hand_in(boss, content, name, **fields)
    assert answer.status_code == 202, answer.text
    job = await ended(boss, answer.json()["job"]["id"])
    assert job["state"] == "done", job["error"]
    return answer.json()


async def listed(app: Litestar) -> dict[str, bool]:
    """The documents by name of their file, and whether each is searched."""
    return {one.document.name: one.live is not None for one in await app.state.parts.documents.listed()}


async def test_a_second_book_of_a_name_is_refused_with_both_ways_out(app: Litestar, boss: httpx.AsyncClient) -> None:
    assert (await read(boss, FIRST))["book"] == "DSM-5 Handbook"
    for fields in ({}, {"title": "dsm-5  HANDBOOK"}):
        refused = await hand_in(boss, SECOND, "dsm-5-other.pdf", **fields)
        assert refused.status_code == 409
        for said in ("“DSM-5 Handbook” already", "Nothing was changed", "`edition_of`", "`title`"):
            assert said in refused.json()["message"]
    assert await listed(app) == {"DSM-5 Handbook.pdf": True}
    assert any("Panic" in path for path in await searched(app, "pounding heart"))


async def test_a_book_of_its_own_stands_beside_the_other(app: Litestar, boss: httpx.AsyncClient) -> None:
    await read(boss, FIRST)
    assert (await read(boss, SECOND, "second.pdf", title="Trauma Handbook"))["book"] == "Trauma Handbook"
    assert await listed(app) == {"second.pdf": True, "DSM-5 Handbook.pdf": True}
    assert any("Panic" in path for path in await searched(app, "pounding heart"))
    assert any("Posttraumatic" in path for path in await searched(app, "nightmares"))


async def test_a_new_edition_replaces_and_its_removal_brings_the_one_before_back(
    app: Litestar, boss: httpx.AsyncClient, staff: httpx.AsyncClient
) -> None:
    await read(boss, FIRST, "first.pdf")
    cited = (await app.state.parts.reference.library.search("sudden fear, pounding heart", 1))[0]
    second = await read(boss, SECOND, "second.pdf", edition_of="dsm-5 handbook")
    assert second["book"] == "DSM-5 Handbook"
    assert await listed(app) == {"second.pdf": True, "first.pdf": False}
    assert not any("Panic" in path for path in await searched(app, "pounding heart"))
    assert (await staff.get(f"/library/passages/{cited.chunk_id}")).status_code == 200

    third = await read(boss, pdf(OTHER, note="third"), "third.pdf", edition_of="DSM-5 Handbook")
    path = f"{PAGE}/{third['document']}"
    assert (await boss.post(f"{path}/remove", headers=JSON)).status_code == 200
    assert await listed(app) == {"second.pdf": True, "first.pdf": False}
    assert f'action="{path}/restore"' in (await boss.get(PAGE)).text
    assert (await boss.get(path)).status_code == 404
    for _ in range(2):
        assert (await boss.post(f"{path}/restore", headers=JSON)).status_code == 200
        assert await listed(app) == {"third.pdf": True, "second.pdf": False, "first.pdf": False}
    removed = await boss.post(f"{path}/remove")
    assert removed.headers["location"] == f"{PAGE}#removed"
    assert (await boss.post(f"{PAGE}/{second['document']}/remove", headers=JSON)).status_code == 200
    assert await listed(app) == {"first.pdf": True}
    assert (await app.state.parts.reference.library.search("sudden fear, pounding heart", 1))[0] == cited
    shown = await staff.get(f"/library/passages/{cited.chunk_id}")
    assert cited.source in html.unescape(shown.text)
    picture = await staff.get(f"/library/passages/{cited.chunk_id}/pages/{cited.page_start}")
    assert picture.content.startswith(b"\x89PNG")


async def test_removing_one_reading_of_a_document_brings_the_reading_before_back_until_that_is_undone(
    app: Litestar, boss: httpx.AsyncClient, database: Database
) -> None:
    document = (await read(boss, FIRST))["document"]
    first = (await app.state.parts.documents.one(document)).editions[0]
    assert (await boss.post(f"/admin/editions/{first.id}/remove", headers=JSON)).status_code == 409
    rows = await app.state.parts.documents.sections(first.id)
    kept = [row.name for row in rows if "Panic" not in row.name]
    changed = await boss.post(f"{PAGE}/{document}/sections", data={"kept": kept}, headers=JSON)
    await ended(boss, changed.json()["job"]["id"])
    assert not any("Panic" in path for path in await searched(app, "panic disorder, pounding heart"))
    second = (await app.state.parts.documents.one(document)).live
    restore = f"/admin/editions/{second.id}/restore"
    for status in (200, 409):
        assert (await boss.post(f"/admin/editions/{second.id}/remove", headers=JSON)).status_code == status
        one = await app.state.parts.documents.one(document)
        assert (one.live.id, [edition.id for edition in one.editions]) == (first.id, [first.id])
    assert any("Panic" in path for path in await searched(app, "panic disorder, pounding heart"))
    assert f'action="{restore}"' in (await boss.get(f"{PAGE}/{document}")).text
    for _ in range(2):
        assert (await boss.post(restore, headers=JSON)).status_code == 200
    one = await app.state.parts.documents.one(document)
    assert (one.live.id, [edition.id for edition in one.editions]) == (second.id, [second.id, first.id])
    assert not any("Panic" in path for path in await searched(app, "panic disorder, pounding heart"))

    removed = await boss.post(f"/admin/editions/{first.id}/remove")
    assert removed.headers["location"] == f"{PAGE}/{document}#removed"
    assert (await boss.post(restore.replace(str(second.id), str(first.id)), headers=JSON)).status_code == 200
    assert (await app.state.parts.documents.one(document)).live.id == second.id, "it was not searched before"
    await boss.post(f"/admin/editions/{second.id}/remove", headers=JSON)
    async with database.pool.connection() as connection:
        await connection.execute("update edition set removed_at = now() - %s where id = %s", (UNDO, second.id))
    await app.state.parts.documents.tidy()
    assert (await boss.post(restore, headers=JSON)).status_code == 404
    async with database.pool.connection() as connection:
        left = await connection.execute("select count(*) from chunk where edition_id = %s", (second.id,))
        assert await left.fetchone() == (0,)


async def test_a_manual_read_anew_without_its_criteria_lets_the_open_reference_back(
    app: Litestar, boss: httpx.AsyncClient, settings: Settings
) -> None:
    documents, store = app.state.parts.documents, app.state.parts.reference.document_store
    async with received(once(FIRST), settings.data) as file:
        free = await store.add(file, "open.pdf", book="Open", is_open=True)
    await ended(boss, str((await documents.build(free, None)).id))
    manual = (await read(boss, SECOND, "manual.pdf"))["document"]
    assert await listed(app) == {"manual.pdf": True, "open.pdf": False}
    rows = await documents.sections((await documents.one(manual)).editions[0].id)
    kept = [row.name for row in rows if row.kind != "criteria"]
    changed = await boss.post(f"{PAGE}/{manual}/sections", data={"kept": kept}, headers=JSON)
    assert (await ended(boss, changed.json()["job"]["id"]))["state"] == "done"
    await documents.tidy()
    assert await listed(app) == {"manual.pdf": True, "open.pdf": True}
    await store.set_aside(free.id)


async def once(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def test_the_open_reference_is_read_in_once_the_manual_that_was_there_first_is_gone(
    app: Litestar, boss: httpx.AsyncClient, settings: Settings
) -> None:
    reference, documents = app.state.parts.reference, app.state.parts.documents
    given = settings.model_copy(update={"open_reference": True})
    manual = (await read(boss, FIRST))["document"]
    assert not await stock(given, reference, documents)
    await boss.post(f"{PAGE}/{manual}/remove")
    assert await stock(given, reference, documents)
    (entry,) = await documents.listed()
    assert entry.document.open
    assert entry.busy
    await boss.post(f"/jobs/{entry.job.id}/cancel")
    await reference.document_store.set_aside(entry.document.id)


async def test_a_removed_document_is_gone_for_good_after_a_while_and_may_be_handed_in_anew_before(
    app: Litestar, boss: httpx.AsyncClient, database: Database
) -> None:
    content = pdf(BOOK, note="Gone")
    first = (await read(boss, content))["document"]
    store = app.state.parts.reference.document_store
    file = await store.file(await store.get(first))
    await boss.post(f"{PAGE}/{first}/remove")
    assert await listed(app) == {}
    again = (await read(boss, content, title="Under another name"))["document"]
    assert again != first
    refused = await boss.post(f"{PAGE}/{first}/restore", headers=JSON)
    assert (refused.status_code, "uploaded again" in refused.json()["message"]) == (409, True)
    for document, left in ((first, True), (again, False)):
        async with database.pool.connection() as connection:
            await connection.execute("update document set removed_at = now() - %s where id = %s", (UNDO, document))
        await app.state.parts.documents.tidy()
        assert (await boss.post(f"{PAGE}/{document}/restore", headers=JSON)).status_code == 404
        assert file.exists() is left
    async with database.pool.connection() as connection:
        found = await connection.execute("select count(*) from edition where document_id = any(%s)", ([first, again],))
        assert await found.fetchone() == (0,)


async def test_the_same_bytes_again_are_there_already_whatever_they_are_called(
    app: Litestar, boss: httpx.AsyncClient
) -> None:
    first = await read(boss, FIRST, "first.pdf")
    for fields in ({}, {"ask": "yes"}, {"title": "DSM-5 Handbook"}):
        again = await hand_in(boss, FIRST, "copy.pdf", **fields)
        assert again.status_code == 200
        assert (again.json()["already"], again.json()["document"]) == (True, first["document"])
    renamed = await hand_in(boss, FIRST, "copy.pdf", title="Another name")
    assert renamed.status_code == 409
    assert "already in the library, as “DSM-5 Handbook”" in renamed.json()["message"]

    await read(boss, SECOND, "second.pdf", edition_of="DSM-5 Handbook")
    old = await hand_in(boss, FIRST, "first.pdf")
    assert (old.status_code, old.json()["already"]) == (200, True)
    assert await listed(app) == {"second.pdf": True, "first.pdf": False}, "an old edition takes no place by itself"
    await read(boss, FIRST, "first.pdf", edition_of="DSM-5 Handbook")
    assert await listed(app) == {"second.pdf": False, "first.pdf": True}


async def test_an_edition_of_a_book_that_is_not_there(app: Litestar, boss: httpx.AsyncClient) -> None:
    await read(boss, FIRST)
    refused = await hand_in(boss, SECOND, "second.pdf", edition_of="DSM-6")
    assert refused.status_code == 422
    assert "“DSM-6”" in refused.json()["message"]
    assert "“DSM-5 Handbook”" in refused.json()["message"]
    both = await hand_in(boss, SECOND, "second.pdf", edition_of="DSM-5 Handbook", title="Other")
    assert both.status_code == 422
    assert await listed(app) == {"DSM-5 Handbook.pdf": True}


async def test_the_page_asks_after_the_upload_and_reads_when_it_was_told(
    app: Litestar, boss: httpx.AsyncClient
) -> None:
    await read(boss, FIRST)
    waiting = await hand_in(boss, SECOND, "second.pdf", ask="yes")
    assert waiting.status_code == 200
    told = waiting.json()
    assert (told["waits"], told["job"], told["already"]) == (True, None, False)
    page = f"{PAGE}/{told['document']}"
    assert "Waits for its name" in (await boss.get(PAGE)).text
    asked = html.unescape((await boss.get(page)).text)
    assert "holds a book named “DSM-5 Handbook” already" in asked
    assert await listed(app) == {"second.pdf": False, "DSM-5 Handbook.pdf": True}

    own = {"as": "own", "title": "DSM-5 Handbook", "edition_of": "DSM-5 Handbook"}
    refused = await boss.post(f"{page}/name", data=own)
    assert refused.status_code == 409
    assert "already. Nothing was changed." in html.unescape(refused.text)
    assert (await boss.post(f"{page}/name", data=own, headers=JSON)).status_code == 409
    for empty in ({"as": "own", "title": " "}, {"as": "own", "title": "\0"}, {"as": "own", "title": "x" * 121}, {}):
        assert (await boss.post(f"{page}/name", data=empty, headers=JSON)).status_code == 422

    named = await boss.post(f"{page}/name", data=own | {"as": "edition"}, headers=JSON)
    assert (await ended(boss, named.json()["job"]["id"]))["state"] == "done"
    assert await listed(app) == {"second.pdf": True, "DSM-5 Handbook.pdf": False}
    assert (await boss.post(f"{page}/name", data=own, headers=JSON)).status_code == 409


async def test_a_waiting_file_is_read_by_nobody_and_can_be_taken_away(app: Litestar, boss: httpx.AsyncClient) -> None:
    waiting = (await hand_in(boss, SECOND, "second.pdf", ask="yes")).json()
    assert (await boss.post(f"{PAGE}/{waiting['document']}/build", headers=JSON)).status_code == 409
    assert (await boss.post(f"{PAGE}/{waiting['document']}/remove", headers=JSON)).status_code == 200
    assert await listed(app) == {}


async def test_two_uploads_at_once_cannot_take_one_name(app: Litestar, boss: httpx.AsyncClient) -> None:
    import asyncio

    answers = await asyncio.gather(
        *(hand_in(boss, pdf(BOOK, note=f"Made {n}"), f"{n}.pdf", title="One name") for n in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [202, 409, 409, 409]
    for answer in answers:
        if answer.status_code == 202:
            await ended(boss, answer.json()["job"]["id"])
    assert list((await listed(app)).values()) == [True]
