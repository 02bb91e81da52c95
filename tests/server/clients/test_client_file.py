"""Everything of a client as a zip, over HTTP: complete, and nothing derived of what was not held to its end."""

import csv
import io
import json
import re
import zipfile
from uuid import UUID

import httpx
import pypdfium2
from litestar import Litestar

from agents.diagnostician.knowledge import knowledge
from agents.domain.phase import Phase
from server.clients.handing import Handing
from server.database import Database
from server.pages.client_archive import file_of, packed
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import ALL, NO, REPLIES, STOP, say
from tests.server.clients.test_clients import added, held

FORMULA = '=HYPERLINK("http://example.org")'
OF_REPORT = {"report.txt", "report.md", "report.pdf"}
TABLES = {"items.csv", "domains.csv", "research.csv"}
ALWAYS = TABLES | {"record.txt", "interview.json", "fhir.json", "transcript.txt", "log.jsonl"}


async def talked(app: Litestar, interview: UUID, how: str) -> None:
    room = app.state.parts.rooms.room(interview)
    if how == "stopped":
        for words in ("Yes, let's begin.", REPLIES[1], STOP):
            await say(room, words)
        assert room.state.phase is Phase.SAFETY_STOP
    elif how == "left":
        for words in ("Yes, let's begin.", REPLIES[1], NO, "I want to stop this for good.", "Yes, for good."):
            if room.state.phase is not Phase.DONE:
                await say(room, words)
        assert room.state.status == "ended_by_patient"
    else:
        while room.state.phase not in (Phase.REPORT, Phase.DONE):
            await say(room, ALL if room.state.reviewing else REPLIES.get(room.state.open_item or 1, NO))
        await room.write_report("F")


async def opened(staff: httpx.AsyncClient, client: str, **asked: str) -> dict[str, bytes]:
    """The files of the zip by their paths below its folder."""
    answer = await staff.get(f"/clients/{client}/everything.zip", params=asked)
    assert answer.headers["content-type"] == "application/zip"
    assert f'filename="client-{client[:8]}.zip"' in answer.headers["content-disposition"]
    whole = zipfile.ZipFile(io.BytesIO(answer.content))
    assert whole.testzip() is None
    assert len(whole.namelist()) == len(set(whole.namelist()))
    return {name.partition("/")[2]: whole.read(name) for name in whole.namelist()}


def rows(file: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.decode())))


async def test_it_holds_everything_and_of_an_early_end_nothing_derived(
    app: Litestar, staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    client = await added(staff, "K-40", "1984")
    assert {"client.json", "notes.txt", "research.csv", "trend.csv"} == set(await opened(staff, client))
    done, stopped, gone, begun = [await held(staff, client) for _ in range(4)]
    for interview, how in ((done, "done"), (stopped, "stopped"), (gone, "left")):
        await talked(app, interview, how)
    queued = await staff.post(f"/interviews/{done}/assess", headers={"accept": "application/json"})
    await app.state.parts.assessing.run(UUID(queued.json()["id"]))
    talk = {"transcript": "Interviewer: How do you sleep?\nParticipant: Badly, every night.", "client": "K-40"}
    free = (await staff.post("/transcripts/assess", json=talk, headers={"accept": "application/json"})).json()
    await staff.post(f"/clients/{client}/notes", data={"note": f"{FORMULA} called back"})
    await staff.post(f"/clients/{client}/plan", data={"every_weeks": "4", "next_on": "2100-01-01"})
    await staff.post("/interviews/delete", json={"interviews": [str(begun)]}, headers={"accept": "application/json"})
    files = await opened(staff, client)
    inside = {name.split("/")[1] for name in files if name.startswith("interviews/")}
    assert inside == {f"interview-{str(number)[:8]}" for number in (done, stopped, gone)}
    for number in (done, stopped, gone):
        found = {name.rpartition("/")[2] for name in files if f"interview-{str(number)[:8]}/" in name}
        assert found == (ALWAYS | OF_REPORT if number == done else ALWAYS)
        whole = json.loads(files[f"interviews/interview-{str(number)[:8]}/interview.json"])
        assert (whole["report"] is not None) == (number == done)
    assert {name for name in files if name.startswith("transcripts/")} == {
        f"transcripts/interview-{str(done)[:8]}.json",
        f"transcripts/transcript-{free['id'][:8]}.json",
    }
    assert json.loads(files[f"transcripts/transcript-{free['id'][:8]}.json"])["items"] == free["items"]
    told = json.loads(files["client.json"])
    assert (told["code"], told["birthYear"], told["repeats"]) == (
        "K-40",
        1984,
        {"everyWeeks": 4, "nextOn": "2100-01-01"},
    )
    assert re.match(rb"\d{4}-\d\d-\d\d \d\d:\d\d UTC, ", files["notes.txt"])
    assert b"called back" in files["notes.txt"]
    there = await opened(staff, client, zone="Pacific/Kiritimati")
    assert b"UTC" not in there["notes.txt"]
    assert all(told.endswith(b". Times: Pacific/Kiritimati\n") for name, told in there.items() if "record.txt" in name)
    statuses = {row["interview"]: row["status"] for row in rows(files["research.csv"])}
    assert statuses == {str(done): "completed", str(stopped): "terminated_for_safety", str(gone): "ended_by_patient"}
    trend = rows(files["trend.csv"])
    assert {row["interview"] for row in trend} == {str(done)}
    assert [row["kind"] for row in trend].count("domain") == 13
    profile = json.loads(files[f"interviews/interview-{str(done)[:8]}/interview.json"])["profile"]
    assert {row["key"]: row["score"] for row in trend if row["kind"] == "item"} == {
        str(answer["itemId"]): str(answer["score"]) for answer in profile["itemResponses"]
    }
    assert {row["key"]: row["score"] for row in trend if row["kind"] == "domain"} == {
        answer["domain"]: str(answer["severityAggregate"]) for answer in profile["symptomSummary"]
    }
    async with browser(app) as other:
        await sign_in(other, await new_account(database), database, settings)
        assert (await other.get(f"/clients/{client}/everything.zip")).status_code == 404


async def test_in_screening_mode_no_file_names_a_disorder(app: Litestar, staff: httpx.AsyncClient) -> None:
    client = await added(staff, "K-41")
    interview = await held(staff, client)
    await talked(app, interview, "done")
    files = await opened(staff, client)
    told = {name: _text(name, content) for name, content in files.items()}
    names = {disorder.name.lower() for disorder in knowledge().disorders}
    assert {(file, name) for file, text in told.items() for name in names if name in text} == set()


def _text(name: str, content: bytes) -> str:
    if not name.endswith(".pdf"):
        return " ".join(content.decode().lower().split())
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(content)]
    return " ".join(" ".join(pages).lower().split())


async def test_it_is_sent_interview_by_interview(app: Litestar, staff: httpx.AsyncClient) -> None:
    client = await added(staff, "K-42")
    for _ in range(5):
        await held(staff, client)
    parts = app.state.parts
    admin = await parts.accounts.first_admin("admin@localhost")
    file = await file_of(parts.clients, Handing(parts.database), admin, UUID(client))
    pieces = [len(piece) async for piece in packed(file, admin, parts.exports, parts.assessments)]
    assert len(pieces) == 5 + 1
    assert max(pieces) < sum(pieces) / 3
