"""Answers confirmed over HTTP: accepted, changed, left to be asked, taken back; the report signed off; who may not."""

import csv
import io
import re
from collections.abc import Sequence
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from agents.diagnostician.context import Context, context
from agents.diagnostician.port import Diagnosis, Mode, Passage
from agents.diagnostician.rules import RulesDiagnostician
from agents.domain.level1 import items
from agents.domain.profile import PatientProfile
from agents.interview import events as ev
from benchmarks.cards.judging import request
from benchmarks.cards.replaying import Candidate, replayed
from benchmarks.cards.snapshot import Snapshot
from server.confirming.agreement import agreement
from server.database import Database
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import ALL, NO, REPLIES, ended_for_safety, say, started

VAGUE = "Hard to say, it's kind of all over the place."
BOTH = "Yes, a lot of days. No, never."


async def held(client: httpx.AsyncClient, app: Litestar, interview: UUID | None = None) -> UUID:
    """A completed interview: sleep stays vague, memory contradicts itself, tobacco is declined."""
    interview = interview or await started(client)
    room = app.state.parts.rooms.room(interview)
    said = {14: iter((VAGUE, VAGUE)), 15: iter((BOTH, BOTH)), 22: iter(("I'd rather not say.",))}
    while room.state.phase.value not in ("REPORT", "DONE"):
        item = room.state.open_item or 1
        text = next(said[item], NO) if item in said else REPLIES.get(item, NO)
        await say(room, ALL if room.state.reviewing else text)
    await room.write_report("C")
    return interview


async def rate(client: httpx.AsyncClient, interview: UUID, item: int, did: str, seen: int = 0, **more: str) -> int:
    form = {"item": str(item), "seen": str(seen), "did": did, **more}
    return (await client.post(f"/interviews/{interview}/ratings", data=form)).status_code


async def test_a_clients_trend_shows_the_machines_score_where_the_clinicians_is_another(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    client = (await staff.post("/clients", data={"code": "T-25"})).headers["location"]
    begun = (await staff.post(f"{client}/interviews", data={})).headers["location"]
    interview = await held(staff, app, UUID(begun.rpartition("/")[2]))
    assert await rate(staff, interview, 11, "save", score="2", reason="Told me so in person") == 303
    page = (await staff.get(client)).text
    assert re.search(r'aria-label="Suicidal Ideation, of 4: 2 \(machine 0\) on [^;,]+; threshold 1"', page)
    assert 'class="machine"' in page
    assert "◇ 0" in page
    assert await undo(staff, interview, 11, 1) == 303
    assert "(machine" not in (await staff.get(client)).text


async def test_where_the_machine_had_no_score_the_trend_and_the_report_say_so_and_draw_none(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    client = (await staff.post("/clients", data={"code": "T-26"})).headers["location"]
    begun = (await staff.post(f"{client}/interviews", data={})).headers["location"]
    interview = await held(staff, app, UUID(begun.rpartition("/")[2]))
    assert await rate(staff, interview, 22, "save", score="2") == 303
    page = (await staff.get(client)).text
    assert re.search(r'aria-label="Substance Use, of 4: 2 \(machine had no score\) on [^;,]+; threshold 1"', page)
    assert 'class="machine"' not in page
    assert "The machine had no score" in page
    shown = (await staff.get(f"/interviews/{interview}")).text
    row = shown.split('aria-label="Substance Use: ')[1].split("</li>")[0]
    assert row.startswith("2 of 4, several days, at or over threshold, the machine had no score, threshold 1")
    assert 'class="machine"' not in row
    assert await undo(staff, interview, 22, 1) == 303
    assert await rate(staff, interview, 21, "save", score="1", reason="A glass a week") == 303
    row = (await staff.get(f"/interviews/{interview}")).text.split('aria-label="Substance Use: ')[1].split("</li>")[0]
    assert "the machine had no score" in row
    assert 'class="machine"' not in row


async def test_a_signed_report_tells_one_story_of_what_the_clinician_has_settled(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    before = (await staff.get(f"/interviews/{interview}/report.txt")).text
    assert "20 of 23 items answered, 1 declined, 2 to be asked by you." in before
    doubts = "14 Poor sleep (unclear), 15 Trouble with memory or finding the way (contradictory), 22 Tobacco (declined)"
    assert f"Doubtful answers, to be settled by you: {doubts}." in before
    for item in (14, 15):
        assert await rate(staff, interview, item, "save", score="1") == 303
    assert await rate(staff, interview, 22, "save", score="2", reason="Smokes at weekends") == 303
    digest = (await staff.get(f"/interviews/{interview}/interview.json")).json()["reportDigest"]
    signed = await staff.post(f"/interviews/{interview}/sign-off", data={"version": "1", "digest": digest})
    assert signed.status_code == 303, signed.text
    text = (await staff.get(f"/interviews/{interview}/report.txt")).text
    assert "20 of 23 items answered, 1 declined, 2 unclear; the clinician has scored 3 of these since." in text
    assert "22 Tobacco: 2, several days (declined; by A. Person)" in text
    assert "15 Trouble with memory or finding the way: 1, rarely (1-2 days) (contradictory; by A. Person)" in text
    assert "Doubtful answers, to be settled by you: none." in text
    assert "Doubtful answers that the clinician has settled: 14 Poor sleep (unclear), 1 by A. Person; 15" in text
    assert "22 Tobacco (declined), 2 by A. Person." in text
    assert "Scored by the clinician after the impressions were formed, so not counted in them: 14" in text
    for stale in ("neither for nor against", "to be asked by you:", "Declined items", "Unclear items"):
        assert stale not in text
    assert "From the machine's scores: " in text
    assert "By the clinician's scores, also at or over threshold: Substance Use." in text
    shown = (await staff.get(f"/interviews/{interview}")).text
    assert "and not looked at here: Substance Use." in shown
    assert "Nothing was." in shown, "left open when signed"


async def undo(client: httpx.AsyncClient, interview: UUID, item: int, seen: int) -> int:
    form = {"item": str(item), "seen": str(seen)}
    return (await client.post(f"/interviews/{interview}/ratings/undo", data=form)).status_code


async def profile(client: httpx.AsyncClient, interview: UUID) -> dict:  # type: ignore[type-arg]  # JSON
    return (await client.get(f"/interviews/{interview}/profile")).json()  # type: ignore[no-any-return]  # JSON


def severity(found: dict, domain: str) -> int | None:  # type: ignore[type-arg]  # JSON
    return next(one["severityAggregate"] for one in found["symptomSummary"] if one["domain"] == domain)


async def test_the_clinicians_score_counts_everywhere_and_the_machines_stays_beside_it(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    before = await profile(staff, interview)
    assert severity(before, "memory") is None
    page = (await staff.get(f"/confirm?interview={interview}&item=15")).text
    assert "contradictory" in page
    assert BOTH in page
    assert await rate(staff, interview, 15, "save", score="3", reason="Told me so in person") == 303
    after = await profile(staff, interview)
    assert severity(after, "memory") == 3
    assert after["itemResponses"] == before["itemResponses"]
    rating = next(one for one in after["ratings"] if one["itemId"] == 15)
    assert (rating["score"], rating["machine"], rating["reason"]) == (3, None, "Told me so in person")
    report = (await staff.get(f"/interviews/{interview}/report")).json()["markdown"]
    assert "Item 15: 3 instead of no score, Told me so in person" in report
    assert f"item 15 {items()[15].short}" not in report, "what is settled is no longer to be asked"
    assert report.count("## 1.") == report.count("## 3.") == 1
    table = (await staff.get(f"/interviews/{interview}/items.csv")).text
    row = next(one for one in csv.DictReader(io.StringIO(table)) if one["item"] == "15")
    assert (row["score"], row["machine_score"], row["clinician_reason"]) == ("3", "", "Told me so in person")
    shown = (await staff.get(f"/interviews/{interview}")).text
    assert re.search(r"Memory: 3 of 4[^\"]*at or over threshold", shown)
    fhir = (await staff.get(f"/interviews/{interview}/fhir.json")).json()
    memory = next(
        one["resource"] for one in fhir["entry"] if one["fullUrl"].endswith(_url_end(interview, "item-15", fhir))
    )
    assert (memory["valueInteger"], memory["status"]) == (3, "final")
    (domain,) = (one["resource"] for one in fhir["entry"] if one["resource"].get("code", {}).get("text") == "Memory")
    assert domain["valueInteger"] == 3
    assert domain["note"] == [{"text": "By the clinician's scores, instead of no score by the machine's"}]


async def test_the_tables_hold_the_machines_scores_beside_those_that_count(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    assert await rate(staff, interview, 1, "save", score="0", reason="Misheard") == 303
    assert await rate(staff, interview, 2, "save", score="1", reason="Misheard") == 303
    (row,) = await table(staff, interview, "research.csv")
    assert (row["item_01"], row["machine_01"], row["item_06"], row["machine_06"]) == ("0", "4", "3", "3")
    assert (row["item_22"], row["machine_22"]) == ("", ""), "declined"
    domains = {one["domain"]: one for one in await table(staff, interview, "domains.csv")}
    assert (domains["depression"]["highest"], domains["depression"]["machine_highest"]) == ("1", "4")
    assert (domains["memory"]["highest"], domains["memory"]["machine_highest"]) == ("", "")
    fhir = (await staff.get(f"/interviews/{interview}/fhir.json")).json()
    notes = {
        one["resource"]["code"]["coding"][0]["code"]: one["resource"].get("note")
        for one in fhir["entry"]
        if "hasMember" in one["resource"]
    }
    said = [{"text": "By the clinician's scores, instead of 4 by the machine's"}]
    assert {key: note for key, note in notes.items() if note} == {"depression": said}


async def test_the_page_says_which_domain_a_change_takes_under_its_threshold(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    assert "no longer at or over threshold" not in (await staff.get(f"/interviews/{interview}")).text
    assert await rate(staff, interview, 1, "save", score="0", reason="Misheard") == 303
    assert await rate(staff, interview, 2, "save", score="1", reason="Misheard") == 303
    page = (await staff.get(f"/interviews/{interview}")).text
    assert "No longer at or over threshold by the clinician's scores: Depression." in page
    found = page.split('id="impressions-title"')[1].split("</section>")[0]
    marked = re.findall(r'<b>([^<]+)</b>(?:(?!</li>).)*<span class="fallen">([^<]+)</span>', found, re.DOTALL)
    assert marked
    assert {why for _, why in marked} == {"Depression no longer at or over threshold"}
    assert (
        "No longer at or over threshold by the clinician's scores: Depression."
        in (await staff.get(f"/interviews/{interview}/view")).text
    )


async def test_an_interview_whose_log_cannot_be_read_is_named_and_the_others_are_there(
    staff: httpx.AsyncClient, app: Litestar, database: Database
) -> None:
    broken, well = [await held(staff, app) for _ in range(2)]
    assert (await staff.get("/confirm")).status_code == 200
    async with database.pool.connection() as connection:
        await connection.execute("update event set body = '{}' where interview_id = %s and kind = 'message'", (broken,))
    page = await staff.get("/confirm")
    assert page.status_code == 200
    named = re.findall(r'The record of <a href="/interviews/([^"]+)">', page.text)
    assert named == [str(broken)]
    assert f'action="/interviews/{well}/ratings"' in page.text
    asked = await staff.get(f"/confirm?interview={broken}")
    assert (asked.status_code, str(broken) in asked.text) == (200, True)


async def table(client: httpx.AsyncClient, interview: UUID, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((await client.get(f"/interviews/{interview}/{name}")).text)))


def _url_end(_interview: UUID, name: str, bundle: dict) -> str:  # type: ignore[type-arg]  # JSON
    codes = {
        entry["fullUrl"]: entry["resource"]["code"]["coding"][0]["code"]
        for entry in bundle["entry"]
        if entry["resource"]["resourceType"] == "Observation"
    }
    return next(url for url, code in codes.items() if code == name.removeprefix("item-"))


async def test_accepting_putting_off_and_taking_back(staff: httpx.AsyncClient, app: Litestar) -> None:
    interview = await held(staff, app)
    queue = (await staff.get("/confirm")).text
    for item in (14, 15, 22):
        assert items()[item].short in queue
    assert await rate(staff, interview, 22, "person") == 303
    assert await rate(staff, interview, 1, "accept") == 303
    found = await profile(staff, interview)
    assert [(one["itemId"], one["score"]) for one in found["ratings"]] == [(1, 4), (22, None)]
    shown = (await staff.get(f"/interviews/{interview}")).text
    assert "Ask in person: Tobacco" in shown
    assert "left to ask in person by A. Person" in shown
    assert "Nothing is left to confirm" not in shown
    assert await undo(staff, interview, 22, 1) == 303
    assert await undo(staff, interview, 22, 2) == 409, "nothing is left to take back"
    assert [one["itemId"] for one in (await profile(staff, interview))["ratings"]] == [1]


async def test_what_is_left_to_ask_in_person_is_open_everywhere(staff: httpx.AsyncClient, app: Litestar) -> None:
    interview = await held(staff, app)
    assert severity(await profile(staff, interview), "mania") == 0
    assert await rate(staff, interview, 4, "person") == 303
    assert await rate(staff, interview, 14, "person") == 303
    shown = (await staff.get(f"/interviews/{interview}")).text
    assert re.search(r'aria-label="Mania: not known, [^"]*to confirm', shown)
    assert "item 4 to be asked by you" in shown
    assert re.search(r'aria-label="Sleep Problems: to be asked by you', shown)
    report = (await staff.get(f"/interviews/{interview}/report")).json()["markdown"]
    assert re.search(r"\| Mania \| 0, not at all; to be asked by you: item 4 \| not known", report)
    assert "Ask in person, not known until then: item 4" in report
    domains = csv.DictReader(io.StringIO((await staff.get(f"/interviews/{interview}/domains.csv")).text))
    assert {row["domain"]: row["at_or_over"] for row in domains}["mania"] == "not known"
    table = csv.DictReader(io.StringIO((await staff.get(f"/interviews/{interview}/items.csv")).text))
    rows = {row["item"]: (row["state"], row["score"], row["clinician_score"]) for row in table}
    assert rows["4"] == rows["14"] == ("unclear", "", "in person")
    note = (await staff.get(f"/interviews/{interview}/record.txt")).text
    assert "To be asked by you: item 4" in note
    page = (await staff.get(f"/confirm?interview={interview}")).text
    assert "To ask in person" in page
    label = re.search(r"Not known: ([^\"]*)\"", (await staff.get("/interviews")).text)
    assert label
    assert {"Mania", "Sleep Problems"} <= set(label[1].split(", "))


async def test_a_change_needs_a_reason_and_a_stale_page_changes_nothing(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    assert await rate(staff, interview, 1, "save", score="1") == 422
    assert await rate(staff, interview, 14, "save", reason="x") == 422
    assert await rate(staff, interview, 14, "other") == 422
    assert await rate(staff, interview, 22, "accept") == 422, "a declined answer has no score to accept"
    assert (await profile(staff, interview))["ratings"] == []
    assert await rate(staff, interview, 14, "save", score="1", reason="Known from before") == 303
    form = {"item": "14", "seen": "0", "did": "save", "score": "4", "reason": "mine"}
    stale = await staff.post(f"/interviews/{interview}/ratings", data=form)
    assert stale.status_code == 409
    assert "A. Person set it to 1" in stale.text
    assert 'value="mine"' in stale.text, "what was typed is kept"
    assert (await profile(staff, interview))["ratings"][0]["score"] == 1
    assert await rate(staff, interview, 15, "save", score="2") == 303, "the machine has no score to differ from"
    report = (await staff.get(f"/interviews/{interview}/report")).json()["markdown"]
    assert "Item 15: 2 instead of no score (A. Person, " in report


async def test_what_is_too_long_is_said_and_changes_nothing(staff: httpx.AsyncClient, app: Litestar) -> None:
    interview = await held(staff, app)
    for more in ({"score": "2", "reason": "x" * 301}, {"score": "9" * 5_000, "reason": "x"}):
        assert await rate(staff, interview, 14, "save", **more) == 422
    assert await rate(staff, interview, 14, "save", score="2", reason="x" * 300) == 303
    for name in ("item", "after"):
        assert (await staff.get("/confirm", params={"interview": str(interview), name: "9" * 5_000})).status_code == 200


async def test_danger_comes_first_then_who_has_waited_longest_and_the_invented_last(
    staff: httpx.AsyncClient, app: Litestar, database: Database
) -> None:
    invented, early, late, danger = [await held(staff, app) for _ in range(4)]
    await rate(staff, danger, 22, "person")
    async with database.pool.connection() as connection:
        await connection.execute("update interview set persona_id = 'x', alert_level = 1 where id = %s", (invented,))
        await connection.execute("update interview set alert_level = 1 where id = %s", (danger,))
    wanted = [(one, item) for one in (danger, early, late, invented) for item in (14, 15, 22)]
    page = (await staff.get("/confirm")).text
    listed = re.findall(r'<li[^>]*><a href="/confirm\?interview=([0-9a-f-]+)&amp;item=(\d+)"', page)
    assert [(UUID(one), int(item)) for one, item in listed] == [one for one in wanted if one != (danger, 22)]
    today = re.findall(r'class="code" href="/confirm\?interview=([0-9a-f-]+)"', (await staff.get("/today")).text)
    assert [UUID(one) for one in today] == [danger, early, late, invented]
    last = (await staff.get(f"/confirm?interview={danger}&item=15")).text
    assert re.search(rf'id="later" href="/confirm\?interview={early}&amp;item=14"', last)
    for item in (14, 15):
        await rate(staff, danger, item, "person")
    done = (await staff.get(f"/confirm?interview={danger}")).text
    assert re.search(rf'id="next" href="/confirm\?interview={early}&amp;item=14"', done)
    assert f'id="to-sign" href="/interviews/{danger}#sign-off-open"' in done


async def test_signing_off_locks_the_version(staff: httpx.AsyncClient, app: Litestar) -> None:
    interview = await held(staff, app)
    page = (await staff.get(f"/interviews/{interview}")).text
    assert "Version 1" in page
    digest = re.search(r'name="digest" value="([0-9a-f]{64})"', page)
    assert digest
    wrong = {"version": "1", "digest": "0" * 64}
    assert (await staff.post(f"/interviews/{interview}/sign-off", data=wrong)).status_code == 409
    signed = {"version": "1", "digest": digest[1]}
    assert str(interview) in (await staff.get("/interviews?show=unsigned")).text
    assert f"/confirm?interview={interview}&amp;item=1" in page, "every answer can be given another score"
    sure = (await staff.get(f"/confirm?interview={interview}&item=1")).text
    assert "The machine did not doubt this answer." in sure
    assert sure.count('class="badge flag"') == 0
    told = {"item": "1", "seen": "0", "did": "save", "score": "1", "reason": "Told me so in person", "back": "report"}
    for wrong, onto in (({"reason": ""}, None), ({}, f"/interviews/{interview}#any-answer-open")):
        answer = await staff.post(f"/interviews/{interview}/ratings", data=told | wrong)
        assert answer.headers.get("location") == onto, "back to the list of answers that it was chosen from"
        assert onto or 'name="back" value="report"' in answer.text
    back = (await staff.get(f"/interviews/{interview}")).text.split('id="any-answer"')[1]
    assert re.search(r"item=1&amp;from=report.*?was \d</span> <b>1</b>", back)
    undone = {"item": "1", "seen": "1"}
    assert (await staff.post(f"/interviews/{interview}/ratings/undo", data=undone)).status_code == 303
    assert "<h1>Change an answer</h1>" in sure
    queue = (await staff.get(f"/confirm?interview={interview}")).text
    assert "<h1>To confirm</h1>" in queue
    assert "<span>3 answers in 1 interview for you to settle" in queue
    assert ">3 answers in 1 interview<" in (await staff.get("/today")).text
    assert (await staff.post(f"/interviews/{interview}/sign-off", data=signed)).status_code == 303
    assert await rate(staff, interview, 14, "save", score="1", reason="late") == 409
    assert (await staff.post(f"/interviews/{interview}/sign-off", data=signed)).status_code == 409
    shown = (await staff.get(f"/interviews/{interview}")).text
    assert "signed off by A. Person" in shown
    assert "Left open when signed" in shown
    assert "<span>No answers for you to settle" in (await staff.get("/confirm")).text
    assert str(interview) not in (await staff.get("/interviews?show=review")).text
    assert str(interview) not in (await staff.get("/interviews?show=unsigned")).text
    assert "/sign-off" not in shown
    text = (await staff.get(f"/interviews/{interview}/report.txt")).text
    assert "Version 1, signed off by A. Person" in text
    assert digest[1][:16] in text
    assert (await staff.post(f"/interviews/{interview}/new-version")).status_code == 303
    assert (await staff.post(f"/interviews/{interview}/new-version")).status_code == 409
    assert str(interview) in (await staff.get("/interviews?show=unsigned")).text
    assert await rate(staff, interview, 14, "save", score="1", reason="late") == 303
    assert "Version 2, not signed off" in (await staff.get(f"/interviews/{interview}/report.txt")).text


async def test_a_stopped_interview_takes_no_word_and_a_stranger_none_of_it(
    staff: httpx.AsyncClient, app: Litestar, database: Database, settings: Settings
) -> None:
    stopped = await ended_for_safety(staff, app.state.parts.rooms)
    for form in ({"item": "1", "seen": "0", "did": "person"},):
        answer = await staff.post(f"/interviews/{stopped}/ratings", data=form, headers={"accept": "application/json"})
        assert answer.status_code == 409
    signing = {"version": "1", "digest": "0" * 64}
    assert (await staff.post(f"/interviews/{stopped}/sign-off", data=signing)).status_code == 409
    log = await app.state.parts.log.read(stopped)
    assert not [one for _, one, _ in log if isinstance(one, ev.Rated | ev.Signed)]
    interview = await held(staff, app)
    async with browser(app) as other:
        await sign_in(other, await new_account(database), database, settings)
        other.headers["accept"] = "application/json"
        assert await rate(other, interview, 14, "person") == 404
        assert await undo(other, interview, 14, 0) == 404
        for path, form in (("sign-off", signing), ("new-version", {})):
            assert (await other.post(f"/interviews/{interview}/{path}", data=form)).status_code == 404
        assert str(interview) not in (await other.get("/confirm")).text
        assert (await other.get(f"/confirm?interview={interview}")).status_code == 404
        assert (await other.get("/admin/agreement")).status_code == 403


async def test_how_often_clinician_and_machine_agree(
    staff: httpx.AsyncClient, app: Litestar, database: Database, settings: Settings
) -> None:
    async with browser(app) as admin:
        await sign_in(admin, await new_account(database, "admin"), database, settings)
        before = await shares(admin)
        interview = await held(staff, app)
        await rate(staff, interview, 1, "accept")
        await rate(staff, interview, 2, "save", score="3", reason="r")
        await rate(staff, interview, 6, "save", score="0", reason="r")
        await rate(staff, interview, 15, "save", score="2", reason="r")
        await rate(staff, interview, 3, "person")
        await rate(staff, interview, 14, "save", score="2", reason="r")
        await undo(staff, interview, 14, 1)
        after = await shares(admin)
    assert [one - other for one, other in zip(after, before, strict=True)] == [1, 3, 2, 3, 1, 1]


async def shares(admin: httpx.AsyncClient) -> list[int]:
    """Exact, of; near, of; scored alone; put off."""
    page = (await admin.get("/admin/agreement")).text
    found = re.findall(r"<dd>(?:(\d+) of (\d+)|(\d+)</dd>|no answer)", page)
    figures = [[int(one) for one in group if one] for group in found]
    exact, near = (one if len(one) == 2 else [0, 0] for one in figures[:2])
    return [*exact, *near, *(one[0] for one in figures[-2:])]


@pytest.mark.parametrize("said", [[], [(1, None)], [(None, 2)]])
def test_no_pair_is_no_figure(said: list[tuple[int | None, int | None]]) -> None:
    found = agreement(said)
    assert found.kappa is None
    assert (found.exact.of, found.exact.low, found.exact.high) == (0, 0.0, 1.0)


def test_kappa_by_hand() -> None:
    assert agreement([(0, 0), (4, 4)]).kappa == 1.0
    assert agreement([(0, 4), (4, 0)]).kappa == -1.0


@pytest.mark.parametrize("path", ["/confirm?interview=x", "/confirm?interview=00000000-0000-4000-8000-000000000000"])
async def test_what_is_not_there_is_not_found(staff: httpx.AsyncClient, path: str) -> None:
    assert (await staff.get(path)).status_code == 404


async def test_a_card_of_confirmed_answers_says_so_and_names_no_clinician_to_a_judge(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    assert await rate(staff, interview, 15, "save", score="3", reason="Told me so in person") == 303
    assert await rate(staff, interview, 1, "accept") == 303
    snapshot = Snapshot.of([event for _, event, _ in await app.state.parts.log.read(interview)])
    keys = [section.key for section in snapshot.report]
    assert len(keys) == len(set(keys)), "the report as it stands, no section twice"
    assert "A. Person" in str(snapshot.report), "otherwise the next line shows nothing"
    given = str(request(snapshot).messages)
    assert "Told me so in person" in given
    for word in ("A. Person", snapshot.profile.ratings[0].by):
        assert word not in given
    plain = snapshot.model_copy(update={"profile": snapshot.profile.model_copy(update={"ratings": ()})})
    heard = Listening()
    for one in (snapshot, plain):
        await replayed(one, Candidate(heard))
    assert heard.read[0] == heard.read[1], "an engine reads what the report's own impressions were formed from"
    assert (await staff.post(f"/interviews/{interview}/card", json={})).status_code in (202, 303)
    page = (await staff.get(f"/interviews/{interview}/card")).text
    assert f"changed one answer ({items()[15].short})" in page
    file = (await staff.get(f"/interviews/{interview}/card.json")).json()
    assert file["changed"] == [{"item": 15, "symptom": items()[15].short, "machine": None, "clinician": 3}]
    table = csv.DictReader(io.StringIO((await staff.get(f"/interviews/{interview}/card.csv")).text))
    rows = [(row["key"], row["value"], row["computedFrom"]) for row in table if row["part"] == "answers"]
    assert rows == [("answers.item_15", "3", "machine: no score")]
    assert "new card" not in page.split("Make a new card")[0], "nothing has changed since"
    assert await rate(staff, interview, 14, "save", score="1") == 303
    page = (await staff.get(f"/interviews/{interview}/card")).text
    assert "Made before one answer was changed" in page
    assert await rate(staff, interview, 15, "save", 1, score="2", reason="Less than I thought") == 303
    page = (await staff.get(f"/interviews/{interview}/card")).text
    stale = page.split("Made before 2 answers were changed")[1].split("</section>")[0]
    assert f'action="/interviews/{interview}/card"' in stale
    async with app.state.parts.database.pool.connection() as connection:
        await connection.execute('update card set judged = true, engines = \'["gone-1", "rules"]\'')
    stale = (await staff.get(f"/interviews/{interview}/card")).text.split("Made before")[1].split("</section>")[0]
    assert "graded this card and cannot be asked any more" in stale
    assert "Not on this server any more, so left out: gone-1." in stale
    assert "once more" not in stale
    assert 'name="judge"' not in stale
    assert (await staff.post(f"/interviews/{interview}/card", data={})).status_code == 303
    page = (await staff.get(f"/interviews/{interview}/card")).text
    assert "Made before" not in page
    assert "changed 2 answers" in page


class Listening:
    """A diagnostician that keeps what it is given to read."""

    name = "rules"

    def __init__(self) -> None:
        self.read: list[Context] = []

    async def diagnose(
        self, profile: PatientProfile, mode: Mode, passages: Sequence[Passage] = (), drafts: object = None
    ) -> Diagnosis:
        self.read.append(context(profile))
        return await RulesDiagnostician().diagnose(profile, mode, passages)


async def test_tables_and_fhir_say_which_version_and_whether_it_is_signed(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    assert await rate(staff, interview, 11, "save", score="2", reason="Told me so in person") == 303
    page = (await staff.get(f"/interviews/{interview}")).text
    digest = re.search(r'name="digest" value="([0-9a-f]{64})"', page)
    assert digest
    assert await versions(staff, interview) == ("1", "", "Version 1, not signed off")
    signing = {"version": "1", "digest": digest[1]}
    assert (await staff.post(f"/interviews/{interview}/sign-off", data=signing)).status_code == 303
    version, signed, tag = await versions(staff, interview)
    assert (version, signed[:9]) == ("1", "A. Person")
    assert tag.startswith("Version 1, signed off by A. Person")
    text = (await staff.get(f"/interviews/{interview}/report.txt")).text
    assert "thoughts of self-harm: 2, several days (0 by the machine)" in text
    stopped = await ended_for_safety(staff, app.state.parts.rooms)
    assert await versions(staff, stopped) == ("", "", "")


async def test_what_changes_after_a_sign_off_is_amended(staff: httpx.AsyncClient, app: Litestar) -> None:
    interview = await held(staff, app)
    for item, did, more in ((11, "save", {"score": "2", "reason": "Told me so in person"}), (1, "accept", {})):
        assert await rate(staff, interview, item, did, **more) == 303
    assert await statuses(staff, interview) == ("completed", "final", "final", "preliminary")
    page = (await staff.get(f"/interviews/{interview}")).text
    digest = re.search(r'name="digest" value="([0-9a-f]{64})"', page)
    assert digest
    signing = {"version": "1", "digest": digest[1]}
    assert (await staff.post(f"/interviews/{interview}/sign-off", data=signing)).status_code == 303
    assert (await staff.post(f"/interviews/{interview}/new-version")).status_code == 303
    assert await statuses(staff, interview) == ("completed", "final", "final", "preliminary")
    said = {"score": "1", "reason": "Means something else"}
    assert await rate(staff, interview, 11, "save", seen=1, **said) == 303
    assert await statuses(staff, interview) == ("amended", "amended", "final", "preliminary")
    assert await rate(staff, interview, 2, "save", score="4", reason="Known from before") == 303
    assert await statuses(staff, interview) == ("amended", "amended", "final", "final")


async def statuses(client: httpx.AsyncClient, interview: UUID) -> tuple[str, ...]:
    """FHIR's status of the answers, and of items 11, 1 and 2."""
    bundle = (await client.get(f"/interviews/{interview}/fhir.json")).json()
    observed = [one["resource"] for one in bundle["entry"] if one["resource"]["resourceType"] == "Observation"]
    found = {one["code"]["coding"][0]["code"]: one["status"] for one in observed}
    answers = next(
        one["resource"]["status"]
        for one in bundle["entry"]
        if one["resource"]["resourceType"] == "QuestionnaireResponse"
    )
    return (answers, *(found[item] for item in ("11", "1", "2")))


async def versions(client: httpx.AsyncClient, interview: UUID) -> tuple[str, str, str]:
    """Version and sign-off as every table has them, and as FHIR has."""
    found = set()
    for name in ("items", "domains", "research"):
        for row in csv.DictReader(io.StringIO((await client.get(f"/interviews/{interview}/{name}.csv")).text)):
            found.add((row["report_version"], row["signed_off"]))
    ((version, signed),) = found
    bundle = (await client.get(f"/interviews/{interview}/fhir.json")).json()
    return version, signed, bundle["meta"]["tag"][0]["display"] if "meta" in bundle else ""
