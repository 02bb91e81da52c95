"""Checks that every number in a summary, and every answer stated in words, agrees with the profile."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from agents.domain.level1 import ITEM_COUNT, MAX_SCORE, anchor, domain_of, instrument, items
from agents.domain.transcript import Role
from agents.reporter.overview import Overview
from agents.scorer.tally import score_for_days

_SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_LARGE: Final = {"thirteen": 13, "fourteen": 14, "twenty": 20, "twenty-one": 21, "twenty-two": 22, "twenty-three": 23}
_WORDS: Final = {word: value for value, word in enumerate(_SMALL)} | _LARGE
_NUMBER: Final = re.compile(rf"(?<![\w.])(?:\d+(?:\.\d+)?(?:\s?%)?|(?:{'|'.join(sorted(_WORDS, key=len)[::-1])})\b)")
_HYPHEN: Final = re.compile(r"(?<=\d)-(?=(?:item|domain|question)\b)")
_TERMS: Final = re.compile(r"\b(?:dsm-?5(?:-tr)?|icd-?10(?:-cm)?|phq-?[89]|level[- ]?[12])\b|\brarely \(1-2 days\)")
_CLAUSE: Final = re.compile(r"(?<!\d)[.;!?]|[.;!?](?!\d)")
_LIST: Final = r"(?:\d+\s*(?:,\s*and|,|and|&|or)\s*)*$"
_TURN: Final = re.compile(rf"\bturns?\s+{_LIST}")
_ITEM: Final = re.compile(rf"\bitems?\s+{_LIST}")
_OUT_OF: Final = re.compile(rf"(?:\d|{'|'.join(_WORDS)})\s*(?:(?:\bout\s+)?\bof|/)\s*(?:the\s+|all\s+|a possible\s+)*$")
_WHOLE: Final = re.compile(r"\bof\s+(?:the\s+|all\s+)*$")
_ARE: Final = re.compile(r"\s+(?:of\s+\w+\s+)?(?:are|were|lie|reach|reached|exceed|exceeded)\b")
_KIND: Final = re.compile(r"\s*(domains?|items?|questions?)\b")
_THRESHOLD: Final = re.compile(r"\bthresholds?\s*(?:of|is|was|at|:)?\s*\(?$")
_SPAN: Final = re.compile(r"[\s-]*(weeks?|days?)\b")
_UNIT: Final = re.compile(
    r"[\s-]*(?:(?:out\s+)?of\s+(?:the\s+|those\s+|these\s+)?(?:last\s+|past\s+)?(?:14|fourteen)\s+)?"
    r"(days?|nights?|mornings?|evenings?|afternoons?|weeks?|weekends?|months?|years?|hours?|times?|glass(?:es)?|beers?"
    r"|drinks?|cigarettes?|tablets?|pills?)\b"
)
"""What the patient may have counted, behind its number."""
_OF_A_DAY: Final = frozenset({"night", "morning", "evening", "afternoon"})
_COUNT: Final = re.compile(
    r"\s*(?:(?:of|out of)\s+(?:the\s+|all\s+)*(?:\d+|thirteen|twenty-three)\s+)?"
    r"(?:(?:further|other|more|highest|lowest|of|the|these|symptom|screened|declined|unclear|answered|endorsed|remaining)\s+)*?"
    r"(domains?|items?|questions?|symptoms?|declined|unclear|answered)\b"
)
_OWN: Final = re.compile(r"\s*\(\s*$")
"""What stands between a name and the score in brackets right behind it."""
_TOGETHER: Final = re.compile(r"\b(?:each|both|all|equally)\b")
_EVERY: Final = re.compile(r"\b(?:all|every|each)\b[^,]*\b(?:domains?|items?|answers?|questions?)\b")
_NEW: Final = re.compile(r"[a-z]{4,}")
"""A word that may name something else."""
_OVER: Final = re.compile(
    r"\b(?:over|above|at|reach\w*|exceed\w*|cross\w*|met|meets?)\s+(?:the|its|their|a)?\s*threshold"
)
_NOT_OVER: Final = re.compile(r"\b(?:below|under|not|no|none|except|other|rest|remaining|neither|nor)\b")


_NO_SUCH_TIME: Final = "a length of time that was not asked about"


class _Named(NamedTuple):
    """A domain or an item in a text; `score` None when it is not known."""

    start: int
    text: str
    score: int | None


class Claims:
    """Checks texts against one profile. Texts come without the patient's quoted words."""

    def __init__(self, seen: Overview) -> None:
        answers = {item: one.score if one.known else None for item, one in seen.answers.items()}
        domains = {one.domain.title.lower(): one.severity for one in seen.standings}
        names = ((name, item) for item, one in items().items() for name in (one.formerly, one.short) if name)
        shorts = {name.lower(): answers.get(item) for name, item in names}
        self._answers: Final = answers
        self._scores: Final[Mapping[str, int | None]] = {**shorts, **domains}
        self._over: Final = {one.domain.title.lower() for one in seen.over}
        said = [turn for turn in seen.brief.profile.transcript if turn.role is Role.PATIENT]
        self._turns: Final = {turn.index for turn in said}
        self._told: Final = frozenset(one for turn in said for one in _told(turn.text.lower()))
        self._counts: Final = _counts(seen)
        self._impressions: Final = [
            (re.sub(r"\s*\([^)]*\)", "", one.name).lower(), one.confidence) for one in seen.brief.diagnosis.impressions
        ]

    def wrong(self, text: str) -> str | None:
        """The first statement that the profile doesn't support, described without quoting it; None when all are
        supported."""
        lower = _HYPHEN.sub(" ", text.lower().replace("’", "'"))
        plain = _TERMS.sub(lambda found: "_" * len(found.group()), lower)
        for name, _ in self._impressions:
            plain = plain.replace(name, "_" * len(name)) if name not in self._scores else plain
        for clause in _CLAUSE.split(plain):
            if problem := self._in_clause(clause):
                return problem
        return None

    def about(self, text: str) -> bool:
        """Whether the text names a domain or an item, or mentions them in general."""
        return bool(_KIND.search(text.lower())) or self.names(text)

    def names(self, text: str, at_once: bool = False) -> bool:
        """Whether the text names a domain or an item, `at_once` as its first words."""
        named = self._named(text.lower())
        return bool(named) and (not at_once or named[0].start == 0)

    def _in_clause(self, clause: str) -> str | None:
        named = self._named(clause)
        if _says_over(clause):
            told = {one.text for one in named if one.text in _titles()}
            if told - self._over:
                return "a domain is said to be at or over threshold that is not"
        for place, score, own in _frequencies(clause, named):
            if _judged(clause, own, place) and not self._fits(clause, own, place, score):
                return "an answer is given other words than the profile has"
        inside = [range(one.start, one.start + len(one.text)) for one in named if one.text in self._scores]
        for found in _NUMBER.finditer(clause):
            if any(found.start() in name for name in inside):
                continue  # "Four or more drinks in a day" is an item's name
            if problem := self._number(clause, named, found):
                return problem
        return None

    def _number(self, clause: str, named: list[_Named], found: re.Match[str]) -> str | None:
        told, before, after = found.group(), clause[: found.start()], clause[found.end() :]
        if "." in told or "%" in told:
            return None if self._confidence(told) else "a confidence that no impression has"
        value = _value(told)
        if not _governed(clause, named, found.start()) and (value, _unit(after)) in self._told:
            return None
        if (span := _SPAN.match(after)) and told != "one":
            return None if self._spans(clause, named, found.start(), value, span[1]) else _NO_SUCH_TIME
        if _TURN.search(before):
            return None if value in self._turns else "a turn that is not the patient's"
        if _ITEM.search(before):
            return None if 1 <= value <= ITEM_COUNT else "an item that does not exist"
        if _THRESHOLD.search(before):
            return None if self._is_threshold(named, value) else "a threshold that is not the form's"
        if _OUT_OF.search(before) or (_WHOLE.search(before) and _KIND.match(after)):
            return None if value == _whole(after) else "a number out of nowhere"
        if counted := _COUNT.match(after):
            return (
                None
                if self._is_count(clause, named, counted[1].rstrip("s"), value)
                else "a count that is not the profile's"
            )
        if told == "one":
            return None
        if not named and _says_over(clause) and _ARE.match(after):
            return None if value == len(self._over) else "a count that is not the profile's"
        return (
            None if self._fits(clause, named, found.start(), value) else "a number that is none of the profile's scores"
        )

    def _spans(self, clause: str, named: list[_Named], place: int, value: int, unit: str) -> bool:
        """Whether a length of time is the window's, or a number of days that the named answer's score stands for."""
        window = instrument().window_days
        if unit.startswith("week"):
            return value * 7 == window
        return value == window or (value < window and self._fits(clause, named, place, score_for_days(value)))

    def _confidence(self, told: str) -> bool:
        percent = "%" in told
        value = float(told.rstrip("% ")) / (100 if percent else 1)
        return any(abs(value - known) < 0.0051 for _, known in self._impressions)

    def _is_count(self, clause: str, named: list[_Named], kind: str, value: int) -> bool:
        if kind == "domain" and _says_over(clause):
            return value == len(self._over)
        listed = kind == "domain" and value == len({one.text for one in named if one.text in _titles()})
        return listed or value in self._counts[kind]

    def _is_threshold(self, named: list[_Named], value: int) -> bool:
        known = {domain.title.lower(): domain.threshold for domain in instrument().domains}
        near = [known[one.text] for one in named if one.text in known]
        return value in (near or known.values())

    def _fits(self, clause: str, named: list[_Named], place: int, score: int) -> bool:
        """Whether the score is that of the nearest domain or item named before it (else after it), or of all those
        named where it is said of all; in brackets right behind a name it is that one's."""
        if not named:
            return bool(_EVERY.search(clause)) and all(known == score for known in self._answers.values())
        before = [one for one in named if one.start < place]
        own = bool(before) and _OWN.match(clause[before[-1].start + len(before[-1].text) : place])
        if _TOGETHER.search(clause) and not own:
            return all(one.score == score for one in named)
        return (before[-1] if before else named[0]).score == score

    def _named(self, clause: str) -> list[_Named]:
        """Domains and items in the clause, in order; where two names overlap, the longer one."""
        found = [
            _Named(match.start(), name, score)
            for name, score in self._scores.items()
            for match in re.finditer(rf"\b{re.escape(name)}\b", clause)
        ]
        found += [
            _Named(match.start(), match.group(), self._answers.get(int(match[1])))
            for match in re.finditer(r"\bitem (\d{1,2})\b", clause)
        ]
        longest = sorted(found, key=lambda one: -len(one.text))
        kept: list[_Named] = []
        for one in longest:
            if not any(k.start <= one.start < k.start + len(k.text) for k in kept):
                kept.append(one)
        return sorted(kept)


def _value(told: str) -> int:
    return _WORDS[told] if told in _WORDS else int(told)


def _unit(after: str) -> str:
    """What is counted by a number before these words; a night is a day as well. Empty where that is nothing known."""
    found = _UNIT.match(after)
    unit = "" if found is None else "glass" if found[1].startswith("glass") else found[1].rstrip("s")
    return "day" if unit in _OF_A_DAY else unit


def _told(text: str) -> Iterator[tuple[int, str]]:
    """What a patient counted: numbers with what was counted."""
    for found in _NUMBER.finditer(text):
        told, unit = found.group(), _unit(text[found.end() : found.end() + 60])
        if unit and "." not in told and "%" not in told:
            yield _value(told), unit


def _governed(clause: str, named: list[_Named], place: int) -> bool:
    """Whether a number at this place is said of a name just before it, with nothing else in between."""
    before = [one for one in named if one.start < place]
    return bool(before) and not re.search(r",|\band\b", clause[before[-1].start + len(before[-1].text) : place])


def _judged(clause: str, named: list[_Named], place: int) -> bool:
    """Whether words of frequency at this place are said of something that is named: before them, or right after."""
    if not named or named[0].start < place:
        return bool(named)
    return "," not in clause[place : named[0].start]


def _frequencies(clause: str, named: list[_Named]) -> Iterator[tuple[int, int, list[_Named]]]:
    """The words of frequency in a clause: where they stand, their score, and the names that they may be said of. Behind
    other such words, with something in between, they are said of that ("low mood on several days, worry nearly every
    day"), and not of a name before both."""
    found = [(told.start(), told.end(), score) for label, score in _labels() for told in re.finditer(label, clause)]
    begin = 0
    for place, end, score in sorted(found):
        apart = begin and _NEW.search(clause, begin, place)
        yield place, score, [one for one in named if one.start >= begin] if apart else named
        begin = end


def _says_over(clause: str) -> bool:
    return bool(_OVER.search(clause)) and not _NOT_OVER.search(clause)


def _whole(after: str) -> int:
    """The total number of the things named next; for scores, the highest."""
    kind = _KIND.match(after)
    if kind is None:
        return instrument().window_days if _unit(after) == "day" else MAX_SCORE
    return len(instrument().domains) if kind[1].startswith("domain") else ITEM_COUNT


def _counts(seen: Overview) -> Mapping[str, frozenset[int]]:
    """Every count of domains and of items that follows from the profile."""
    severities = [one.severity for one in seen.standings]
    over = len(seen.over)
    scores = list(seen.brief.profile.scores.values())
    domains = {len(severities), over, len(severities) - over, severities.count(0), severities.count(None)}
    domains |= {len([s for s in severities if s]), len([s for s in severities if s == MAX_SCORE])}
    declined, unclear, answered = len(seen.declined), len(seen.unclear), len(scores)
    endorsed = len([score for score in scores if score])
    high = len([1 for i, one in seen.answers.items() if one.known and one.score >= domain_of(i).threshold])
    counted = frozenset({ITEM_COUNT, declined, unclear, answered, endorsed, answered - endorsed, high})
    return {
        "domain": frozenset(domains),
        "item": counted,
        "question": counted,
        "symptom": counted,
        "declined": frozenset({declined}),
        "unclear": frozenset({unclear}),
        "answered": frozenset({answered}),
    }


def _titles() -> frozenset[str]:
    return frozenset(domain.title.lower() for domain in instrument().domains)


def _labels() -> list[tuple[str, int]]:
    return [(anchor(score).split(" (")[0], score) for score in range(MAX_SCORE + 1)]
