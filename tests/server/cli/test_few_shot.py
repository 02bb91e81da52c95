"""Few-shot runs from end to end: a store, the scripted provider over real HTTP, no leak, failures kept apart."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.scripted.faults import Fault
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from tests.server.cli.test_research import Command, data, lines_of, research

__all__ = ["data", "research"]
MODEL = ("--engine", "openai/scripted")
FEW = ("--mode", "both", "--references", "trained")


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[StubProvider]:
    scripted = StubProvider(Pace(gap=0.01, retry_after=0.01))
    with in_thread(scripted) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{url}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "any")
        monkeypatch.setenv("ANAMNESIS_REFERENCES_SIMILARITY", "0.1")
        yield scripted


@pytest.fixture
def store(research: Command, data: Path) -> None:
    train = ("references", "build", data, "--split", "train", "--embedder", "hashed/256")
    built = research(*train, "--name", "trained", "--overwrite")
    assert built.code == 0, built.err


@pytest.mark.usefixtures("store")
def test_both_modes_in_one_run(
    research: Command, data: Path, tmp_path: Path, provider: StubProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = research("reproduce", data, "--split", "test", *MODEL, *FEW, "--out", tmp_path)
    assert done.code == 0, done.err
    folder = Path(json.loads(done.out)["folder"])
    records = {(one["mode"], one["id"]): one["items"]["Sleep"] for one in lines_of(folder / "predictions.jsonl")}
    assert {mode for mode, _ in records} == {"zero-shot", "few-shot"}
    assert all(item["references"] == 0 for (mode, _), item in records.items() if mode == "zero-shot")
    shown = [item for (mode, _), item in records.items() if mode == "few-shot" and item["references"]]
    assert shown
    assert all(0.1 <= item["similarity"] <= 1 for item in shown)
    about = json.loads((folder / "run.json").read_text())
    assert about["references"]["store"] == "trained"
    assert set(about["prompts"]) == {
        f"phq8_{part}_{of}.j2" for part in ("evidence", "scorer") for of in ("system", "user")
    }
    compared = research("evaluate", f"{folder}:zero-shot", f"{folder}:few-shot", "--resamples", "100")
    assert compared.code == 0, compared.err
    which = research("evaluate", folder, "--resamples", "100")
    assert (which.code, "say which" in which.err) == (2, True)
    monkeypatch.setenv("ANAMNESIS_REFERENCES_PER_ITEM", "5")
    other = research("reproduce", data, "--split", "test", *MODEL, *FEW, "--resume", folder)
    assert (other.code, "references differ" in other.err) == (2, True)


@pytest.mark.usefixtures("store")
def test_a_tested_participant_in_the_store_stops_the_run(
    research: Command, data: Path, tmp_path: Path, provider: StubProvider
) -> None:
    done = research("reproduce", data, *MODEL, *FEW, "--out", tmp_path / "runs")
    assert (done.code, done.out) == (2, "")
    assert "the test would know the answers" in done.err
    assert provider.calls == []
    assert not (tmp_path / "runs").exists()


def test_few_shot_without_a_store_says_what_to_do(research: Command, data: Path, provider: StubProvider) -> None:
    bare = research("reproduce", data, *MODEL, "--mode", "few-shot")
    assert (bare.code, "references build" in bare.err) == (2, True)
    missing = research("reproduce", data, *MODEL, "--mode", "few-shot", "--references", "nobody")
    assert (missing.code, "no reference store 'nobody'" in missing.err) == (2, True)


def test_a_failing_model_is_registered_and_tried_again(
    research: Command, data: Path, tmp_path: Path, provider: StubProvider
) -> None:
    provider.faults.order([Fault.parse("wrong-schema:phq8_scorer")])
    done = research("reproduce", data, "--limit", "2", *MODEL, "--out", tmp_path)
    assert done.code == 1
    folder = Path(json.loads(done.out)["folder"])
    failures = lines_of(folder / "failures.jsonl")
    assert {(one["stage"], one["error"]) for one in failures} == {("scoring", "Malformed")}
    assert not (folder / "predictions.jsonl").exists()
    assert "no participant was scored" in research("evaluate", folder).err
    provider.faults.order([])
    again = research("reproduce", data, "--limit", "2", *MODEL, "--resume", folder)
    assert (again.code, json.loads(again.out)["done"]) == (0, 2)
    assert json.loads(research("evaluate", folder, "--resamples", "100").out)["runs"][0]["failedParticipants"] == []
