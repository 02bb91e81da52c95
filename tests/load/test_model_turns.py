"""The two measuring programs run, at a small size; their figures are for a quiet machine to tell."""

import json
import subprocess
import sys

from agents.resources import CHECKOUT as ROOT


def last_line(*command: str) -> dict[str, object]:
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_turns_with_models_are_measured() -> None:
    small = ("--interviews", "3", "--turns", "2", "--think", "1", "--delay-ms", "100")
    figures = last_line("tests/load/model_turns.py", *small)
    assert figures["stoodIn"] == 0
    assert isinstance(figures["turn"], dict)
    assert figures["turn"]["count"] == 6
    assert figures["turn"]["p50"] >= 100


def test_a_turns_prompt_does_not_grow_with_the_interview_and_nobody_waits_for_two_calls() -> None:
    """Whole interviews with every role by a model that answers as it is asked."""
    done = subprocess.run(
        [sys.executable, "tests/load/model_cost.py"], cwd=ROOT, capture_output=True, text=True, timeout=240
    )
    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["trips"]["messages"] > 150
    assert figures["trips"]["p95"] <= 1.15
    assert 0.9 < figures["trips"]["mean"] <= 1.15
    rows = [
        line.split("|") for line in done.stdout.splitlines() if line.startswith(("| interviewer", "| risk", "| sc"))
    ]
    assert len(rows) == 3
    for row in rows:
        first, last = (int(part.replace(",", "")) for part in row[6].split(" and "))
        assert last <= 2 * first
