"""Measure conversations, reports and engines.

    anamnesis benchmark run DATASET      every conversation of a dataset, and engines that hold or diagnose it anew
    anamnesis benchmark personas FILE    hidden scores of 23 items against what an interview finds
    anamnesis benchmark card FILE        the report card of one snapshot, as JSON

DATASET is a .jsonl or .json file or a folder of them. Its records may be snapshots and profiles (finished interviews),
personas, and published conversations such as the chat logs of DSM5AgentFlow, as they are. A run goes on where an
earlier one was broken off. docs/benchmarks.md describes formats and figures.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from agents.diagnostician.port import Mode
from agents.errors import AnamnesisError, CorrectInput
from server.cli.batch.lines import ANSWERED, NOT_STARTED, SOME_BAD, say
from server.settings import RULES, engine

MOST_WORKERS = 64


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="run|personas|card")
    run = kinds.add_parser("run", help="a whole dataset", description="Measure a whole dataset.")
    run.add_argument("dataset", type=Path, metavar="DATASET")
    _engines(run)
    run.add_argument("--as-is", action="store_true", help="no engine: only what the records hold themselves")
    run.add_argument("--workers", type=_workers, default=1, metavar="N", help="processes (default 1)")
    run.add_argument("--mode", choices=[mode.value for mode in Mode], default=Mode.DIAGNOSTIC.value)
    run.add_argument("--parts", default="", metavar="A,B", help="parts of the card (default: all but the judge)")
    run.add_argument("--limit", type=int, metavar="N", help="the first N records only")
    run.add_argument("--out", type=Path, metavar="DIR", help="results and reports (default: var/benchmarks/DATASET)")
    personas = kinds.add_parser("personas", help="hidden scores against found ones", description="Measure personas.")
    personas.add_argument("file", type=Path, metavar="FILE")
    _engines(personas)
    personas.add_argument("--out", type=Path, metavar="DIR", help="write the tables there too")
    card = kinds.add_parser("card", help="one snapshot", description="The report card of one snapshot.")
    card.add_argument("file", type=Path, metavar="FILE")
    _engines(card)
    card.add_argument("--parts", default="", metavar="A,B", help="only these parts")


def _engines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        action="append",
        type=_engine,
        metavar="NAME",
        help=f"{RULES} or provider/model; may be given several times (default: {RULES})",
    )


def _engine(name: str) -> str:
    try:
        return engine(name)
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from None


def _workers(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"1 to {MOST_WORKERS} workers, not {text!r}")
    return int(text)


def execute(options: argparse.Namespace) -> int:
    """Measures: 0 when all is done, 1 when some records could not be read or measured, 2 when nothing was."""
    as_is = getattr(options, "as_is", False)
    options.engines = () if as_is else tuple(dict.fromkeys(options.engine or [RULES]))
    try:
        match options.what:
            case "run":
                return _run(options)
            case "personas":
                from server.cli.benchmarking.personas import measure

                return measure(options.file, options.engines, options.out)
            case _:
                from server.cli.benchmarking.card import card

                return card(options.file, options.engines, _names(options.parts))
    except AnamnesisError as failed:
        say(str(failed))
        return NOT_STARTED


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _run(options: argparse.Namespace) -> int:
    from benchmarks.runs.aggregate import aggregate
    from benchmarks.runs.batch import Plan, Task, run_batch
    from benchmarks.runs.dataset import read
    from benchmarks.runs.examining import parts_of, systems
    from benchmarks.runs.results import Settings as Asked
    from benchmarks.runs.results import Status, Store
    from benchmarks.runs.writing import write
    from server.cli.benchmarking.progress import reported
    from server.engines.benchmarks import open_shop
    from server.settings import Settings

    settings = Settings()
    parts = parts_of(_names(options.parts))
    entries = list(read(options.dataset))[: options.limit]
    if not entries:
        raise CorrectInput(f"{options.dataset} holds no record that can be measured")
    _check_ids([entry.id for entry in entries])
    folder: Path = options.out or settings.data / "benchmarks" / options.dataset.stem
    asked = Asked(dataset=options.dataset.name, mode=options.mode, parts=parts, bertscore=settings.bertscore)
    store = Store(folder, asked)
    tasks = [Task(entry, system) for entry in entries for system in systems(entry, options.engines)]
    wanted = {task.key for task in tasks}
    left = len(wanted) - len([one for one in store.results if one.key in wanted])
    plan = Plan(open_shop, Mode(options.mode), parts)
    try:
        reported(run_batch(tasks, plan, store, options.workers), len(wanted) - left, left)
    finally:
        store.close()
    every = [one for one in store.results if one.key in wanted]
    found = aggregate(every)
    files = write(folder, found, asked)
    told: dict[str, Any] = {
        "systems": [one.model_dump(mode="json", exclude={"profiles", "confusion", "columns"}) for one in found.systems],
        "files": [str(file) for file in files],
    }
    sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    return SOME_BAD if any(one.status is Status.ERROR for one in every) else ANSWERED


def _check_ids(ids: list[str]) -> None:
    """Raises CorrectInput for a dataset in which two records have the same id: one would hide the other."""
    seen: set[str] = set()
    for identity in ids:
        if identity in seen:
            raise CorrectInput(f"two records have the id {identity!r}")
        seen.add(identity)
