"""Checks names and codes given by a model against the names and codes that the product knows."""

import re
from functools import cache
from typing import Final, NamedTuple

from agents.diagnostician.knowledge import Category, knowledge

_CODE: Final = re.compile(r"[A-Z]\d[0-9AB](?:\.[0-9A-Z]{1,4})?")
_ASIDE: Final = re.compile(r"\([^()]*\)")
_STEM: Final = 3


class Known(NamedTuple):
    """A disorder that the product knows by this name."""

    icd10: str
    category: str


def known(name: str) -> Known | None:
    """The disorder of that name in any spelling; None for one that the product does not know."""
    return _disorders().get(_letters(name))


def category(*names: str) -> Category | None:
    """The first category that one of these names refers to, by its own name or by that of a disorder in it."""
    by_name = {_letters(one.name): one for one in knowledge().categories}
    disorders = [found.category for name in names if (found := known(name))]
    return next((by_name[key] for name in (*names, *disorders) if (key := _letters(name)) in by_name), None)


def code(name: str, given: str | None) -> str | None:
    """The code to show with a name: the given one if it has the form of an ICD-10-CM code and fits the known codes of
    the name, else the known one, else None."""
    told = (given or "").strip().upper()
    told = told if _CODE.fullmatch(told) else ""
    found = known(name)
    if found and told[:_STEM] != found.icd10[:_STEM]:
        return found.icd10
    return told or None


@cache
def _disorders() -> dict[str, Known]:
    named: dict[str, Known] = {}
    for one in knowledge().disorders:
        for variant in one.variants:
            named[_letters(variant.name)] = Known(variant.icd10, one.category)
        named[_letters(one.name)] = Known(one.icd10, one.category)
    return named


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, _ASIDE.sub("", name).casefold()))
