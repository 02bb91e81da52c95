"""The conditions in items 4 (less sleep with energy), 21 (four drinks in a day), 22 (tobacco) and 23 (prescription)."""

from dataclasses import dataclass

from agents.scorer.clauses import Clauses
from agents.scorer.vocabulary import Span, amount, scan


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether the item's condition is met: True, False, or None when the reply leaves it open; `span` shows why."""

    met: bool | None
    span: Span | None = None


def _first(name: str, clauses: Clauses, *, positive: bool = True) -> Span | None:
    """The first match of a list that is (not) negated; what is asked back or long past does not count."""
    text = clauses.text
    for span in scan(text, "conditions", name)[name]:
        if clauses.negated(span[0] + 1) == positive:
            continue
        asked = text[clauses.sentence(span[0] + 1)[1] :][:3] == " ? "
        if not asked and not clauses.has("past", *clauses.around(span[0] + 1)):
            return span
    return None


def sleep_and_energy(clauses: Clauses) -> Condition:
    """Item 4: less sleep and yet energy. Tiredness or a want of energy denies it, whatever the sleep."""
    lively = _first("lively", clauses) or _first("tired", clauses, positive=False)
    tired = _first("tired", clauses) or _first("lively", clauses, positive=False)
    if lively and tired:
        return Condition(None, tired)
    if tired:
        return Condition(False, tired)
    if lively:
        return Condition(True, lively)
    enough = _first("enough_sleep", clauses)
    if enough:
        return Condition(False, enough)
    short = _first("short_sleep", clauses)
    return Condition(None, short) if short else Condition(None)


def _sizes(clauses: Clauses) -> tuple[list[Span], list[Span]]:
    """Amounts of drink named in one sitting: those of four and more, and those below."""
    many: list[Span] = []
    few: list[Span] = []
    for match in amount("drink_size").finditer(clauses.text):
        top = float(match["m"] or match["n"])
        if amount("per_longer").match(clauses.text, match.end()) or clauses.negated(match.start() + 1):
            continue
        (many if top >= 4 else few).append(match.span())
    return many, few


def four_drinks(clauses: Clauses) -> Condition:
    """Item 21: at least four drinks in a single day."""
    many, few = _sizes(clauses)
    heavy = _first("heavy", clauses)
    if many or heavy:
        return Condition(True, many[0] if many else heavy)
    light = _first("light", clauses)
    if few or light:
        return Condition(False, few[0] if few else light)
    vague = _first("vague_amount", clauses)
    return Condition(None, vague)


def tobacco(clauses: Clauses) -> Condition:
    """Item 22: tobacco in any form; vaping alone is none, and who stopped has stopped."""
    stopped = _first("stopped", clauses)
    if stopped and not _first("relapse", clauses):
        return Condition(False, stopped)
    vape = _first("vape", clauses)
    if vape and not _first("tobacco", clauses):
        return Condition(False, vape)
    return Condition(True if _first("tobacco", clauses) else None)


def own_medicine(clauses: Clauses) -> Condition:
    """Item 23: without a prescription, or more or longer than prescribed; also street drugs."""
    beyond = _first("beyond", clauses)
    if beyond:
        return Condition(True, beyond)
    within = _first("within", clauses) or _first("beyond", clauses, positive=False)
    if within:
        return Condition(False, within)
    return Condition(None)


def long_past(clauses: Clauses) -> bool:
    """Whether the reply tells of earlier times only."""
    return bool(clauses.marks["past"]) and amount("present_time").search(clauses.text) is None


def condition(item: int, clauses: Clauses) -> Condition | None:
    """The condition of items 4, 21, 22 and 23 in a reply; None for the other items."""
    match item:
        case 4:
            return sleep_and_energy(clauses)
        case 21:
            return four_drinks(clauses)
        case 22:
            return tobacco(clauses)
        case 23 if long_past(clauses):
            return Condition(None)
        case 23:
            return own_medicine(clauses)
        case _:
            return None
