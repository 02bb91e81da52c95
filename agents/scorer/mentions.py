"""Finds every mention of how often in plain words, and how many days of fourteen each stands for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.scorer.vocabulary import ANY, compiled, initials, table

WINDOW: Final = 14
_MOST: Final = 60
"""Mentions weighed in one reply; nobody means more."""
_N: Final = r"(?P<n>\d{1,3}(?:\.\d)?)(?:(?: ,)? (?:to|or|maybe|possibly|perhaps|or maybe|or possibly|or even|or perhaps|and|even) (?P<m>\d{1,3})| , (?P<k>\d{1,3}))?"
_ADJ: Final = (
    r"(?:(?:different|separate|whole|full|bad|rough|rotten|odd|single|or so|actual|proper|of (?:the|those|these|them|my)|working|consecutive|solid|such|plus|or more|ish|straight|other|"
    r"nasty|awful|terrible|horrible|big|small|brief|short|little|real|panic|anxiety|good|low|wobbly|long|late|last|past|calendar|quick|more|further) ){0,2}"
)
_DAYS: Final = r"(?:days?|nights?|mornings?|evenings?|afternoons?|weekdays?|dates|lunchtimes?|bedtimes|shifts?|sleeps)"
_TIMES: Final = (
    r"(?:times?|occasions?|instances?|attacks?|episodes?|lapses?|slips?|wobbles?|bouts?|incidents?|outbursts?|blips?|flare ups?|nightmares?|panics?|rows?|meltdowns?|blow ups?|blowups?|"
    r"x|crosses|ticks|spells?|goes|sessions|binges?|benders?|sittings|wobblies|freak outs?|breakdowns?|turns|funny turns|ones?|visits)"
)
_TIMES_WORD: Final = re.compile(
    r"^(?:time|attack|episode|lapse|x$|panic|one|outburst|slip|bout|row|go|turn|nightmare|blip)"
)
_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SMALL: Final = r"(?P<w>\d{1,2}(?: (?:to|or) \d{1,2})?|once|twice|once or twice|a couple of|couple|a few|few|several|a handful of|most|some|every|both|the odd)"
_VAGUE_COUNT: Final = {
    "once": 1.0,
    "twice": 2.0,
    "once or twice": 1.4,
    "a couple of": 2.0,
    "couple": 2.0,
    "a few": 3.0,
    "few": 3.0,
    "several": 4.0,
    "a handful of": 4.0,
    "some": 2.5,
    "most": 5.0,
    "every": 7.0,
    "both": 2.0,
    "the odd": 1.0,
}


@dataclass(frozen=True, slots=True)
class Mention:
    """`days` of fourteen (0-14); `kind` names the wording; `start` and `end` are offsets into the plain words.

    `firm` mentions tell the score; the others leave it open. `per` is "week" when the count belongs to one week only.
    """

    kind: str
    days: float
    start: int
    end: int
    firm: bool = True


@dataclass(frozen=True, slots=True)
class _Wording:
    name: str
    days: float
    firm: bool


@dataclass(frozen=True, slots=True)
class _Bucket:
    """All phrases that can begin with one character; group n of the pattern is `wordings[n - 1]`."""

    pattern: re.Pattern[str]
    wordings: tuple[_Wording, ...]


@cache
def _bucket(initial: str) -> _Bucket | None:
    rows = table("frequency")["wording"]
    entries = [(phrase, _Wording(row["name"], row["days"], row["firm"])) for row in rows for phrase in row["phrases"]]
    fitting = [(phrase, wording) for phrase, wording in entries if initials(phrase) & {initial, ANY}]
    if not fitting:
        return None
    fitting.sort(key=lambda entry: len(entry[0]), reverse=True)
    return _Bucket(compiled(f"({phrase})" for phrase, _ in fitting), tuple(wording for _, wording in fitting))


def _worded(text: str) -> Iterator[Mention]:
    """Mentions without a number, one at most at each word."""
    position, last = 0, len(text) - 1
    while position < last:
        bucket = _bucket(text[position + 1])
        match = bucket.pattern.match(text, position) if bucket else None
        if bucket and match and match.lastindex:
            wording = bucket.wordings[match.lastindex - 1]
            yield Mention(wording.name, wording.days, position, match.end(), wording.firm)
        position = text.find(" ", position + 1)


_NOT_DAYS: Final = (
    r"(?! (?:a day|per day|each day|every day|daily|in a day|a night|an hour|at a time|the (?:size|amount)))"
)
_RATE: Final = re.compile(
    rf" {_SMALL}(?: {_ADJ}(?:{_DAYS}|{_TIMES}))?(?: (?:or so|or more|at least|maybe))? (?:a|per|each|every|in a|of the|out of the|or|in the|out of every|in every) (?:\w+ )?(?:week|wk)(?= )(?! of)"
)
_MONTHLY: Final = re.compile(
    rf" {_SMALL}(?: {_ADJ}(?:{_DAYS}|{_TIMES}))? (?:a|per|each|every|this|(?:over|in|during|within) (?:the |this )?(?:last |past |whole )?) ?(?P<p>month|year)(?= )"
)
_DAILY: Final = re.compile(
    rf" {_SMALL}(?: {_ADJ}(?:{_TIMES}|cigarettes?|smokes?|fags|ciggies|cigs|rollies|roll ups|joints?|pills?|tablets?|cigars?|packs?|tins?|pouches|drinks?|beers|pints))? (?:a|per|each|every) (?:day|night|morning|evening)(?= )"
)
_SHARE: Final = re.compile(
    rf" {_N}(?: {_ADJ}(?:{_DAYS}|{_TIMES}))? (?:of|out of|from|in|in every|out of every) (?:the |those |these |my |this |all )?(?:last |past |every )?(?P<of>\d{{1,2}})(?! (?:weeks?|months?|hours?|years?|minutes|drinks|beers|pints|percent) )(?: {_DAYS})?(?= )"
)
_COUNT: Final = re.compile(
    rf" {_N} {_ADJ}(?P<unit>{_DAYS}|{_TIMES}|(?:of|out of) (?:(?:them|those|these)(?= [.,;!?—]| (?:days|nights|times) )|the (?:days|nights|mornings|evenings|2 weeks|lot)))(?= ){_NOT_DAYS}"
)
_EVERY_N: Final = re.compile(
    r" every (?P<n>\d|3rd|4th|5th|second|other)(?: (?:to|or) (?P<m>\d))? (?:days?|nights?)(?: or so)?(?= )"
)
_WEEKENDS: Final = re.compile(
    r" (?:(?:every|each|both|all|the|only|just|at|on|over|mainly|mostly|my|2) )*weekends?(?: (?:only|mostly|mainly|really))?(?= )"
)
_SPAN: Final = re.compile(
    rf" (?P<a>{_WEEKDAY})s? (?:to|through|till|until|and all the way to) (?:the |last )?(?P<b>{_WEEKDAY})s?(?= )"
)
_SINCE: Final = re.compile(
    rf" (?:since|from) (?:the |last |about |around )*(?P<a>{_WEEKDAY}|yesterday|the weekend|weekend)(?= )(?! to )"
)
_DAYNAME: Final = re.compile(
    rf" (?P<all>(?:(?:every|each|all) )?)(?P<d>{_WEEKDAY})(?P<s>s?)(?P<t> (?:nights|evenings|mornings|afternoons))?(?= )"
)
_FOR_DAYS: Final = re.compile(
    r" (?:for|in|over|these|the|this) (?:the )?(?:last|past) (?P<n>\d{1,2}|few|couple of|several) (?:days|nights)(?= )"
)
_WEEK_LONG: Final = re.compile(
    r" (?:(?:all|the whole|the entire|a whole|a full|a solid|the full|a good)(?: of)? ?(?:(?:of )?(?:the )?(?:last|past|this|first|second|1st|2nd|previous|that) )?week|all (?:last|this|that|the first|the second) week|all (?:of )?the (?:first|second|other|1st|2nd|last|previous|next)(?= [.,;!?])|1 (?:whole|full|solid) week|(?:1|a) week (?:solid|straight|running)|every (?:day|night) (?:last|this|that|the first|the second|of the first|of the second|of last|of this|for a|1|in the first|in the second|since) (?:week|"
    + _WEEKDAY
    + r"))(?= )"
)
_FRAGMENT_WORDS: Final = frozenset(
    "so maybe about around roughly perhaps i would say think guess it is was that this call make makes like probably yes yeah no wait okay possibly honestly at least most just only in all total together "
    "altogether or to and final answer sorry well hm hmm let me see if count counting we will go with settle on for the a of erm um er um uh oh nearer closer more exactly definitely then these those put "
    "down as lets us be said nope actually reckon suppose sounds right have has been had which comes adds up they were there are am ish ok tops max maximum minimum plus nearly almost under over certainly give take believe fairly sure score rating number would be about him my got need needed you want rather than not to be exact precise approximately approx dear love mate right "
    "really know should now want done do can could might stick stand still probably even call too".split()
)
_NUMERAL: Final = re.compile(r"\d{1,2}$")
_THAT_WEEK: Final = re.compile(r" (?:the|last|this|that|from|first|second)(?= )")
_PAIR: Final = re.compile(
    rf" (?P<a>\d|none|nothing|no)(?: (?:{_DAYS}|{_TIMES}))?(?: (?:in|on|of|for))?(?: the)? (?:this|last|first|1st|1|1 of the|second|other)(?: weeks?)? (?:, |and |, and |then |, then |but )*(?:about |maybe |perhaps |i think |another )?(?P<b>\d|none|nothing)(?: (?:{_DAYS}|{_TIMES}))?(?: (?:in|on|of|for))?(?: the)? (?:last|other|second|2nd|next|first|1st|week before|1 before|following|this|previous|after|other 1)(?: weeks?| 1)?(?= )"
)
_WEEK: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _mean(match: re.Match[str]) -> float:
    groups = match.groupdict()
    low = float(groups["n"])
    high = groups.get("m") or groups.get("k")
    return low if high is None or float(high) < low else (low + float(high)) / 2


def _small(word: str) -> float:
    if word in _VAGUE_COUNT:
        return _VAGUE_COUNT[word]
    numbers = [float(part) for part in word.split() if part[0].isdigit()]
    return sum(numbers) / len(numbers)


def _rates(text: str) -> Iterator[Mention]:
    for match in _RATE.finditer(text):
        days = min(2 * _small(match["w"]), WINDOW)
        yield Mention("rate", days, match.start(), match.end(), match["w"] not in ("some", "the odd", "every"))
    for match in _DAILY.finditer(text):
        yield Mention("all", WINDOW, match.start(), match.end())
    for match in _MONTHLY.finditer(text):
        days = _small(match["w"]) / 2 if match["p"] == "month" else 0.0
        yield Mention("rate", max(days, 0.6) if match["p"] == "month" else 0.0, match.start(), match.end())
    for match in _EVERY_N.finditer(text):
        ordinal = {"3rd": 3, "4th": 4, "5th": 5, "second": 2, "other": 2}.get(match["n"])
        step = float(ordinal or match["n"])
        yield Mention("rate", WINDOW / ((step + float(match["m"] or step)) / 2 or 1), match.start(), match.end())


def _counts(text: str) -> Iterator[Mention]:
    for match in _SHARE.finditer(text):
        whole = float(match["of"])
        share = _mean(match)
        if 0 < whole <= WINDOW and share <= whole:
            yield Mention("share", share if whole == WINDOW else share * WINDOW / whole, match.start(), match.end())
    for match in _COUNT.finditer(text):
        days = _mean(match)
        if days <= 40:
            kind = "times" if _TIMES_WORD.search(match["unit"]) else "count"
            yield Mention(kind, min(days, WINDOW), match.start(), match.end())
    for match in _PAIR.finditer(text):
        days = sum(float(match[part]) for part in "ab" if match[part].isdigit())
        yield Mention("share", min(days, WINDOW), match.start(), match.end())
    for match in _FOR_DAYS.finditer(text):
        word = match["n"]
        yield Mention("count", min(float(word) if word.isdigit() else 3.0, WINDOW), match.start(), match.end())


def _weeks(text: str) -> Iterator[Mention]:
    both = " both weeks " in text or " each week " in text or " every week " in text or " both the weeks " in text
    for match in _SPAN.finditer(text):
        first, last = _WEEK.index(match["a"]), _WEEK.index(match["b"])
        days = (last - first) % 7 + 1
        around = text[max(0, match.start() - 14) : match.end() + 16]
        if (first, last) == (0, 4) and not _THAT_WEEK.search(around):
            days = 10 // (2 if both else 1)
        yield Mention("list", float(days * 2 if both else days), match.start(), match.end())
    for match in _WEEK_LONG.finditer(text):
        yield Mention("week", 7.0, match.start(), match.end())
    for match in _WEEKENDS.finditer(text):
        plural = match.group().rstrip().endswith("s") or both or " only" in match.group() or "every" in match.group()
        yield Mention("weekend", 4.0 if plural else 2.0, match.start(), match.end())
    for match in _SINCE.finditer(text):
        yield Mention("since", 4.0, match.start(), match.end(), firm=False)
    for match in _DAYNAME.finditer(text):
        plural = bool(match["s"] or match["all"] or match["t"]) or both
        yield Mention("day", 2.0 if plural else 1.0, match.start(), match.end())


def _fragments(text: str, starts: tuple[int, ...]) -> Iterator[Mention]:
    """Clauses that are a number and next to nothing else: "Nine.", "so thirteen", "call it six"."""
    for i, start in enumerate(starts):
        end = starts[i + 1] if i + 1 < len(starts) else len(text)
        if end - start > 80:
            continue
        words = text[start:end].split()
        numbers = [float(word) for word in words if _NUMERAL.match(word)]
        if not 1 <= len(numbers) <= 2 or not all(
            len(w) == 1 or _NUMERAL.match(w) or w in _FRAGMENT_WORDS for w in words if w.isalnum()
        ):
            continue
        first = next(i for i, word in enumerate(words) if _NUMERAL.match(word))
        begin = start + len(" ".join(words[:first])) + (1 if first else 0)
        last = max(i for i, word in enumerate(words) if _NUMERAL.match(word))
        finish = start + len(" ".join(words[: last + 1])) + 1
        days = sum(numbers) / len(numbers)
        clock = first and words[first - 1] in ("at", "by", "till", "until", "past", "to", "of", "age", "aged")
        clock = clock or text[finish : finish + 8].startswith((" oclock", " am ", " pm "))
        if days <= WINDOW and not clock:
            yield Mention("number", days, begin, finish)


def find(text: str, starts: tuple[int, ...]) -> list[Mention]:
    """All mentions in order; where two overlap the longer one stands."""
    found = [*_rates(text), *_counts(text), *_weeks(text), *_worded(text), *_fragments(text, starts)]
    if len(found) > _MOST:
        found = sorted(found, key=lambda mention: mention.start)[:_MOST]
    found.sort(key=lambda mention: (mention.kind == "number", mention.start - mention.end))
    kept: list[Mention] = []
    for mention in found:
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    kept.sort(key=lambda mention: mention.start)
    return kept
