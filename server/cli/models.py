"""List the roles of an interview and the stages of an assessment: who serves each, what is locked, what each costs.

Which model serves a role is a setting (ANAMNESIS_INTERVIEWER, _SCORER, _RISK, _DIAGNOSTICIAN, _REPORTER); a role that
is not set uses the interview's driver. Stages: ANAMNESIS_ASSESSMENT, or _ASSESSOR, _ASSESSMENT_JUDGE, _QUANTIFIER,
_META_REVIEWER, _REFERENCES_CHECKER. Prices are in USD for a million tokens.

`anamnesis models check NAME` puts some 75 fixed, invented tasks to a model and says which roles it is fit for; NAME is
`provider/model`, or `rules` for the rule engine and its learnt reader. The result is kept in the database and shown to
admins. A model that was not checked, or is not fit, is marked wherever it can be chosen.
"""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.fitness.checking import Checked
    from server.engines.overview import Row

CANNOT_START = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """A table for people, or JSON Lines; and the check of one model."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    check = actions.add_parser("check", help="which roles a model is fit for")
    check.add_argument("name", metavar="NAME", help="provider/model, or rules")
    check.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON object")
    check.add_argument("--lines", type=int, default=1, metavar="N", help="tasks at the same time (default 1)")
    check.add_argument("--no-keep", dest="keep", action="store_false", help="do not keep the result in the database")


def execute(options: argparse.Namespace) -> int:
    """Print: 0 done, 1 a model that is unfit for a role, 2 when a setting is not right or the model can't be called."""
    from pydantic import ValidationError

    from server.cli.batch.lines import say
    from server.json_lines import faults
    from server.settings import Settings

    try:
        settings = Settings()
    except ValidationError as wrong:
        say(faults(wrong))
        return CANNOT_START
    if options.action == "check":
        from server.cli.models_check import run

        return run(options, settings)
    from server.cli.models_check import known_checks
    from server.engines.overview import rows

    found, checks = rows(settings), known_checks(settings)
    if options.json:
        sys.stdout.write("".join(f"{_json(row, checks)}\n" for row in found))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in (*_table(found), *_doubts(found, checks))))
    return 0


def _json(row: "Row", checks: "dict[str, Checked] | None") -> str:
    import json

    return json.dumps({**row.model_dump(mode="json", by_alias=True), "doubt": _doubt(row, checks)})


def _doubt(row: "Row", checks: "dict[str, Checked] | None") -> str | None:
    """What speaks against an engine in its role; None for the rules, and where no database can be asked."""
    from benchmarks.fitness.checking import ROLES
    from server.engines.fitness import doubt
    from server.engines.overview import OFF, check_roles
    from server.settings import RULES

    if checks is None or row.engine in (RULES, OFF) or row.by == "lock":
        return None
    return doubt(checks.get(row.engine), ROLES[:5] if row.role == "driver" else check_roles(row.role))


def _doubts(found: "tuple[Row, ...]", checks: "dict[str, Checked] | None") -> "Iterator[str]":
    if checks is None:
        return
    said = dict.fromkeys(f"Warning: {row.engine} as {row.role}: {why}" for row in found if (why := _doubt(row, checks)))
    if said:
        yield from ("", *said, "Check a model with: anamnesis models check NAME")


def _table(found: "tuple[Row, ...]") -> list[str]:
    from agents.llm.prices import price_list

    widest = max(len(row.engine) for row in found)
    head = f"{'role':<19}{'engine':<{widest + 2}}{'decided by':<12}{'input':>8}{'output':>8}{'cached':>8}"
    lines = [f"{row.role:<19}{row.engine:<{widest + 2}}{row.by:<12}{_prices(row)}" for row in found]
    prices = price_list()
    return [head, *lines, "", f"USD for a million tokens as of {prices.as_of}, from {prices.source}; - is not known."]


def _prices(row: "Row") -> str:
    if row.engine == "rules":
        return f"{'free':>8}"
    price = row.price
    given = (price.input, price.output, price.cached) if price else (None, None, None)
    shown = "".join(f"{'-' if one is None else f'{one:g}':>8}" for one in given)
    return shown if row.temperature is None else f"{shown}  at temperature {row.temperature:g}"
