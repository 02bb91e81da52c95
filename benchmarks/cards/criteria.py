"""The five criteria of the rubric, read from `rubric.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from agents.domain.value import Value

COVERAGE, RELEVANCE, FLOW, JUSTIFICATION, EMPATHY = "coverage", "relevance", "flow", "justification", "empathy"


class Criterion(Value):
    """One criterion: what it asks, and what grades 1, 3 and 5 look like."""

    key: str
    title: str
    asks: str
    worst: str
    middle: str
    best: str


@cache
def criteria() -> tuple[Criterion, ...]:
    """All five, in the order in which they are shown."""
    table = tomllib.loads(Path(__file__).with_name("rubric.toml").read_text("utf-8"))
    return tuple(Criterion.model_validate(entry) for entry in table["criteria"])
