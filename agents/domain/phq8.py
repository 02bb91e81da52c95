"""The PHQ-8: eight items scored 0-3 by days of fourteen, total 0-24 (Kroenke et al., 2009)."""

import tomllib
from functools import cache
from pathlib import Path

from agents.domain.value import Value


class Anchor(Value):
    """One step of the scale; `days` is the inclusive range of days of fourteen."""

    score: int
    label: str
    days: tuple[int, int]


class Item(Value):
    """One question; `key` is the name used in the DAIC-WOZ labels."""

    key: str
    text: str


class Severity(Value):
    """A band of the total score, both ends included."""

    name: str
    low: int
    high: int


class Instrument(Value):
    """The whole scale as data."""

    rights: str
    anchors: tuple[Anchor, ...]
    items: tuple[Item, ...]
    severities: tuple[Severity, ...]


@cache
def instrument() -> Instrument:
    """The scale, read once from the data file beside this module."""
    return Instrument.model_validate(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")))


def severity(total: int) -> Severity:
    """The band of a total 0-24. Raises ValueError outside that range."""
    for band in instrument().severities:
        if band.low <= total <= band.high:
            return band
    raise ValueError(f"a PHQ-8 total is 0-24, not {total}")
