"""Evaluate runs of `anamnesis reproduce`: errors, coverage, selective prediction, calibration; compare two runs.

One RUN (a folder, or FOLDER:zero-shot, FOLDER:few-shot) gives its figures; further RUNs are compared with the first, at
equal coverage by default. Prints one JSON object; intervals are 95 % by the bootstrap over participants. `totals` says
how often a run's scores settle the severity, and under `missingAsZero` what papers report: open items counted as 0.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from agents.errors import CorrectInput
from server.cli.batch.lines import ANSWERED, NOT_STARTED, say

if TYPE_CHECKING:
    from benchmarks.phq8.records import Record
    from benchmarks.selective.prediction import Table

CONFIDENCES: Final = ("confidence", "evidence", "similarity", "agreement")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("runs", nargs="+", metavar="RUN", help="a run's folder; FOLDER:MODE where it holds two modes")
    parser.add_argument("--confidence", choices=CONFIDENCES, default="confidence", help="what orders the answers")
    parser.add_argument("--coverage", type=float, metavar="C", help="areas up to this coverage (0-1)")
    parser.add_argument("--own-coverage", action="store_true", help="single figures up to each run's own maximum alone")
    parser.add_argument("--resamples", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=20_240_606, metavar="N")
    parser.add_argument("--calibrate-on", metavar="RUN", help="learn the calibration there (default: cross-validation)")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw risk against coverage")


def execute(options: argparse.Namespace) -> int:
    """Evaluate: 0 done, 2 the runs can't be evaluated."""
    try:
        told = _evaluated(options)
    except (CorrectInput, OSError) as wrong:
        say(str(wrong))
        return NOT_STARTED
    sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
    return ANSWERED


@dataclass(frozen=True)
class Run:
    """One run in one mode."""

    name: str
    records: "list[Record]"
    table: "Table"
    failed: tuple[str, ...]
    digest: str | None


def _evaluated(options: argparse.Namespace) -> dict[str, Any]:
    from benchmarks.selective.figures import compared
    from benchmarks.selective.resampling import Resampling

    if options.resamples < 100:
        raise CorrectInput("--resamples: at least 100")
    how = Resampling(resamples=options.resamples, seed=options.seed)
    runs = [_run(one, options.confidence) for one in options.runs]
    learned = _run(options.calibrate_on, options.confidence) if options.calibrate_on else None
    equal = options.coverage if options.own_coverage or len(runs) == 1 else _equal(runs, options.coverage)
    told: dict[str, Any] = {
        "confidence": options.confidence,
        "resampling": how.model_dump(mode="json"),
        "runs": [_figures(one, how, equal, learned) for one in runs],
    }
    if len(runs) > 1:
        told["comparisons"] = [
            {"of": one.name, "with": runs[0].name}
            | compared(runs[0].table, one.table, how, options.coverage).model_dump(mode="json")
            for one in runs[1:]
        ]
    if options.plot:
        _draw(options.plot, runs, equal if len(runs) > 1 else None)
        told["plot"] = str(options.plot)
    return told


def _run(given: str, confidence: str) -> Run:
    from benchmarks.phq8.folder import RunFolder
    from benchmarks.phq8.records import Mode, table

    path, colon, mode = given.rpartition(":")
    chosen = mode if colon and mode in set(Mode) else None
    folder = RunFolder.open(Path(path if chosen else given))
    records = folder.records(Mode(chosen) if chosen else None)
    modes = sorted({one.mode for one in records})
    if not records:
        raise CorrectInput(f"{given}: no participant was scored")
    if len(modes) > 1:
        raise CorrectInput(f"{given} holds {' and '.join(modes)}: say which, as {given}:{modes[0]}")
    done = {one.id for one in records}
    failed = sorted({one.id for one in folder.failures() if one.mode == modes[0]} - done)
    name = f"{folder.about['id']}:{modes[0]}"
    return Run(name, records, table(records, confidence), tuple(failed), folder.about.get("dataDigest"))


def _equal(runs: Sequence[Run], wanted: float | None) -> float:
    """The highest coverage that all runs reach. Raises CorrectInput where one answers nothing."""
    reach = min(one.table.coverage for one in runs)
    if reach == 0:
        silent = ", ".join(one.name for one in runs if one.table.coverage == 0)
        raise CorrectInput(f"{silent} answers nothing: there is no coverage at which to compare")
    return min(reach, wanted or 1.0)


def _figures(one: Run, how: Any, until: float | None, learned: Run | None) -> dict[str, Any]:
    from benchmarks.phq8.totals import totals
    from benchmarks.selective.figures import figures
    from benchmarks.selective.trust import calibration

    told = figures(one.table, how, until).model_dump(mode="json")
    trust = calibration(one.table, how.seed, (learned.name, learned.table) if learned else None)
    return {
        "run": one.name,
        **told,
        "failedParticipants": list(one.failed),
        "abstention": _abstention(one.records),
        "totals": totals(one.records).model_dump(mode="json"),
        "calibration": trust.model_dump(mode="json"),
    }


def _abstention(records: "list[Record]") -> dict[str, Any]:
    """Of the items whose score the interview does not tell: how many were rightly left open. And why items were."""
    items = [item for record in records for item in record.items.values()]
    untold = [item for item in items if item.untold]
    reasons: dict[str, int] = {}
    for item in items:
        if item.score is None:
            reasons[item.reason] = reasons.get(item.reason, 0) + 1
    right = sum(item.score is None for item in untold)
    share = right / len(untold) if untold else None
    return {"untold": len(untold), "rightly": share, "reasons": dict(sorted(reasons.items()))}


def _draw(path: Path, runs: Sequence[Run], until: float | None) -> None:
    from benchmarks.selective.curve import by_confidence, curve
    from benchmarks.selective.plot import MOST, svg

    if len(runs) > MOST:
        raise CorrectInput(f"a plot holds {MOST} runs at the most")
    path.write_text(svg([(one.name, curve(one.table, by_confidence(one.table))) for one in runs], until), "utf-8")
