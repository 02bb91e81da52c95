"""The command `anamnesis`.

Each subcommand is a module of this package with two functions: `configure(parser)` declares its arguments and
`execute(options)` does the work and returns the exit code. A module is imported only when its command is chosen, so
that `anamnesis --help` stays quick.
"""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NamedTuple

UNWRITABLE: Final = 3
INTERRUPTED: Final = 130  # 128 + SIGINT, what a shell reports for Ctrl-C
BROKEN_PIPE: Final = 141  # 128 + SIGPIPE, what a shell reports for `... | head`

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Command(NamedTuple):
    """One subcommand: the module that holds it and the line that the help shows."""

    module: str
    summary: str


COMMANDS: Final = {
    "run": Command("run", "start the server with everything it needs"),
    "worker": Command("worker", "start a background worker"),
    "sign-in-link": Command("sign_in_link", "print a one-time link that signs in"),
    "account": Command("account", "create and manage staff accounts"),
    "interview": Command("interview", "hold one interview in this terminal"),
    "score": Command("score", "score single replies (JSON Lines)"),
    "risk": Command("risk", "read messages for risk (JSON Lines)"),
    "replay": Command("replay", "run whole interviews through the machine (JSON Lines)"),
    "impressions": Command("impressions", "form provisional impressions of whole interviews (JSON Lines)"),
    "assess": Command("assess", "assess transcripts of free interviews on the PHQ-8 (JSON Lines)"),
    "transcripts": Command("transcripts", "clean transcripts and write them with a manifest"),
    "benchmark": Command("benchmark", "measure conversations, reports and engines: datasets, personas, one card"),
    "references": Command("references", "build and manage the PHQ-8 reference stores"),
    "ingest": Command("ingest", "read a book into the reference library"),
    "retrieve": Command("retrieve", "search the reference library (JSON Lines)"),
    "reproduce": Command("reproduce", "score labelled interviews and keep the results"),
    "evaluate": Command("evaluate", "errors, coverage, selective prediction and calibration of such runs"),
    "models": Command("models", "list roles, engines, locks and prices"),
    "doctor": Command("doctor", "say what is set up, reachable and missing"),
    "stub-llm": Command("stub_llm", "run the scripted model provider (for tests and demonstrations)"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 some input was bad, 2 it could not start, 3 its output could
    not be written."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _dispatch(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as failed:
        if failed.errno not in _NO_ROOM:
            raise
        _drop_output()
        sys.stderr.write(f"anamnesis: cannot write: {os.strerror(failed.errno).lower()}. Make room and run it again.\n")
        return UNWRITABLE
    except KeyboardInterrupt:
        return INTERRUPTED


def _drop_output() -> None:
    """What is not yet written goes nowhere, so that the end of the process does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(given: list[str]) -> int:
    command = COMMANDS.get(given[0]) if given else None
    if command is None:
        return _overview(given)
    module = import_module(f"server.cli.{command.module}")
    parser = argparse.ArgumentParser(prog=f"anamnesis {given[0]}", description=module.__doc__, formatter_class=_Plain)
    module.configure(parser)
    code: int = module.execute(parser.parse_args(given[1:]))
    return code


class _Plain(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of a module's docstring."""


def _overview(given: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="anamnesis", description="A therapist's screening server.")
    listed = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        listed.add_parser(name, help=command.summary, add_help=False)
    parser.epilog = "`anamnesis COMMAND --help` describes one command."
    parser.parse_args(given)
    return 2
