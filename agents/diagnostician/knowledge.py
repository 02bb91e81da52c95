"""The knowledge behind the rule engine: what patients say, and disorders with expert weights (data files)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pydantic import Field

from agents.diagnostician.language import Pattern, for_items, parse
from agents.domain.value import Value


class Feature(Value):
    """Something a patient may say. `says` is what it means, in plain words; `asked` are the items that ask about it,
    so that a mention there is an answer and a mention elsewhere is volunteered (and weighs more);
    with `only`, answers to these items alone count, with `outside`, everything but these."""

    says: str
    asked: tuple[int, ...] = ()
    only: tuple[int, ...] = ()
    outside: tuple[int, ...] = ()
    patterns: tuple[str, ...]


class Theme(Value):
    """A field of words that answers come to (see themes.py): single words, beginnings with `*`, and pairs joined by
    `_`, with spaces between. `says` in plain words; `only` and `outside` as for a feature.
    `half` is the weight of answers at which it is half as strong as can be; one that endorses its item weighs 1.
    With `denials` an answer that denies its item weighs as much."""

    says: str
    half: float = 2.0
    denials: bool = False
    only: tuple[int, ...] = ()
    outside: tuple[int, ...] = ()
    words: str


class Variant(Value):
    """Another name and code of a disorder, used when the domains in `over` are over threshold and those in
    `under` are not."""

    name: str
    icd10: str
    over: tuple[str, ...] = ()
    under: tuple[str, ...] = ()


class Joint(Value):
    """Items that say more together than one by one, or one item that does when it is frequent: `points` where each is
    answered at `least` or over."""

    items: tuple[int, ...]
    least: int = 2
    points: float


class Disorder(Value):
    """One disorder. `items`, `features` and `themes` hold weights in points; `against` counts down. `needs`: in each
    group at least one item must be over threshold; `must`: in each group at least one feature must have been said;
    `together`: items that weigh more side by side."""

    name: str
    icd10: str
    category: str
    essential: str
    base: float = 0.0
    items: Mapping[int, float] = Field(default_factory=dict)
    features: Mapping[str, float] = Field(default_factory=dict)
    themes: Mapping[str, float] = Field(default_factory=dict)
    together: tuple[Joint, ...] = ()
    against: Mapping[str, float] = Field(default_factory=dict)
    needs: tuple[tuple[int, ...], ...] = ()
    must: tuple[tuple[str, ...], ...] = ()
    variants: tuple[Variant, ...] = ()


class Category(Value):
    """A chapter of disorders with the ICD-10-CM code for its unspecified form. `together`: its disorders often come
    side by side, so that one is no argument against another."""

    name: str
    icd10: str
    together: bool = False


class Knowledge(Value):
    """All of it, as read from the file."""

    words: Mapping[str, str] = Field(default_factory=dict)
    features: Mapping[str, Feature]
    themes: Mapping[str, Theme]
    categories: tuple[Category, ...]
    disorders: tuple[Disorder, ...]


@cache
def knowledge() -> Knowledge:
    """The knowledge, read once from the three data files beside this module."""
    return Knowledge.model_validate(
        _table("features.toml") | {"themes": _table("themes.toml")} | _table("disorders.toml")
    )


def _table(name: str) -> dict[str, object]:
    return tomllib.loads(Path(__file__).with_name(name).read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One pattern of one feature. `last` are the words it can end with, empty when that can't be listed; with `only`
    the pattern holds in answers to these items alone."""

    key: str
    feature: Feature
    pattern: Pattern
    last: frozenset[str]
    only: frozenset[int]

    def counts_in(self, item: int | None) -> bool:
        """Whether the pattern counts in an answer to this item."""
        return (not self.only or item in self.only) and item not in self.feature.outside


@cache
def _index() -> Mapping[str, tuple[Entry, ...]]:
    """Every pattern under each first word or beginning it can start with."""
    known = knowledge()
    found: dict[str, list[Entry]] = {}
    for key, feature in known.features.items():
        for text in feature.patterns:
            only, row = for_items(text.format_map(known.words))
            pattern = parse(row)
            listed = not pattern[-1].prefixes and not pattern[-1].optional
            last = pattern[-1].exact if listed else frozenset()
            entry = Entry(key, feature, pattern, last, only or frozenset(feature.only))
            for start in (*pattern[0].exact, *(prefix + "*" for prefix in pattern[0].prefixes)):
                found.setdefault(start, []).append(entry)
    return {start: tuple(entries) for start, entries in found.items()}


@lru_cache(maxsize=65536)
def starting_with(word: str, item: int | None) -> tuple[Entry, ...]:
    """The patterns that can begin at this word in an answer to this item."""
    index = _index()
    beginnings = (index.get(word[:n] + "*", ()) for n in range(2, min(len(word), 24) + 1))
    found = index.get(word, ()) + tuple(entry for entries in beginnings for entry in entries)
    return tuple(entry for entry in found if entry.counts_in(item))
