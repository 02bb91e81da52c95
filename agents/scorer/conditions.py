"""The conditions in items 4 (less sleep with energy), 21 (four drinks in a day), 22 (tobacco) and 23 (prescription)."""

from dataclasses import dataclass
from typing import Final

from agents.scorer.clauses import Clauses
from agents.scorer.vocabulary import Span, amount, scan

_MEDICINE: Final = 23


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether the item's condition is met: True, False, or None when the reply leaves it open; `span` shows why."""

    met: bool | None
    span: Span | None = None


class _Told:
    """The words of an item's condition in one reply."""

    def __init__(self, item: int, clauses: Clauses) -> None:
        self.item, self.clauses = item, clauses
        self._found = scan(clauses.text, "conditions", str(item))

    def drop(self, name: str, inside: str) -> None:
        """Leave out the phrases of one list that stand inside one of another."""
        outer = self._found[inside]
        self._found[name] = [s for s in self._found[name] if not any(a <= s[0] and s[1] <= b for a, b in outer)]

    def first(self, name: str, *, positive: bool = True) -> Span | None:
        """The first phrase of a list that is (not) negated; what is asked back or long past does not count."""
        clauses = self.clauses
        for span in self._found[name]:
            if clauses.negated(span[0] + 1) == positive:
                continue
            if clauses.no_more(span[0] + 1) or (self.item != _MEDICINE and clauses.of_others(span[0] + 1)):
                continue
            asked = clauses.text.startswith(" ? ", clauses.sentence(span[0] + 1)[1])
            if not asked and (name == "stopped" or not clauses.has("past", *clauses.around(span[0] + 1))):
                return span
        return None

    def echoed(self, name: str) -> bool:
        """Whether a phrase of a list stands in a question: "Proper cigarettes? Yes"."""
        text = self.clauses.text
        return any(text.startswith(" ? ", self.clauses.sentence(a + 1)[1]) for a, _ in self._found[name])


def _sleep_and_energy(told: _Told) -> Condition:
    """Item 4: less sleep and yet energy. Tiredness or a want of energy denies it, whatever the sleep."""
    told.drop("lively", "tired")
    lively = told.first("lively") or told.first("tired", positive=False)
    tired = told.first("tired") or told.first("lively", positive=False)
    if lively and tired:
        return Condition(None, tired)
    if tired:
        return Condition(False, tired)
    short = told.first("short_sleep")
    if lively and short:
        return Condition(True, lively)
    enough = told.first("enough_sleep")
    if lively and not enough:
        return Condition(True, lively)
    if enough:
        return Condition(False, enough)
    return Condition(None, short)


def _sizes(clauses: Clauses) -> tuple[list[Span], list[Span]]:
    """Amounts of drink named in one sitting: those of four and more, and those below."""
    many: list[Span] = []
    few: list[Span] = []
    for match in amount("drink_size").finditer(clauses.text):
        top = float(match["m"] or match["n"])
        if amount("per_longer").match(clauses.text, match.end()) or clauses.negated(match.start() + 1):
            continue
        if clauses.of_others(match.start() + 1):
            continue
        (many if top >= 4 else few).append(match.span())
    return many, few


def _this_time(clauses: Clauses, span: Span | None) -> Span | None:
    """The span unless it tells of other days than those told before: "Once, at a wedding. I usually stop at two"."""
    if span is None:
        return None
    start, end = clauses.sentence(span[0] + 1)
    told = start > 0 and amount("told_days").search(clauses.text, 0, start + 1)
    return None if told and amount("other_days").search(clauses.text[start:end] + " ") else span


def _four_drinks(told: _Told) -> Condition:
    """Item 21: at least four drinks in a single day."""
    many, few = _sizes(told.clauses)
    heavy = told.first("heavy")
    if many or heavy:
        return Condition(True, many[0] if many else heavy)
    told.drop("light", "vague_amount")
    light = _this_time(told.clauses, told.first("light"))
    few = [span for span in few if _this_time(told.clauses, span)]
    if few or light:
        return Condition(False, few[0] if few else light)
    vague = told.first("vague_amount")
    return Condition(None, vague)


def _tobacco(told: _Told) -> Condition:
    """Item 22: tobacco in any form; vaping alone is none, and who stopped has stopped."""
    stopped = told.first("stopped")
    if stopped and not told.first("relapse"):
        return Condition(False, stopped)
    vape = told.first("vape")
    if vape and not told.first("tobacco"):
        return Condition(None) if told.echoed("tobacco") else Condition(False, vape)
    return Condition(True if told.first("tobacco") else None)


def _own_medicine(told: _Told) -> Condition:
    """Item 23: without a prescription, or more or longer than prescribed; also street drugs."""
    beyond = told.first("beyond")
    if beyond:
        return Condition(True, beyond)
    within = told.first("within") or told.first("beyond", positive=False)
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
            return _sleep_and_energy(_Told(item, clauses))
        case 21:
            return _four_drinks(_Told(item, clauses))
        case 22:
            return _tobacco(_Told(item, clauses))
        case 23 if long_past(clauses):
            return Condition(None)
        case 23:
            return _own_medicine(_Told(item, clauses))
        case _:
            return None
