"""Checks of models through the door: the command keeps one, admins read it, and whoever may choose one is warned."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import psycopg
import pytest
from litestar import Litestar

from agents.resources import CHECKOUT as ROOT
from agents.scripted.temperaments import Temperament
from server.database import Database
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in

MODEL = "openai/scripted"
PAGE = "/admin/models"


@pytest.fixture(scope="module")
def settings(database_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(
        database_url=database_url, redis_url=redis_url, data=tmp_path_factory.mktemp("data"), open_reference=False,
        drivers=(MODEL,),
    )  # fmt: skip


@pytest.fixture
def unchecked(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("delete from model_check")


@pytest.fixture
async def boss(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as opened:
        await sign_in(opened, await new_account(database, "admin"), database, settings)
        yield opened


def models(settings: Settings, *arguments: str, url: str = "", **also: str) -> subprocess.CompletedProcess[str]:
    """`anamnesis models`, as a person runs it."""
    given = {"DATABASE_URL": settings.database_url or "", "ANAMNESIS_DATA": str(settings.data)}
    set_up = {"ANAMNESIS_DRIVERS": MODEL, "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any"}
    command = [sys.executable, "-m", "server.cli", "models", *arguments]
    return subprocess.run(
        command, cwd=Path(ROOT or "."), env={**os.environ, **given, **set_up, **also}, capture_output=True, text=True,
        timeout=240,
    )  # fmt: skip


@pytest.mark.usefixtures("unchecked")
async def test_a_model_that_nobody_checked_carries_a_warning(boss: httpx.AsyncClient, settings: Settings) -> None:
    form = (await boss.get("/interviews")).text
    assert f"{MODEL} (not checked here)" in form
    assert "not checked, or not fit" in form
    page = (await boss.get(PAGE)).text
    assert f"anamnesis models check {MODEL}" in page
    listed = models(settings)
    assert f"Warning: {MODEL} as driver: not checked here" in listed.stdout


@pytest.mark.usefixtures("unchecked")
async def test_a_check_is_kept_and_shown(boss: httpx.AsyncClient, settings: Settings) -> None:
    with in_thread(StubProvider(temperament=Temperament.HOSTILE)) as url:
        done = models(settings, "check", MODEL, "--json", "--lines", "8", url=url)
    found = json.loads(done.stdout)
    assert done.returncode == 1, done.stderr
    assert {one["role"]: one["fit"] for one in found["roles"]}["risk"] is False
    page = (await boss.get(PAGE)).text
    assert "0 of 6 stops found, 9 false" in page
    assert "missed 6 of 6 stops" in page
    assert "judge of report cards, grades on order:" in page
    assert "Judge of report cards</strong>" not in page
    form = (await boss.get("/interviews")).text
    assert f"{MODEL} (not fit for interviewer, scorer, risk, diagnostician and reporter)" in form
    warned = [json.loads(line) for line in models(settings, "--json").stdout.splitlines()]
    assert {one["doubt"] for one in warned if one["engine"] == "rules"} == {None}
    assert any("not fit for" in (one["doubt"] or "") for one in warned if one["engine"] == MODEL)


async def test_the_rules_are_checked_for_people(settings: Settings, boss: httpx.AsyncClient) -> None:
    done = models(settings, "check", "rules")
    assert "fit for scorer: yes" in done.stdout
    assert "fit for risk: yes" in done.stdout
    assert "Stops: 6 of 6 found, 0 false." in done.stdout
    assert "The rules, on this server" in (await boss.get(PAGE)).text


async def test_the_page_is_for_admins(boss: httpx.AsyncClient, settings: Settings, database: Database) -> None:
    assert f'href="{PAGE}"' in (await boss.get("/admin/system")).text
    boss.cookies.clear()
    assert (await boss.get(PAGE)).status_code == 303
    await sign_in(boss, await new_account(database), database, settings)
    assert (await boss.get(PAGE)).status_code == 403


def test_only_local_models_are_checked_where_others_are_shut_out(settings: Settings) -> None:
    away = models(settings, "check", MODEL, url="https://models.example.org", ANAMNESIS_LOCAL_MODELS_ONLY="true")
    assert away.returncode == 2
    assert "only local models may be asked here" in away.stderr


def test_a_model_that_can_not_be_called_is_said_and_not_judged(settings: Settings) -> None:
    assert "names no model" in models(settings, "check", "gpt").stderr
    away = models(settings, "check", "anthropic/any")
    assert away.returncode == 2
    assert "can't be checked" in away.stderr
    off = models(settings, "check", MODEL, url="http://127.0.0.1:1")
    assert (off.returncode, off.stdout) == (2, "")
    assert f"{MODEL} can't be checked: openai" in off.stderr
