"""Calibration of one run: how well its confidences work as probabilities, before and after learning a map.

Learned on another run, or by cross-validation over participants: never on the answers that it is measured on."""

from typing import Final

import numpy as np
from pydantic import Field

from agents.domain.value import Value
from agents.errors import CorrectInput
from benchmarks.selective.calibration import METHODS, fitted
from benchmarks.selective.prediction import Floats, Table
from benchmarks.selective.reliability import brier, ece

FOLDS: Final = 5


class Trust(Value):
    """Expected calibration error (10 bins) and Brier score of "this score is exactly right"."""

    ece: float
    brier: float


class Calibration(Value):
    """`raw` before, `by_method` after; `learned_on` names the data. `reason` is given where there are no figures."""

    learned_on: str
    right: float | None = None
    raw: Trust | None = None
    by_method: dict[str, Trust] = Field(default_factory=dict)
    reason: str | None = None


def calibration(table: Table, seed: int, learned: tuple[str, Table] | None = None) -> Calibration:
    """The figures of the answers of `table`; `learned` is another run with its name."""
    source = learned[0] if learned else f"{FOLDS}-fold cross-validation over participants"
    confidences, right = _answers(table)
    try:
        after = {name: _after(name, table, seed, learned[1] if learned else None) for name in METHODS}
    except CorrectInput as why:
        return Calibration(learned_on=source, reason=str(why))
    return Calibration(
        learned_on=source,
        right=float(right.mean()),
        raw=_trust(confidences, right),
        by_method={name: _trust(found, right) for name, found in after.items()},
    )


def _after(method: str, table: Table, seed: int, learned: Table | None) -> Floats:
    confidences, right = _answers(table)
    if learned is not None:
        return fitted(method, *_answers(learned))(confidences)
    folds = _folds(len(table.participants), seed)[table.owners[table.answered]]
    if len(set(folds.tolist())) < 2:
        raise CorrectInput("calibration needs answers of two participants at least")
    found = np.empty_like(confidences)
    for fold in np.unique(folds):
        inside = folds == fold
        found[inside] = fitted(method, confidences[~inside], right[~inside])(confidences[inside])
    return found


def _folds(participants: int, seed: int) -> Floats:
    folds = np.arange(participants) % FOLDS
    return np.asarray(np.random.default_rng(seed).permutation(folds), dtype=float)


def _answers(table: Table) -> tuple[Floats, Floats]:
    right = (table.losses[table.answered] == 0).astype(float)
    return table.confidences[table.answered], right


def _trust(probabilities: Floats, right: Floats) -> Trust:
    return Trust(ece=ece(probabilities, right), brier=brier(probabilities, right))
