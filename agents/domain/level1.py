"""The DSM-5 Level-1 Cross-Cutting Symptom Measure (adult, self-rated): 23 items in 13 domains, scored 0-4.

The wording lives in `level1.toml` with its rights notice. A domain's severity is its highest item; the measure has no
total score. Thresholds for further inquiry are the form's own: 2, or 1 for suicidal ideation, psychosis and substance
use.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from agents.domain.value import Value

ITEM_COUNT: Final = 23
HARM_ITEM: Final = 11
MAX_SCORE: Final = 4


class Anchor(Value):
    """One step of the answer scale. `label` is by days of fourteen."""

    score: int
    label: str


class Item(Value):
    """One question of the measure; `id` is 1-23, `text` verbatim, `short` reads right beside how often; `formerly` is
    what stands for that in reports that were stored earlier."""

    id: int
    short: str
    formerly: str = ""
    text: str


class Domain(Value):
    """A group of items. `threshold` is the item score (1 or 2) from which the form asks for a closer look."""

    key: str
    title: str
    threshold: int
    items: tuple[Item, ...]
    level2: str | None = None

    def severity(self, scores: Mapping[int, int]) -> int | None:
        """The highest score among this domain's items that have one, or None when none has."""
        return max((scores[item.id] for item in self.items if item.id in scores), default=None)

    def over(self, scores: Mapping[int, int]) -> bool:
        """Whether the form asks for a closer look: its severity is known and at or over the threshold."""
        return (self.severity(scores) or 0) >= self.threshold

    def known(self, scores: Mapping[int, int]) -> int | None:
        """The severity; None while an item without a score might still bring it to the threshold."""
        whole = self.over(scores) or all(item.id in scores for item in self.items)
        return self.severity(scores) if whole else None


class Instrument(Value):
    """The whole measure as data."""

    title: str
    rights: str
    stem: str
    window_days: int
    anchors: tuple[Anchor, ...]
    domains: tuple[Domain, ...]


@cache
def instrument() -> Instrument:
    """The measure, read once from the data file beside this module."""
    return Instrument.model_validate(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")))


@cache
def items() -> Mapping[int, Item]:
    """Every item by its number, in the form's order."""
    return {item.id: item for domain in instrument().domains for item in domain.items}


@cache
def domain_of(item_id: int) -> Domain:
    """The domain that holds an item. Raises KeyError for a number that is not an item's."""
    for domain in instrument().domains:
        if any(item.id == item_id for item in domain.items):
            return domain
    raise KeyError(item_id)


def anchor(score: int) -> str:
    """The scale's label for a score 0-4."""
    return instrument().anchors[score].label
