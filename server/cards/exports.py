"""A report card as a table: its figures and grades, a line each, and the answers that a clinician changed."""

import csv
import io
from collections.abc import Iterable

from benchmarks.cards.card import Card, Grades
from benchmarks.cards.figures import meaning
from benchmarks.metrics.metric import Unavailable
from server.cards.answers import Changed

COLUMNS = (
    "part",
    "engine",
    "key",
    "title",
    "value",
    "unit",
    "unavailable",
    "computedFrom",
    "n",
    "seconds",
    "remakeFailed",
)


def csv_of(card: Card, changed: Iterable[Changed]) -> str:
    """The table as CSV, with a line of column names."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for part in card.parts:
        remake = part.remake.error if part.remake else ""
        for figure in part.figures:
            meant, value = meaning(figure.key), figure.value
            none = value.reason if isinstance(value, Unavailable) else ""
            number = "" if isinstance(value, Unavailable) else value
            cells = (figure.key, meant.title, number, meant.unit, none, figure.of, figure.n, part.seconds, remake)
            writer.writerow([_cell(cell) for cell in (part.key, part.engine, *cells)])
        for grade in part.detail.grades if isinstance(part.detail, Grades) else ():
            key = f"{part.key}.{grade.criterion}"
            score = "" if part.superseded else grade.score
            cells = (key, grade.criterion, score, "1-5", part.superseded or "", grade.reason, 1, part.seconds, remake)
            writer.writerow([_cell(cell) for cell in (part.key, part.engine, *cells)])
    for one in changed:
        machine = "machine: no score" if one.machine is None else f"machine: {one.machine}"
        key = f"answers.item_{one.item:02}"
        writer.writerow(["answers", "clinician", key, one.symptom, one.clinician, "0-4", "", machine, 1, "", ""])
    return out.getvalue()


def _cell(value: object) -> object:
    """Words that a spreadsheet would run as a formula are kept words."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
