"""`anamnesis assess`: many lines by several processes, a model in every stage, bad lines named."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents.scripted.faults import Fault
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from tests.agents.assessment.conversations import DANGER, DISTRACTIONS, FULL, STOP
from tests.server.cli.conftest import Run

Command = Callable[..., Run]
MODEL = ("--engine", "openai/scripted")


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[StubProvider]:
    scripted = StubProvider(Pace(gap=0.01, retry_after=0.01))
    with in_thread(scripted) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{url}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "any")
        yield scripted


def lines(path: Path, *more: str) -> Path:
    """Nine interviews that differ, with what else is given between them."""
    told = [json.dumps({"id": n, "transcript": FULL + f"\nInterviewer: and\nParticipant: {n}"}) for n in range(9)]
    path.write_text("\n".join([*told[:4], *more, *told[4:]]) + "\n")
    return path


def test_several_processes_answer_as_one_would(anamnesis: Command, tmp_path: Path) -> None:
    many = lines(tmp_path / "many.jsonl", "no json", '{"id": "x", "transcript": 7}')
    shared = anamnesis("assess", many)
    alone = anamnesis("assess", "-", given=b"\n".join(many.read_bytes().splitlines()[:3]))
    assert (shared.code, alone.code) == (1, 0)
    assert [one["id"] for one in shared.answers] == list(range(9))
    assert shared.answers[:3] == alone.answers
    assert "line 5: not JSON" in shared.err
    assert "line 6: transcript" in shared.err


@pytest.mark.parametrize("engine", [(), MODEL])
def test_a_line_may_name_its_participant(anamnesis: Command, provider: StubProvider, engine: tuple[str, ...]) -> None:
    talk = "Anna: How do you sleep?\nBob: I can't fall asleep, every single night."
    given = [{"id": 1, "transcript": talk}, {"id": 2, "transcript": talk, "participant": "Bob"}]
    done = anamnesis("assess", "-", *engine, given="\n".join(map(json.dumps, given)).encode())
    assert (done.code, [one["id"] for one in done.answers]) == (1, [2])
    assert "line 1: it is not clear who the participant is among Anna, Bob" in done.err
    assert "`participant` in JSON" in done.err
    assert done.answers[0]["risk"]["lines"] == 1


@pytest.mark.parametrize("engine", [(), MODEL])
def test_danger_that_was_said_comes_first_whatever_engine_assesses(
    anamnesis: Command, provider: StubProvider, engine: tuple[str, ...]
) -> None:
    done = anamnesis("assess", "-", *engine, given=json.dumps({"id": 1, "transcript": DANGER}).encode())
    assert (done.code, done.err) == (0, "")
    (told,) = done.answers
    assert list(told)[:2] == ["id", "risk"]
    first = told["risk"]["findings"][0]
    assert (first["tier"], first["line"], first["sentence"]) == ("stop", 4, STOP)
    assert told["risk"]["engine"] == "rules"


def test_what_the_scores_do_not_settle_is_null_with_its_bounds(anamnesis: Command) -> None:
    few, none = anamnesis(
        "assess",
        "-",
        given=b"\n".join(json.dumps({"id": 1, "transcript": one}).encode() for one in (FULL, DISTRACTIONS)),
    ).answers
    assert (few["severity"], few["mdd"], few["totalMin"], few["totalMax"]) == (None, None, 5, 20)
    assert (few["severityMin"], few["severityMax"]) == ("mild", "severe")
    assert (none["severity"], none["mdd"], none["totalMin"], none["totalMax"]) == (None, None, 0, 24)
    assert none["severityWhy"].startswith("None of 8 items are scored.")


def test_a_model_serves_every_stage(anamnesis: Command, provider: StubProvider, tmp_path: Path) -> None:
    done = anamnesis("assess", lines(tmp_path / "many.jsonl"), *MODEL, "--at-once", "3")
    assert (done.code, done.err) == (0, "")
    assert [one["id"] for one in done.answers] == list(range(9))
    for one in done.answers:
        assert (one["engine"], one["qualitative"]["engine"], one["meta"]["engine"]) == ("openai/scripted",) * 3
        assert one["missing"] == []
    asked = {call.role for call in provider.calls}
    assert asked == {"assessor", "phq8_judge", "phq8_evidence", "phq8_scorer", "meta_reviewer"}


def test_a_stage_that_fails_is_named_and_the_rest_is_given(
    anamnesis: Command, provider: StubProvider, tmp_path: Path
) -> None:
    provider.faults.order([Fault.parse("refusal:meta_reviewer")])
    done = anamnesis("assess", "-", *MODEL, given=json.dumps({"id": 1, "transcript": FULL}).encode())
    assert done.code == 1
    assert done.answers[0]["items"]["Sleep"]["score"] is not None
    assert done.answers[0]["severity"] is None
    assert [one["stage"] for one in done.answers[0]["missing"]] == ["meta"]
    assert "line 1: not whole; meta: " in done.err


@pytest.mark.parametrize("engine", ["nonsense", "openai/"])
def test_an_engine_that_is_none_is_refused(anamnesis: Command, engine: str) -> None:
    done = anamnesis("assess", "-", "--engine", engine, given=b"{}")
    assert (done.code, done.out) == (2, "")
    assert "provider/model" in done.err
