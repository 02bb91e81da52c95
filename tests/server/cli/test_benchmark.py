"""`anamnesis benchmark` as a person runs it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from agents.domain import level1
from agents.domain.profile import SessionStatus
from tests.benchmarks.chats import log
from tests.server.cli.conftest import ROOT, Run

QUICK = ("--parts", "wording,explainability,integrity")
Anamnesis = Callable[..., Run]


def persona(identity: str, **replies: str) -> dict[str, Any]:
    """Denies everything but these; the hidden score of those is 4."""
    items = {str(n): {"score": 0, "reply": "No, not at all, not once."} for n in level1.items()}
    return {"id": identity, "items": items | {n[1:]: {"score": 4, "reply": said} for n, said in replies.items()}}


def systems(run: Run) -> dict[str, dict[str, Any]]:
    return {one["system"]: one for one in json.loads(run.out.splitlines()[-1])["systems"]}


def results(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(3):
        (folder / f"chat_{number}.json").write_text(json.dumps(log()))
    (folder / "chat_short.json").write_text(json.dumps(log(items=4, report=None)))
    (folder / "chat_broken.json").write_text("{")
    (folder / "batch_status.json").write_text("{}")
    return folder


def test_published_chats_beside_the_rule_engine(anamnesis: Anamnesis, logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = anamnesis("benchmark", "run", logs, "--workers", "2", "--out", out, *QUICK)
    assert run.code == 1  # one record could not be read
    told = systems(run)
    published, rules = told["published: some-model"], told["rules"]
    assert (published["done"], published["truncated"], published["errors"]) == (3, 1, 0)
    assert (rules["done"], rules["truncated"]) == (3, 1)
    assert told["unreadable"]["errors"] == 1
    assert published["top1"]["value"] == rules["top1"]["value"] == 1
    assert "3 of" in run.err or "done," in run.err
    names = {path.name for path in out.iterdir()}
    assert names == {"results.jsonl", "settings.json", "report.md", "report.html", "report.csv", "report.json"}
    assert "chat_broken" in run.err


def test_a_run_that_was_broken_off_goes_on(anamnesis: Anamnesis, logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (logs / "chat_broken.json").unlink()
    whole = anamnesis("benchmark", "run", logs, "--out", out, *QUICK)
    assert whole.code == 0
    first = results(out)
    kept = (out / "results.jsonl").read_text().splitlines()
    (out / "results.jsonl").write_text("\n".join(kept[:4]) + "\n" + kept[4][: len(kept[4]) // 2])
    again = anamnesis("benchmark", "run", logs, "--out", out, *QUICK)
    assert "4 results of an earlier run are kept" in again.err
    keys = sorted((one["id"], one["asked"]) for one in results(out))
    assert keys == sorted((one["id"], one["asked"]) for one in first)
    assert systems(again)["rules"]["top1"] == systems(whole)["rules"]["top1"]
    other = anamnesis("benchmark", "run", logs, "--out", out, "--parts", "wording")
    assert other.code == 2
    assert "other settings" in other.err


def workers_of(command: int) -> list[int]:
    found = []
    for child in psutil.Process(command).children():
        with suppress(psutil.Error):  # it may end meanwhile
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child.pid)
    return found


def test_a_killed_worker_loses_nothing(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (logs / "chat_broken.json").unlink()
    for number in range(10, 40):
        (logs / f"chat_{number}.json").write_text(json.dumps(log()))
    command = [sys.executable, "-m", "server.cli", "benchmark", "run", str(logs), "--out", str(out), *QUICK]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    killed = 0
    while running.poll() is None and killed < 2:
        file = out / "results.jsonl"
        done = len(file.read_text().splitlines()) if file.exists() else 0
        workers = workers_of(running.pid)
        if done > 5 * killed and workers:
            os.kill(workers[0], signal.SIGKILL)
            killed += 1
        time.sleep(0.05)
    running.communicate(timeout=120)
    assert killed == 2
    assert running.returncode == 0
    keys = [(one["id"], one["asked"]) for one in results(out)]
    assert len(keys) == len(set(keys)) == 2 * 34
    assert all(one["status"] in {"done", "truncated"} for one in results(out))


def test_profiles_and_stopped_interviews(anamnesis: Anamnesis, jsonl: Callable[..., Path], tmp_path: Path) -> None:
    low = persona(
        "low",
        i1="Nothing gives me joy, nearly every day.",
        i2="I feel hopeless nearly every day.",
        i14="I wake up at four nearly every night.",
    )
    low["profile"] = "depression"
    stop = persona("stop", i11="I am going to kill myself tonight.")
    run = anamnesis("benchmark", "run", jsonl(low, stop), "--out", tmp_path / "out", *QUICK)
    assert run.code == 0
    assert (systems(run)["rules"]["done"], systems(run)["rules"]["stopped"]) == (1, 1)
    profiles = anamnesis("replay", jsonl(low), "--profile", "--mode", "diagnostic")
    record = profiles.answers[0] | {"label": "depression"}
    again = anamnesis("benchmark", "run", jsonl(record), "--out", tmp_path / "second", *QUICK)
    assert again.code == 0, again.err
    assert systems(again)["rules"]["top1"]["value"] == 1
    assert systems(again)["as held by rules"]["unread"] == 1


def test_an_interview_that_was_ended_for_safety_has_no_card(
    anamnesis: Anamnesis, jsonl: Callable[..., Path], tmp_path: Path
) -> None:
    stop = jsonl(persona("stop", i11="I am going to kill myself tonight."))
    record = anamnesis("replay", stop, "--profile").answers[0]
    assert record["profile"]["sessionStatus"] == SessionStatus.TERMINATED_FOR_SAFETY
    file = jsonl(record)
    card = anamnesis("benchmark", "card", file, "--parts", "wording,replay:rules")
    assert (card.code, card.out) == (2, "")
    assert "no report card" in card.err
    run = anamnesis("benchmark", "run", file, "--out", tmp_path / "out", *QUICK)
    assert run.code == 0
    for one in systems(run).values():
        assert (one["done"], one["stopped"], one["errors"], one["averages"]) == (0, 1, 0, [])
    assert all("no report card" in one["reason"] for one in results(tmp_path / "out"))


def test_personas(anamnesis: Anamnesis, jsonl: Callable[..., Path], tmp_path: Path) -> None:
    wrong = persona("wrong", i3="No, never.")  # the hidden score says otherwise
    low = persona("low", i1="Nothing gives me joy, nearly every day.")
    stop = persona("stop", i11="I am going to kill myself tonight.")
    silent = persona("silent")
    silent["items"]["5"]["reply"] = "I'd rather not say."
    silent["items"]["9"] |= {"reply": "I have some aches, yes.", "followup": "Two days.", "score": 1}
    run = anamnesis("benchmark", "personas", jsonl(low, wrong, stop, silent), "--out", tmp_path / "out")
    assert run.code == 0
    told = json.loads(run.out.splitlines()[-1])
    assert (told["personas"], told["completed"], len(told["stopped"])) == (4, 3, 1)
    assert told["overall"]["n"] == 3 * 23 - 1
    assert told["overall"]["unscored"] == 1
    assert told["overall"]["exact"] == pytest.approx(67 / 68)
    turns = {one["name"]: one for one in told["byTurns"]}
    assert {name: one["n"] + one["unscored"] for name, one in turns.items()} == {"1 turn": 68, "2 turns": 1}
    assert (turns["1 turn"]["exact"], turns["2 turns"]["exact"]) == (pytest.approx(66 / 67), 1)
    lines = {one["agreeing"]["name"]: (one["turns"], one["followUps"]) for one in told["interviews"]}
    assert lines == {"low": (24, 0), "wrong": (24, 0), "silent": (25, 1)}
    assert told["items"][2]["bias"] == pytest.approx(-4 / 3)
    anger = next(one for one in told["domains"] if one["name"] == "Anger")
    assert (anger["both"], anger["missed"], anger["spurious"], anger["neither"]) == (0, 1, 0, 2)
    assert (tmp_path / "out" / "personas.md").read_text().startswith("# Personas: rules")


def test_a_persona_without_scores_is_told(anamnesis: Anamnesis, jsonl: Callable[..., Path]) -> None:
    broken = persona("broken")
    del broken["items"]["7"]
    run = anamnesis("benchmark", "personas", jsonl(broken, persona("whole")))
    assert run.code == 1
    assert "broken: items without a hidden score: 7" in run.err
    assert anamnesis("benchmark", "personas", jsonl(broken)).code == 2


def test_an_empty_dataset_makes_no_report(anamnesis: Anamnesis, jsonl: Callable[..., Path], tmp_path: Path) -> None:
    run = anamnesis("benchmark", "run", jsonl(), "--out", tmp_path / "out")
    assert (run.code, run.out) == (2, "")
    assert "holds no record" in run.err
    assert not (tmp_path / "out").exists()


def test_what_cannot_start(anamnesis: Anamnesis, jsonl: Callable[..., Path], tmp_path: Path) -> None:
    assert anamnesis("benchmark", "run", tmp_path / "none").code == 2
    assert anamnesis("benchmark", "run", jsonl(log(id="a")), "--engine", "gpt").code == 2
    assert "no part" in anamnesis("benchmark", "run", jsonl(log(id="a")), "--parts", "mood").err
    twice = anamnesis("benchmark", "run", jsonl(log(id="a"), log(id="a")), "--out", tmp_path / "o")
    assert (twice.code, "two records have the id 'a'" in twice.err) == (2, True)


def test_the_card_of_one_snapshot(anamnesis: Anamnesis, tmp_path: Path, snapshot_file: Path) -> None:
    run = anamnesis("benchmark", "card", snapshot_file, "--parts", "wording,rubric,replay:rules,integrity")
    assert run.code == 0, run.err
    card = json.loads(run.out)
    assert [part["key"] for part in card["parts"]] == ["wording", "integrity", "rubric", "replay:rules"]
    unreachable = anamnesis("benchmark", "card", snapshot_file, "--parts", "judge")
    assert unreachable.code == 1
    assert "reason" in json.loads(unreachable.out)["parts"][0]["figures"][0]["value"]


@pytest.fixture
def snapshot_file(tmp_path: Path) -> Path:
    """A snapshot as the server exports it."""
    import asyncio

    from agents.diagnostician.port import Mode
    from benchmarks.cards.snapshot import Snapshot
    from benchmarks.personas.patient import Held
    from benchmarks.personas.replay import hold
    from server.cli.batch.offline_team import offline_team

    held = Held.model_validate({"items": persona("x", i2="Hopeless nearly every day.")["items"]})
    with asyncio.Runner() as runner:
        session = runner.run(hold(held, offline_team(), "one", Mode.DIAGNOSTIC))
    path = tmp_path / "snapshot.json"
    path.write_text(Snapshot.of(session.events).model_dump_json())
    return path


def test_an_engine_that_is_stood_in_for_is_an_error(
    anamnesis: Anamnesis, jsonl: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")  # nobody listens there
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    file = jsonl(persona("one"))
    run = anamnesis("benchmark", "run", file, "--engine", "openai/gpt-4.1", "--out", tmp_path / "out", *QUICK)
    assert run.code == 1
    one = systems(run)["openai/gpt-4.1"]
    assert (one["done"], one["errors"], one["top1"]["value"]) == (0, 1, None)
    assert "did not" in results(tmp_path / "out")[0]["reason"]
