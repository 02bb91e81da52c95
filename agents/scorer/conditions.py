"""Items whose wording sets a condition: less sleep with energy (4), four drinks in a day (21), tobacco (22), prescription (23)."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.scorer.clauses import negated
from agents.scorer.signs import Span
from agents.scorer.vocabulary import compiled, table


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether the item's condition is met: True, False, or None when the reply leaves it open; `span` shows why."""

    met: bool | None
    span: Span | None = None
    score: int = 1


_SIZE: Final = re.compile(
    r" (?P<n>\d{1,2})(?: (?:to|or) (?P<m>\d{1,2}))? (?:\w+ ){0,2}?(?:drinks?|beers?|pints?|glasses|glass|shots?|cans?|units?|cocktails?|whisk\w+|gins?|vodkas?|lagers?|ciders?|tequilas?|wines?|bottles of beer|doubles|pegs?|tinnies|schooners?|seltzers?|g and ts|halves|half|bevvies)(?= )"
)
_PER: Final = re.compile(r" (?:a|per|each|every|in the|all) (?:\w+ )?(?:week|weekend|month|year|2)(?= )")


@cache
def _list(name: str) -> re.Pattern[str]:
    return compiled(table("conditions")[name])


def _first(name: str, text: str, *, positive: bool = True) -> Span | None:
    """The first match of a list that is (not) negated."""
    for match in _list(name).finditer(text):
        if negated(text, match.start() + 1) != positive:
            return match.span()
    return None


def sleep_and_energy(text: str) -> Condition:
    """Item 4: less sleep and yet energy. Tiredness or a want of energy denies it, whatever the sleep."""
    lively = _first("lively", text) or _first("tired", text, positive=False)
    tired = _first("tired", text) or _first("lively", text, positive=False)
    if lively and tired:
        return Condition(None, tired)
    if tired:
        return Condition(False, tired)
    if lively:
        return Condition(True, lively)
    enough = _first("enough_sleep", text)
    if enough:
        return Condition(False, enough)
    short = _first("short_sleep", text)
    return Condition(None, short) if short else Condition(None)


def _sizes(text: str) -> tuple[list[Span], list[Span]]:
    """Amounts of drink named in one sitting: those of four and more, and those below."""
    many: list[Span] = []
    few: list[Span] = []
    for match in _SIZE.finditer(text):
        top = float(match["m"] or match["n"])
        if _PER.match(text, match.end()) or negated(text, match.start() + 1):
            continue
        (many if top >= 4 else few).append(match.span())
    return many, few


def four_drinks(text: str) -> Condition:
    """Item 21: at least four drinks in a single day."""
    many, few = _sizes(text)
    heavy = _first("heavy", text)
    if many or heavy:
        return Condition(True, many[0] if many else heavy)
    light = _first("light", text)
    if few or light:
        return Condition(False, few[0] if few else light)
    vague = _first("vague_amount", text)
    return Condition(None, vague)


def tobacco(text: str) -> Condition:
    """Item 22: tobacco in any form; vaping alone is none, and who stopped has stopped."""
    stopped = _first("stopped", text)
    if stopped and not _first("relapse", text):
        return Condition(False, stopped)
    vape = _first("vape", text)
    if vape and not _first("tobacco", text):
        return Condition(False, vape)
    return Condition(True if _first("tobacco", text) else None)


def own_medicine(text: str) -> Condition:
    """Item 23: without a prescription, or more or longer than prescribed; also street drugs."""
    beyond = _first("beyond", text)
    if beyond:
        return Condition(True, beyond)
    within = _first("within", text) or _first("beyond", text, positive=False)
    if within:
        return Condition(False, within)
    return Condition(None)


def condition(item: int, text: str) -> Condition | None:
    """The condition of items 4, 21, 22 and 23 in plain words; None for the other items."""
    match item:
        case 4:
            return sleep_and_energy(text)
        case 21:
            return four_drinks(text)
        case 22:
            return tobacco(text)
        case 23:
            return own_medicine(text)
        case _:
            return None
