"""Hold one interview in this terminal; it ends with the report in Markdown.

Answer in your own words. "skip", "go back", "what do you mean?" and "can we stop here?" are understood. Nothing is
stored but the report, and that only with --report. Ctrl-D leaves.
"""

import argparse
import asyncio
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from agents.diagnostician.port import Mode
from agents.domain import level1
from agents.domain.phase import OVER, Phase
from agents.errors import CorrectInput
from agents.interview import events as ev
from agents.interview.patient_input import MAX_CHARACTERS
from agents.interview.session import Session
from agents.interviewer.port import Purpose
from server.cli import UNWRITABLE
from server.cli.batch.engine_arguments import known
from server.cli.batch.lines import ANSWERED, NOT_STARTED, say
from server.cli.batch.offline_team import offline_team

WIDEST = 88
LEFT_UNFINISHED = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default=Mode.SCREENING.value)
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the report there (default: to the terminal)")
    parser.add_argument("--overwrite", action="store_true", help="replace the FILE of --report")
    parser.add_argument("--label", default="", help="your own mark for the report, never a name")
    parser.add_argument("--engine", type=known, default="rules", metavar="NAME", help="who leads (default: rules)")


def execute(options: argparse.Namespace) -> int:
    """Holds the interview: 0 when it came to its end, 1 when it was left, 2 when --report names no place
    for a report, 3 when writing it there failed."""
    try:
        if options.report is not None:
            _check(options.report, options.overwrite)
    except CorrectInput as wrong:
        say(str(wrong))
        return NOT_STARTED
    return asyncio.run(_hold(options))


def _check(path: Path, overwrite: bool) -> None:
    """Raises CorrectInput where no report can be written; leaves everything as it was."""
    if path.is_file() and not overwrite:
        raise CorrectInput(f"{path} is there already: choose another name, or --overwrite it")
    fresh = not path.exists()
    try:
        path.open("a").close()
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise CorrectInput(f"{path}: {why}. Name a file in a folder that exists and that you may write to") from None
    if fresh:
        path.unlink()


async def _hold(options: argparse.Namespace) -> int:
    session = await Session.start(offline_team(), "terminal", mode=Mode(options.mode), label=options.label)
    _show(session.events)
    while session.state.phase not in OVER:
        words = _listen()
        if words is None:
            sys.stdout.write("\nThe interview was left before its end; there is no report.\n")
            return LEFT_UNFINISHED
        if not words:
            _print("Please write a few words, or type: skip")
        elif len(words) > MAX_CHARACTERS:
            _print(f"Please write that in parts of at most {MAX_CHARACTERS:,} characters.")
        else:
            _show(await session.say(words))
    if session.state.phase is Phase.REPORT:
        await session.finish()
        return _deliver(session.events, options.report)
    return ANSWERED


def _listen() -> str | None:
    """What the patient types; None at the end of the input."""
    if sys.stdin.isatty():
        sys.stdout.write("> ")
        sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None


def _show(events: Iterable[ev.Event]) -> None:
    for event in events:
        if isinstance(event, ev.Told):
            if event.purpose is Purpose.QUESTION:
                _print(f"({event.progress.answered + 1} of {level1.ITEM_COUNT})")
            _print(event.text)


def _print(text: str) -> None:
    width = min(WIDEST, shutil.get_terminal_size().columns)
    lines = [textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False) for line in text.splitlines()]
    sys.stdout.write("\n" + "\n".join(lines) + "\n")
    sys.stdout.flush()


def _deliver(events: Iterable[ev.Event], path: Path | None) -> int:
    report = "\n\n".join(event.markdown.strip() for event in events if isinstance(event, ev.Reported)) + "\n"
    if path is None:
        sys.stdout.write("\n" + report)
        return ANSWERED
    try:
        path.write_text(report, "utf-8")
    except OSError as wrong:
        say(f"{path}: {(wrong.strerror or str(wrong)).lower()}; the report follows here instead")
        sys.stdout.write("\n" + report)
        return UNWRITABLE
    _print(f"The report is in {path}.")
    return ANSWERED
