"""What each figure of a report card means, shown on demand beside the number.

Metrics say it themselves. `figures.toml` has it for the other parts, and what published conversations have for all."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from agents.domain.value import Value
from benchmarks.metrics import metrics
from benchmarks.metrics.metric import Explained, Range

_REPLAY: Final = "replay:"
_NO_LONGER: Final = "This version no longer makes it; a card that has it keeps it."


class Titled(Value):
    """A part: its title and one sentence about it."""

    key: str
    title: str
    plain: str


@cache
def explained() -> dict[str, Explained]:
    """Every figure by its key, in the order in which cards show them."""
    measured = [one.model_copy(update={"part": metric.key}) for metric in metrics().values() for one in metric.figures]
    others = [Explained.model_validate({**entry, "key": key}) for key, entry in _table()["figures"].items()]
    return {one.key: one.model_copy(update={"usual": _usual(one.key)}) for one in (*measured, *others)}


def _usual(key: str) -> Range | None:
    found = _table()["usual"].get(key)
    return Range.model_validate(found) if found else None


def meaning(key: str) -> Explained:
    """What a figure means. One that a kept card has and this version no longer makes goes by its key."""
    gone = Explained(key=key, title=key, plain=_NO_LONGER, formula="not known here", source="not known here")
    return explained().get(key, gone)


@cache
def titled() -> dict[str, Titled]:
    """Every part by its key; replays share the key `replay`."""
    measured = {key: Titled(key=key, title=metric.title, plain=metric.plain) for key, metric in metrics().items()}
    return measured | {key: Titled.model_validate({**entry, "key": key}) for key, entry in _table()["parts"].items()}


def part_of(key: str) -> Titled:
    """What a part is called. One that a kept card has and this version no longer makes goes by its key."""
    gone = Titled(key=key, title=key, plain=_NO_LONGER)
    return titled().get("replay" if key.startswith(_REPLAY) else key, gone)


def figures_of(part: str) -> tuple[Explained, ...]:
    """The figures of a part."""
    known = part_of(part).key
    return tuple(figure for figure in explained().values() if figure.part == known)


@cache
def _table() -> dict[str, dict[str, dict[str, object]]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
