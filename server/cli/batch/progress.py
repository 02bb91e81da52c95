"""The progress bar of the batch commands: on stderr, and only when a person is looking."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def watched(things: Iterable[T], unit: str, total: int | None = None) -> Iterator[T]:
    """The same things one by one, counted on a bar when stderr is a terminal. `total` is their number where known."""
    if not sys.stderr.isatty():
        yield from things
        return
    from tqdm import tqdm  # type: ignore[import-untyped]  # it ships no types

    yield from tqdm(things, unit=f" {unit}", total=total, file=sys.stderr, dynamic_ncols=True)
