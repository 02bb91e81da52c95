"""The words in a reply that speak of an item's problem, each as present or absent."""

import re
from dataclasses import dataclass
from typing import Final

from agents.scorer.clauses import Clauses
from agents.scorer.lexicon import ItemWords
from agents.scorer.vocabulary import Span, amount, pattern

_NOW = (" now ", " lately ", " these days ")
_ASKS = re.compile(r"(?: [,.!?;:—])? (?:are|can|could|will|would|do|did|have) you (?!know )").match
_AFTER = 80
"""How many characters behind "not a day" are read for what it denies."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Spans into the plain words. `present`: the problem said to be there (`missed`: as a good thing lacking).

    `absent`: the problem denied; `past`: there, but before these two weeks; `everyday`: "not a day without it";
    `fine`: plain words for being free of it.
    """

    present: tuple[Span, ...]
    missed: tuple[Span, ...]
    absent: tuple[Span, ...]
    past: tuple[Span, ...]
    everyday: tuple[Span, ...]
    fine: tuple[Span, ...]


def _is_past(clauses: Clauses, position: int) -> bool:
    start, end = clauses.around(position)
    return clauses.has("past", start, end) and not any(word in clauses.text[start:end] + " " for word in _NOW)


def _asked(clauses: Clauses, span: Span) -> bool:
    """Whether the span stands in a question, which tells nothing by itself."""
    _, end = clauses.sentence(span[0] + 1)
    return clauses.text[end : end + 3] == " ? "


def _is_echo(clauses: Clauses, span: Span) -> bool:
    """Whether the span is in a short question with an answer behind it: "Panic? No"."""
    start, end = clauses.sentence(span[0] + 1)
    return _asked(clauses, span) and clauses.text.count(" ", start, end) <= 4 and len(clauses.text) - end > 4


def _asks_back(clauses: Clauses, span: Span) -> bool:
    """Whether the span stands in what is asked of whoever listens: "are you a robot"."""
    start, end = clauses.around(span[0] + 1)
    return _ASKS(clauses.text, start) is not None and " i " not in clauses.text[start : end + 1]


def _within(span: Span, others: list[Span]) -> bool:
    return any(a <= span[0] and span[1] <= b for a, b in others)


def read(clauses: Clauses, item: ItemWords) -> Signs:
    """Find and sort the signs of one reply."""
    problems, goods, usuals, known = item.scan(clauses.text)
    if item.grave:
        problems, known = [span for span in problems if not _overlaps(span, known)], []
    present, absent, past = _problems(clauses, item, problems, sorted(clauses.marks["ordinary"] + known))
    goods = [span for span in goods if not _within(span, present)]
    missed = [s for s in goods if clauses.wanting(s[0] + 1) and not _within(s, clauses.marks["outright"])]
    if item.own:
        missed = [span for span in missed if not clauses.of_others(span[0] + 1)]
    fine = [span for span in goods if span not in missed]
    told = present + absent + clauses.marks["outright"]
    missed += [span for span in usuals if clauses.wanting(span[0] + 1) and not _within(span, told)]
    everyday, never = _no_days(clauses, goods + usuals, present)
    everyday += _not_once(clauses, missed + [span for span in present if " not " in clauses.text[span[0] : span[1]]])
    if item.absence:
        everyday += [never_had for span in missed if (never_had := _never(clauses, span))]
    for span in clauses.marks["denial"]:
        if not _overlaps(span, everyday + missed) and not item.moot(clauses.text, span[1]):
            absent.append(span)
    absent += [span for span in clauses.marks["outright"] if not _overlaps(span, everyday + missed)]
    absent = [span for span in absent if not clauses.no_more(span[0] + 1)]
    absent = [span for span in absent if not _same_sentence(clauses, span, everyday)] + never
    absent += [span for span in fine if not _asked(clauses, span) and not clauses.no_more(span[0] + 1)]
    everything = tuple(sorted(set(present + missed)))
    return Signs(everything, tuple(missed), tuple(sorted(absent)), tuple(past), tuple(everyday), tuple(fine))


def _problems(
    clauses: Clauses, item: ItemWords, spans: list[Span], ordinary: list[Span]
) -> tuple[list[Span], list[Span], list[Span]]:
    """The problem's words sorted into present, absent and past; what others have or the question named is left out."""
    present: list[Span] = []
    absent: list[Span] = list(ordinary)
    past: list[Span] = []
    for span in spans:
        if (item.own and clauses.of_others(span[0] + 1)) or _is_echo(clauses, span) or _asks_back(clauses, span):
            continue
        if clauses.negated(span[0] + 1) or _same_sentence(clauses, span, ordinary):
            absent.append(span)
        else:
            (past if _is_past(clauses, span[0] + 1) else present).append(span)
    return present, absent, past


def _never(clauses: Clauses, span: Span) -> Span | None:
    """The "never" in front of something good: "I never feel close to anyone" is every day."""
    start, _ = clauses.around(span[0] + 1)
    begin = clauses.text.rfind(" never ", start, span[0] + 1)
    return (begin, begin + len(" never")) if begin >= 0 else None


_NOT_ONCE: Final = frozenset({" not once", " never", " not even once", " not 1 time", " not ever"})


def _not_once(clauses: Clauses, missed: list[Span]) -> list[Span]:
    """A "not once" or "never" by itself behind something good that is missing: "I don't go out. Not once"."""
    text = clauses.text
    if not missed:
        return []
    return [
        (start, end)
        for start, end in clauses.marks["no"]
        if start > missed[0][1]
        and text[start:end] in _NOT_ONCE
        and text[start - 1] in ".;!"
        and " ? " not in text[:start]
    ]


def _overlaps(span: Span, others: list[Span]) -> bool:
    return any(a < span[1] and span[0] < b for a, b in others)


def _same_sentence(clauses: Clauses, span: Span, others: list[Span]) -> bool:
    start, end = clauses.sentence(span[0] + 1)
    return any(start <= a < end for a, _ in others)


def _no_days(clauses: Clauses, goods: list[Span], present: list[Span]) -> tuple[list[Span], list[Span]]:
    """Sorts "not a single day ..." into days without relief (every day) and days without the problem (no day)."""
    everyday: list[Span] = []
    never: list[Span] = []
    for span in clauses.marks["no_day"]:
        (everyday if _without_relief(clauses, span, goods, present) else never).append(span)
    return everyday, never


def _without_relief(clauses: Clauses, span: Span, goods: list[Span], present: list[Span]) -> bool:
    text = clauses.text
    begin, end = clauses.sentence(span[0] + 1)
    end = min(end, span[1] + _AFTER)
    lacking = any(begin <= a < span[0] and text.startswith((" nothing", " no "), a) for a, _ in present)
    single = " single " in text[span[0] : span[1]] or " once" in text[span[0] : span[1]]
    unmissed = " missed " in text[span[0] : span[1]] or " skipped " in text[span[0] : span[1]]
    if lacking or unmissed or amount("good_days").search(text[span[0] : span[1]] + " "):
        return True
    return (
        any((span[0] if single else span[1]) <= a < end for a, _ in goods)
        or pattern("off_day").search(text[span[1] : end] + " ") is not None
    )
