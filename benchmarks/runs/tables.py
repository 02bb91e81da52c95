"""The tables of a batch report, ready to be written down in any format."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from benchmarks.cards.figures import explained, titled
from benchmarks.metrics import metrics
from benchmarks.runs.aggregate import Aggregate, Average, Summary
from benchmarks.runs.statistics import Interval

SIMULATED: Final = (
    "The patients of these conversations are simulated. Good figures show that a reading works, not that it is valid "
    "with patients."
)
BLIND: Final = (
    "A diagnosis counts by its ICD-10-CM code (benchmarks/training/figures/interviews.py has the codes). "
    "Diagnoses in free text are mapped to codes by benchmarks/runs/lexicon.toml, which never sees the label. "
    "Intervals: 95% percentile bootstrap over conversations, 1,000 resamples."
)
COUNTED: Final = (
    "Truncated chats, failed ones (a provider's error stands where words should), interviews ended for safety and "
    "errors have no figures: they are counted apart, never as 0, and named below."
)
MOST_FAILURES: Final = 200
BY_PROFILE: Final = (*metrics(), "explainability")
"""Parts of the card that are also shown for each profile."""


@dataclass(frozen=True, slots=True)
class Table:
    """A heading, a line about it, a header and rows of text. `shade` marks a table of counts: darker is more."""

    title: str
    note: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shade: bool = False


def tables(found: Aggregate) -> tuple[Table, ...]:
    """All of them, those without rows left out."""
    made = (
        _systems(found),
        _accuracy(found),
        *(_profiles(one) for one in found.systems if one.top1.n),
        *(_confusion(one) for one in found.systems),
        *_measures(found),
        *(_profile_measures(one) for one in found.systems),
        _failures(found),
    )
    return tuple(table for table in made if table.rows)


def shown(interval: Interval, digits: int = 3) -> str:
    """A figure with its interval, or that there is none."""
    if interval.value is None:
        return "unavailable"
    if interval.low is None or interval.high is None:
        return f"{interval.value:.{digits}f}"
    return f"{interval.value:.{digits}f} [{interval.low:.{digits}f}, {interval.high:.{digits}f}]"


def _systems(found: Aggregate) -> Table:
    header = (
        "System",
        "Done",
        "Truncated",
        "Failed",
        "Ended for safety",
        "Errors",
        "No diagnosis to read",
        "USD",
        "Minutes",
    )
    rows = tuple(
        (
            one.system,
            *map(str, (one.done, one.truncated, one.failed, one.stopped, one.errors, one.unread)),
            "unavailable" if one.cost is None else f"{one.cost:.4f}",
            f"{one.seconds / 60:.1f}",
        )
        for one in found.systems
    )
    return Table("Conversations", COUNTED, header, rows)


def _accuracy(found: Aggregate) -> Table:
    header = ("System", "n", "Top-1", "Top-3", "Macro-F1")
    rows = tuple(
        (one.system, str(one.top1.n), shown(one.top1), shown(one.top3), shown(one.macro_f1))
        for one in found.systems
        if one.top1.n
    )
    return Table("The profile that was played", BLIND, header, rows)


def _profiles(one: Summary) -> Table:
    rows = tuple(
        (each.profile, str(each.n), *map(shown, (each.top1, each.top3, each.f1))) for each in one.profiles if each.n
    )
    note = "F1 of naming this profile first, over all conversations of the system."
    return Table(f"By profile: {one.system}", note, ("Profile", "n", "Top-1", "Top-3", "F1"), rows)


def _confusion(one: Summary) -> Table:
    rows = tuple((row.label, *map(str, row.counts)) for row in one.confusion)
    note = "Rows: the profile that was played. Columns: the profile of the first diagnosis."
    return Table(f"Confusion: {one.system}", note, ("played", *one.columns), rows, shade=True)


def _measures(found: Aggregate) -> Iterable[Table]:
    """One table a part of the card, the systems as columns."""
    averages = {one.system: {each.key: each for each in one.averages} for one in found.systems}
    for part in titled().values():
        keys = [key for key, figure in explained().items() if figure.part == part.key]
        systems = [name for name, known in averages.items() if any(key in known for key in keys)]
        rows = []
        for key in keys if systems else ():
            cells = [_cell(averages[name].get(key), explained()[key].digits + 1) for name in systems]
            unit = f" ({explained()[key].unit})" if explained()[key].unit else ""
            rows.append((explained()[key].title + unit, *cells))
        yield Table(part.title, part.plain, ("Figure, mean", *systems), tuple(rows))


def _profile_measures(one: Summary) -> Table:
    """Means of the conversation and of what the report explains itself with, the profiles as columns."""
    known = {each.profile: {average.key: average for average in each.averages} for each in one.profiles}
    keys = [key for key, figure in explained().items() if figure.part in BY_PROFILE]
    rows = tuple(
        (explained()[key].title, *(_mean(known[name].get(key), explained()[key].digits + 1) for name in known))
        for key in keys
        if any(key in averages and averages[key].interval.n for averages in known.values())
    )
    header = ("Figure, mean", *(f"{each.profile} ({each.done})" for each in one.profiles))
    return Table(f"Measures by profile: {one.system}", "Intervals are in report.csv.", header, rows)


def _mean(average: Average | None, digits: int) -> str:
    value = average.interval.value if average else None
    return "unavailable" if value is None else f"{value:.{digits}f}"


def _cell(average: Average | None, digits: int) -> str:
    if average is None:
        return ""
    missing = f", {average.unavailable} unavailable" if average.unavailable else ""
    return f"{shown(average.interval, digits)} (n {average.interval.n}{missing})"


def _failures(found: Aggregate) -> Table:
    some = found.failures[:MOST_FAILURES]
    rows = tuple((one.id, one.system, one.status.value, one.reason) for one in some)
    more = len(found.failures) - len(some)
    note = f"{more} more are in results.jsonl." if more else ""
    return Table("Records without figures", note, ("Record", "System", "Status", "Reason"), rows)
