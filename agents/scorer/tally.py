"""Weighs the mentions of frequency in a reply against each other: corrections, totals, exceptions, weeks, days by name."""

import re
from dataclasses import dataclass
from typing import Final

from agents.scorer.clauses import Clauses
from agents.scorer.mentions import WINDOW, Mention
from agents.scorer.vocabulary import pattern

_EXACT: Final = frozenset(
    {"count", "share", "rate", "number", "list", "week", "weekend", "day", "once", "twice", "since"}
)
_EVERY: Final = frozenset({"all", "nearly all"})
_EXCEPT: Final = re.compile(
    r" (?:except(?:ing)?(?: for)?|bar|barring|apart from|other than|save(?: for)?|minus|excluding|aside from|all but|not counting|missed|skipped|not|but not|less)"
    r"(?: (?:the|on|maybe|perhaps|about|for|a|last|that|this|possibly|over|at|my)){0,3}$"
)
_BUT: Final = re.compile(r" but(?: (?:for|the|maybe|perhaps|about|last)){0,2}$")
_TOTAL_BEFORE: Final = re.compile(
    r" (?:so|total|totals|that is|that makes|makes|makes it|makes that|call it|altogether|in all|together|comes to|adds up to|say|in other words|settle on|equals|final answer|overall)"
    r"(?: (?:that is|it is|about|around|maybe|perhaps|roughly|that makes|,|is|of|it was|that was|what|i would say|say|it|probably|like|at least|call it)){0,3}$"
)
_TOTAL_AFTER: Final = re.compile(
    r"(?: (?:or so|days|nights|times|days or so|ish|of them|out of 14|of the 14|,))? (?:in total|altogether|all told|in all|together|total|final answer|all in all|all in|over the 2 weeks|in the 2 weeks|in 2 weeks|across the 2 weeks|in the last 2 weeks|in the whole 2 weeks|over 2 weeks|this 2 weeks|both weeks together)(?= )"
)
_CORRECTION: Final = re.compile(
    r" (?:no|nope|wait|actually|sorry|make (?:that|it)|rather|or rather|i mean|correction|scratch that|no wait|tell a lie|i tell a lie|hang on|hold on|well|more like|let me correct|strike that|on reflection|in fact|come to think of it)(?: |$)"
)
_REST: Final = re.compile(r" (?:other|others|otherwise|rest|remaining|remainder|elsewhere|another time|any other)(?= )")
_PART: Final = re.compile(
    r" (?:of (?:which|them|those|these) (?:was|were|i|it)|(?:of (?:them|those) )(?:really|very|being|so|quite|bad|worse))"
)
_MORE: Final = re.compile(
    r" (?:another|then|plus|and then|and|and another|after that|more|again|followed by|, then|later)(?: (?:maybe|about|the|on|again|a|for|perhaps|for about|more|another)){0,3}$"
)
_WEEK_NAME: Final = re.compile(
    r" (?:last week|this week|(?:the )?(?:first|second|1st|2nd|other|previous|past) (?:week|1)|week (?:before|1|2|one|two)|week before last|the week (?:before|after)|(?:1|first|second) week|(?:and )?the (?:next|second|following|other)(?: 1)?)(?= )"
)


@dataclass(frozen=True, slots=True)
class Frequency:
    """Days of fourteen (0-14) as said; `firm` when that tells the score; `mentions` are the words it rests on."""

    days: float
    firm: bool
    mentions: tuple[Mention, ...]


def score_for_days(days: float) -> int:
    """The item score 0-4 for days of fourteen: 1 for 1-2, 2 for 3-7, 3 for 8-11, 4 from 12."""
    for score, above in ((4, 11.4), (3, 7.2), (2, 2.4), (1, 0.4)):
        if days > above:
            return score
    return 0


def _before(text: str, mention: Mention, reach: int = 48) -> str:
    return text[max(0, mention.start - reach) : mention.start]


def _usable(clauses: Clauses, mention: Mention) -> bool:
    start, end = clauses.around(mention.start + 1)
    clause = clauses.text[start:end] if end - start < 400 else clauses.text[mention.start - 60 : mention.end + 60]
    if mention.kind in ("number", "share"):
        return True
    return not pattern("past").search(clause) and not _PART.match(clauses.text, mention.end)


def _is_relief(clauses: Clauses, mention: Mention) -> bool:
    if mention.kind not in _EXACT and mention.kind not in ("several", "rare"):
        return False
    start, end = clauses.around(mention.start + 1)
    clause = clauses.text[start : min(end, mention.end + 60)] + " "
    return _REST.search(clause) is not None or (
        mention.kind in ("count", "day", "number", "several", "weekend", "rare", "once")
        and pattern("relief").search(clause) is not None
    )


def _corrected(text: str, mentions: list[Mention]) -> list[Mention]:
    """Drops what was taken back: "three, no, four", "Nine? Nine or ten"."""
    kept: list[Mention] = []
    for mention in mentions:
        if kept and _EXACT & {mention.kind} and kept[-1].kind in _EXACT:
            between = text[kept[-1].end : mention.start] + " "
            if len(between) < 40 and (_CORRECTION.search(between) or between.startswith(" ?")):
                kept.pop()
        kept.append(mention)
    return kept


def _total(text: str, mentions: list[Mention]) -> Mention | None:
    for mention in reversed(mentions):
        if mention.kind not in _EXACT and mention.kind not in ("several", "most", "all"):
            continue
        if mention.kind in ("once", "day", "weekend", "all", "most", "several", "list"):
            continue
        if _TOTAL_BEFORE.search(_before(text, mention)) or _TOTAL_AFTER.match(text, mention.end):
            return mention
    return None


def _named_days(mentions: list[Mention], text: str) -> tuple[float, list[Mention]]:
    days = [m for m in mentions if m.kind == "day"]
    seen: dict[str, float] = {}
    for mention in days:
        name = text[mention.start : mention.end].split()[-1].removesuffix("s")
        again = name in seen and _MORE.search(_before(text, mention, 24)) is not None
        seen[name] = seen.get(name, 0) + mention.days if again else max(seen.get(name, 0), mention.days)
    return min(sum(seen.values()), WINDOW), days


def _exact(text: str, mentions: list[Mention]) -> Frequency | None:
    counted = [m for m in mentions if m.kind in _EXACT and m.kind != "day"]
    if len(counted) > 1:
        counted = [m for m in counted if m.kind != "since"] or counted
    weeks = [
        m
        for m in counted
        if _WEEK_NAME.search(text[max(0, m.start - 36) : m.end + 26] + " ")
        and m.kind in ("count", "number", "week", "once", "twice")
    ]
    if len(weeks) > 1 and len(_WEEK_NAME.findall(text)) > 1:
        return Frequency(min(sum(m.days for m in weeks), WINDOW), True, tuple(weeks))
    total, days = _named_days(mentions, text)
    if not counted:
        return Frequency(total, True, tuple(days)) if days else None
    best = max(counted, key=lambda m: m.days)
    added = [
        m
        for m in counted
        if m is not best and m.start > best.start and m.kind != "rate" and _MORE.search(_before(text, m, 24))
    ]
    if added and best.kind in ("count", "list", "once", "twice", "number", "week"):
        return Frequency(min(best.days + sum(m.days for m in added), WINDOW), True, (best, *added))
    if days and best.kind in ("once", "list") and total > best.days:
        return Frequency(total, True, tuple(days))
    return Frequency(best.days, best.firm, (best,))


def _every(mention: Mention, rest: list[Mention], text: str) -> Frequency:
    """A universal less its exceptions: "every day except Sunday", "all but two"."""
    missed, spans = 0.0, [mention]
    for other in rest:
        before = _before(text, other)
        follows = mention.end <= other.start and text[mention.end : other.start].count(" ") <= 3
        if (
            other.kind in _EXACT | {"several"}
            and other.start > mention.start
            and (_EXCEPT.search(before) or (_BUT.search(before) and follows))
        ):
            missed += other.days
            spans.append(other)
    return Frequency(max(mention.days - missed, 0), mention.firm, tuple(spans))


def _vague(clauses: Clauses, mentions: list[Mention]) -> Frequency:
    first = mentions[0]
    _, end = clauses.sentence(first.start + 1)
    pool = [m for m in mentions if m.start < end]
    for later in mentions:
        if later is not first and _CORRECTION.search(_before(clauses.text, later, 24) + " "):
            pool = [later]
    best = next((m for m in pool if m.firm), pool[0])
    return Frequency(best.days, best.firm, (best,))


def weigh(clauses: Clauses, mentions: list[Mention]) -> Frequency | None:
    """What the mentions together say, or None when nothing is said about how often."""
    text = clauses.text
    usable = [m for m in mentions if _usable(clauses, m)]
    excepted = [
        m
        for m in usable
        if m.kind in _EXACT | {"several"} and (_EXCEPT.search(_before(text, m)) or (_BUT.search(_before(text, m))))
    ]
    every = [m for m in usable if m.kind in _EVERY and m not in excepted]
    relief = [m for m in usable if m not in excepted and _is_relief(clauses, m)]
    stated = _corrected(text, [m for m in usable if m not in relief and (m not in excepted or not every)])
    total = _total(text, [m for m in stated if m not in excepted])
    if total:
        return Frequency(total.days, total.firm, (total,))
    exact = _exact(text, [m for m in stated if m not in excepted])
    if every and (
        exact is None
        or exact.days <= 2.4
        or every[0].start < exact.mentions[0].start
        and exact.mentions[0].kind in ("day", "once", "weekend")
    ):
        return _every(every[0], [m for m in usable if m is not every[0]], text)
    if exact is not None:
        return exact
    vague = [m for m in stated if m.kind not in _EXACT]
    if vague:
        return _vague(clauses, vague)
    if excepted and "all but" in text:
        return Frequency(WINDOW - excepted[0].days, True, (excepted[0],))
    free = [m for m in relief if m.kind == "count" and not _REST.search(text[max(0, m.start - 20) : m.end + 1])]
    if free:
        return Frequency(max(WINDOW - sum(m.days for m in free), 0), True, tuple(free))
    return None
