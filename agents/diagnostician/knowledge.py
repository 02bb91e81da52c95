"""The knowledge behind the rule engine: what patients say, and disorders with expert weights (data files)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import Field

from agents.domain.value import Value


class Feature(Value):
    """Something a patient may say. `says` is its meaning in plain words; `asked` are the items that ask about it, so
    that a mention there is an answer and a mention elsewhere is volunteered (and weighs more); with `only`, just the
    answers to these items count, with `outside`, everything except these."""

    says: str
    asked: tuple[int, ...] = ()
    only: tuple[int, ...] = ()
    outside: tuple[int, ...] = ()
    patterns: tuple[str, ...]


class Variant(Value):
    """Another name and code of a disorder, used when the domains in `over` are over threshold and those in
    `under` are not."""

    name: str
    icd10: str
    over: tuple[str, ...] = ()
    under: tuple[str, ...] = ()


class Joint(Value):
    """Items that mean more together than separately, or one item that means more when frequent: `points` count if each
    is answered at `least` or over."""

    items: tuple[int, ...]
    least: int = 2
    points: float


class Disorder(Value):
    """One disorder. `items` and `features` hold weights in points; `against` counts down. `needs`: in each
    group at least one item must be over threshold; `must`: in each group at least one feature must have been said;
    `together`: items that weigh more side by side."""

    name: str
    icd10: str
    category: str
    essential: str
    base: float = 0.0
    items: Mapping[int, float] = Field(default_factory=dict)
    features: Mapping[str, float] = Field(default_factory=dict)
    together: tuple[Joint, ...] = ()
    against: Mapping[str, float] = Field(default_factory=dict)
    needs: tuple[tuple[int, ...], ...] = ()
    must: tuple[tuple[str, ...], ...] = ()
    variants: tuple[Variant, ...] = ()


class Category(Value):
    """A chapter of disorders with the ICD-10-CM code for its unspecified form. `together`: its disorders often occur
    together, so that one is no argument against another."""

    name: str
    icd10: str
    together: bool = False


class Knowledge(Value):
    """All of the knowledge, as read from the files."""

    words: Mapping[str, str] = Field(default_factory=dict)
    features: Mapping[str, Feature]
    categories: tuple[Category, ...]
    disorders: tuple[Disorder, ...]


@cache
def knowledge() -> Knowledge:
    """The knowledge, read once from the two data files beside this module."""
    return Knowledge.model_validate(_table("features.toml") | _table("disorders.toml"))


def _table(name: str) -> dict[str, object]:
    return tomllib.loads(Path(__file__).with_name(name).read_text("utf-8"))
