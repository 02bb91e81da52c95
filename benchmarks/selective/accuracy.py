"""The mean absolute error of the answers, in points of 0-3, averaged in the three ways that papers use."""

import numpy as np

from benchmarks.selective.prediction import Floats, Table


def weighted(table: Table, weights: Floats | None = None) -> Floats:
    """Over all answers, each counted once: an item weighs as much as it was answered. One value per row of `weights`
    (participants drawn, as in `curve`); NaN without answers."""
    drawn = np.ones((1, len(table.participants))) if weights is None else weights
    each = drawn[:, table.owners] * table.answered
    return _mean(each, table.losses)


def by_item(table: Table, item: str, weights: Floats | None = None) -> Floats:
    """Over the answers to one item."""
    drawn = np.ones((1, len(table.participants))) if weights is None else weights
    of_item = np.array([one.item == item for one in table.predictions])
    return _mean(drawn[:, table.owners] * (table.answered & of_item), table.losses)


def over_items(table: Table, weights: Floats | None = None) -> Floats:
    """The mean of the items' errors, each item weighing the same; items that nobody answered are left out."""
    items = dict.fromkeys(one.item for one in table.predictions)
    return _mean_of(np.stack([by_item(table, item, weights) for item in items]))


def over_subjects(table: Table, weights: Floats | None = None) -> Floats:
    """The mean of the participants' errors, each participant weighing the same; those without answers are left out."""
    count = len(table.participants)
    answers = np.bincount(table.owners, table.answered.astype(float), count)
    summed = np.bincount(table.owners, np.nan_to_num(table.losses), count)
    own = np.divide(summed, answers, out=np.zeros(count), where=answers > 0)
    drawn = np.ones((1, count)) if weights is None else weights
    return _mean(drawn * (answers > 0), own)


def subjects(table: Table) -> dict[str, float | None]:
    """Each participant's own error; None for a participant without answers."""
    found: dict[str, float | None] = {}
    for number, name in enumerate(table.participants):
        own = table.losses[(table.owners == number) & table.answered]
        found[name] = float(own.mean()) if len(own) else None
    return found


def coverage(table: Table, weights: Floats | None = None) -> Floats:
    """The share of answers among all predictions."""
    drawn = np.ones((1, len(table.participants))) if weights is None else weights
    each = drawn[:, table.owners]
    return np.asarray((each * table.answered).sum(axis=1) / each.sum(axis=1))


def _mean(weights: Floats, losses: Floats) -> Floats:
    total = weights.sum(axis=1)
    summed = weights @ np.nan_to_num(losses)
    return np.asarray(np.divide(summed, total, out=np.full(len(total), np.nan), where=total > 0))


def _mean_of(rows: Floats) -> Floats:
    known = ~np.isnan(rows)
    count = known.sum(axis=0)
    summed = np.nan_to_num(rows).sum(axis=0)
    return np.asarray(np.divide(summed, count, out=np.full(rows.shape[1], np.nan), where=count > 0))
