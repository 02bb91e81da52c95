"""Published logs as they come: thinking and the closing diagnosis are nobody's speech, an error is no diagnosis."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.chats import REPORT, log
from tests.server.cli.conftest import Run
from tests.server.cli.test_benchmark import QUICK, Anamnesis, results, systems

Jsonl = Callable[..., Path]
DIES = "I am going to kill myself tonight, I have the pills."
RATE = "Error code: 429 - {'error': {'message': 'Rate limit reached for acme in organization org-1', 'key': 'sk-1'}}"


def said(identity: str, change: Callable[[int, str, str], str], **more: Any) -> dict[str, Any]:
    """The log with each turn's words changed."""
    value = log(id=identity, **more)
    turns = value["conversation"]
    changed = [turn | {"content": change(n, turn["role"], turn["content"])} for n, turn in enumerate(turns)]
    return value | {"conversation": changed}


def plain(number: int, role: str, words: str) -> str:
    return words


def thought(number: int, role: str, words: str) -> str:
    """Every turn with thinking around it, in another shape each; what is thought would end any interview."""
    return (
        f"<think>{DIES}</think>\n\n{words}",
        f"<THINK>She says: <think>{DIES}</think> Hm.</Think> {words}",
        f"{DIES} I should not say that.</think>\n{words}",
        f"{words}\n<think>{DIES}",
        f"&lt;think&gt;{DIES}&lt;/think&gt;{words}",
    )[number % 5]


def measures(result: dict[str, Any]) -> dict[str, float | None]:
    return {one["key"]: one["value"] for one in result["measures"]}


def test_what_a_model_thought_is_nobodys_speech(anamnesis: Anamnesis, jsonl: Jsonl, tmp_path: Path) -> None:
    file = jsonl(said("plain", plain), said("thought", thought) | {"diagnosis": f"<think>{DIES}</think>{REPORT}"})
    run = anamnesis("benchmark", "run", file, "--out", tmp_path / "out", *QUICK)
    assert run.code == 0, run.err
    found = {(one["id"], one["asked"]): one for one in results(tmp_path / "out")}
    clean, other = found["plain", "own"], found["thought", "own"]
    assert (measures(other), other["codes"]) == (measures(clean), clean["codes"])
    clean, other = found["plain", "rules"], found["thought", "rules"]  # held anew; the wording goes by the id
    assert (other["status"], other["codes"]) == ("done", clean["codes"])
    assert measures(other)["wording.patient"] == measures(clean)["wording.patient"]
    held = anamnesis("replay", jsonl(*map(plainly, (said("p", plain), said("t", thought)))))
    first, second = (answer | {"id": ""} for answer in held.answers)
    assert first == second
    assert first["status"] == "completed"


def plainly(value: dict[str, Any]) -> dict[str, Any]:
    """The plain layout, which `replay` reads as well."""
    names = {"assistant": "interviewer", "patient": "patient"}
    turns = [{"role": names[turn["role"]], "text": turn["content"]} for turn in value["conversation"]]
    return {"id": value["id"], "conversation": turns}


def test_a_turn_of_thinking_alone_says_nothing(anamnesis: Anamnesis, jsonl: Jsonl, tmp_path: Path) -> None:
    record = log(id="one")
    silent = {"role": "assistant", "content": f"<think>{DIES}"}
    more = record | {"id": "two", "conversation": [record["conversation"][0], silent, *record["conversation"][1:]]}
    file = jsonl(record, more, more | {"id": "three", "diagnosis": "<think>The patient may have", "conversation": []})
    assert anamnesis("benchmark", "run", file, "--as-is", "--out", tmp_path / "out", *QUICK).code == 0
    one, two, three = results(tmp_path / "out")
    assert measures(one) == measures(two)
    assert (three["status"], three["codes"]) == ("truncated", None)


CLOSINGS: dict[str, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]] = {
    "markup": lambda turns: [*turns[:-1], turn("assistant", REPORT.replace("**", "__").replace("<med>", "<b>"))],
    "thinking": lambda turns: [*turns[:-1], turn("assistant", f"<think>Hm.</think>{REPORT}")],
    "preface": lambda turns: [*turns[:-1], turn("assistant", f"Here is what I make of it.\n\n{REPORT}\n\nTake care.")],
    "thanks": lambda turns: [*turns, turn("patient", "Thank you."), turn("assistant", "You are welcome.")],
    "twice": lambda turns: [*turns, turns[-1]],
}


def turn(role: str, words: str) -> dict[str, Any]:
    return {"role": role, "content": words}


@pytest.mark.parametrize("shape", CLOSINGS)
@pytest.mark.parametrize("given", [REPORT, None])
def test_the_closing_diagnosis_is_the_logs_claim_and_no_turn(
    anamnesis: Anamnesis, jsonl: Jsonl, tmp_path: Path, shape: str, given: str | None
) -> None:
    record = log(id="one", report=REPORT)
    changed = record | {"conversation": CLOSINGS[shape](record["conversation"]), "diagnosis": given}
    run = anamnesis("benchmark", "run", jsonl(changed), "--as-is", "--out", tmp_path / "out", *QUICK)
    assert run.code == 0, run.err
    (one,) = results(tmp_path / "out")
    turns = 2 + 2 * 23 + 1 + (2 if shape == "thanks" else 0)
    assert measures(one)["wording.turns"] == turns
    assert one["codes"] == ["F32"]


FAILED: dict[str, dict[str, Any]] = {
    "diagnosis": log(report=RATE),
    "diagnosis alone": log() | {"diagnosis": RATE},
    "question": said("", lambda n, role, words: RATE if n == 20 else words),
    "reply": said("", lambda n, role, words: "<html><head><title>502</title></head></html>" if n == 21 else words),
    "body": said("", lambda n, role, words: '{"error": {"message": "no", "code": 500}}' if n == 20 else words),
    "trace": said("", lambda n, role, words: "Traceback (most recent call last):\n  File" if n == 20 else words),
    "breaks off": log(items=4, report=None) | {"diagnosis": RATE},
    "thinking": said("", lambda n, role, words: f"<think>Hm.</think>{RATE}" if n == 20 else words),
}


def test_a_providers_error_is_a_failed_chat_and_no_wrong_diagnosis(
    anamnesis: Anamnesis, jsonl: Jsonl, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    records = [value | {"id": name} for name, value in FAILED.items()]
    run = anamnesis("benchmark", "run", jsonl(log(id="whole"), *records), "--out", out, *QUICK)
    assert run.code == 0, run.err
    published, rules = (systems(run)[name] for name in ("published: some-model", "rules"))
    counts = ("done", "truncated", "failed", "errors")
    assert [published[name] for name in counts] == [1, 0, len(FAILED), 0]
    assert (published["top1"]["n"], published["top1"]["value"]) == (1, 1)
    assert [rules[name] for name in counts] == [3, 1, 5, 0]  # what the patient said is whole where the diagnosis failed
    told = json.loads((out / "report.json").read_text())
    named = {one["id"]: one["reason"] for one in told["failures"] if one["system"] == "published: some-model"}
    assert set(named) == set(FAILED)
    assert named["diagnosis"] == "the diagnosis is a provider's error (429), not words"
    assert named["question"] == "turn 21 (interviewer) is a provider's error (429), not words"
    for suffix in ("md", "html", "json", "csv"):
        text = (out / f"report.{suffix}").read_text()
        assert "failed" in text
        assert "sk-1" not in text
    assert "question (published: some-model): turn 21" in run.err
    again = anamnesis("benchmark", "run", jsonl(log(id="whole"), *records), "--out", out, *QUICK)
    assert systems(again)["published: some-model"]["failed"] == len(FAILED)


def test_a_failed_chat_is_not_replayed(anamnesis: Anamnesis, jsonl: Jsonl) -> None:
    run: Run = anamnesis("replay", jsonl(plainly(FAILED["question"] | {"id": "bad"}), plainly(log(id="good"))))
    assert run.code == 1
    assert [answer.get("status") for answer in run.answers if answer["id"] == "good"] == ["completed"]
    assert "a failed chat: turn 21 (interviewer)" in run.out + run.err
