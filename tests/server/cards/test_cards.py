"""Report cards through the door: frozen once, made in parts, again alone, refused after a safety stop and to others."""

import asyncio
import csv
import html
import io
import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest
from arq import ArqRedis
from litestar import Litestar

from agents.domain.phase import Phase
from benchmarks.cards.card import JUDGED, MEASURED, Card, Replayed, Trace
from benchmarks.cards.figures import explained
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Unavailable
from server.database import Database
from server.settings import Settings
from server.worker import job_parts, working
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import completed, ended_for_safety, started

PATIENCE = 120


@pytest.fixture(scope="module")
async def worker(settings: Settings, database: Database, queue: ArqRedis) -> AsyncIterator[None]:
    """A worker in this process."""
    async with working(settings.redis_url or "", job_parts(settings, database, queue)):
        yield


@pytest.fixture(scope="module")
async def therapist(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as opened:
        await sign_in(opened, await new_account(database), database, settings)
        opened.headers["accept"] = "application/json"
        yield opened


@pytest.fixture(scope="module")
async def interview(app: Litestar, therapist: httpx.AsyncClient) -> UUID:
    return await completed(therapist, app.state.parts.rooms)


async def ended(client: httpx.AsyncClient, job: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            told: dict[str, Any] = (await client.get(f"/jobs/{job}")).json()
            if told["state"] not in ("queued", "running"):
                return told
            await asyncio.sleep(0.1)


async def test_a_card_from_the_press_to_the_files(
    worker: None, therapist: httpx.AsyncClient, interview: UUID, database: Database
) -> None:
    path = f"/interviews/{interview}/card"
    assert (await therapist.get(f"{path}.json")).status_code == 404
    page = await therapist.get(path, headers={"accept": "text/html"})
    assert "Make a report card of this interview" in page.text
    pressed = await asyncio.gather(*(therapist.post(path, json={}) for _ in range(5)))
    assert [answer.status_code for answer in pressed] == [202] * 5
    told = {answer.json()["job"] for answer in pressed}
    assert len(told) == 1
    job = await ended(therapist, told.pop())
    assert job["state"] == "done", job
    parts = set(job["progress"]["parts"])
    assert parts == {*MEASURED, *JUDGED, "replay:rules"}
    answer = await therapist.get(f"{path}.json")
    assert "attachment" in answer.headers["content-disposition"]
    card = Card.model_validate(answer.json()["card"], strict=False)
    assert {part.key for part in card.parts} == parts
    assert [key for key in card.failed if key != "bertscore"] == ["judge"]
    judge = card.part("judge")
    assert judge is not None
    assert isinstance(judge.figures[0].value, Unavailable)
    assert "left out" in (judge.error or "")
    replay = card.part("replay:rules")
    assert replay is not None
    assert replay.number["replay.top1"] == 1.0
    frozen = await therapist.get(f"/interviews/{interview}/snapshot.json")
    assert Snapshot.model_validate(frozen.json(), strict=False).digest == card.snapshot == pressed[0].json()["snapshot"]
    lines = list(csv.DictReader(io.StringIO((await therapist.get(f"{path}.csv")).text)))
    assert {line["key"] for line in lines} >= {figure.key for part in card.parts for figure in part.figures}
    for line in lines:
        assert bool(line["value"]) != bool(line["unavailable"]), line
    async with database.pool.connection() as connection:
        counted = await (await connection.execute("select count(*), count(distinct key) from card_part")).fetchone()
    assert counted == (len(parts), len(parts))


async def test_the_page_explains_every_figure(worker: None, therapist: httpx.AsyncClient, interview: UUID) -> None:
    page = (await therapist.get(f"/interviews/{interview}/card", headers={"accept": "text/html"})).text
    assert "style=" not in page
    page = html.unescape(page)
    card = Card.model_validate((await therapist.get(f"/interviews/{interview}/card.json")).json()["card"], strict=False)
    for part in card.parts:
        for figure in part.figures if part.error is None else ():
            assert explained()[figure.key].formula in page, figure.key
    assert page.count('data-state="waiting"') == 0
    trace, replay = card.part("explainability"), card.part("replay:rules")
    assert trace is not None
    assert isinstance(trace.detail, Trace)
    assert all(step in page for _, steps in trace.detail.steps for step in steps)
    assert replay is not None
    assert isinstance(replay.detail, Replayed)
    assert replay.detail.diagnosis.impressions
    shown, hidden = page.split('id="engines" hidden>')
    assert all(one.name in hidden for one in replay.detail.diagnosis.impressions)
    assert "The report itself:" not in shown, "the rules wrote the report, too: there is nothing to compare"
    assert "Only the rules have read this interview" in shown


async def test_a_judge_that_cannot_be_asked_is_not_offered(
    therapist: httpx.AsyncClient, interview: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, again = 'name="judge"', "Ask the judge; the conversation"
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    card = (await therapist.get(f"/interviews/{interview}/card", headers={"accept": "text/html"})).text
    assert asked in card
    assert again in card
    monkeypatch.delenv("OPENAI_API_KEY")
    card = (await therapist.get(f"/interviews/{interview}/card", headers={"accept": "text/html"})).text
    assert "cannot be asked on this server: key not set (OPENAI_API_KEY)" in card
    assert asked not in card
    part = await therapist.get(f"/interviews/{interview}/card/parts/judge", headers={"accept": "text/html"})
    assert 'data-part="judge"' in part.text
    for page in (card, part.text):
        assert again not in page


async def test_one_part_again_alone(
    worker: None, therapist: httpx.AsyncClient, interview: UUID, database: Database
) -> None:
    async def rows() -> dict[str, UUID]:
        async with database.pool.connection() as connection:
            return dict(await (await connection.execute("select key, job_id from card_part")).fetchall())

    before = await rows()
    answer = await therapist.post(f"/interviews/{interview}/card/again/wording")
    assert answer.status_code == 202
    assert (await ended(therapist, answer.json()["job"]))["progress"]["parts"] == {"wording": "made"}
    after = await rows()
    assert {key for key in after if after[key] != before[key]} == {"wording"}
    for wrong in ("nothing", "replay:openai/gpt-4.1"):
        assert (await therapist.post(f"/interviews/{interview}/card/again/{wrong}")).status_code == 404
    part = await therapist.get(f"/interviews/{interview}/card/parts/replay:rules", headers={"accept": "text/html"})
    assert 'data-part="replay:rules"' in part.text


async def test_a_snapshot_is_never_changed(
    worker: None, therapist: httpx.AsyncClient, interview: UUID, database: Database
) -> None:
    digest = (await therapist.post(f"/interviews/{interview}/card", json={})).json()["snapshot"]
    async with database.pool.connection() as connection:
        rows = await (await connection.execute("select digest from snapshot")).fetchall()
        assert rows == [(digest,)]
        with pytest.raises(psycopg.errors.RaiseException, match="never changed"):
            await connection.execute("update snapshot set document = '{}'")


async def test_every_earlier_card_stays_as_it_was(worker: None, therapist: httpx.AsyncClient, interview: UUID) -> None:
    path, page = f"/interviews/{interview}/card", {"accept": "text/html"}
    await ended(therapist, (await therapist.post(path, json={})).json()["job"])
    first = (await therapist.get(f"{path}.json")).json()
    form = {"item": "14", "seen": "0", "did": "save", "score": "1", "reason": "Told me so in person"}
    assert (await therapist.post(f"/interviews/{interview}/ratings", data=form)).status_code < 400
    job = (await therapist.post(path, json={})).json()
    digest = first["card"]["snapshot"]
    assert job["snapshot"] != digest
    assert (await ended(therapist, job["job"]))["state"] == "done"
    listed = (await therapist.get(f"{path}s")).json()["cards"]
    assert [(one["snapshot"], one["newest"]) for one in listed] == [(job["snapshot"], True), (digest, False)]
    assert (await therapist.get(f"{path}.json?snapshot={digest}")).json() == first
    newest = (await therapist.get(f"{path}.json")).json()
    assert ([one["item"] for one in first["changed"]], [one["item"] for one in newest["changed"]]) == ([], [14])
    assert newest["weak"]["mode"] == "diagnostic"
    assert {one["item"] for one in newest["weak"]["answers"]} <= {one["item"] for one in first["weak"]["answers"]}
    assert digest[:12] in (await therapist.get(f"{path}.csv?snapshot={digest}")).headers["content-disposition"]
    shown = await therapist.get(f"{path}?snapshot={digest}", headers=page)
    assert ("This is an earlier card" in shown.text, "Make this part again" in shown.text) == (True, False)
    assert f"card.json?snapshot={digest}" in shown.text
    shown = await therapist.get(path, headers=page)
    assert ("This is an earlier card" in shown.text, f"?snapshot={digest}" in shown.text) == (False, True)
    for wrong in (f"{path}?snapshot=x", f"{path}.json?snapshot=x", f"/interviews/{interview}/snapshot.json?snapshot=x"):
        assert (await therapist.get(wrong)).status_code == 404, wrong


COPY = """
with i as (
  insert into interview select (jsonb_populate_record(null::interview,
    to_jsonb(i) || jsonb_build_object('id', gen_random_uuid()) || %(as)s)).*
  from interview i, generate_series(1, %(many)s) where i.id = %(of)s returning id),
numbered as (select id || '/' || n as digest, id, n, row_number() over (partition by n) as value
  from i, generate_series(1, 2) n),
s as (insert into snapshot (digest, interview_id, document) select digest, id, '{}' from numbered),
c as (insert into card (digest, engines, started_at)
  select digest, '["rules"]', now() + n * interval '1 minute' from numbered)
insert into card_part (digest, key, body, job_id)
select digest, 'wording', jsonb_build_object('figures', jsonb_build_array(
  jsonb_build_object('key', 'wording.turns', 'value', case n when 1 then 5000 else %(turns)s + value end),
  jsonb_build_object('key', 'wording.questions', 'value', 3 * value),
  jsonb_build_object('key', 'wording.followups', 'value', jsonb_build_object('reason', 'none')))), gen_random_uuid()
from numbered
"""
"""Other interviews with two cards each, of which the newer one counts."""


async def test_a_card_says_how_it_stands_beside_other_interviews(
    worker: None, therapist: httpx.AsyncClient, interview: UUID, database: Database
) -> None:
    async def others(many: int, turns: int = 0, **different: str) -> None:
        given = {"as": json.dumps(different), "many": many, "of": interview, "turns": turns}
        async with database.pool.connection() as connection:
            await connection.execute(COPY, given)

    async def told() -> str:
        page = (await therapist.get(f"/interviews/{interview}/card", headers={"accept": "text/html"})).text
        return html.unescape(page)

    assert "once 20 of them have a card; so far none has." in await told()
    for different in (
        {"mode": "screening"},
        {"locale": "es-ES"},
        {"persona_id": "trial"},
        {"status": "ended_by_patient"},
        {"deleted_at": "2999-01-01T00:00:00Z"},
    ):
        await others(9, 900, **different)
    await others(19)
    page = await told()
    assert "once 20 of them have a card; so far 19 have." in page
    assert "than usual here" not in page
    await others(2, 19, locale="en-GB")
    page = await told()
    assert (
        "Beside the newest 21 other interviews held here, 1 of this interview's 2 figures are as usual, and one is not:"
        in page
    )
    assert '<a href="#figure-wording-turns">“Turns”</a> (higher).' in page
    assert (page.count("higher than usual here"), page.count('id="figure-wording-turns"')) == (1, 1)
    assert "3 to 19, median 11 (middle eight tenths of 21 other interviews)" in page
    usual = (await therapist.get(f"/interviews/{interview}/card.json")).json()["usual"]
    assert (usual["interviews"], set(usual["figures"])) == (21, {"wording.turns", "wording.questions"})
    figure = usual["figures"]["wording.turns"]
    assert (figure["low"], figure["median"], figure["high"], figure["n"], figure["side"]) == (3, 11, 19, 21, "higher")
    assert usual["rule"].startswith("Other interviews are those held here to their end")


async def test_a_card_with_a_part_and_a_figure_that_are_no_longer_made_stays_readable(
    worker: None, therapist: httpx.AsyncClient, interview: UUID, database: Database
) -> None:
    path = f"/interviews/{interview}/card"
    async with database.pool.connection() as connection:
        await connection.execute(
            "insert into card_part (digest, key, body, job_id) select digest, 'former', jsonb_set(jsonb_set(body, "
            "'{key}', '\"former\"'), '{figures,0,key}', '\"former.figure\"'), job_id from card_part "
            "where key = 'wording'"
        )
        await connection.execute(
            "update card_part set body = jsonb_set(body, '{figures,0,key}', '\"wording.former\"') where key = 'wording'"
        )
    page = (await therapist.get(path, headers={"accept": "text/html"})).text
    for said in ("former.figure", "wording.former", 'data-part="former"', "This version no longer makes it"):
        assert said in page
    assert ('data-again="wording"' in page, 'data-again="former"' in page) == (True, False)
    parts = (await therapist.get(f"{path}.json")).json()["card"]["parts"]
    assert "former" in [part["key"] for part in parts]
    assert "former,measured,former.figure,former.figure," in (await therapist.get(f"{path}.csv")).text


async def test_refused_before_the_end_and_for_ever_after_a_safety_stop(
    app: Litestar, therapist: httpx.AsyncClient, database: Database
) -> None:
    for interview in (await started(therapist), await ended_for_safety(therapist, app.state.parts.rooms)):
        path = f"/interviews/{interview}/card"
        for answer in (
            await therapist.post(path, json={}),
            await therapist.get(path),
            await therapist.get(f"{path}s"),
            await therapist.get(f"{path}.json"),
            await therapist.get(f"{path}.csv"),
            await therapist.get(f"/interviews/{interview}/snapshot.json"),
            await therapist.get(f"{path}/parts/wording"),
            await therapist.post(f"{path}/again/wording"),
        ):
            assert answer.status_code == 409, answer.url
        async with database.pool.connection() as connection:
            found = await connection.execute("select 1 from snapshot where interview_id = %s", (interview,))
            assert await found.fetchone() is None
    assert "safety" in answer.json()["message"]


async def test_refused_when_it_is_ended_for_safety_while_the_press_waits_for_its_row(
    app: Litestar, therapist: httpx.AsyncClient, database: Database
) -> None:
    async def counted() -> Any:
        async with database.pool.connection() as connection:
            query = "select (select count(*) from snapshot), (select count(*) from job)"
            return await (await connection.execute(query)).fetchone()

    interview = await completed(therapist, app.state.parts.rooms)
    path, before = f"/interviews/{interview}/card", await counted()
    async with database.pool.connection() as connection, connection.transaction():
        await connection.execute(
            "update interview set phase = %s, status = 'terminated_for_safety' where id = %s",
            (Phase.SAFETY_STOP, interview),
        )
        pressing = asyncio.ensure_future(therapist.post(path, json={}))  # sees the phase as it was, and waits
        assert not (await asyncio.wait({pressing}, timeout=1))[0]
    answer = await pressing
    assert (answer.status_code, "ended for safety" in answer.json()["message"]) == (409, True)
    assert await counted() == before


async def test_somebody_elses_card_is_not_there(
    app: Litestar, database: Database, settings: Settings, interview: UUID
) -> None:
    async with browser(app) as other:
        await sign_in(other, await new_account(database), database, settings)
        other.headers["accept"] = "application/json"
        for number in (interview, uuid4()):
            path = f"/interviews/{number}/card"
            for address in (
                path,
                f"{path}s",
                f"{path}.json",
                f"{path}.csv",
                f"/interviews/{number}/snapshot.json",
                f"{path}/parts/wording",
            ):
                assert (await other.get(address)).status_code == 404
            assert (await other.post(path, json={})).status_code == 404
            assert (await other.post(f"{path}/again/wording")).status_code == 404


async def test_engines_that_are_not_offered_are_refused(therapist: httpx.AsyncClient, interview: UUID) -> None:
    for wrong in ({"engines": ["openai/gpt-4.1"]}, {"engines": "x"}, {"other": 1}, [1]):
        answer = await therapist.post(
            f"/interviews/{interview}/card", content=json.dumps(wrong), headers={"content-type": "application/json"}
        )
        assert answer.status_code == 422, wrong
