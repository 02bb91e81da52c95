"""Weighs the mentions of frequency in a reply: corrections, totals, exceptions, week by week, days by name."""

import re
from dataclasses import dataclass, replace
from typing import Final

from agents.reading.clauses import Clauses
from agents.reading.fragments import only_companions
from agents.reading.mention import WINDOW, Mention
from agents.reading.vocabulary import amount
from agents.scorer.items import Item
from agents.scorer.sieve import EXACT, before, set_aside, standing

_FIRST: Final = 24
"""What begins within so many characters is what a reply begins with."""
_NEAR: Final = 40
"""So many characters before it end what words may take back."""
_EVERY: Final = frozenset({"all", "nearly all"})
EVENTS: Final = frozenset({"once", "twice", "times"})
_SINGLE: Final = frozenset({"day", "event", "occasion"})
_DETAILS: Final = frozenset({"count", "once", "twice", "times", "occasion", "day", "event", "rate", "weekend"})
_TELLING: Final = frozenset({"count", "number", "share", "rate", "week"})
_ACTUALLY: Final = re.compile(r" (?:[.,;!] )*(?:well |, )*(?:actually|in fact) (?:, )?")

_PARTS: Final = (" of them", " of these", " of those")
_WITHIN: Final = (
    " in", " in the", " in these", " in the last", " in the past", " of the past", " of the last", " within",
)  # fmt: skip
_GOOD: Final = "(?:fine|okay|good|normal|quiet|better|off|away|clear|calm|great)"
_BEING: Final = "(?:am|is|are|was|were|been|be|feel|feels|felt|feeling|went|going|goes|got|getting|doing|much)"
_WELL_WEEK: Final = re.compile(
    r" not(?= (?:once|at all|1|a(?! good)|so(?! (?:good|well|great|fine))|any(?! (?:better|good))|anymore|now"
    r"|really(?! any)|[.,;!]) )|(?<! not)(?<! never) (?:nothing|none|stopped|gone)(?= )"
    rf"| {_BEING}(?: (?!not |never |no )\w+){{0,2}} {_GOOD}(?= )"
    rf"|(?<! not)(?<! not any)(?<! so) {_GOOD}(?= (?:[.,;!] )*$| [.,;!] )"
)
"""Says of a week that it was well: of a word that may mean anything ("off") only behind a verb or ending the clause."""
_NOT_IN: Final = (" not", " nothing", " none", " not in", " not the")


@dataclass(frozen=True, slots=True)
class Frequency:
    """Days of fourteen (0-14) as said; `firm` when that tells the score; `mentions` are the words it rests on.
    `excepted`: they are named as the exception alone ("apart from three days"), of whatever the rest says."""

    days: float
    firm: bool
    mentions: tuple[Mention, ...]
    excepted: bool = False


def score_for_days(days: float) -> int:
    """The item score 0-4 for days of fourteen: 1 for 1-2, 2 for 3-7, 3 for 8-11, 4 from 12."""
    for score, above in ((4, 11.4), (3, 7.2), (2, 2.4), (1, 0.4)):
        if days > above:
            return score
    return 0


def _corrected(text: str, mentions: list[Mention]) -> list[Mention]:
    """Drops what was taken back: "three, no, four", "Nine? Nine or ten", "daily... well, more like once a week"."""
    kept: list[Mention] = []
    for mention in mentions:
        if kept and _takes_back(text, kept[-1], mention):
            kept.pop()
        kept.append(mention)
    return kept


def _takes_back(text: str, mention: Mention, later: Mention) -> bool:
    """Whether the words between two mentions take the first one back, and say nothing else. "Every day. Actually 3
    times" tells of each day."""
    between = f"{text[mention.end : later.start]} "
    if mention.kind in _EVERY and later.kind in EVENTS and _ACTUALLY.fullmatch(between):
        return False
    found = amount("correction").search(between)
    said = between.startswith(" ?") or (found is not None and only_companions(between[found.end() :]))
    return said and len(between) < _NEAR


def _total(text: str, mentions: list[Mention]) -> Mention | None:
    for mention in reversed(mentions):
        if mention.kind not in ("count", "times", "number", "share", "rate", "twice"):
            continue
        if amount("total_before").search(before(text, mention)) or amount("total_after").match(text, mention.end):
            return mention
    return None


def _named_days(mentions: list[Mention], text: str) -> tuple[float, list[Mention]]:
    days = [m for m in mentions if m.kind == "day"]
    seen: dict[str, float] = {}
    for mention in days:
        name = next(w for w in text[mention.start : mention.end].split() if "day" in w).removesuffix("s")
        again = name in seen and amount("more").search(before(text, mention, 24)) is not None
        seen[name] = seen.get(name, 0) + mention.days if again else max(seen.get(name, 0), mention.days)
    return min(sum(seen.values()), WINDOW), days


def _by_week(text: str, counted: list[Mention]) -> Frequency | None:
    """Counts given week by week, added up."""
    weeks = [m for m in counted if m.kind in ("count", "times", "number", "week", "once", "twice", "list")]
    if len(weeks) < 2 or len(amount("week_name").findall(text)) < 2:
        return None
    named = [m for m in weeks if amount("week_name").search(text[max(0, m.start - 36) : m.end + 26] + " ")]
    return Frequency(min(sum(m.days for m in named), WINDOW), True, tuple(named)) if len(named) > 1 else None


def _exact(text: str, mentions: list[Mention]) -> Frequency | None:
    counted = [m for m in mentions if m.kind in EXACT and m.kind not in ("day", "event", "occasion")]
    if len(counted) > 1:
        counted = [m for m in counted if m.kind != "since"] or counted
    if any(m.kind not in EVENTS for m in counted):
        counted = [m for m in counted if m.kind != "times"]
    if len(counted) > 1:
        counted = [m for m in counted if not _window(text, m)] or counted
    by_week = _by_week(text, counted)
    if by_week:
        return by_week
    total, days = _named_days(mentions, text)
    events = [m for m in mentions if m.kind == "occasion"] or [m for m in mentions if m.kind == "event"]
    if events and all(m.kind == "times" and (m.days == WINDOW or events[0].kind == "occasion") for m in counted):
        counted = []
    if not counted:
        days = days or events[:1]
        return Frequency(total or 1.0, True, tuple(days)) if days else None
    best = max(counted, key=lambda m: m.days)
    added = [
        m
        for m in counted
        if m is not best
        and best.start < m.start < best.end + 60
        and m.kind != "rate"
        and text[m.start : m.end] != text[best.start : best.end]
        and " . " not in text[best.end : m.start]
        and amount("more").search(before(text, m, 24))
    ]
    if added and best.kind in ("count", "times", "list", "once", "twice", "number", "week"):
        return Frequency(min(best.days + sum(m.days for m in added), WINDOW), True, (best, *added))
    if days and best.kind in ("once", "list", "since") and total > best.days:
        return Frequency(total, True, tuple(days))
    if best.kind == "weekend" and (apart := [m for m in days if not _in_weekend(text, m)]):
        return Frequency(min(best.days + _named_days(apart, text)[0], WINDOW), True, (*apart, best))
    return Frequency(best.days, best.firm, (best,))


def _in_weekend(text: str, mention: Mention) -> bool:
    return any(name in text[mention.start : mention.end] for name in (" sat", " sun"))


def _window(text: str, mention: Mention) -> bool:
    """Whether the days are the fourteen that are asked about: "I slipped twice in fourteen days"."""
    return mention.days == WINDOW and mention.kind == "count" and text[: mention.start].endswith(_WITHIN)


def _one_week(clauses: Clauses, every: Mention) -> bool:
    """Whether every day was so in one week and the other one was well: "last week daily, this week I'm fine"."""
    text, names = clauses.text, list(amount("week_name").finditer(clauses.text))
    if len(names) < 2:
        return False
    for name, behind in zip(names, (*(one.start() for one in names[1:]), len(text)), strict=True):
        until = min(behind, every.start if every.start >= name.end() else behind)
        told = f"{text[name.end() : until]} "
        if _WELL_WEEK.search(told) or (text[: name.start()].endswith(_NOT_IN) and every.start != name.end()):
            return True
    return False


def _every(mention: Mention, rest: list[Mention], text: str) -> Frequency:
    """A universal less its exceptions: "every day except Sunday", "all but two"."""
    missed, spans = 0.0, [mention]
    for other in rest:
        if other.kind not in EXACT | {"several"} or other.start < mention.start:
            continue
        said_before = before(text, other)
        follows = text[mention.end : other.start].count(" ") <= 3
        if amount("excepted").search(said_before) or (amount("but_for").search(said_before) and follows):
            missed += other.days
            spans.append(other)
    return Frequency(max(mention.days - missed, 0), mention.firm, tuple(spans))


def _relevance(clauses: Clauses, mention: Mention) -> int:
    """2 when the mention stands nearly by itself, 1 otherwise."""
    start, end = clauses.around(mention.start + 1)
    rest = clauses.text[start : mention.start] + clauses.text[mention.end : end]
    return 2 if len(rest.split()) <= 7 else 1


def _vague(clauses: Clauses, mentions: list[Mention]) -> Frequency:
    mentions = [m for m in mentions if m.kind != "cap"] or mentions
    best = max(_relevance(clauses, m) for m in mentions)
    pool = [m for m in mentions if _relevance(clauses, m) == best]
    chosen = next((m for m in pool if m.firm and m.kind != "rare"), pool[0])
    return Frequency(chosen.days, chosen.firm, (chosen,))


def weigh(clauses: Clauses, mentions: list[Mention], item: Item, *, event: bool) -> Frequency | None:
    """What the mentions together say, or None when nothing is said about how often.

    `event` lets one named occasion count as one day, as in a reply to "how often?".
    """
    if not mentions:
        return None
    text = clauses.text
    usable = standing(clauses, mentions, item)
    event = event or bool(clauses.bounded)
    hinted = not event and not any(m.kind == "occasion" for m in usable) and any(m.kind == "event" for m in usable)
    usable = [
        m for m in usable if (event or m.kind != "event") and not (item.counts and not event and m.kind == "number")
    ]
    excepted, relief = set_aside(clauses, usable)
    stated = _corrected(text, [m for m in usable if m not in relief and m not in excepted])
    every = [m for m in stated if m.kind in _EVERY]
    total = _total(text, stated)
    if total:
        return Frequency(total.days, total.firm, (total,))
    exact = _exact(text, stated)
    if every and _one_week(clauses, every[0]):
        return Frequency(WINDOW / 2, True, (every[0],))
    if every and (since := [m for m in stated if m.kind == "since"]):
        return Frequency(since[0].days, False, (since[0], every[0]))
    if every and not (exact and exact.days > 2.4 and _tells(text, every[0], exact.mentions[0])):
        return _every(every[0], [m for m in usable if m is not every[0]], text)
    all_but = [m for m in excepted if amount("all_but").search(before(text, m))]
    if all_but:
        return Frequency(WINDOW - all_but[0].days, True, (all_but[0],))
    vague = [m for m in stated if m.kind not in EXACT]
    vague = [m for m in vague if m.kind != "repeated"] or vague
    if exact is None and not vague and (exact := _exact(text, _corrected(text, excepted))):
        exact = replace(exact, excepted=True)
    if exact is not None and _opens(clauses, vague, exact):
        return _vague(clauses, vague)
    if exact is not None:
        return replace(exact, firm=exact.firm and not (hinted and exact.mentions[0].kind in _SINGLE))
    return _vague(clauses, vague) if vague else _complement(relief)


def _tells(text: str, every: Mention, mention: Mention) -> bool:
    """Whether a number may stand against "every day"; "Every day. Three of them." are three voices."""
    parts = text.endswith(_PARTS, 0, mention.end) and " ." in text[every.end : mention.start]
    return mention.kind in _TELLING and not parts


def _opens(clauses: Clauses, vague: list[Mention], exact: Frequency) -> bool:
    """Whether the first sentence tells how often and the number stands in a later one: a detail."""
    first = clauses.sentence(0)[1]
    if vague and vague[0].kind == "most" and vague[0].start < _FIRST and exact.mentions[0].kind == "list":
        return vague[0].firm
    return any(m.firm and m.kind in ("most", "several") and m.start < first for m in vague) and all(
        m.start > first and m.kind in _DETAILS for m in exact.mentions
    )


def _complement(relief: list[Mention]) -> Frequency | None:
    """Only the good days were counted: the others had the problem."""
    free = [m for m in relief if m.kind in ("count", "share")]
    return Frequency(max(WINDOW - max(m.days for m in free), 0), True, tuple(free)) if free else None
