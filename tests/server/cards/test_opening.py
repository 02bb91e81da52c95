"""How a card begins, through the door: sentences on weak answers, with links to where each was said."""

import html
import re
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from agents.diagnostician.knowledge import knowledge
from agents.domain.level1 import HARM_ITEM
from agents.domain.phase import Phase
from agents.domain.profile import ItemResponse
from benchmarks.cards.snapshot import Snapshot
from server.cards.opening import MOST_LISTED, opening_of
from tests.server.cards.finished import ALL, NEARLY, NO, say, started

VAGUE = "My sleep is bad."


async def held(client: httpx.AsyncClient, app: Litestar, mode: str, said: dict[int, str]) -> UUID:
    """A completed interview in which these items are answered so, as often as they are asked."""
    interview = await started(client, mode)
    room = app.state.parts.rooms.room(interview)
    while room.state.phase not in (Phase.REPORT, Phase.DONE):
        await say(room, ALL if room.state.reviewing else said.get(room.state.open_item or 1, NO))
    await room.write_report("W")
    return interview


async def opening(client: httpx.AsyncClient, interview: UUID) -> tuple[str, str]:
    """The beginning of the interview's card: its sentences without links, and the whole page."""
    started = await client.post(f"/interviews/{interview}/card", json={"engines": []})
    assert started.status_code == 202
    page = (await client.get(f"/interviews/{interview}/card", headers={"accept": "text/html"})).text
    told = page.split('<p class="sentences">')[1].split("</p>")[0]
    return html.unescape(re.sub("<[^>]+>", "", told)), page


@pytest.fixture(autouse=True)
def json_first(staff: httpx.AsyncClient) -> None:
    staff.headers["accept"] = "application/json"


async def test_a_screening_speaks_of_thresholds_and_leads_to_the_words(staff: httpx.AsyncClient, app: Litestar) -> None:
    interview = await held(staff, app, "screening", {14: VAGUE})
    told, page = await opening(staff, interview)
    assert told.startswith("One answer rests on weak evidence: “Poor sleep”.")
    assert "Without it, Sleep Problems would not be at or over the threshold (as the rules work it out)." in told
    turn = re.search(rf'href="/interviews/{interview}#turn-(\d+)">“Poor sleep”', page)
    assert turn is not None
    profile = (await staff.get(f"/interviews/{interview}/profile")).json()
    assert profile["transcript"][int(turn[1])]["text"] == VAGUE
    plain = html.unescape(page)
    assert "impression" not in plain.split('class="card opening"')[1].split("</section>")[0]
    assert [one.name for one in knowledge().disorders if one.name in plain] == []


async def test_a_diagnostic_one_names_what_would_not_be_among_the_impressions(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    said = {1: "I can't enjoy anything, maybe, hard to say.", 2: NEARLY, 14: NEARLY}
    told, page = await opening(staff, await held(staff, app, "diagnostic", said))
    assert told.startswith("One answer rests on weak evidence: “Little interest or pleasure”.")
    assert "the rules" in told
    assert "the rules form their impressions anew" in page
    read = re.sub("<[^>]+>", " ", page.split("<main")[1].split('id="research"')[0])
    assert not re.search(r"\b(?:snapshot|frozen|freezes|engines?)\b", read, re.IGNORECASE), "a clinician's words"
    assert "Only the rules have read this interview" in page, "the rules are not compared with themselves"
    assert "no language model is set up to compare them with" in page
    assert "The report itself:" not in page


async def test_where_nothing_is_weak_it_says_so(staff: httpx.AsyncClient, app: Litestar) -> None:
    told, page = await opening(staff, await held(staff, app, "diagnostic", {2: NEARLY, 14: NEARLY}))
    assert told.startswith("No answer rests on weak evidence, so nothing in the report hangs on one. This interview's")
    assert 'class="weak"' not in page


async def test_declined_answers_are_not_weak_ones_and_are_said_apart(staff: httpx.AsyncClient, app: Litestar) -> None:
    told, _ = await opening(staff, await held(staff, app, "screening", dict.fromkeys((20, 21), "I'd rather not say.")))
    assert "hangs on one; two answers were declined or unclear and have no score. This interview's figures" in told


async def test_of_many_the_first_are_named_and_the_table_has_all(staff: httpx.AsyncClient, app: Litestar) -> None:
    many = dict.fromkeys((1, 2, 3, 6, 7, 14, 16), "It is bad.") | {20: "I'd rather not say."}
    told, page = await opening(staff, await held(staff, app, "screening", many))
    table = page.split('<ul class="weak">')[1].split("</ul>")[0].count("<li>")
    assert table > MOST_LISTED
    sentences = re.split(r"(?<=\.) (?=[A-Z])", told.strip())
    assert len(sentences) == 3
    assert sentences[0].count("“") == MOST_LISTED
    assert re.search(
        r" and \w+ more; \w+ answers? (was|were) declined or unclear and ha(s|ve) no score\.$", sentences[0]
    )


async def test_what_a_clinician_confirmed_is_no_longer_weak(staff: httpx.AsyncClient, app: Litestar) -> None:
    interview = await held(staff, app, "screening", {14: VAGUE})
    form = {"item": "14", "seen": "0", "did": "accept"}
    assert (await staff.post(f"/interviews/{interview}/ratings", data=form)).status_code < 400
    told, _ = await opening(staff, interview)
    assert "hangs on one; one that would be weak was settled by a clinician. This interview's figures" in told


async def test_a_weak_answer_on_self_harm_comes_with_a_caution(staff: httpx.AsyncClient, app: Litestar) -> None:
    snapshot = await frozen(staff, await held(staff, app, "screening", {}))
    assert opening_of(snapshot).caution == ""
    weak = tuple(
        one.model_copy(update={"confidence": 0.4} if one.item_id == HARM_ITEM else {})
        for one in snapshot.profile.item_responses
    )
    assert opening_of(of(snapshot, weak)).caution.startswith("A risk that was said stays one")


async def test_what_cannot_be_worked_out_is_never_told_as_a_result(staff: httpx.AsyncClient, app: Litestar) -> None:
    snapshot = await frozen(staff, await held(staff, app, "screening", {}))
    failed = opening_of(of(snapshot, ()))
    assert failed.failed == "this conversation has no item responses"
    assert (failed.sentences, failed.rows) == ((), ())


async def frozen(client: httpx.AsyncClient, interview: UUID) -> Snapshot:
    await opening(client, interview)
    answer = await client.get(f"/interviews/{interview}/snapshot.json")
    return Snapshot.model_validate(answer.json(), strict=False)


def of(snapshot: Snapshot, answers: tuple[ItemResponse, ...]) -> Snapshot:
    profile = snapshot.profile.model_copy(update={"item_responses": answers})
    return snapshot.model_copy(update={"profile": profile})
