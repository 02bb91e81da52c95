"""Measure the rule engines on labelled files: a table for people, and as the last line one JSON object. Without files
they are those of ../shared/data, or, where there are none, the project's own; what is not measured is said.

The labels of the development data are readings by language models, not by clinicians, and its patients are simulated.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from agents.errors import CorrectInput
from benchmarks.training.figures.everything import measure
from benchmarks.training.figures.labelled import Labelled, read
from benchmarks.training.figures.own import NAME, own
from benchmarks.training.figures.table import lines

DEFAULT = Path("..") / "shared" / "data"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures and return the exit code: 0 measured, 2 no data or bad data."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training.figures", description=__doc__)
    parser.add_argument("--files", nargs="+", type=Path, metavar="PATH", help="files or folders (default: see above)")
    parser.add_argument("--no-speed", action="store_true", help="leave the timing out")
    options = parser.parse_args(arguments)
    try:
        labelled = _labelled(options.files)
    except CorrectInput as error:
        sys.stderr.write(f"bench-rules: {error}\n")
        return 2
    found = measure(labelled, timed=not options.no_speed)
    sys.stdout.write(
        "\n".join([*_missing(labelled), *lines(found), json.dumps(_rounded(found.model_dump(by_alias=False)))]) + "\n"
    )
    return 0


def _labelled(files: Sequence[Path] | None) -> Labelled:
    """The data of these files; without any, the development data or the project's own. Raises CorrectInput."""
    if files:
        return read(_files(files))
    return read(_files([DEFAULT])) if any(DEFAULT.glob("*.jsonl")) else own()


def _missing(labelled: Labelled) -> Iterator[str]:
    """Lines on what is measured, and what is not for lack of data."""
    kinds = {
        "replies to items": labelled.replies,
        "risk messages": labelled.messages,
        "personas": labelled.personas,
        "published interviews": labelled.published,
    }
    if NAME in labelled.messages:
        yield "The project's own examples, with which the rules were made: what is reached on what is known."
    if missing := [name for name, data in kinds.items() if not data]:
        yield f"Not measured, since there are none here: {', '.join(missing)}. make bench-rules FILES=... reads yours;"
        yield "docs/reading.md has the formats."
    yield ""


def _rounded(value: Any) -> Any:
    """The value with four decimal places. Names stay as the data spells them, not as in the product's JSON."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value


def _files(paths: Sequence[Path]) -> list[Path]:
    """The given .jsonl files, and those in the given folders. Raises CorrectInput when there are none."""
    found = [file for path in paths for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    missing = [str(file) for file in (found or paths) if not file.is_file()]
    if missing or not found:
        raise CorrectInput(
            f"no labelled data at {', '.join(missing) or ', '.join(map(str, paths))}; "
            "name files or folders with --files (make bench-rules FILES=...). docs/reading.md has their formats"
        )
    return found


if __name__ == "__main__":
    sys.exit(main())
