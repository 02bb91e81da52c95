"""Weighs the mentions of frequency in a reply against each other: corrections, totals, exceptions, weeks, days by name."""

import re
from dataclasses import dataclass, replace
from typing import Final

from agents.scorer.clauses import Clauses, negated
from agents.scorer.lexicon import ItemWords
from agents.scorer.mentions import WINDOW, Mention
from agents.scorer.signs import Signs
from agents.scorer.vocabulary import pattern

_EXACT: Final = frozenset(
    {"count", "share", "rate", "number", "list", "week", "weekend", "day", "once", "twice", "since"}
)
_EVERY: Final = frozenset({"all", "nearly all"})
_SINGLE: Final = frozenset({"once", "day", "event"})
_EXCEPT: Final = re.compile(
    r" (?:except(?:ing)?(?: for)?|bar|barring|apart from|other than|save(?: for)?|minus|excluding|aside from|all but|not counting|missed|skipped|not|but not|less)"
    r"(?: (?:the|on|maybe|perhaps|about|for|a|last|that|this|possibly|over|at|my)){0,3}$"
)
_ZERO: Final = re.compile(r" (?:not|never|nor|no)(?: (?:even|on|for|a|at|any|single|in|so much as|the|all)){0,3}$")
_ALL_BUT: Final = re.compile(
    r" (?:all|every 1|everything|every day|every night|each day) (?:but|bar|except)(?: (?:for|the|maybe|perhaps|about|last)){0,2}$"
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
_REST_BAD: Final = re.compile(
    r" the (?:rest|others|remainder|other (?:days|nights|ones|\d+))(?: of (?:it|them|the time|the days|the nights))? (?:i|it|was|were)(?! (?:was |were |am )?(?:fine|okay|good|alright|all right|normal|clear|great|better|nothing|clean|quiet\w*|easy|slept)) "
)
_ALSO: Final = re.compile(r" (?:as well|too|also|even)(?= )")
_CONDITION: Final = re.compile(
    r"(?<! even) (?:when i (?:am|get|have|feel)|whenever|during (?:my|an|a|the|those)|each time|every time|if i|in 1 of (?:my|those)|once i)(?= )"
)
_TELLING: Final = frozenset({"count", "times", "number", "share", "rate", "week"})
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
    """Days of fourteen (0-14) as said; `firm` when that tells the score; `mentions` are the words it rests on.

    `inverse` when only the days without the problem were counted.
    """

    days: float
    firm: bool
    mentions: tuple[Mention, ...]
    inverse: bool = False


def score_for_days(days: float) -> int:
    """The item score 0-4 for days of fourteen: 1 for 1-2, 2 for 3-7, 3 for 8-11, 4 from 12."""
    for score, above in ((4, 11.4), (3, 7.2), (2, 2.4), (1, 0.4)):
        if days > above:
            return score
    return 0


def _before(text: str, mention: Mention, reach: int = 48) -> str:
    return text[max(0, mention.start - reach) : mention.start]


def _clause(clauses: Clauses, mention: Mention) -> str:
    start, end = clauses.around(mention.start + 1)
    return clauses.text[max(start, mention.start - 90) : min(end, mention.end + 90)] + " "


def _is_echo(clauses: Clauses, mention: Mention, mentions: list[Mention]) -> bool:
    """Whether the mention only repeats the question: "Four in one day? Never"."""
    text = clauses.text
    start, end = clauses.sentence(mention.start + 1)
    if text[end : end + 3] != " ? " or mention.start - start > 20 or end - mention.end > 24:
        return False
    answer = text[end + 2 :]
    return pattern("no").search(answer) is not None or any(m.start > end for m in mentions)


def _usable(clauses: Clauses, mention: Mention, item: ItemWords) -> bool:
    """Whether a mention speaks of the patient in these two weeks and is not a detail, a denial or an echoed question."""
    text = clauses.text
    if _PART.match(text, mention.end) or (mention.kind in _EXACT and _ZERO.search(_before(text, mention))):
        return False
    if mention.kind == "weekend" and _ALSO.search(_clause(clauses, mention)):
        return False
    if item.own and pattern("kin").search(_clause(clauses, mention)) and " i " not in _clause(clauses, mention):
        return False
    return mention.kind in ("number", "share") or not pattern("past").search(_clause(clauses, mention))


def _is_relief(clauses: Clauses, mention: Mention, signs: Signs) -> bool:
    """Whether the days are days without the problem: "three good nights", "the other two"."""
    if mention.kind not in _EXACT and mention.kind not in ("several", "rare"):
        return False
    clause = _clause(clauses, mention)
    if mention.kind == "number" and clause.endswith((" no  ", " no ")):
        return True
    if _REST.search(clause) and not _REST_BAD.search(clause):
        return True
    start, end = clauses.around(mention.start + 1)
    if any(start <= a < end for a, _ in signs.present):
        return False
    if mention.kind in ("rate", "list", "twice", "event", "since"):
        return False
    first, last = clauses.sentence(mention.start + 1)
    if pattern("relief").search(clause) is not None or _REST_BAD.search(clauses.text[mention.end : last] + " "):
        return True
    return mention.kind in ("count", "share") and any(
        first <= a < last and abs(a - mention.start) < 60 for a, _ in signs.fine
    )


def _soften(clauses: Clauses, mention: Mention, signs: Signs) -> Mention:
    """A universal that is denied ("not sad every day") or holds under a condition only ("when I'm down, all the time") is open."""
    if mention.kind not in ("all", "always", "nearly all", "most", "all day"):
        return mention
    text = clauses.text
    start, end = clauses.around(mention.start + 1)
    if mention.kind == "all day":
        return replace(mention, days=14, firm=True) if text.count(" ", start, end) <= 5 else mention
    in_clause = any(start <= a < end for a, b in signs.present if mention.kind == "all" or (a, b) not in signs.missed)
    if (
        negated(text, mention.start + 1)
        and not in_clause
        and mention.kind != "most"
        and not _span_in(mention, signs.everyday)
    ):
        return replace(mention, kind="cap", days=5, firm=False)
    first, last = clauses.sentence(mention.start + 1)
    if mention.kind == "always" and _CONDITION.search(text[first:last] + " "):
        return replace(mention, kind="often", days=9, firm=False)
    return mention


def _span_in(mention: Mention, spans: tuple[tuple[int, int], ...]) -> bool:
    return any(a <= mention.start and mention.end <= b for a, b in spans)


def _corrected(text: str, mentions: list[Mention]) -> list[Mention]:
    """Drops what was taken back: "three, no, four", "Nine? Nine or ten"."""
    kept: list[Mention] = []
    for mention in mentions:
        if kept and mention.kind in _EXACT and kept[-1].kind in _EXACT:
            between = text[kept[-1].end : mention.start] + " "
            if len(between) < 40 and (_CORRECTION.search(between) or between.startswith(" ?")):
                kept.pop()
        kept.append(mention)
    return kept


def _total(text: str, mentions: list[Mention]) -> Mention | None:
    for mention in reversed(mentions):
        if mention.kind not in ("count", "times", "number", "share", "rate", "twice"):
            continue
        if _TOTAL_BEFORE.search(_before(text, mention)) or _TOTAL_AFTER.match(text, mention.end):
            return mention
    return None


def _named_days(mentions: list[Mention], text: str) -> tuple[float, list[Mention]]:
    days = [m for m in mentions if m.kind == "day"]
    seen: dict[str, float] = {}
    for mention in days:
        name = next(w for w in text[mention.start : mention.end].split() if "day" in w).removesuffix("s")
        again = name in seen and _MORE.search(_before(text, mention, 24)) is not None
        seen[name] = seen.get(name, 0) + mention.days if again else max(seen.get(name, 0), mention.days)
    return min(sum(seen.values()), WINDOW), days


def _by_week(text: str, counted: list[Mention]) -> Frequency | None:
    """Counts given week by week, added up."""
    if len(_WEEK_NAME.findall(text)) < 2:
        return None
    weeks = [m for m in counted if m.kind in ("count", "times", "number", "week", "once", "twice", "list")]
    named = [m for m in weeks if _WEEK_NAME.search(text[max(0, m.start - 36) : m.end + 26] + " ")]
    return Frequency(min(sum(m.days for m in named), WINDOW), True, tuple(named)) if len(named) > 1 else None


def _exact(text: str, mentions: list[Mention]) -> Frequency | None:
    counted = [m for m in mentions if m.kind in _EXACT and m.kind not in ("day", "event")]
    if len(counted) > 1:
        counted = [m for m in counted if m.kind != "since"] or counted
    if any(m.kind != "times" for m in counted):
        counted = [m for m in counted if m.kind != "times"]
    by_week = _by_week(text, counted)
    if by_week:
        return by_week
    total, days = _named_days(mentions, text)
    events = [m for m in mentions if m.kind == "event"]
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
        and " . " not in text[best.end : m.start]
        and _MORE.search(_before(text, m, 24))
    ]
    if added and best.kind in ("count", "times", "list", "once", "twice", "number", "week"):
        return Frequency(min(best.days + sum(m.days for m in added), WINDOW), True, (best, *added))
    if days and best.kind in ("once", "list", "since") and total > best.days:
        return Frequency(total, True, tuple(days))
    return Frequency(best.days, best.firm, (best,))


def _every(mention: Mention, rest: list[Mention], text: str) -> Frequency:
    """A universal less its exceptions: "every day except Sunday", "all but two"."""
    missed, spans = 0.0, [mention]
    for other in rest:
        if other.kind not in _EXACT | {"several"} or other.start < mention.start:
            continue
        before = _before(text, other)
        follows = text[mention.end : other.start].count(" ") <= 3
        if _EXCEPT.search(before) or (_BUT.search(before) and follows):
            missed += other.days
            spans.append(other)
    return Frequency(max(mention.days - missed, 0), mention.firm, tuple(spans))


def _relevance(clauses: Clauses, mention: Mention, signs: Signs) -> int:
    """2 when the mention stands with the problem's words or by itself, 1 otherwise."""
    start, end = clauses.around(mention.start + 1)
    if _near(clauses, mention, signs):
        return 2
    rest = clauses.text[start : mention.start] + clauses.text[mention.end : end]
    return 2 if len(rest.split()) <= 7 else 1


def _vague(clauses: Clauses, mentions: list[Mention], signs: Signs) -> Frequency:
    for later in mentions[1:]:
        if _CORRECTION.search(_before(clauses.text, later, 24) + " "):
            mentions = [later]
            break
    best = max(_relevance(clauses, m, signs) for m in mentions)
    pool = [m for m in mentions if _relevance(clauses, m, signs) == best]
    chosen = next((m for m in pool if m.firm and m.kind != "rare"), pool[0])
    return Frequency(chosen.days, chosen.firm, (chosen,))


def _near(clauses: Clauses, mention: Mention, signs: Signs) -> bool:
    start, end = clauses.around(mention.start + 1)
    return any(start <= a < end for a, _ in signs.present)


def _set_aside(clauses: Clauses, usable: list[Mention], signs: Signs) -> tuple[list[Mention], list[Mention]]:
    """Mentions of days excepted from a rule, and of days without the problem."""
    text = clauses.text
    exact = [m for m in usable if m.kind in _EXACT | {"several"}]
    excepted = [m for m in exact if _EXCEPT.search(_before(text, m)) or _BUT.search(_before(text, m))]
    relief = [m for m in usable if m not in excepted and _is_relief(clauses, m, signs)]
    weekdays = [m for m in usable if m.kind == "most" and " weekday" in text[m.start : m.end]]
    weekends = [m for m in usable if m.kind == "weekend"]
    if weekdays and weekends:
        only = _near(clauses, weekends[0], signs) and not _near(clauses, weekdays[0], signs)
        relief += weekdays if only else weekends
    return excepted, relief


def weigh(clauses: Clauses, mentions: list[Mention], signs: Signs, item: ItemWords, *, event: bool) -> Frequency | None:
    """What the mentions together say, or None when nothing is said about how often.

    `event` lets one named occasion count as one day, as in a reply to "how often?".
    """
    text = clauses.text
    usable = [
        _soften(clauses, m, signs) for m in mentions if _usable(clauses, m, item) and not _is_echo(clauses, m, mentions)
    ]
    hinted = not event and any(m.kind == "event" for m in usable)
    usable = [
        m for m in usable if (event or m.kind != "event") and not (item.counts and not event and m.kind == "number")
    ]
    excepted, relief = _set_aside(clauses, usable, signs)
    every = [m for m in usable if m.kind in _EVERY]
    stated = _corrected(text, [m for m in usable if m not in relief and m not in excepted])
    total = _total(text, stated)
    if total:
        return Frequency(total.days, total.firm, (total,))
    exact = _exact(text, stated)
    if every and not (exact and exact.days > 2.4 and exact.mentions[0].kind in _TELLING):
        return _every(every[0], [m for m in usable if m is not every[0]], text)
    all_but = [m for m in excepted if _ALL_BUT.search(_before(text, m))]
    if all_but:
        return Frequency(WINDOW - all_but[0].days, True, (all_but[0],), inverse=True)
    vague = [m for m in stated if m.kind not in _EXACT]
    if exact is None and not vague:
        exact = _exact(text, _corrected(text, excepted))
    if exact is not None:
        return replace(exact, firm=exact.firm and not (hinted and exact.mentions[0].kind in _SINGLE))
    return _vague(clauses, vague, signs) if vague else _complement(relief)


def _complement(relief: list[Mention]) -> Frequency | None:
    """Only the good days were counted: the others had the problem."""
    free = [m for m in relief if m.kind in ("count", "share")]
    return Frequency(max(WINDOW - max(m.days for m in free), 0), True, tuple(free), inverse=True) if free else None
