"""The library over HTTP: a book handed in, read by a worker, searched, changed, taken away."""

import asyncio
import html
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from arq import ArqRedis
from litestar import Litestar

from rag.bench.factsheets import Layout, sheets
from rag.bench.factsheets import pdf as print_sheet
from rag.document_store import too_large
from rag.ingestion.lock import taking_turns
from server.database import Database
from server.settings import Settings
from server.worker import job_parts, working
from tests.conftest import browser, new_account, sign_in
from tests.rag.pdfs import BOOK, blank, pdf

PAGE = "/admin/documents"
JSON = {"accept": "application/json"}
PATIENCE = 120


@pytest.fixture
async def boss(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as opened:
        await sign_in(opened, await new_account(database, "admin"), database, settings)
        yield opened


@pytest.fixture
async def worker(settings: Settings, database: Database, queue: ArqRedis) -> AsyncIterator[None]:
    async with working(settings.redis_url or "", job_parts(settings, database, queue)):
        yield


async def hand_in(boss: httpx.AsyncClient, content: bytes, name: str = "DSM 5 TR.pdf", **fields: str) -> httpx.Response:
    return await boss.post(PAGE, files={"file": (name, content, "application/pdf")}, data=fields, headers=JSON)


async def ended(boss: httpx.AsyncClient, job: str, states: tuple[str, ...] = ("done", "failed", "cancelled")) -> Any:
    for _ in range(PATIENCE * 10):
        found = (await boss.get(f"/jobs/{job}", headers=JSON)).json()
        if found["state"] in states:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(f"the job is still {found}")


async def searched(app: Litestar, query: str) -> list[str]:
    return [one.section_path for one in await app.state.parts.reference.library.search(query, 3)]


async def clear(app: Litestar, boss: httpx.AsyncClient) -> None:
    for one in await app.state.parts.documents.listed():
        await boss.post(f"{PAGE}/{one.document.id}/remove", headers=JSON)


async def test_it_is_for_admins(client: httpx.AsyncClient, staff: httpx.AsyncClient, boss: httpx.AsyncClient) -> None:
    assert (await client.get(PAGE)).status_code == 303
    for path in (PAGE, f"{PAGE}/00000000-0000-0000-0000-000000000000"):
        assert (await staff.get(path)).status_code == 403
    assert (await hand_in(staff, pdf())).status_code == 403
    assert (await hand_in(client, pdf())).status_code in (401, 403)
    assert (await boss.get(PAGE)).status_code == 200
    assert (await boss.get(f"{PAGE}/00000000-0000-0000-0000-000000000000")).status_code == 404
    boss.headers.pop("x-csrftoken")
    assert (await boss.post(PAGE, content=pdf(), headers={"content-type": "application/pdf"})).status_code == 403


@pytest.mark.usefixtures("worker")
async def test_a_book_from_upload_to_citation(app: Litestar, boss: httpx.AsyncClient, staff: httpx.AsyncClient) -> None:
    answer = await hand_in(boss, pdf(), title="DSM-5-TR")
    assert answer.status_code == 202
    assert answer.json()["book"] == "DSM-5-TR"
    job = await ended(boss, answer.json()["job"]["id"])
    assert job["state"] == "done", job["error"]
    assert job["progress"]["stage"] == "done"
    assert job["progress"]["vectors"] == job["progress"]["chunks"] > 0
    found = await app.state.parts.reference.library.search("sudden fear with a pounding heart", 3)
    assert "Panic Disorder" in found[0].section_path
    assert found[0].source.startswith("DSM-5-TR, p. ")
    said = job["progress"]["said"]
    assert said == "3 of 3 pages and 100 % of the text are searched. Nothing was left out."
    assert said in html.unescape((await boss.get(f"{PAGE}/{answer.json()['document']}")).text)

    again = await hand_in(boss, pdf())
    assert (again.status_code, again.json()["already"], again.json()["job"]) == (200, True, None)

    shown = await staff.get(f"/library/passages/{found[0].chunk_id}")
    assert found[0].source in html.unescape(shown.text)
    picture = await staff.get(f"/library/passages/{found[0].chunk_id}/pages/{found[0].page_start}")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert (await staff.get(f"/library/passages/{found[0].chunk_id}/pages/999")).status_code == 404
    assert (await staff.get("/library/passages/unknown")).status_code == 404
    async with browser(app) as stranger:
        assert (await stranger.get(f"/library/passages/{found[0].chunk_id}")).status_code == 303
        picture = await stranger.get(f"/library/passages/{found[0].chunk_id}/pages/{found[0].page_start}", headers=JSON)
        assert picture.status_code == 401
    await clear(app, boss)
    assert await searched(app, "fear") == []


@pytest.mark.usefixtures("worker")
async def test_a_leaflet_without_any_disorder_is_searched_and_what_was_left_out_is_said(
    app: Litestar, boss: httpx.AsyncClient
) -> None:
    leaflet = sheets()[0]
    answer = (await hand_in(boss, print_sheet(leaflet, Layout.BOOKLET), "leaflet.pdf")).json()
    assert answer["book"] == leaflet.title
    job = await ended(boss, answer["job"]["id"])
    assert job["state"] == "done", job["error"]
    said_first = "4 of 9 pages and 58 % of the text are searched. Left out: front matter ("
    assert job["progress"]["said"].startswith(said_first)
    assert (job["progress"]["pagesKept"], job["progress"]["pagesLeftOut"]) == (4, 5)
    found = (await app.state.parts.reference.library.search("why do my fingers tingle when I breathe fast", 1))[0]
    assert "carbon dioxide" in found.text
    assert found.source == f"{leaflet.title}, p. 6, Why the body does this"
    page = html.unescape((await boss.get(f"{PAGE}/{answer['document']}")).text)
    for said in (job["progress"]["said"], "front matter", "back matter", "text · outside any disorder"):
        assert said in page
    shown = html.unescape((await boss.get(f"/library/passages/{found.chunk_id}")).text)
    assert "outside the disorders that were recognised" in shown
    await clear(app, boss)


@pytest.mark.usefixtures("worker")
async def test_an_admin_changes_what_is_kept_and_takes_it_back(app: Litestar, boss: httpx.AsyncClient) -> None:
    answer = (await hand_in(boss, pdf())).json()
    await ended(boss, answer["job"]["id"])
    shelved = await app.state.parts.documents.one(answer["document"])
    rows = await app.state.parts.documents.sections(shelved.editions[0].id)
    prevalence = next(row.name for row in rows if row.kind == "prevalence")
    assert all(row.kept for row in rows)
    assert prevalence in await searched(app, "how many adults in one year in this invented country")
    kept = [row.name for row in rows if "Panic" not in row.name and row.name != prevalence]
    changed = await boss.post(f"{PAGE}/{answer['document']}/sections", data={"kept": kept}, headers=JSON)
    assert (await ended(boss, changed.json()["job"]["id"]))["state"] == "done"
    assert prevalence not in await searched(app, "how many adults in one year in this invented country")
    assert not any("Panic" in path for path in await searched(app, "panic disorder, pounding heart"))
    changed_page = html.unescape((await boss.get(f"{PAGE}/{answer['document']}")).text)
    assert "Left out: sections that were not ticked (" in changed_page
    before = shelved.editions[0].id
    assert (await boss.post(f"/admin/editions/{before}/live", headers=JSON)).status_code == 200
    assert any("Panic" in path for path in await searched(app, "panic disorder, pounding heart"))
    assert (await boss.post(f"/admin/editions/{before}/live", headers=JSON)).status_code == 404
    await clear(app, boss)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"GIF89a" + b"\0" * 2000, "not a PDF"),
        (b"plain words", "not a PDF"),
    ],
)
async def test_what_is_no_book_is_refused_at_once(boss: httpx.AsyncClient, content: bytes, message: str) -> None:
    answer = await hand_in(boss, content)
    assert answer.status_code == 422
    assert message in answer.json()["message"]
    raw = await boss.post(f"{PAGE}?name=x.pdf", content=content, headers=JSON | {"content-type": "application/pdf"})
    assert (raw.status_code, raw.json()["message"]) == (422, answer.json()["message"])
    assert (await boss.post(PAGE, data={"title": "x"}, files={"other": b"x"}, headers=JSON)).status_code == 422


async def test_300_megabytes_are_refused_without_being_kept(boss: httpx.AsyncClient, settings: Settings) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"%PDF-1.7\n"
        for _ in range(300):
            yield b"\0" * 1024**2

    answer = await boss.post(
        f"{PAGE}?name=x.pdf", content=endless(), headers=JSON | {"content-type": "application/pdf"}
    )
    assert answer.status_code == 422
    assert answer.json()["message"] == too_large()
    assert "larger than 200 MB" in too_large()
    assert "volumes one by one" in too_large()
    assert list((settings.data / "uploads").iterdir()) == []


async def test_a_file_that_cannot_be_opened_is_refused_before_it_is_named(
    app: Litestar, boss: httpx.AsyncClient
) -> None:
    broken = b"%PDF-1.7\nand then nothing that a PDF has"
    for fields in ({"title": "Broken"}, {"ask": "yes"}):
        answer = await hand_in(boss, broken, **fields)
        assert answer.status_code == 422
        assert "cut off" in answer.json()["message"]
    assert await app.state.parts.documents.listed() == []


@pytest.mark.usefixtures("worker")
async def test_a_book_that_cannot_be_read_leaves_nothing(app: Litestar, boss: httpx.AsyncClient) -> None:
    answer = (await hand_in(boss, blank(), title="Scanned")).json()
    job = await ended(boss, answer["job"]["id"])
    assert job["state"] == "failed"
    assert "PDF has no text" in job["error"]
    shelved = await app.state.parts.documents.one(answer["document"])
    assert shelved.editions == []
    assert job["error"] in html.unescape((await boss.get(f"{PAGE}/{answer['document']}")).text)
    await clear(app, boss)


async def test_a_cancelled_job_leaves_nothing_and_can_be_done_again(
    app: Litestar, boss: httpx.AsyncClient, settings: Settings, database: Database, queue: ArqRedis
) -> None:
    answer = (await hand_in(boss, pdf(BOOK, copies=8), title="Long")).json()
    async with working(settings.redis_url or "", job_parts(settings, database, queue)):
        await ended(boss, answer["job"]["id"], ("running", "done"))
        assert (await boss.post(f"/jobs/{answer['job']['id']}/cancel", headers=JSON)).status_code == 200
        assert (await ended(boss, answer["job"]["id"]))["state"] == "cancelled"
        assert (await app.state.parts.documents.one(answer["document"])).editions == []
        editions = app.state.parts.reference.library.editions
        for _ in range(100):
            if not await editions.of(answer["document"]):
                break
            await asyncio.sleep(0.1)
        assert await editions.of(answer["document"]) == []
        assert await searched(app, "sad moods") == []
        assert (await boss.post(f"/jobs/{answer['job']['id']}/retry", headers=JSON)).status_code == 200
        assert (await ended(boss, answer["job"]["id"]))["state"] == "done"
        assert len(await searched(app, "sad moods")) == 3
    await clear(app, boss)


@pytest.mark.usefixtures("worker")
async def test_of_two_at_once_one_waits(app: Litestar, boss: httpx.AsyncClient, database: Database) -> None:
    library = app.state.parts.reference.library
    async with taking_turns(database.pool, Silent()):
        answers = [(await hand_in(boss, pdf(note=name), title=name)).json() for name in ("One", "Two")]
        for answer in answers:
            await told(boss, answer["job"]["id"], "waiting")
        assert await library.editions.building() == []
    jobs = [await ended(boss, answer["job"]["id"]) for answer in answers]
    assert [job["state"] for job in jobs] == ["done", "done"]
    assert len(await library.editions.live()) == 2
    await clear(app, boss)


async def told(boss: httpx.AsyncClient, job: str, stage: str) -> None:
    """Wait until a job says that it is at this stage."""
    for _ in range(PATIENCE * 10):
        found = (await boss.get(f"/jobs/{job}", headers=JSON)).json()
        if found["progress"].get("stage") == stage:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"the job is at {found['progress']}")


class Silent:
    """Whoever builds an edition and tells nobody."""

    async def progress(self, news: dict[str, Any]) -> None:
        pass

    async def cancelled(self) -> bool:
        return False
