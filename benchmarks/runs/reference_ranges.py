"""The usual ranges of metrics' figures, from the results of a batch over published conversations, as TOML for
`figures.toml`. Figures of reports depend on their layout and are left out.

python -m benchmarks.runs.reference_ranges DIR/results.jsonl
"""

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.cards.figures import explained
from benchmarks.metrics import metrics
from benchmarks.runs.results import Result, Status

LEAST: Final = 20
"""The fewest conversations that give a range."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the entries."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.runs.reference_ranges", description=__doc__)
    parser.add_argument("results", type=Path)
    lines = parser.parse_args(arguments).results.read_text("utf-8").splitlines()
    found = [Result.model_validate_json(line) for line in lines]
    sys.stdout.write("\n".join(entries(found)) + "\n")
    return 0


def entries(found: Sequence[Result]) -> Iterator[str]:
    """For each figure of the conversation: first quartile, median, third quartile, count."""
    published = [one for one in found if one.system.startswith("published") and one.status is Status.DONE]
    for key, figure in explained().items():
        measured = (each.value for one in published for each in one.measures if each.key == key)
        values = [value for value in measured if value is not None]
        if figure.part in metrics() and len(values) >= LEAST:
            low, median, high = (round(value, 3) for value in statistics.quantiles(values, n=4, method="inclusive"))
            yield f'[usual."{key}"]\nlow = {low}\nmedian = {median}\nhigh = {high}\nn = {len(values)}'


if __name__ == "__main__":
    sys.exit(main())
