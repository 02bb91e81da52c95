"""Score labelled interviews and keep the results, for `anamnesis evaluate`.

Writes a folder: run.json (settings, code, digests of data and prompts), predictions.jsonl, failures.jsonl; no word of a
transcript is kept. `--resume FOLDER` finishes a run that broke off: finished participants stay, failed ones are
tried again. The last line of the output is one JSON object.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Final

from agents.errors import AnamnesisError
from server.cli.batch.labelled_arguments import add_arguments, selection
from server.cli.batch.lines import ANSWERED, NOT_STARTED, SOME_BAD, say

MODES: Final = {"zero-shot": ("zero-shot",), "few-shot": ("few-shot",), "both": ("zero-shot", "few-shot")}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    add_arguments(parser)
    parser.add_argument("--mode", choices=list(MODES), default="zero-shot")
    parser.add_argument("--engine", default="rules", metavar="NAME", help="rules (default) or provider/model")
    parser.add_argument("--samples", type=int, default=1, metavar="N", help="scores asked for N times (default 1)")
    parser.add_argument("--references", metavar="STORE", help="the reference store of few-shot")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N participants")
    parser.add_argument(
        "--at-once", type=int, default=4, metavar="N", help="participants under way at a time (default 4)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("runs"), metavar="DIR", help="where runs are kept (default runs)"
    )
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="finish this run")


def execute(options: argparse.Namespace) -> int:
    """Run: 0 all done, 1 some participants failed, 2 it could not start."""
    from pydantic import ValidationError

    from benchmarks.phq8.records import Mode
    from server.assessments.reproduction import Order, reproduce
    from server.json_lines import faults
    from server.settings import Settings, engine

    try:
        order = Order(
            data=selection(options),
            modes=tuple(Mode(mode) for mode in MODES[options.mode]),
            engine=engine(options.engine),
            samples=_positive(options.samples, "--samples"),
            store=options.references,
            limit=None if options.limit is None else _positive(options.limit, "--limit"),
            at_once=_positive(options.at_once, "--at-once"),
            parent=options.out,
            resume=options.resume,
        )
        done = asyncio.run(reproduce(order, Settings(), _progress))
    except ValidationError as wrong:
        say(faults(wrong))
        return NOT_STARTED
    except (AnamnesisError, OSError, ValueError) as wrong:
        say(str(wrong))
        return NOT_STARTED
    told = {"run": done.folder.about["id"], "folder": str(done.folder.path), "done": done.done, "before": done.before}
    sys.stdout.write(json.dumps({**told, "failed": done.failed}) + "\n")
    return SOME_BAD if done.failed else ANSWERED


def _positive(number: int, name: str) -> int:
    if number < 1:
        raise ValueError(f"{name}: at least 1")
    return number


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {total} participants{'' if done < total else chr(10)}")
