"""Which mentions of frequency count: not those of others or long ago, of good days, of the question, or taken back."""

import re
from dataclasses import replace
from typing import Final

from agents.reading.clauses import Clauses
from agents.reading.mention import Mention
from agents.reading.vocabulary import amount, pattern
from agents.scorer.items import Item

EXACT: Final = frozenset({
    "count", "times", "share", "rate", "number", "list", "week", "weekend", "day", "once", "twice", "event",
    "occasion", "since",
})  # fmt: skip
"""Kinds of mention that give a number of days."""
_ABOVE: Final = (" more than", " over", " past", " at least")
"""In front of a bare number of drinks they name an amount, not days."""


_LABELLED: Final = (
    " says", " said", " supposed to have", " supposed to take", " meant to take", " prescribed", " prescribed ,",
)  # fmt: skip
"""In front of so many a day they name what was prescribed."""
_EVENTS: Final = frozenset({"once", "twice", "times"})
_LOOKED_AT: Final = (" checked", " tested", " scanned", " examined", " looked at", " asked", " told me", " been told")
"""In front of "twice" they tell of what others did."""
_BAD: Final = re.compile(r" (?:bad|rough|rotten)(?= )")
"""In turns of good and bad days these are told of as well."""
_PLACES: Final = (" at ", " with ", " after ", " before ", " in ", " on ")
"""Behind "a couple" of drinks or cigarettes they tell of an amount, not of days."""
_RITUALS: Final = 17
_REPEATS: Final = frozenset({"count", "times", "twice", "several", "some", "rare"})
_AT_ONE_GO: Final = (
    " or ", " before ", " until ", " till ", " each ", " every ", " at certain ", " at each ", " at every ", " so ",
    " otherwise ", " because ", " or else ",
)  # fmt: skip
"""Behind a count they tell that it is of one go and not of days."""
_ALONE: Final = 3
"""Blanks in a clause that holds a frequency and no more: its time is that of the sentence ("in my twenties, daily")."""
_FEW: Final = 9
"""Blanks in a reply so short that "all of them" can only mean days."""


def before(text: str, mention: Mention, reach: int = 48) -> str:
    """The words just before a mention."""
    return text[max(0, mention.start - reach) : mention.start]


def _reach(clauses: Clauses, mention: Mention) -> tuple[int, int]:
    """The clause of a mention, cut to what is near it."""
    start, end = clauses.around(mention.start + 1)
    return max(start, mention.start - 90), min(end, mention.end + 90)


def _clause(clauses: Clauses, mention: Mention) -> str:
    start, end = _reach(clauses, mention)
    return clauses.text[start:end] + " "


def _is_echo(clauses: Clauses, mention: Mention, mentions: list[Mention]) -> bool:
    """Whether the mention only repeats the question: "Four in one day? Never"."""
    text = clauses.text
    start, end = clauses.sentence(mention.start + 1)
    if text[end : end + 3] != " ? " or mention.start - start > 20 or end - mention.end > 24:
        return False
    answer = text[end + 2 :]
    return pattern("no").search(answer) is not None or any(m.start > end for m in mentions)


def _usable(clauses: Clauses, mention: Mention, item: Item) -> bool:
    """Whether a mention speaks of the patient in these two weeks and is neither a detail nor a denial."""
    text = clauses.text
    if amount("partitive").match(text, mention.end) or (
        mention.kind in EXACT and amount("zero").search(before(text, mention))
    ):
        return False
    if _of_others(clauses, mention) or (mention.kind in EXACT and _none(clauses, mention)):
        return False
    if _is_detail(clauses, mention, item):
        return False
    start, end = _reach(clauses, mention)
    if mention.kind == "all" and text.startswith(" since ", mention.end):
        return True
    if text.count(" ", start, end) <= _ALONE and clauses.has("past", clauses.sentence(start + 1)[0], start):
        return False
    return mention.kind in ("number", "share") or not clauses.has("past", start, end)


def _is_detail(clauses: Clauses, mention: Mention, item: Item) -> bool:
    """Whether the mention tells of something else than days: an amount, a dose, one of several, where it is worse."""
    text = clauses.text
    if mention.kind == "number" and text[: mention.start].endswith((" which", " this", " that")):
        return True
    if mention.kind in _EVENTS and text[: mention.start].endswith(_LOOKED_AT):
        return True
    if item.counts and _amount(text, mention):
        return True
    if mention.kind == "weekend" and amount("also").search(_clause(clauses, mention)):
        return True
    if item.id == _RITUALS and mention.kind in _REPEATS and _repeats(clauses, mention):
        return True
    return mention.kind in ("weekend", "day") and _for_example(text, mention)


def _amount(text: str, mention: Mention) -> bool:
    """Whether it is how much was drunk, smoked or prescribed."""
    if mention.kind == "all" and before(text, mention, 28).endswith(_LABELLED):
        return True
    if mention.kind == "number" and before(text, mention).endswith(_ABOVE):
        return True
    return text[mention.start : mention.end] == " a couple" and text.startswith(_PLACES, mention.end)


def _repeats(clauses: Clauses, mention: Mention) -> bool:
    """Whether the count is how often something is done over at one go: "I say it seven times or else"."""
    text = clauses.text
    start, end = clauses.around(mention.start + 1)
    if text.count(" ", start, mention.start) <= 2 or not text.startswith(_AT_ONE_GO, mention.end):
        return False
    return not _has_days(text[mention.start : end] + " ")


def _for_example(text: str, mention: Mention) -> bool:
    """Whether days are named only where it is worse: "sometimes, especially on Sundays", "weekends a few more"."""
    if amount("worse_then").match(text, mention.end):
        return True
    return amount("especially").search(before(text, mention, 32)) is not None


def _of_others(clauses: Clauses, mention: Mention) -> bool:
    """Whether "all of them" or a later "2 of them" can't mean days, since no days were named."""
    text = clauses.text
    grouped = text[: mention.end].endswith((" of them", " of those", " the lot"))
    if not grouped or text.count(" ") <= _FEW or _has_days(text[: mention.end + 8]):
        return False
    return mention.kind == "all" or (mention.kind == "count" and clauses.sentence(mention.start + 1)[0] > 0)


def _none(clauses: Clauses, mention: Mention) -> bool:
    """Whether the mention is part of a denial: "not on a single day", "hasn't once"."""
    text = clauses.text
    return any(
        a <= mention.start and mention.end <= b and (" single " in text[a:b] or text[a:b].endswith(" once"))
        for a, b in clauses.marks["no_day"]
    )


def _has_days(text: str) -> bool:
    return any(word in text for word in (" day", " night", " morning", " evening", " week", " 14"))


def _is_relief(clauses: Clauses, mention: Mention) -> bool:
    """Whether the days are days without the problem: "three good nights", "the other two"."""
    if mention.kind not in EXACT and mention.kind not in ("several", "rare"):
        return False
    clause = _clause(clauses, mention)
    if mention.kind == "several" and _BAD.search(clauses.text, mention.start, mention.end + 1):
        return False
    if mention.kind == "number" and clause.endswith((" no  ", " no ")):
        return True
    if amount("rest").search(clause) and not amount("rest_bad").search(clause):
        return True
    if mention.kind in ("rate", "list", "twice", "event", "since"):
        return False
    _, last = clauses.sentence(mention.start + 1)
    after = clauses.text[mention.end : last] + " "
    start, end = _reach(clauses, mention)
    well = any(start <= place < end and not _turned(clauses, mention, place) for place, _ in clauses.marks["relief"])
    return well or amount("rest_bad").search(after) is not None


def _turned(clauses: Clauses, mention: Mention, place: int) -> bool:
    """Whether what is good at a place is denied of the days: "not good on four nights", but not "no good night"."""
    none = mention.start < place and clauses.wanting(mention.start + 1)
    return not none and clauses.wanting(place + 1)


def _soften(clauses: Clauses, mention: Mention) -> Mention:
    """Leaves open a universal that is denied ("not sad every day") or conditional ("when I'm down, all the time")."""
    if mention.kind not in ("all", "always", "nearly all", "most", "all day"):
        return mention
    text = clauses.text
    start, end = clauses.around(mention.start + 1)
    if mention.kind == "all day":
        return replace(mention, days=14, firm=True) if text.count(" ", start, end) <= 5 else mention
    if mention.kind in ("all", "always") and clauses.negated(mention.start + 1):
        return replace(mention, kind="cap", days=5, firm=False)
    first, last = clauses.sentence(mention.start + 1)
    phased = clauses.has("phases", 0, len(text))
    if mention.kind == "always" and amount("on_condition").search(text[0 if phased else first : last] + " "):
        return replace(mention, kind="often", days=9, firm=False)
    return mention


def set_aside(clauses: Clauses, usable: list[Mention]) -> tuple[list[Mention], list[Mention]]:
    """Mentions of days excepted from a rule, and of days without the problem."""
    text = clauses.text
    exact = [m for m in usable if m.kind in EXACT | {"several"}]
    excepted = [
        m for m in exact if amount("excepted").search(before(text, m)) or amount("but_for").search(before(text, m))
    ]
    relief = [m for m in usable if m not in excepted and _is_relief(clauses, m)]
    weekdays = [m for m in usable if m.kind == "most" and " weekday" in text[m.start : m.end]]
    weekends = [m for m in usable if m.kind == "weekend"]
    if weekdays and weekends:
        relief += weekends
    return excepted, relief


def standing(clauses: Clauses, mentions: list[Mention], item: Item) -> list[Mention]:
    """The mentions that speak of the patient in these two weeks, left open where something takes them back."""
    return [_soften(clauses, m) for m in mentions if _usable(clauses, m, item) and not _is_echo(clauses, m, mentions)]
