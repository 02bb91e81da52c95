"""The command itself: help, choice of subcommand, exit codes."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from server.cli import BROKEN_PIPE, COMMANDS, UNWRITABLE, main

ROOT = Path(__file__).resolve().parents[3]


def test_help_names_every_command_and_loads_none(anamnesis):
    run = anamnesis("--help")
    assert run.code == 0
    assert all(name in run.out for name in COMMANDS)
    probe = "import sys, server.cli; server.cli.main(['--help'])"
    loaded = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", probe], cwd=ROOT, capture_output=True, text=True, timeout=60
    ).stderr
    assert "server.cli" in loaded
    assert "pydantic" not in loaded
    assert "asyncio" not in loaded


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_module(name):
    assert find_spec(f"server.cli.{COMMANDS[name].module}") is not None


@pytest.mark.parametrize("name", ["score", "risk", "replay", "impressions", "interview"])
def test_help_of_a_command_describes_its_lines(anamnesis, name):
    run = anamnesis(name, "--help")
    assert run.code == 0
    assert f"usage: anamnesis {name}" in run.out


def test_no_command_and_an_unknown_one_are_refused(capsys):
    for arguments in ([], ["diagnose-everybody"]):
        with pytest.raises(SystemExit) as refused:
            main(arguments)
        assert refused.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


def test_a_reader_that_leaves_is_no_error(jsonl):
    many = jsonl(*({"id": n, "text": "I slept well."} for n in range(5000)))
    with subprocess.Popen(
        [sys.executable, "-m", "server.cli", "risk", str(many)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == BROKEN_PIPE


@pytest.mark.parametrize("name", ["score", "risk", "replay", "impressions"])
def test_a_missing_file_is_one_clear_line(anamnesis, tmp_path, name):
    run = anamnesis(name, tmp_path / "nowhere.jsonl")
    assert run.code == 2
    assert run.err.count("\n") == 1
    assert "nowhere.jsonl: no such file" in run.err


def test_an_engine_that_is_not_there_is_refused(anamnesis, jsonl):
    run = anamnesis("score", "--engine", "openai/some-model", jsonl())
    assert run.code == 2
    assert "only 'rules' is available" in run.err


@pytest.mark.parametrize("name", ["run", "worker"])
def test_a_setting_that_is_not_right_is_named_and_nothing_starts(anamnesis, monkeypatch, name):
    monkeypatch.setenv("ANAMNESIS_PORT", "nowhere")
    run = anamnesis(name)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("anamnesis: A setting is not right: port: input should be a valid integer")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "many"),
    [("score", 1), ("score", 5000), ("risk", 5000), ("replay", 8), ("impressions", 8), ("assess", 8)],
)
def test_a_full_disk_is_said_in_one_line(jsonl, command, many):
    one = {"text": "I slept well.", "item": 3, "reply": "Never.", "conversation": [], "transcript": "Patient: Fine."}
    lines = jsonl(*({"id": n, **one} for n in range(many)))
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "server.cli", command, str(lines)], cwd=ROOT, stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == UNWRITABLE
    assert done.stderr.decode().lower().count("no space left on device") == 1
    assert done.stderr.count(b"\n") == 1
