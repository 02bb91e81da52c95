"""Which engine answers: the arguments that every batch command shares."""

import argparse

RULES = "rules"


def add_arguments(parser: argparse.ArgumentParser, what: str) -> None:
    """The file and `--engine`; `what` says what one line of the file holds."""
    parser.add_argument("file", metavar="FILE", help=f"{what}, one JSON object a line; - reads stdin")
    parser.add_argument("--engine", type=known, default=RULES, metavar="NAME", help="who answers (default: rules)")


def known(name: str) -> str:
    """The name of an engine that this version has. Raises ArgumentTypeError for any other."""
    if name != RULES:
        raise argparse.ArgumentTypeError(f"no engine {name!r}: only 'rules' is available in this version")
    return name
