"""Known PHQ-8 item scores: from the CSV files of DAIC-WOZ and E-DAIC, or from a JSON line's own labels."""

import csv
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from agents.domain import phq8
from agents.errors import CorrectInput

Gold = dict[str, int | None]
"""An item's score 0-3 by its key, None where the interview is known not to reveal it."""

IDS: Final = ("participant_id", "participant", "id", "subject")
_UNKNOWN: Final = frozenset({"", "na", "n/a", "nan", "none", "null"})
_PREFIX: Final = re.compile(r"^phq[_-]?8?[_-]*")


def of_csv(text: str) -> dict[str, Gold]:
    """Labels by participant. A column is an item's when its name ends like the item's key (`PHQ8_NoInterest`,
    `PHQ_8Sleep`, `Sleep`); an empty cell is no label. Raises CorrectInput for a file without participants or items, and
    for an invalid score."""
    reader = csv.DictReader(text.removeprefix("\ufeff").splitlines())
    names = list(reader.fieldnames or ())
    identity = _identity(names)
    columns = {item: column for column in names if (item := _item(column)) is not None}
    if not columns:
        raise CorrectInput("no column holds an item's scores (PHQ8_NoInterest, PHQ8_Depressed, ..)")
    found: dict[str, Gold] = {}
    for number, row in enumerate(reader, start=2):
        name = _plain(row.get(identity))
        if name in found:
            raise CorrectInput(f"line {number}: participant {name} is there twice")
        if name:
            found[name] = _scores(row, columns, number)
    return found


def ids_of_csv(text: str) -> list[str]:
    """The participants of a split file, in order: a CSV with a column of them, or one per line. Raises CorrectInput
    when it is empty."""
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    if not lines:
        raise CorrectInput("the file names no participant")
    header = next(csv.reader(lines[:1]))
    if any(name.strip().casefold() in IDS for name in header):
        column = _identity(header)
        return [name for row in csv.DictReader(lines) if (name := _plain(row.get(column)))]
    return [_plain(line.split(",")[0]) for line in lines]


def of_value(value: Mapping[str, Any]) -> Gold | None:
    """The labels that a JSON line carries as `gold`, `labels` or `scores`: numbers, nulls, or objects with a `score`.
    None where it carries none. Raises CorrectInput for an invalid score."""
    given = next((value[name] for name in ("gold", "labels", "scores") if name in value), None)
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise CorrectInput("`gold` must be an object of item scores")
    known = {item.key for item in phq8.instrument().items}
    return {item: _of_json(item, given[item]) for item in given if item in known}


def _of_json(item: str, given: Any) -> int | None:
    score = given.get("score") if isinstance(given, Mapping) else given
    if score is None:
        return None
    if isinstance(score, bool) or not isinstance(score, int) or not 0 <= score <= 3:
        raise CorrectInput(f"gold.{item}: a score is 0, 1, 2, 3 or null")
    return score


def _scores(row: Mapping[str, Any], columns: Mapping[str, str], number: int) -> Gold:
    found: Gold = {}
    for item, column in columns.items():
        given = _plain(row.get(column))
        if given.casefold() in _UNKNOWN:
            continue
        if given not in {"0", "1", "2", "3"}:
            raise CorrectInput(f"line {number}: {column} is no score of 0 to 3")
        found[item] = int(given)
    return found


def _plain(cell: str | None) -> str:
    """The cell's text, with `300.0`, as a spreadsheet may write it, read as 300."""
    return re.sub(r"\.0+$", "", (cell or "").strip())


def _identity(names: Iterable[str]) -> str:
    for name in names:
        if name.strip().casefold() in IDS:
            return name
    raise CorrectInput("no column names the participants (Participant_ID)")


def _item(column: str) -> str | None:
    plain = _PREFIX.sub("", column.strip().casefold()).replace("_", "").replace(" ", "")
    return next((item.key for item in phq8.instrument().items if item.key.casefold() == plain), None)
