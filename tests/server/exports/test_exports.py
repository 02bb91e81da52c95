"""What an interview gives as files, over HTTP: finished, stopped, ended by the patient, still going on; and to whom."""

import csv
import io
import json
import re
import zipfile
from datetime import datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import httpx
import pypdfium2
import pytest
from litestar import Litestar

from agents.diagnostician.knowledge import knowledge
from agents.domain import level1
from agents.domain.phase import Phase
from server.database import Database
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import ALL, NO, completed, say
from tests.server.cards.finished import ended_for_safety as stopped_interview

OF_REPORT = ("report.txt", "report.md", "report.pdf")
ALWAYS = ("record.txt", "interview.json", "items.csv", "domains.csv", "research.csv", "fhir.json", "everything.zip")
JSON = {"accept": "application/json"}
TAGS = re.compile(r"</?(?:sym|med|quote)>|&#\d+;")
HOSTILE = '=cmd|" /C calc"!A0, *nearly* every day <b>x</b>'


@pytest.fixture
def staff(staff: httpx.AsyncClient) -> httpx.AsyncClient:
    staff.headers["accept"] = "application/json"
    return staff


async def got(client: httpx.AsyncClient, interview: UUID, name: str) -> httpx.Response:
    answer = await client.get(f"/interviews/{interview}/{name}")
    assert answer.status_code == 200, f"{name}: {answer.text}"
    ending = "zip" if name == "everything.zip" else name.partition(".")[2]
    assert answer.headers["content-disposition"].startswith('attachment; filename="interview-')
    assert answer.headers["content-disposition"].endswith(f'{ending}"')
    return answer


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def pages(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_bounded() for page in document]


async def left(client: httpx.AsyncClient, app: Litestar, answers: tuple[str, ...] = ("Nearly every day.", NO)) -> UUID:
    """An interview that its patient ended after these answers."""
    started = await client.post("/interviews", json={"label": "L-1", "mode": "diagnostic"})
    interview = UUID(started.json()["id"])
    room = app.state.parts.rooms.room(interview)
    for words in ("Yes, let's begin.", *answers, "I want to stop this for good.", "Yes, for good."):
        if room.state.phase is not Phase.DONE:
            await say(room, words)
    assert room.state.status == "ended_by_patient"
    return interview


async def test_a_finished_interview_in_every_form(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    stored = (await staff.get(f"/interviews/{interview}/report")).json()
    text = (await got(staff, interview, "report.txt")).text
    assert not TAGS.search(text)
    assert not re.search(r"^#|\*\*|^\|", text, re.MULTILINE)
    assert "“Nearly every day, I can't enjoy the choir any more.”" in text, "the whole sentence"
    assert not re.search(r"characters|\bturns? \d|Ambiguity|Scored by", text), "how it was measured is elsewhere"
    assert text.index("\nRISK\n") < text.index("\nSUMMARY\n")
    for heading in ("SYMPTOM DOMAIN TABLE", "ITEM-LEVEL APPENDIX", "PROVISIONAL IMPRESSIONS", "LIMITATIONS"):
        assert heading in text
    assert all(f"\n- {number}. " in text for number in level1.items())
    markdown = (await got(staff, interview, "report.md")).text
    assert not re.search(r"</?(?:sym|med|quote)>", markdown)
    assert "## 1. Executive Summary" in markdown
    assert "| Domain | Aggregate" in markdown
    whole = (await got(staff, interview, "interview.json")).json()
    assert whole["status"] == whole["profile"]["sessionStatus"] == "completed"
    assert whole["report"] == stored
    assert len(whole["profile"]["symptomSummary"]) == 13
    assert whole["reportDigest"][:16] in text
    assert whole["reportDigest"] in markdown
    note = (await got(staff, interview, "record.txt")).text
    assert "Status: completed\n" in note
    *_, foot = note.splitlines()
    assert foot == f"Source: Anamnesis, diagnostic interview {str(interview)[:8]}, report {whole['reportDigest'][:16]}"
    assert str(interview) not in note
    assert not re.search(r"\bturns? \d|rule engine|learnt|EXECUTIVE", note), "plain words"
    assert "UTC" in note, "a time without a zone is none"
    there = (await staff.get(f"/interviews/{interview}/record.txt", params={"zone": "Pacific/Kiritimati"})).text
    assert "UTC" not in there
    assert there.endswith(". Times: Pacific/Kiritimati\n")
    began = datetime.fromisoformat(whole["interview"]["startedAt"]).astimezone(timezone(timedelta(hours=14)))
    assert f"\nStarted {began:%Y-%m-%d %H:%M}, ended " in there
    for unknown in ("../Nowhere", "Mars/Phobos"):
        odd = await staff.get(f"/interviews/{interview}/record.txt", params={"zone": unknown}, headers=JSON)
        assert (odd.status_code, odd.json()["code"]) == (422, "correct_input")
        assert re.match(rf"zone: '{unknown}' is no time zone .*America/New_York", odd.json()["message"])
    assert note.index("\nRISK\n") < note.index("What was found") < note.index("What to do next")
    assert note.count("Item 11") == 1, "risk stands there once"
    assert "APPENDIX" not in note
    assert "NOTES" not in note
    await staff.post(f"/interviews/{interview}/notes", data={"note": "Came with her sister.\r\n\r\nSeen on Monday."})
    noted = (await got(staff, interview, "record.txt")).text
    assert re.search(r"\n\nNOTES\n\n- 20\S+ \S+ UTC, [^\n]+: Came with her sister\.\n  Seen on Monday\.\n\n", noted)
    assert noted.index("\nRISK\n") < noted.index("\nNOTES\n") < noted.index("What was found")


async def test_the_tables_hold_each_item_and_each_domain_once(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    profile = (await staff.get(f"/interviews/{interview}/profile")).json()
    scores = {one["itemId"]: one["score"] for one in profile["itemResponses"]}
    items = rows((await got(staff, interview, "items.csv")).text)
    assert {int(row["item"]): int(row["score"]) for row in items} == scores
    assert len(items) == 23
    assert "“Nearly every day” (turn 3)" in items[0]["quotes"]
    domains = rows((await got(staff, interview, "domains.csv")).text)
    assert {row["domain"]: int(row["highest"]) for row in domains} == {
        one["domain"]: one["severityAggregate"] for one in profile["symptomSummary"]
    }
    over = [row["domain"] for row in domains if row["at_or_over"] == "yes"]
    assert over == ["depression", "anxiety", "sleep_problems"]
    (row,) = rows((await got(staff, interview, "research.csv")).text)
    assert {int(name[5:]): int(value) for name, value in row.items() if name.startswith("item_")} == scores
    assert (row["status"], row["answered"], row["declined"]) == ("completed", "23", "")


async def test_no_cell_is_a_formula(app: Litestar, staff: httpx.AsyncClient) -> None:
    started = await staff.post("/interviews", json={"label": HOSTILE})
    interview = UUID(started.json()["id"])
    room = app.state.parts.rooms.room(interview)
    await say(room, "Yes, let's begin.")
    await say(room, HOSTILE)
    for name in ("items.csv", "domains.csv", "research.csv"):
        for row in rows((await got(staff, interview, name)).text):
            assert row["label"] == f"'{HOSTILE}"
            assert not [cell for cell in row.values() if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]


async def test_what_was_not_answered_has_no_score(app: Litestar, staff: httpx.AsyncClient) -> None:
    started = await staff.post("/interviews", json={"label": "N-1"})
    interview = UUID(started.json()["id"])
    room = app.state.parts.rooms.room(interview)
    for words in ("Yes, let's begin.", "I'd rather not say.", "Several days."):
        await say(room, words)
    items = rows((await got(staff, interview, "items.csv")).text)
    assert [(row["state"], row["score"]) for row in items[:3]] == [
        ("declined", ""),
        ("answered", "2"),
        ("not_asked", ""),
    ]
    (row,) = rows((await got(staff, interview, "research.csv")).text)
    assert (row["item_01"], row["item_02"], row["item_03"], row["declined"]) == ("", "2", "", "1")
    refused = await staff.get(f"/interviews/{interview}/report.txt")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_now")
    assert "not finished" in refused.json()["message"]


async def test_a_yes_without_how_often_is_written_as_one(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await left(staff, app, ("Yes.",))
    note = (await got(staff, interview, "record.txt")).text
    assert "- 1. Little interest or pleasure: yes, how often is not known (counted as 2)" in note
    row = rows((await got(staff, interview, "items.csv")).text)[0]
    assert (row["score"], row["anchor"]) == ("2", "yes, how often is not known (counted as 2)")


@pytest.mark.parametrize(("how", "why"), [("stop", "ended for safety"), ("left", "patient ended this interview")])
async def test_an_interview_without_an_end_gives_nothing_derived(
    app: Litestar, staff: httpx.AsyncClient, how: str, why: str
) -> None:
    interview = await (stopped_interview(staff, app.state.parts.rooms) if how == "stop" else left(staff, app))
    for name in OF_REPORT:
        refused = await staff.get(f"/interviews/{interview}/{name}")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_now")
        assert why in refused.json()["message"]
        assert "The note, JSON, CSV, FHIR and the zip" in refused.json()["message"]
    note = (await got(staff, interview, "record.txt")).text
    assert "there is no report and no impression" in note
    assert note.index("\nRISK\n") < note.index("ANSWERS BEFORE THE END")
    assert "threshold" not in note
    assert "version" not in note.lower()
    whole = (await got(staff, interview, "interview.json")).json()
    assert whole["status"] == ("terminated_for_safety" if how == "stop" else "ended_by_patient")
    assert (whole["report"], whole["reportDigest"], whole["profile"]["symptomSummary"]) == (None, None, [])
    profile = (await staff.get(f"/interviews/{interview}/profile")).json()
    assert profile == whole["profile"], "the profile on its own says no more"
    assert len(whole["profile"]["transcript"]) > 3
    domains = rows((await got(staff, interview, "domains.csv")).text)
    assert {(row["highest"], row["at_or_over"]) for row in domains} == {("", "")}
    bundle = (await got(staff, interview, "fhir.json")).json()
    found = [one["resource"]["resourceType"] for one in bundle["entry"]]
    assert "Observation" not in found
    packed = zipfile.ZipFile(io.BytesIO((await got(staff, interview, "everything.zip")).content))
    names = {name.partition("/")[2] for name in packed.namelist()}
    assert names == {*ALWAYS[:-1], "transcript.txt", "log.jsonl"}
    kinds = {json.loads(line)["kind"] for line in _text(packed, "log.jsonl").splitlines()}
    assert "report" not in kinds
    if how == "stop":
        assert whole["alerts"][0]["level"] == "stop"
        assert "kill myself tonight" in whole["alerts"][0]["quotes"][0]
        assert whole["findings"]
        assert {"Flag", "DetectedIssue"} <= set(found)
        assert note.count("I will kill myself tonight") == 1, "with the alert, and not once more with its finding"
        assert "Safety alert, the interview was ended for safety" in note
        assert re.search(r"- The patient was shown the safety message: Call or text 988 .*Call 911", note)
        assert "- Messages about the alert of 20" in note
        steps = "WHAT TO DO NEXT\n\n- Call the patient now. If nobody answers: "
        assert note.index("\nRISK\n") < note.index(steps) < note.index("ANSWERS BEFORE THE END")
        assert "\n- Your own assessment of the risk (C-SSRS or ASQ, in person) and a safety plan agreed" in note
        await staff.post(f"/interviews/{interview}/notes", data={"note": "C-SSRS with the crisis team at home"})
        note = (await got(staff, interview, "record.txt")).text
        assert "- A note was written on 20" in note
        assert re.search(r"\nNOTES\n\n- 20[^\n]+: C-SSRS with the crisis team at home\n\nWHAT TO DO NEXT\n", note)
        assert "kill myself tonight" in _text(packed, "transcript.txt")
        (row,) = rows((await got(staff, interview, "research.csv")).text)
        ended = (await staff.get(f"/interviews/{interview}/status", headers=JSON)).json()["endedAt"]
        assert datetime.fromisoformat(row["ended_at"]) == datetime.fromisoformat(ended)
    else:
        assert {one["itemId"]: one["score"] for one in whole["profile"]["itemResponses"]} == {1: 4, 2: 0}
        assert "- 1. Little interest or pleasure: 4, nearly every day: “Nearly every day.”" in note


async def test_a_note_says_what_came_of_a_disclosure(app: Litestar, staff: httpx.AsyncClient) -> None:
    started = await staff.post("/interviews", json={"label": "L-2", "mode": "screening"})
    interview = UUID(started.json()["id"])
    room = app.state.parts.rooms.room(interview)
    for words in ("Yes, let's begin.", "Every day. Some nights I think about killing myself.", "No, not right now."):
        await say(room, words)
    note = (await got(staff, interview, "record.txt")).text
    assert "- Numbers to call were shown to the patient: 988, 911\n" in note
    assert "- Messages about the alert of 20" in note
    assert "- Asked whether such thoughts were there right now: “No, not right now.”\n" in note
    assert "Invented" not in note
    other = (await staff.post("/interviews", json={"label": "L-3", "mode": "screening"})).json()["id"]
    assert "earlier interview" not in (await got(staff, UUID(other), "record.txt")).text, "neither has a client"
    while room.state.open_item != 11:
        await say(room, NO)
    await say(room, "Several days. Some nights it would be easier not to wake up.")
    note = (await got(staff, interview, "record.txt")).text
    assert ": 2, several days: “Several days. Some nights it would be easier not to wake up.”\n" in note


async def test_what_was_said_of_right_now_is_told_once(app: Litestar, staff: httpx.AsyncClient) -> None:
    started = await staff.post("/interviews", json={"label": "L-4", "mode": "screening"})
    interview = UUID(started.json()["id"])
    room = app.state.parts.rooms.room(interview)
    for words in ("Yes, let's begin.", "Every day. Some nights I think about killing myself.", "I'd rather not say"):
        await say(room, words)
    while room.state.phase not in (Phase.REPORT, Phase.DONE):
        await say(room, ALL if room.state.reviewing else NO if room.state.open_item else "Yes, let's go on.")
    await room.write_report("L")
    found = (await got(staff, interview, "interview.json")).json()["findings"]
    assert "I'd rather not say" in [one["text"] for one in found], "it was read as a danger"
    note = (await got(staff, interview, "record.txt")).text
    assert note.count("I'd rather not say") == 1
    assert "- Asked whether such thoughts were there right now: “I'd rather not say”\n" in note
    page = (await staff.get(f"/interviews/{interview}/view")).text
    assert page.count("I&#39;d rather not say") == 1
    assert "Also flagged" not in page


async def test_a_file_of_the_report_says_that_notes_are_elsewhere(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    told = "Staff have written 1 note, which is not in this report but in the note for a record system (record.txt)"
    for count in (0, 1):
        text = (await got(staff, interview, "report.txt")).text
        markdown = (await got(staff, interview, "report.md")).text.replace("\\", "")
        pdf = " ".join(" ".join(pages((await got(staff, interview, "report.pdf")).content)).split())
        assert [text.count(told), markdown.count(told), pdf.count(told)] == [count] * 3
        await staff.post(f"/interviews/{interview}/notes", data={"note": "Phone call: no intent. Will see Monday"})
    assert "Phone call" not in text
    assert "Phone call" in (await got(staff, interview, "record.txt")).text


async def test_a_pdf_speaks_of_characters_that_it_lacks_only_where_it_does(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    assert "typeface" not in " ".join(pages((await got(staff, interview, "report.pdf")).content))
    started = await staff.post("/interviews", json={"label": "猫", "mode": "screening"})
    room = app.state.parts.rooms.room(UUID(started.json()["id"]))
    while room.state.phase not in (Phase.REPORT, Phase.DONE):
        await say(room, ALL if room.state.reviewing else NO)
    await room.write_report("X")
    read = " ".join(pages((await got(staff, UUID(started.json()["id"]), "report.pdf")).content))
    assert "stands for a character that this file's typeface does not have" in " ".join(read.split())


def _text(packed: zipfile.ZipFile, name: str) -> str:
    return next(packed.read(one).decode() for one in packed.namelist() if one.endswith(f"/{name}"))


async def test_in_screening_mode_no_file_names_a_disorder(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await completed(staff, app.state.parts.rooms, "screening")
    known = knowledge()
    names = {one.name.lower() for one in known.disorders}
    assert len(names) > 10
    packed = zipfile.ZipFile(io.BytesIO((await got(staff, interview, "everything.zip")).content))
    told: dict[str, str] = {
        name: "\n".join(pages(packed.read(name))) if name.endswith(".pdf") else packed.read(name).decode()
        for name in packed.namelist()
    }
    assert {name.partition("/")[2] for name in told} == {*OF_REPORT, *ALWAYS[:-1], "transcript.txt", "log.jsonl"}
    named = {(file, name) for file, text in told.items() for name in names if name in " ".join(text.lower().split())}
    assert named == set()


async def test_the_pdf_has_its_feet(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    answer = await got(staff, interview, "report.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    digest = (await staff.get(f"/interviews/{interview}/interview.json")).json()["reportDigest"]
    read = pages(answer.content)
    assert len(read) > 1
    for number, page in enumerate(read, 1):
        assert f"{number} of {len(read)}" in page
        assert f"digest {digest[:16]}" in page
    assert read[0].index("Risk") < read[0].index("Executive Summary")
    assert "“Nearly every day” (turn 3)" in " ".join(" ".join(read).split())
    assert (await got(staff, interview, "report.pdf")).content == answer.content


async def test_an_export_is_there_for_whom_the_interview_is(
    app: Litestar, staff: httpx.AsyncClient, client: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    async with browser(app) as other, browser(app) as admin:
        await sign_in(other, await new_account(database), database, settings)
        await sign_in(admin, await new_account(database, "admin"), database, settings)
        for name in (*OF_REPORT, *ALWAYS):
            address = f"/interviews/{interview}/{name}"
            assert (await other.get(address, headers=JSON)).status_code == 404
            assert (await client.get(address, headers=JSON)).status_code == 401
            assert (await admin.get(address, headers=JSON)).status_code == 200


async def test_the_page_offers_the_files_when_the_interview_is_over(app: Litestar, staff: httpx.AsyncClient) -> None:
    html: dict[str, Any] = {"headers": {"accept": "text/html"}}
    begun = (await staff.post("/interviews", json={"label": "M-1"})).json()["id"]
    assert re.search(r'id="export" hidden', (await staff.get(f"/interviews/{begun}", **html)).text)
    over = await completed(staff, app.state.parts.rooms)
    page = (await staff.get(f"/interviews/{over}", **html)).text
    assert 'id="export">' in page
    for name in (*OF_REPORT, *ALWAYS):
        assert f'href="/interviews/{over}/{name}"' in page
