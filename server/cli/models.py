"""List the roles of an interview and the stages of an assessment: who serves each, what is locked, what each costs.

Which model serves a role is a setting (ANAMNESIS_INTERVIEWER, _SCORER, _RISK, _DIAGNOSTICIAN, _REPORTER); a role that
is not set uses the interview's driver. Stages: ANAMNESIS_ASSESSMENT, or _ASSESSOR, _ASSESSMENT_JUDGE, _QUANTIFIER,
_META_REVIEWER, _REFERENCES_CHECKER. Prices are in USD for a million tokens.
"""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.engines.overview import Row

CANNOT_START = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """A table for people, or JSON Lines."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def execute(options: argparse.Namespace) -> int:
    """Print: 0 done, 2 when a setting is not right."""
    from pydantic import ValidationError

    from server.cli.batch.lines import say
    from server.engines.overview import rows
    from server.settings import Settings

    try:
        found = rows(Settings())
    except ValidationError as wrong:
        say("; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in wrong.errors()))
        return CANNOT_START
    if options.json:
        sys.stdout.write("".join(f"{row.model_dump_json(by_alias=True)}\n" for row in found))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _table(found)))
    return 0


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
