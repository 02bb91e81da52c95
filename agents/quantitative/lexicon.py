"""The word lists of the rule engine: what each item sounds like, and what stands around it."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from agents.reading.phrasebook import Phrasebook

Span = tuple[int, int]
ITEMS: Final = ("NoInterest", "Depressed", "Sleep", "Tired", "Appetite", "Failure", "Concentrating", "Moving")


@cache
def _table(file: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{file}.toml").read_text("utf-8"))


@cache
def _book() -> Phrasebook:
    """All that an answer is read for, in one pass."""
    context = _table("context")
    items = {f"{item}.{name}": table for item in ITEMS for name, table in _table("language")[item].items()}
    around = {
        f"{group}.{name}": table
        for group in ("time", "people", "reply", "background")
        for name, table in context[group].items()
    }
    return Phrasebook({label: table for label, table in items.items() if ".asks" not in label} | around)


@cache
def _questions_book() -> Phrasebook:
    asked = {
        f"{item}.{name}": table
        for item in ITEMS
        for name, table in _table("language")[item].items()
        if name.startswith("asks")
    }
    return Phrasebook(asked | _table("context")["question"])


def marks_in(text: str) -> Mapping[str, list[Span]]:
    """Spans of `ITEM.problem`, `ITEM.well` and `ITEM.weak`, of `time.*`, `people.*`, `reply.*` and `background.*`
    in plain words."""
    return _book().scan(text)


def question_marks(text: str) -> Mapping[str, list[Span]]:
    """Spans of `ITEM.asks`, `ITEM.asks_well` and the marks of a question in plain words."""
    return _questions_book().scan(text)


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The pattern of that name of `patterns.toml`; it begins with a blank and looks ahead to one."""
    return re.compile(rf" (?:{'|'.join(_table('patterns')[name])})(?= )")
