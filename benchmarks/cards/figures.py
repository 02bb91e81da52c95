"""What each figure of a report card means: read from `figures.toml`, shown on demand beside the number."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, Literal

from agents.domain.value import Value

_REPLAY: Final = "replay:"


class Range(Value):
    """The middle half of what published conversations have (first to third quartile), with the median and `n` of them.
    They are no norms: the conversations are simulated."""

    low: float
    median: float
    high: float
    n: int


class Explained(Value):
    """One figure. `unit` is empty for a bare number; `digits` after the point; `better` which way is better where that
    can be said; `formula` and `source` are for people; `usual` from published conversations, where it was measured."""

    key: str
    part: str
    title: str
    unit: str = ""
    digits: int = 2
    better: Literal["higher", "lower", "neither"] = "neither"
    plain: str
    formula: str
    source: str
    low: float | None = None
    high: float | None = None
    usual: Range | None = None


class Titled(Value):
    """A part: its title and one sentence about it."""

    key: str
    title: str
    plain: str


@cache
def explained() -> dict[str, Explained]:
    """Every figure by its key, in the order in which cards show them."""
    table = _table()
    usual = table.get("usual", {})
    return {
        key: Explained.model_validate({**entry, "key": key, "usual": usual.get(key)})
        for key, entry in table["figures"].items()
    }


@cache
def titled() -> dict[str, Titled]:
    """Every part by its key; replays share the key `replay`."""
    return {key: Titled.model_validate({**entry, "key": key}) for key, entry in _table()["parts"].items()}


def part_of(key: str) -> Titled:
    """What a part is called. Raises KeyError for a key that is none."""
    return titled()["replay" if key.startswith(_REPLAY) else key]


def figures_of(part: str) -> tuple[Explained, ...]:
    """The figures of a part."""
    known = part_of(part).key
    return tuple(figure for figure in explained().values() if figure.part == known)


@cache
def _table() -> dict[str, dict[str, dict[str, object]]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
