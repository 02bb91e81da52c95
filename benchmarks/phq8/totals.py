"""Totals of a run: the conclusions that its scores allow, and the papers' way, in which an item without a score is
0."""

from collections.abc import Sequence

from agents.domain import phq8
from agents.domain.value import Value
from agents.meta_reviewer.bounds import MDD_FROM, Bounds, allowed, level
from benchmarks.phq8.records import Record


class MissingAsZero(Value):
    """The papers' way: items without a score counted as 0, whatever they would have been. `mae` is of the total in
    points (0-24); `severity` and `mdd` are the shares of participants with the known band and indicator."""

    mae: float | None
    severity: float | None
    mdd: float | None


class Totals(Value):
    """Over the participants whose eight scores are known: the share whose severity (and indicator) the run's scores
    determine, how often correctly, and the papers' way. None where there are no such participants."""

    participants: int
    severity_settled: float | None
    severity_rightly: float | None
    mdd_settled: float | None
    mdd_rightly: float | None
    missing_as_zero: MissingAsZero


def totals(records: Sequence[Record]) -> Totals:
    """The totals of one run in one mode."""
    known = [(_allowed(record), gold) for record in records if (gold := _gold(record)) is not None]
    severities = [(found.severity, level(gold)) for found, gold in known if found.severity is not None]
    indicated = [(found.mdd, level(gold) >= MDD_FROM) for found, gold in known if found.mdd is not None]
    return Totals(
        participants=len(known),
        severity_settled=_share(len(severities), len(known)),
        severity_rightly=_share(sum(one == other for one, other in severities), len(severities)),
        mdd_settled=_share(len(indicated), len(known)),
        mdd_rightly=_share(sum(one is other for one, other in indicated), len(indicated)),
        missing_as_zero=_papers([(found.least, gold) for found, gold in known]),
    )


def _papers(pairs: Sequence[tuple[int, int]]) -> MissingAsZero:
    return MissingAsZero(
        mae=_share(sum(abs(one - other) for one, other in pairs), len(pairs)),
        severity=_share(sum(level(one) == level(other) for one, other in pairs), len(pairs)),
        mdd=_share(sum((level(one) >= MDD_FROM) is (level(other) >= MDD_FROM) for one, other in pairs), len(pairs)),
    )


def _allowed(record: Record) -> Bounds:
    return allowed(item.score for item in record.items.values())


def _gold(record: Record) -> int | None:
    """The known total, or None if any item's score is unknown."""
    given = [record.items[item.key].gold if item.key in record.items else None for item in phq8.instrument().items]
    return None if None in given else sum(score for score in given if score is not None)


def _share(count: int, of: int) -> float | None:
    return count / of if of else None
