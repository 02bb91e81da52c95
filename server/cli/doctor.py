"""Say what is set up, what can be reached and what is missing. No key is ever shown, only whether it is set.

`ok`: there. `note`: missing, and something else stands in. `failed`: the product cannot run without it.
`--ping` sends one tiny call to each model that is set up. It waits up to 20 seconds for an answer, and up to 3 minutes
for a model at an address of your own, which may have to be loaded first. Exit code: 0 when the product can run, 1
otherwise.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.llm.providers import Providers
    from server.checks import Check
    from server.settings import Settings

CANNOT_RUN = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Whether to call the models, and how to print."""
    parser.add_argument("--ping", action="store_true", help="call each model that is set up, once")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def execute(options: argparse.Namespace) -> int:
    """Look and print: 0 when the product can run, 1 when it cannot."""
    from server.checks import State

    fails = False
    for check in _checks(options.ping):
        sys.stdout.write(f"{check.model_dump_json()}\n" if options.json else f"{_line(check)}\n")
        sys.stdout.flush()
        fails = fails or check.state is State.FAILED
    return CANNOT_RUN if fails else 0


def _checks(calls: bool) -> "Iterator[Check]":
    from pydantic import ValidationError

    from server.checks import Check, State, installation
    from server.settings import Settings

    try:
        settings = Settings()
    except ValidationError as wrong:
        for part in wrong.errors(include_input=False):
            name = "ANAMNESIS_" + ".".join(map(str, part["loc"])).upper()
            yield Check(name=name, state=State.FAILED, detail=part["msg"])
        return
    yield from installation(settings)
    yield from _models(settings, calls)


def _models(settings: "Settings", calls: bool) -> "Iterable[Check]":
    from agents.llm.providers import Providers
    from agents.llm.spec import Credentials
    from server.checks import Check, State
    from server.engines.models import environment
    from server.engines.overview import OFF, rows
    from server.engines.reachability import ping, setup
    from server.engines.roles import models_in_use
    from server.settings import RULES

    for row in rows(settings):
        by = {"setting": "by its setting", "driver": "with the driver", "choice": "may be chosen", "lock": "locked",
              "assessment": "with the assessment"}  # fmt: skip
        warm = "" if row.temperature is None else f" at temperature {row.temperature:g}"
        yield Check(name=row.role, state=State.OK, detail=f"{row.engine}{warm}, {by[row.by]}")
    credentials = Credentials.read(environment())
    named = [row.engine for row in rows(settings) if row.engine not in (RULES, OFF)]
    names = list(dict.fromkeys((*models_in_use(settings), *named)))
    for name in names:
        yield setup(name, credentials, rows(settings), settings.privacy)
    if calls:
        wanted = [one for one in names if setup(one, credentials, privacy=settings.privacy).state is State.OK]
        _announce(wanted, Providers(credentials))
        yield from asyncio.run(ping(wanted, credentials, settings.privacy))


def _announce(names: list[str], models: "Providers") -> None:
    """Say on standard error what is called now and how long that may take."""
    from server.engines.reachability import patience

    told = ", ".join(f"{name} (at most {patience(models, name):.0f} s)" for name in names)
    if told:
        sys.stderr.write(f"Calling {told}. A model of your own may have to be loaded first.\n")


def _line(check: "Check") -> str:
    return f"  {check.state.value:<8}{check.name:<34}{check.detail}"
