"""Risk against coverage (Geifman & El-Yaniv, Selective classification for deep neural networks, 2017), and the areas
under it: AURC (Geifman, Uziel & El-Yaniv, 2019) and AUGRC (Traub et al., Overcoming common flaws in the evaluation of
selective classification systems, 2024).

The answers are accepted from the most confident on. Coverage is the share of accepted answers among *all* predictions,
abstentions included; selective risk the mean loss of the accepted; generalized risk their summed loss over all
predictions, so that generalized risk = coverage x selective risk. Equally confident answers are accepted in random
order: in expectation the generalized risk is then linear between one working point and the next, and the selective risk
follows as generalized risk over coverage. The areas are exact for that; without ties they differ little from the
trapezoid rule. Before the first working point the selective risk is that of the first.
"""

from dataclasses import dataclass

import numpy as np

from benchmarks.selective.prediction import Floats, Ints, Table

_EXACT = 1e-12
"""Coverages closer than this count as the same."""


@dataclass(frozen=True, slots=True)
class Order:
    """The answers of a table in the order of acceptance: their positions in the table, and the end of each group of
    ties."""

    places: Ints
    ends: Ints


@dataclass(frozen=True, slots=True)
class Curve:
    """Working points from the origin on: `coverage` and `generalized` risk, one row per resample; the origin is the
    first point of every row."""

    coverage: Floats
    generalized: Floats

    @property
    def reach(self) -> Floats:
        """The highest coverage of each row."""
        return np.asarray(self.coverage[..., -1])


def by_confidence(table: Table) -> Order:
    """The most confident first."""
    return _order(table, -table.confidences)


def by_loss(table: Table) -> Order:
    """The order with full knowledge of every loss, which cannot be improved."""
    return _order(table, table.losses)


def _order(table: Table, keys: Floats) -> Order:
    places = np.flatnonzero(table.answered)
    places = places[np.argsort(keys[places], kind="stable")]
    sorted_keys = keys[places]
    ends = np.flatnonzero(np.append(sorted_keys[1:] != sorted_keys[:-1], True)) if len(places) else places
    return Order(places, ends.astype(np.int64))


def curve(table: Table, order: Order, weights: Floats | None = None) -> Curve:
    """The working points. `weights` says how often each participant is drawn: one row per resample, one column per
    participant; by default everybody once."""
    drawn = np.ones((1, len(table.participants))) if weights is None else weights
    each = drawn[:, table.owners]
    total = each.sum(axis=1, keepdims=True)
    accepted = each[:, order.places]
    summed = np.cumsum(accepted, axis=1)[:, order.ends] / total
    lost = np.cumsum(accepted * table.losses[order.places], axis=1)[:, order.ends] / total
    origin = np.zeros((len(drawn), 1))
    return Curve(np.hstack([origin, summed]), np.hstack([origin, lost]))


def aurc(of: Curve, until: float | Floats = 1.0) -> Floats:
    """The area under selective risk from coverage 0 to `until`, or to the curve's reach where that comes first."""
    low, high, below, above = _segments(of, until)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = np.where(high > low, (above - below) / (high - low), 0.0)
        bend = np.where((low > 0) & (high > low), (below - slope * low) * np.log(high / low), 0.0)
    return np.asarray((above - below + bend).sum(axis=-1))


def augrc(of: Curve, until: float | Floats = 1.0) -> Floats:
    """The area under generalized risk from coverage 0 to `until`, or to the curve's reach where that comes first."""
    low, high, below, above = _segments(of, until)
    return np.asarray(((high - low) * (below + above) / 2).sum(axis=-1))


def risk_at(of: Curve, coverage: float) -> Floats:
    """The selective risk at that coverage, NaN where the curve does not reach it. Raises ValueError for a coverage that
    is not above 0."""
    if coverage <= 0:
        raise ValueError("selective risk is known for a coverage above 0")
    _, _, below, above = _segments(of, coverage)
    risk = (above - below).sum(axis=-1) / coverage
    return np.asarray(np.where(of.reach >= coverage - _EXACT, risk, np.nan))


def _segments(of: Curve, until: float | Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The start and end of coverage and of generalized risk for each segment between two points, cut off at `until`."""
    limit = np.asarray(until)[..., None]
    low, high = of.coverage[..., :-1], of.coverage[..., 1:]
    below, above = of.generalized[..., :-1], of.generalized[..., 1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.where(high > low, np.clip((limit - low) / (high - low), 0.0, 1.0), 0.0)
    return np.minimum(low, limit), np.minimum(high, limit), below, below + part * (above - below)


def achievable(of: Curve) -> Curve:
    """The working points that a choice of threshold can use: the lower convex hull of the generalized risk. Choosing at
    random between two thresholds reaches every point on the line between them; a point above such a line is never worth
    using (Traub et al., 2024, call the others dominant). Uses the first row."""
    points = list(zip(of.coverage[0].tolist(), of.generalized[0].tolist(), strict=True))
    hull: list[tuple[float, float]] = []
    for point in points:
        while len(hull) > 1 and _turns_up(hull[-2], hull[-1], point) <= 0:
            hull.pop()
        hull.append(point)
    return Curve(np.array([[x for x, _ in hull]]), np.array([[y for _, y in hull]]))


def _turns_up(one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
