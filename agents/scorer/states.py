"""The problem's own name in a reply: denied wherever it stands, or told with words that only look like a denial."""

import re
from functools import cache

from agents.reading.clauses import Clauses
from agents.reading.vocabulary import table


@cache
def _named(item: int) -> re.Pattern[str] | None:
    words = table("states").get(str(item))
    return re.compile(rf" (?:{'|'.join(words)})(?= )") if words else None


def denied(item: int, clauses: Clauses) -> bool | None:
    """Whether every name of an item's problem is denied (True) or none is, though words of denial stand in its sentence
    (False). None where it is not named, nothing is denied, or both are said."""
    pattern = _named(item)
    if pattern is None or not (clauses.marks["negator"] or clauses.marks["shunned"]):
        return None
    found = [match.start() + 1 for match in pattern.finditer(clauses.text)]
    denied = ("negator", "shunned")
    beside = [place for place in found if any(clauses.has(name, *clauses.sentence(place)) for name in denied)]
    states = {clauses.negated(place) for place in beside if not clauses.of_others(place)}
    return states.pop() if len(states) == 1 else None
