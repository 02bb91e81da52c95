"""Transcripts through the server: text, turns, files; at once or as a job; whose they are; what is missing."""

import asyncio
import re
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from litestar import Litestar

from agents.assessment.result import Missing, Stage
from agents.domain.risk import Tier
from agents.meta_reviewer.port import Review
from server.assessments.assessing import KIND, Assessing
from server.assessments.repository import Assessments
from server.database import Database
from server.jobs.repository import JobTable
from server.jobs.running import do
from server.settings import Settings
from tests.agents.assessment.conversations import DANGER, DISTRACTIONS, FULL, STOP, full
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import completed

PROGRAM = {"accept": "application/json"}
TURNS = [
    {"speaker": "Interviewer", "text": "how have you been sleeping"},
    {"speaker": "Participant", "text": "I lie awake every night"},
]


async def handed_in(staff: httpx.AsyncClient, **more: Any) -> httpx.Response:
    return await staff.post("/transcripts/assess", headers=PROGRAM | more.pop("headers", {}), **more)


async def work_off(app: Litestar, number: str) -> None:
    """Do the job as a worker would."""
    from server.jobs.lease import Leases
    from server.jobs.running import Work

    jobs: JobTable = app.state.parts.jobs
    job = await jobs.find(KIND, number)
    assert job is not None
    leases = Leases(app.state.parts.database.pool)
    claimed = await leases.claim(job.id, [KIND])
    assert claimed is not None
    work = Work(*claimed, leases)
    await do(work, app.state.parts.assessing.handler, leases, jobs)


async def test_text_is_answered_at_once_with_items_totals_and_severity(staff: httpx.AsyncClient) -> None:
    answered = await handed_in(staff, json={"transcript": FULL, "label": "A-1"})
    assert answered.status_code == 200
    told = answered.json()
    assert {item: one["score"] for item, one in told["items"].items()} == {
        "NoInterest": None, "Depressed": 0, "Sleep": 2, "Tired": 3,
        "Appetite": None, "Failure": None, "Concentrating": None, "Moving": None,
    }  # fmt: skip
    assert told["items"]["Appetite"]["reason"] == "other_person"
    assert (told["total"], told["totalMin"], told["totalMax"]) == (None, 5, 20)
    assert (told["severity"], told["mdd"], told["severityMin"], told["severityMax"]) == (None, None, "mild", "severe")
    assert told["missing"] == []
    page = (await staff.get(f"/transcripts/{told['id']}")).text
    assert "I lie awake till three, five nights a week</mark>" in page
    listed = (await staff.get("/transcripts")).text
    assert "A-1" in listed
    for shown in (page, listed):
        assert "moderate</span>" not in shown
        assert "5 to 20" in shown
    assert "No severity from these scores" in page
    assert "That settles no severity, nor the indicator of major depression" in page


async def test_nothing_scored_is_no_minimal_anywhere(staff: httpx.AsyncClient) -> None:
    told = (await handed_in(staff, json={"transcript": DISTRACTIONS})).json()
    assert {one["score"] for one in told["items"].values()} == {None}
    assert (told["severity"], told["mdd"], told["totalMin"], told["totalMax"]) == (None, None, 0, 24)
    assert '<h2 id="severity-title">No severity' in (await staff.get(f"/transcripts/{told['id']}")).text
    assert "minimal</span>" not in (await staff.get("/transcripts")).text


async def test_danger_that_was_said_heads_the_answer_and_the_page(staff: httpx.AsyncClient) -> None:
    told = (await handed_in(staff, json={"transcript": DANGER})).json()
    assert list(told)[:2] == ["id", "risk"]
    first = told["risk"]["findings"][0]
    assert (told["risk"]["tier"], first["tier"], first["line"], first["sentence"]) == ("stop", "stop", 4, STOP)
    assert (await staff.get(f"/transcripts/{told['id']}", headers=PROGRAM)).json()["risk"] == told["risk"]
    page = (await staff.get(f"/transcripts/{told['id']}")).text
    main = page[page.index("<main") :]
    order = [
        main.index(words)
        for words in (
            "danger to self or others",
            STOP,
            'id="others-title">',
            "would be lethal",
            ">PHQ-8<",
            "Turn by turn",
        )
    ]
    assert order == sorted(order)
    assert '<a href="#line-4">line 4</a>' in main
    assert 'id="line-4"' in main
    assert "risk: stop" in (await staff.get("/transcripts")).text


FLAG = "I go to bed and sometimes I wish I would not wake up"


async def test_what_was_said_of_danger_stands_first_whole_and_with_one_account_of_who_read_it(
    staff: httpx.AsyncClient,
) -> None:
    later = "Interviewer: how are you\nParticipant: I am going to kill myself tonight. Nobody knows.\n"
    told = (await handed_in(staff, json={"transcript": f"{later}Participant: {FLAG}\n"})).json()
    assert "I am going to kill myself tonight." in told["qualitative"]["riskFactors"]
    page = (await staff.get(f"/transcripts/{told['id']}")).text
    main = page[page.index("<main") :]
    assert 'title="risk: stop">I am going to kill myself tonight.</mark> Nobody knows.' in main
    order = [
        main.index(words) for words in ("danger to self or others", "Also said", FLAG, 'id="risk-read"', ">PHQ-8<")
    ]
    assert order == sorted(order)
    assert "2 lines of the participant read for danger by this server’s rules and its own trained reader." in main
    assert "ead by the rules" not in main
    assert "% sure" not in main
    flagged = (
        await handed_in(staff, json={"transcript": f"Participant: {FLAG}\n", "participant": "Participant"})
    ).json()
    main = (await staff.get(f"/transcripts/{flagged['id']}")).text.partition("<main")[2]
    assert (
        main.index('class="alert" data-level="attention"')
        < main.index("to be checked in person")
        < main.index(">PHQ-8<")
    )


async def test_danger_in_a_transcript_is_an_alert_on_today_until_somebody_has_read_it(
    staff: httpx.AsyncClient, app: Litestar, database: Database, settings: Settings
) -> None:
    quiet = (await handed_in(staff, json={"label": "Q-1", "transcript": FULL})).json()["id"]
    told = (await handed_in(staff, json={"label": "D-1", "transcript": DANGER, "client": "K-9"})).json()["id"]
    client = re.search(r"/clients/[\w-]+", (await staff.get(f"/transcripts/{told}")).text)
    assert client
    for page in ("/today", client[0]):
        shown = (await staff.get(page)).text
        alerts = re.search(r'<section class="alert" data-level="stop".*?</section>', shown, re.DOTALL)
        assert alerts, page
        assert "</svg>1 safety alert waiting for you</h2>" in alerts[0]
        assert f'href="/transcripts/{told}"><strong>D-1</strong></a> <span title="acute danger' in alerts[0]
        assert STOP in alerts[0]
        assert quiet not in alerts[0]
    assert "<title>(1) Today" in (await staff.get("/today")).text
    assert "Nobody is waiting" not in (await staff.get("/today")).text
    await handed_in(staff, json={"label": "U-1", "transcript": "Participant: I thought about killing myself.\n"})
    alerts = (await staff.get("/today")).text.partition('class="alert"')[2].partition("</section>")[0]
    assert "2 safety alerts" in alerts
    assert alerts.index("D-1") < alerts.index("U-1")
    async with browser(app) as other:
        await sign_in(other, await new_account(database), database, settings)
        assert 'class="alert"' not in (await other.get("/today")).text
        assert (await other.post(f"/transcripts/{told}/seen")).status_code == 404
    seen = await staff.post(f"/transcripts/{told}/seen")
    assert seen.headers["location"] == f"/transcripts/{told}#seen"
    page = (await staff.get(f"/transcripts/{told}")).text
    assert "Read by A. Person, <time" in page
    assert STOP in page
    assert "D-1" not in (await staff.get("/today")).text
    assert 'class="alert"' not in (await staff.get(client[0])).text


async def test_a_quiet_transcript_has_no_alarm(staff: httpx.AsyncClient) -> None:
    told = (await handed_in(staff, json={"transcript": FULL})).json()
    assert told["risk"] == {"tier": "none", "findings": [], "lines": 7, "engine": "rules"}
    page = (await staff.get(f"/transcripts/{told['id']}")).text
    assert "danger to self or others" not in page
    assert "7 lines of the participant read for danger" in page
    assert "trained reader: nothing was found" in page


async def test_the_same_text_twice_is_the_same_assessment(
    staff: httpx.AsyncClient, app: Litestar, database: Database, settings: Settings
) -> None:
    first = (await handed_in(staff, json={"transcript": FULL, "label": "A"})).json()
    again = await handed_in(staff, data={"transcript": FULL, "label": "A"})
    assert (again.status_code, again.json()) == (200, first)
    assert (await staff.get("/transcripts")).text.count("<h3>") == 1
    other = (await handed_in(staff, json={"transcript": FULL, "label": "B"})).json()
    assert other["id"] != first["id"]
    async with browser(app) as somebody:
        await sign_in(somebody, await new_account(database), database, settings)
        assert (await handed_in(somebody, json={"transcript": FULL, "label": "A"})).json()["id"] != first["id"]


async def test_the_same_text_while_it_is_queued_and_when_it_is_done_is_the_same_job(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    waiting = {"prefer": "respond-async"}
    first = (await handed_in(staff, json={"transcript": FULL}, headers=waiting)).json()
    again = await handed_in(staff, json={"transcript": FULL}, headers=waiting)
    without = await handed_in(staff, json={"transcript": FULL})
    by_page = await staff.post("/transcripts/assess", data={"transcript": FULL})
    assert (again.status_code, without.status_code) == (202, 202)
    for one in (again.json(), without.json()):
        assert (one["id"], one["job"]["id"]) == (first["id"], first["job"]["id"])
    assert by_page.headers["location"] == f"/transcripts/{first['id']}"
    await work_off(app, first["id"])
    done = (await handed_in(staff, json={"transcript": FULL}, headers=waiting)).json()
    assert (done["job"]["id"], done["job"]["state"]) == (first["job"]["id"], "done")
    assert (await handed_in(staff, json={"transcript": FULL})).json()["items"]["Sleep"]["score"] == 2


async def test_the_same_text_after_a_failed_job_is_a_new_job(staff: httpx.AsyncClient, app: Litestar) -> None:
    waiting = {"prefer": "respond-async"}
    first = (await handed_in(staff, json={"transcript": FULL}, headers=waiting)).json()
    await app.state.parts.jobs.cancel(UUID(first["job"]["id"]))
    again = (await handed_in(staff, json={"transcript": FULL}, headers=waiting)).json()
    assert again["id"] == first["id"]
    assert again["job"]["id"] != first["job"]["id"]
    await work_off(app, first["id"])
    assert (await staff.get(f"/transcripts/{first['id']}", headers=PROGRAM)).json()["finished"]


async def test_other_engines_or_settings_assess_the_same_text_anew(settings: Settings) -> None:
    digests = {
        Assessing(chosen, None, None, None).digest(full(), "A")  # type: ignore[arg-type]  # a digest needs none of them
        for chosen in (
            settings,
            settings.model_copy(update={"refine_rounds": 3}),
            settings.model_copy(update={"quantifier": "openai/any"}),
            settings.model_copy(update={"undated_attempt": Tier.STOP}),
        )
    }
    assert len(digests) == 4


@pytest.mark.parametrize(
    "given",
    [
        {"json": {"transcript": TURNS}},
        {"content": b"Interviewer: how have you been sleeping\nParticipant: I lie awake every night\n"},
        {
            "files": {
                "file": ("t.txt", b"Interviewer: how have you been sleeping\nParticipant: I lie awake every night")
            }
        },
        {"data": {"transcript": "Interviewer: how have you been sleeping\nParticipant: I lie awake every night"}},
    ],
    ids=["turns", "body", "file", "form"],
)
async def test_every_way_of_handing_it_in_gives_the_same(staff: httpx.AsyncClient, given: dict[str, Any]) -> None:
    answered = await handed_in(staff, **given)
    assert answered.status_code == 200, answered.text
    assert answered.json()["items"]["Sleep"]["score"] == 3


@pytest.mark.parametrize(
    "given",
    [
        {"json": {}},
        {"json": {"transcript": ""}},
        {"json": {"transcript": 7}},
        {"json": {"transcript": FULL, "label": 7}},
        {"json": {"transcript": "no speaker here"}},
        {"json": {"transcript": FULL, "lable": "T-7"}},
        {"json": [FULL]},
        {"files": {"file": ("x.txt", b"\xff\xfe\x00")}},
        {"data": {"transcript": " "}},
        {"content": b""},
    ],
)
async def test_what_cannot_be_read_says_what_to_change(staff: httpx.AsyncClient, given: dict[str, Any]) -> None:
    answered = await handed_in(staff, **given)
    assert answered.status_code == 422
    assert len(answered.json()["message"]) > 10


async def test_respond_async_gives_a_job_and_the_result_when_it_is_done(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    answered = await handed_in(staff, json={"transcript": FULL}, headers={"prefer": "respond-async"})
    assert answered.status_code == 202
    assert answered.headers["preference-applied"] == "respond-async"
    place, told = answered.headers["location"], answered.json()
    waiting = (await staff.get(place, headers=PROGRAM)).json()
    assert (waiting["finished"], waiting["items"], waiting["job"]["state"]) == (False, None, "queued")
    assert "Being assessed" in (await staff.get(place)).text
    await work_off(app, told["id"])
    done = (await staff.get(place, headers=PROGRAM)).json()
    assert (done["finished"], done["items"]["Sleep"]["score"], done["job"]["state"]) == (True, 2, "done")
    assert (await staff.get(f"/jobs/{told['job']['id']}")).json()["progress"]["stage"] == "done"


async def test_a_long_transcript_is_a_job_in_any_case(staff: httpx.AsyncClient) -> None:
    long = FULL + "Participant: and so on and so forth\n" * 2000
    assert (await handed_in(staff, json={"transcript": long})).status_code == 202


async def test_a_browser_comes_to_the_page(staff: httpx.AsyncClient) -> None:
    answered = await staff.post("/transcripts/assess", data={"transcript": FULL, "label": "<b>x</b>"})
    assert answered.status_code == 303
    assert "&lt;b&gt;x&lt;/b&gt;" in (await staff.get(answered.headers["location"])).text


@pytest.mark.parametrize(
    ("given", "field", "kept"),
    [
        ({"data": {"transcript": "no <b>speaker</b> here", "label": "K-9"}}, "transcript", "no &lt;b&gt;speaker"),
        ({"data": {"transcript": "", "label": "K-9"}}, "transcript", ""),
        (
            {"data": {"transcript": "kept words", "label": "K-9"}, "files": {"file": ("x.txt", b"\xff\xfe\x00")}},
            "file",
            "kept words",
        ),
        ({"data": {"transcript": "Participant: Hi.", "label": "K-9", "client": "Jane D."}}, "client", "Participant"),
    ],
    ids=["text", "nothing", "file", "client"],
)
async def test_a_browsers_form_comes_back_with_the_error_beside_its_field_and_what_was_typed(
    staff: httpx.AsyncClient, given: dict[str, Any], field: str, kept: str
) -> None:
    answered = await staff.post("/transcripts/assess", headers={"accept": "text/html"}, **given)
    assert answered.status_code == 422
    page = answered.text
    assert f'id="{field}-wrong" role="alert"' in page
    assert (page.count('role="alert"'), page.count("autofocus"), page.count('aria-invalid="true"')) == (1, 1, 1)
    marked = page.split(f'id="{field}"')[1].split(">")[0]
    assert "autofocus" in marked
    assert f'aria-describedby="{field}-wrong {field}-hint"' in marked
    assert 'value="K-9"' in page
    assert page.split("<textarea")[1].split(">\n", 1)[1].split("</textarea>")[0].startswith(kept)
    assert 'aria-invalid="true"' not in (await staff.get("/transcripts")).text


async def test_somebody_elses_assessment_is_not_there(
    staff: httpx.AsyncClient, app: Litestar, database: Database, settings: Settings
) -> None:
    mine = (await handed_in(staff, json={"transcript": FULL})).json()["id"]
    async with browser(app) as other:
        await sign_in(other, await new_account(database), database, settings)
        assert (await other.get(f"/transcripts/{mine}")).status_code == 404
        assert (await other.post(f"/transcripts/{mine}/retry")).status_code == 404
        assert mine not in (await other.get("/transcripts")).text
        assert (await other.post(f"/interviews/{uuid4()}/assess")).status_code == 404
    async with browser(app) as admin:
        await sign_in(admin, await new_account(database, "admin"), database, settings)
        assert (await admin.get(f"/transcripts/{mine}")).status_code == 200
    async with browser(app) as nobody:
        assert (await nobody.get("/transcripts")).status_code in {303, 401}


async def test_only_what_is_missing_is_done_again(staff: httpx.AsyncClient, app: Litestar, database: Database) -> None:
    number = (await handed_in(staff, json={"transcript": FULL})).json()["id"]
    assert (await staff.post(f"/transcripts/{number}/retry", headers=PROGRAM)).status_code == 409
    assessments = Assessments(database)
    _, found = await assessments.work(UUID(number))
    lost = Missing(stage=Stage.META, reason="the model was out of reach")
    await assessments.save(UUID(number), found.model_copy(update={"review": None, "missing": (lost,)}), finished=True)
    assert "the model was out of reach" in (await staff.get(f"/transcripts/{number}")).text
    assert (await staff.post(f"/transcripts/{number}/retry", headers=PROGRAM)).status_code == 202
    await work_off(app, number)
    _, again = await assessments.work(UUID(number))
    assert again.complete
    assert again.scores == found.scores


@pytest.mark.parametrize(
    ("opinion", "said"),
    [(4, "reads severe, which the item scores do not settle"), (0, "item scores rule out"), (None, "")],
)
async def test_a_models_severity_is_shown_as_an_opinion_beside_the_scores(
    staff: httpx.AsyncClient, database: Database, opinion: int | None, said: str
) -> None:
    number = UUID((await handed_in(staff, json={"transcript": FULL})).json()["id"])
    assessments = Assessments(database)
    _, found = await assessments.work(number)
    review = Review(opinion=opinion, explanation="As I read it.", engine="openai/any")
    await assessments.save(number, found.model_copy(update={"review": review}), finished=True)
    page = (await staff.get(f"/transcripts/{number}")).text
    assert "No severity from these scores" in page
    assert said in page
    assert ("no result of the PHQ-8" in page) is (opinion is not None)
    told = (await staff.get(f"/transcripts/{number}", headers=PROGRAM)).json()
    assert (told["severity"], told["meta"]["opinion"]) == (None, opinion)


@pytest.mark.parametrize("words", ["a\0b", "\0\0", "a\\u0000b", "\\\0", "\\\\u0000\0"])
async def test_a_nul_that_a_model_wrote_is_left_out_and_nothing_else(
    staff: httpx.AsyncClient, database: Database, words: str
) -> None:
    number = UUID((await handed_in(staff, json={"transcript": FULL})).json()["id"])
    assessments = Assessments(database)
    _, found = await assessments.work(number)
    lost = Missing(stage=Stage.META, reason=words)
    await assessments.save(number, found.model_copy(update={"missing": (lost,)}), finished=True)
    _, kept = await assessments.work(number)
    assert kept.missing == (lost.model_copy(update={"reason": words.replace("\0", "")}),)


async def test_an_unfinished_interview_is_not_assessed(staff: httpx.AsyncClient) -> None:
    begun = (await staff.post("/interviews", json={"label": "B-2"}, headers=PROGRAM)).json()["id"]
    assert (await staff.post(f"/interviews/{begun}/assess", headers=PROGRAM)).status_code == 409


async def test_what_an_admin_has_assessed_is_the_therapists(
    staff: httpx.AsyncClient, app: Litestar, database: Database, settings: Settings
) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    async with browser(app) as admin:
        await sign_in(admin, await new_account(database, "admin"), database, settings)
        told = (await admin.post(f"/interviews/{interview}/assess", headers=PROGRAM)).raise_for_status().json()
        assert (await admin.post(f"/transcripts/{told['id']}/retry", headers=PROGRAM)).status_code == 202
        assert (await admin.get(f"/transcripts/{told['id']}")).status_code == 200
    for path in (f"/transcripts/{told['id']}", f"/jobs/{told['job']['id']}"):
        assert (await staff.get(path)).status_code == 200
    assert f"/transcripts/{told['id']}" in (await staff.get(f"/interviews/{interview}")).text


async def test_many_at_once_are_all_answered(staff: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(handed_in(staff, json={"transcript": FULL, "label": f"{n}"}) for n in range(8)))
    assert {one.status_code for one in answers} == {200}


async def test_the_same_many_times_at_once_is_one(staff: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(handed_in(staff, json={"transcript": FULL}) for _ in range(8)))
    assert {one.status_code for one in answers} == {200}
    assert len({one.json()["id"] for one in answers}) == 1
