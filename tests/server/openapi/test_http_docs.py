"""docs/http.md is true: it names the routes that are marked as stable, and its examples work as they stand there."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar

from agents.resources import CHECKOUT as ROOT
from server.accounts.scopes import SCOPES
from server.database import Database
from server.http.security import CSRF_COOKIE
from server.settings import Settings
from tests.conftest import Running, browser, new_account, sign_in
from tests.documented import document
from tests.server.cards.finished import completed

WORDS = (ROOT / "docs" / "http.md").read_text()
TALK = "Therapist: How do you sleep?\nPatient: Badly, I lie awake on most nights.\n"


def test_the_stable_routes_are_the_ones_that_are_marked() -> None:
    named = set(re.findall(r"^\| `([A-Z]+ /[^`]*)` \|", WORDS, re.MULTILINE))
    paths = document()["paths"]
    marked = {
        f"{m.upper()} {path}" for path, methods in paths.items() for m, one in methods.items() if "x-stable" in one
    }
    assert named == marked
    assert len(named) > 20


def test_the_error_codes_are_the_ones_that_there_are() -> None:
    named = {int(status) for status in re.findall(r"^\| (\d{3}) \|", WORDS, re.MULTILINE)}
    refused = {
        int(status)
        for methods in document()["paths"].values()
        for one in methods.values()
        for status, answer in one["responses"].items()
        if "$ref" in answer
    }
    assert named == refused | {405, 500}


def test_the_samples_of_the_document_are_the_examples_that_are_run() -> None:
    samples = document()["paths"]["/interviews"]["post"]["x-codeSamples"]
    assert [one["lang"] for one in samples] == ["Shell", "Python"]
    shown = {line[4:] for line in WORDS.splitlines() if line.startswith("    ")}
    for sample in samples:
        assert set(filter(None, sample["source"].splitlines())) <= shown
    compile(samples[1]["source"], "sample", "exec")


@pytest.fixture
async def filled(
    app: Litestar, staff: httpx.AsyncClient, database: Database, settings: Settings, server: Running, tmp_path: Path
) -> dict[str, str]:
    """What the examples name: a finished interview one that has begun, an assessment and its job."""
    (tmp_path / "talk.txt").write_text(TALK)
    async with browser(app) as admin:
        await sign_in(admin, await new_account(database, "admin"), database, settings)
        admin.headers["accept"] = "application/json"
        finished = await completed(admin, app.state.parts.rooms)
        interview = (await admin.post("/interviews", json={"label": "H-1"})).json()["id"]
        assessed = (await admin.post("/transcripts/assess", json={"transcript": TALK})).json()["id"]
        later = {"prefer": "respond-async"}
        queued = await admin.post("/transcripts/assess", json={"transcript": TALK, "label": "H-2"}, headers=later)
    return {
        "LINK": f"{server.url}/welcome/{server.token}",
        "FINISHED": str(finished),
        "INTERVIEW": interview,
        "NUMBER": assessed,
        "JOB": queued.json()["job"]["id"],
    }


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
async def test_the_examples_work(filled: dict[str, str], tmp_path: Path) -> None:
    lines = re.findall(r"^    ((?:LINK|SERVER|TOKEN|ask|curl)\b.*)$", WORDS, re.MULTILINE)
    begin = [line for line in lines if not line.startswith(("ask -", 'ask "', "LINK"))]
    sign_in_first, health = begin[:4], begin[4:]
    examples = [line for line in lines if line.startswith(("ask -", 'ask "'))] + health
    assert len(examples) > 14
    for example in examples:
        done = _run(sign_in_first, example, filled, tmp_path)
        assert done.returncode == 0, f"{example}: {done.stderr}"
        if "events" in example:
            assert done.stdout.startswith("event: job")
        elif "card.csv" in example:
            assert done.stdout.startswith("part,engine,")
        else:
            found: Any = json.loads(done.stdout)
            assert found, example


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
async def test_the_examples_with_a_token_work(filled: dict[str, str], server: Running, tmp_path: Path) -> None:
    async with httpx.AsyncClient(base_url=server.url, follow_redirects=True) as page:
        await page.get(f"/welcome/{server.token}")
        given = {"name": "curl", "days": "30", "scope": list(SCOPES), "_csrf_token": page.cookies[CSRF_COOKIE]}
        answer = await page.post("/account/tokens", data=given)
    made = re.search(r'value="(anamnesis_[\w-]{43})"', answer.text)
    assert made
    (define,) = re.findall(r"^    (ehr\(\).*)$", WORDS, re.MULTILINE)
    examples = re.findall(r'^    (ehr [-"].*)$', WORDS, re.MULTILINE)
    assert len(examples) == 6
    for example in examples:
        done = _run([define], example, filled | {"SERVER": server.url, "KEY": made[1]}, tmp_path)
        assert done.returncode == 0, f"{example}: {done.stderr}"
        assert "--output" in example or json.loads(done.stdout), example
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-")


def _run(before: list[str], example: str, given: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    script = "\n".join(["set -e", *(f"{name}='{value}'" for name, value in given.items()), *before, example])
    return subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60)
