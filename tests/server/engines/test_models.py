"""Models in the shell: settings, who serves which role, the choice of a driver, budgets, the commands about them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from uuid import UUID, uuid4

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar import Litestar
from psycopg_pool import AsyncConnectionPool
from pydantic import ValidationError

from agents.interview.session import Session
from agents.llm.model import Model
from agents.llm.pinned import EMBEDDER, JUDGE, JUDGE_TEMPERATURE
from agents.llm.policy import Policy
from agents.llm.port import Request, System, User
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.questions.catalogue import catalogue, entry
from agents.resources import CHECKOUT as ROOT
from agents.rules_team import bank_version
from agents.scripted.faults import Fault, FaultName
from agents.scripted.model import by_rules, scripted_model
from server.checks import State, installation
from server.clinic.store import ClinicStore
from server.engines.interviews import team_of
from server.engines.models import Deadline
from server.engines.overview import rows
from server.engines.reachability import patience, setup
from server.engines.roles import ROLES, chosen, models_in_use, offered, serving
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.conftest import browser

MODEL = "openai/scripted"
ASSESSING = ("qualitative", "assessment judge", "quantitative", "meta-reviewer", "reference checker")
KEY = "sk-this-must-never-be-shown"


class Scripted(Providers):
    """Models in this process that answer from the rule engines."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(Credentials())
        self._one = scripted_model(by_rules(faults), Policy(first_pause=0, rest=0))

    def model(self, name: str) -> Model:
        return self._one


def settings(**given: object) -> Settings:
    return Settings.model_validate(given)


def test_without_settings_the_rules_serve_every_role() -> None:
    assert serving(settings(), "rules") == dict.fromkeys(ROLES, "rules")
    assert models_in_use(settings()) == ()
    team = team_of(settings(), "rules", Scripted())
    assert (team.second, team.prepare, team.prompt_version) == (None, None, bank_version())


def test_a_role_goes_with_the_driver_unless_it_is_set() -> None:
    given = settings(drivers="openai/a, ollama/b:27b", scorer="anthropic/c", risk="rules")
    assert offered(given) == ("rules", "openai/a", "ollama/b:27b")
    led = dict(serving(given, "ollama/b:27b"))
    assert led == {
        "interviewer": "ollama/b:27b",
        "scorer": "anthropic/c",
        "risk": "rules",
        "diagnostician": "ollama/b:27b",
        "reporter": "ollama/b:27b",
    }
    assert serving(given, "rules")["scorer"] == "anthropic/c"
    assert set(models_in_use(given)) == {"openai/a", "ollama/b:27b", "anthropic/c"}


def test_a_driver_that_is_no_longer_offered_gives_way_to_the_rules() -> None:
    assert serving(settings(drivers="openai/a"), "openai/gone") == dict.fromkeys(ROLES, "rules")


@given(st.text(max_size=12).filter(lambda text: "/" not in text and text.strip().lower() not in ("rules", "")))
def test_a_name_that_is_no_model_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        settings(interviewer=name)


def test_prompts_in_use_are_in_the_version() -> None:
    given = settings(drivers=MODEL, risk="rules")
    version = team_of(given, MODEL, Scripted()).prompt_version
    parts = version.split("+")
    assert parts[0] == bank_version()
    assert [part.partition("-")[0] for part in parts[1:]] == ["interviewer", "scorer", "diagnostician", "reporter"]


async def test_a_spent_budget_leaves_the_rules() -> None:
    team = team_of(settings(drivers=MODEL, interview_tokens=1), MODEL, Scripted())
    session = await Session.start(team, "budget")
    for reply in ("Yes.", "Nearly every day.", "Not at all."):
        await session.say(reply)
    engines = [response.engine for response in session.state.responses.values()]
    assert engines == ["rules", "rules"]


async def test_a_deadline_is_the_settings_not_the_requests() -> None:
    with in_thread(StubProvider(faults=[Fault(name=FaultName.HANG)])) as url:
        credentials = Credentials.read({"OPENAI_BASE_URL": f"{url}/v1"})
        models = Providers(credentials, Policy(attempts=1))
        await models.model(MODEL).prepare()
        hurried = Deadline(models.model(MODEL), 0.3)
        request = Request(role="risk", messages=(System(text="role: none"), User(text="?")), schema=str, timeout=30)
        with pytest.raises(Exception, match=r"within 0\.3 s"):
            await hurried.complete(request)
        await models.close()


def test_the_locks_are_shown() -> None:
    table = {row.role: row for row in rows(settings())}
    assert (JUDGE, JUDGE_TEMPERATURE, EMBEDDER) == ("openai/gpt-4.1", 0.0, "openai/text-embedding-3-small")
    assert (table["judge"].engine, table["judge"].temperature, table["judge"].by) == (JUDGE, 0.0, "lock")
    assert (table["embedder"].engine, table["embedder"].by) == (EMBEDDER, "lock")
    assert table["judge"].price is not None


def test_what_a_model_lacks_is_said_and_no_key_is_shown() -> None:
    none = setup("openai/a", Credentials())
    assert none.state is State.NOTE
    assert "OPENAI_API_KEY" in none.detail
    with_key = Credentials.read({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": f"https://me:{KEY}@models.example.org/v1"})
    there = setup("openai/a", with_key)
    assert there.state is State.OK
    assert KEY not in there.detail
    assert "models.example.org" in there.detail


@pytest.mark.parametrize(
    ("name", "given", "seconds"),
    [
        ("openai/a", {"OPENAI_API_KEY": KEY}, 20),
        ("openai/a", {"OPENAI_BASE_URL": "http://box:8000/v1"}, 180),
        ("ollama/a", {}, 180),
        ("vllm/a", {"HOSTED_VLLM_API_BASE": "http://box:8000/v1"}, 180),
        ("anthropic/a", {"OPENAI_BASE_URL": "http://box:8000/v1"}, 20),
    ],
)
def test_a_ping_waits_for_a_model_of_ones_own_to_be_loaded(name: str, given: dict[str, str], seconds: float) -> None:
    assert patience(Providers(Credentials.read(given)), name) == seconds


def test_services_that_cannot_be_reached_fail_the_installation() -> None:
    given = settings(database_url="postgresql://nobody@127.0.0.1:1/none", redis_url="redis://127.0.0.1:1/0")
    failed = {check.name for check in installation(given) if check.state is State.FAILED}
    assert failed == {"PostgreSQL", "Redis"}


def anamnesis(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "server.cli", *words]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True)


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with in_thread(StubProvider()) as url:
        yield url


def test_doctor_pings_what_is_set_up_and_shows_no_key(provider: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    given = {
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": f"{provider}/v1",
        "ANAMNESIS_SCORER": MODEL,
        "ANAMNESIS_RISK": "anthropic/without-a-key",
        "ANAMNESIS_DATA": str(tmp_path_factory.mktemp("data")),
        "ANTHROPIC_API_KEY": "",
    }
    done = anamnesis("doctor", "--ping", "--json", **given)
    assert done.returncode == 0, done.stdout
    assert KEY not in done.stdout + done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    said = {(check["name"], check["state"]) for check in found}
    assert ("anthropic/without-a-key", "note") in said
    answered = {check["name"] for check in found if "answered in" in check["detail"]}
    assert answered == {MODEL, JUDGE, EMBEDDER}
    assert f"{MODEL} (at most 180 s)" in done.stderr
    named = {check["name"] for check in found}
    assert {"PostgreSQL", "Redis", "pgvector", "bert_score", "torch", *ROLES, "judge", "embedder"} <= named


def test_doctor_says_1_when_the_product_cannot_run() -> None:
    done = anamnesis("doctor", ANAMNESIS_SCORER="no model", REDIS_URL="redis://127.0.0.1:1/0")
    assert done.returncode == 1
    assert "ANAMNESIS_SCORER" in done.stdout
    assert anamnesis("doctor", REDIS_URL="redis://127.0.0.1:1/0").returncode == 1


def test_the_stages_of_an_assessment_are_listed_with_who_serves_them() -> None:
    given = {
        "ANAMNESIS_ASSESSMENT": "openai/a",
        "ANAMNESIS_QUANTIFIER": "rules",
        "ANAMNESIS_REFERENCES_CHECKER": "ollama/b",
    }
    table = [json.loads(line) for line in anamnesis("models", "--json", **given).stdout.splitlines()]
    listed = {row["role"]: (row["engine"], row["by"]) for row in table if row["role"] in ASSESSING}
    assert listed == {
        "qualitative": ("openai/a", "assessment"),
        "assessment judge": ("openai/a", "assessment"),
        "quantitative": ("rules", "setting"),
        "meta-reviewer": ("openai/a", "assessment"),
        "reference checker": ("ollama/b", "setting"),
    }
    told = anamnesis("doctor", OPENAI_API_KEY="", OPENAI_BASE_URL="", **given).stdout
    assert "qualitative" in told
    assert "openai/a" in told
    assert "assessments will lack what it serves" in told


def test_models_as_a_table_and_as_json() -> None:
    lines = anamnesis("models", "--json", ANAMNESIS_DRIVERS="openai/gpt-4.1-mini").stdout.splitlines()
    table = [json.loads(line) for line in lines]
    assert [row["role"] for row in table] == [*ROLES, "driver", "driver", *ASSESSING, "judge", "embedder"]
    assert table[6]["engine"] == "openai/gpt-4.1-mini"
    assert table[6]["price"]["output"] > 0
    shown = anamnesis("models").stdout
    assert "openai/gpt-4.1 " in shown
    assert "temperature 0" in shown


def test_an_unknown_driver_is_refused_with_the_list() -> None:
    with pytest.raises(Exception, match="rules, openai/a"):
        chosen(settings(drivers="openai/a"), "openai/b")
    assert chosen(settings(interviewer="openai/a"), None) == "openai/a"


async def test_the_driver_is_chosen_when_the_interview_starts(staff: httpx.AsyncClient) -> None:
    refused = await staff.post("/interviews", json={"label": "x", "driver": "openai/nope"}, headers={"accept": "*/*"})
    assert refused.status_code == 400
    assert refused.json()["message"].endswith("choose one of rules, openai/scripted")
    started = await staff.post("/interviews", json={"label": "x", "driver": MODEL}, headers={"accept": "*/*"})
    profile = (await staff.get(f"/interviews/{started.json()['id']}/profile")).json()
    assert profile["sessionMeta"]["model"] == MODEL
    plain = await staff.post("/interviews", json={"label": "x"}, headers={"accept": "*/*"})
    profile = (await staff.get(f"/interviews/{plain.json()['id']}/profile")).json()
    assert profile["sessionMeta"]["model"] == "rules"


@pytest.mark.parametrize(("driver", "takes_part"), [(MODEL, True), ("rules", False)])
async def test_the_patient_is_told_of_a_model_that_takes_part(
    app: Litestar, staff: httpx.AsyncClient, driver: str, takes_part: bool
) -> None:
    given = {"label": "x", "driver": driver}
    interview = (await staff.post("/interviews", json=given, headers={"accept": "*/*"})).json()["id"]
    told = await app.state.parts.rooms.clinic(UUID(interview), "en-US")
    assert (told.by_model, told.quotes) == (takes_part, False)
    link = (await staff.post(f"/interviews/{interview}/link")).json()["url"]
    async with browser(app) as patient:
        page = (await patient.get(link, follow_redirects=True)).text
    assert "Who reads my answers?" in page
    assert ("A language model takes part in this" in page.split('id="words"')[0]) is takes_part


@pytest.mark.parametrize(("offered", "may"), [((MODEL,), True), ((), False)])
async def test_where_the_driver_is_not_known_the_patient_is_told_that_a_model_may_take_part(
    settings: Settings, offered: tuple[str, ...], may: bool
) -> None:
    away = AsyncConnectionPool("postgresql://nobody@127.0.0.1:1/none", min_size=0, max_size=1, open=False, timeout=0.1)
    await away.open()
    told = await ClinicStore(away, settings.model_copy(update={"drivers": offered})).told(uuid4(), "en-US")
    await away.close()
    said = catalogue().answer(entry("readers"), 3, told)
    assert ("A language model may take part in this conversation" in said) is may


async def test_the_form_offers_the_drivers(staff: httpx.AsyncClient) -> None:
    page = (await staff.get("/interviews")).text
    assert f'<option value="{MODEL}">' in page
    assert "The rule engine, on this server" in page


@pytest.fixture(scope="module", name="settings")
def _settings(database_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(
        database_url=database_url, redis_url=redis_url, data=tmp_path_factory.mktemp("data"), drivers=(MODEL,)
    )
