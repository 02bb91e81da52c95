"""All figures of one run, and of the difference between two."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np

from agents.domain import phq8
from agents.domain.value import Value
from agents.errors import CorrectInput
from benchmarks.selective import accuracy
from benchmarks.selective.curve import achievable, augrc, aurc, by_confidence, by_loss, curve, risk_at
from benchmarks.selective.prediction import Floats, Table
from benchmarks.selective.resampling import Interval, Resampling, distribution, interval, two_sided

COVERAGES: Final = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
WHY_EQUAL: Final = (
    "Areas are compared up to the same coverage, the lower of the two runs' own maxima. An area up to each run's own "
    "maximum rewards abstaining: whoever answers less is charged for less."
)


class Figure(Value):
    """A value with its interval; both None where nothing can be computed, never 0 instead."""

    value: float | None
    interval: Interval | None = None


class Difference(Value):
    """The second run minus the first; below 0 the second is lower. `p` is two-sided, by the bootstrap."""

    value: float | None
    interval: Interval | None = None
    p: float | None = None


class Figures(Value):
    """One run. `until` is the coverage up to which areas are computed. Losses are absolute errors in points (0-3)."""

    participants: int
    predictions: int
    answered: int
    until: float
    figures: dict[str, Figure]
    risk_at_coverage: dict[str, Figure]
    mae_by_item: dict[str, Figure]
    mae_of_subjects: dict[str, float | None]


class Comparison(Value):
    """Two runs on the predictions that both have. `until` as above."""

    participants: int
    predictions: int
    until: float
    why: str
    differences: dict[str, Difference]


def figures(table: Table, how: Resampling, until: float | None = None) -> Figures:
    """All figures of one run. `until` limits the areas' coverage; by default the run's own maximum."""
    _check_coverage(until)
    limit = min(until or 1.0, table.coverage)
    items = _items(table)
    one = {**_values(table, until, None), **_risks(table, None), **_of_items(table, items, None)}
    one |= {"aurcAchievable": _achievable(table, limit)}
    one["aurcExcessAchievable"] = one["aurcAchievable"] - one["aurcOptimal"]

    def statistic(weights: Floats) -> dict[str, Floats]:
        return {**_values(table, until, weights), **_risks(table, weights), **_of_items(table, items, weights)}

    many = distribution(statistic, len(table.participants), how)
    all_figures = {name: Figure(value=_known(value[0]), interval=_interval(many, name)) for name, value in one.items()}
    return Figures(
        participants=len(table.participants),
        predictions=len(table.predictions),
        answered=int(table.answered.sum()),
        until=limit,
        figures={name: figure for name, figure in all_figures.items() if ":" not in name},
        risk_at_coverage=_part(all_figures, "risk:"),
        mae_by_item=_part(all_figures, "mae:"),
        mae_of_subjects=accuracy.subjects(table),
    )


def compared(first: Table, second: Table, how: Resampling, until: float | None = None) -> Comparison:
    """The second run minus the first, on their common predictions; the same participants are drawn for both. Raises
    CorrectInput when they have none in common, or different known scores."""
    _check_coverage(until)
    keys = first.keys & second.keys
    if not keys:
        raise CorrectInput("the two runs have no participant's item in common")
    one, two = _aligned(first, keys), _aligned(second, keys)
    if [p.gold for p in one.predictions] != [p.gold for p in two.predictions]:
        raise CorrectInput("the two runs were made with different known scores: they can't be compared")
    statistic = partial(_differences, one, two, until)
    value, many = statistic(None), distribution(statistic, len(one.participants), how)
    return Comparison(
        participants=len(one.participants),
        predictions=len(keys),
        until=min(until or 1.0, one.coverage, two.coverage),
        why=WHY_EQUAL,
        differences={
            name: Difference(value=_known(found[0]), interval=interval(many[name]), p=two_sided(many[name]))
            for name, found in value.items()
        },
    )


def _differences(one: Table, two: Table, until: float | None, weights: Floats | None) -> dict[str, Floats]:
    reach = np.minimum(accuracy.coverage(one, weights), accuracy.coverage(two, weights))
    limit = np.minimum(until or 1.0, reach)
    first, second = _values(one, limit, weights), _values(two, limit, weights)
    both = one.answered & two.answered
    each = (np.ones((1, len(one.participants))) if weights is None else weights)[:, one.owners] * both
    total = each.sum(axis=1)
    summed = each @ np.nan_to_num(two.losses - one.losses)
    shared = np.divide(summed, total, out=np.full(len(total), np.nan), where=total > 0)
    return {name: second[name] - first[name] for name in first} | {"maeAnsweredByBoth": shared}


def _values(table: Table, until: float | Floats | None, weights: Floats | None) -> dict[str, Floats]:
    """The figures that have an interval. An area over no coverage is unknown."""
    limit = 1.0 if until is None else until
    ours, best = curve(table, by_confidence(table), weights), curve(table, by_loss(table), weights)
    areas = {
        "aurc": aurc(ours, limit),
        "aurcOptimal": aurc(best, limit),
        "augrc": augrc(ours, limit),
        "augrcOptimal": augrc(best, limit),
    }
    reached = ours.reach > 0
    areas = {name: np.where(reached, area, np.nan) for name, area in areas.items()}
    return {
        "coverage": accuracy.coverage(table, weights),
        "maeWeighted": accuracy.weighted(table, weights),
        "maeByItem": accuracy.over_items(table, weights),
        "maeBySubject": accuracy.over_subjects(table, weights),
        **areas,
        "aurcExcess": areas["aurc"] - areas["aurcOptimal"],
        "augrcExcess": areas["augrc"] - areas["augrcOptimal"],
    }


def _risks(table: Table, weights: Floats | None) -> dict[str, Floats]:
    ours = curve(table, by_confidence(table), weights)
    return {f"risk:{coverage:g}": risk_at(ours, coverage) for coverage in COVERAGES}


def _of_items(table: Table, items: Sequence[str], weights: Floats | None) -> dict[str, Floats]:
    return {f"mae:{item}": accuracy.by_item(table, item, weights) for item in items}


def _achievable(table: Table, limit: float) -> Floats:
    ours = curve(table, by_confidence(table))
    return aurc(achievable(ours), limit) if ours.reach[0] > 0 else np.array([np.nan])


def _items(table: Table) -> list[str]:
    """In the instrument's order, others after it."""
    order = [item.key for item in phq8.instrument().items]
    found = dict.fromkeys(one.item for one in table.predictions)
    return sorted(found, key=lambda item: order.index(item) if item in order else len(order))


def _aligned(table: Table, keys: set[tuple[str, str]]) -> Table:
    kept = [one for one in table.predictions if (one.participant, one.item) in keys]
    return Table.of(sorted(kept, key=lambda one: (one.participant, one.item)))


def _check_coverage(until: float | None) -> None:
    if until is not None and not 0 < until <= 1:
        raise CorrectInput("a coverage is above 0 and at most 1")


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _interval(many: dict[str, Floats], name: str) -> Interval | None:
    return interval(many[name]) if name in many else None


def _part(found: dict[str, Figure], prefix: str) -> dict[str, Figure]:
    return {name.removeprefix(prefix): figure for name, figure in found.items() if name.startswith(prefix)}
