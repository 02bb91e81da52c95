"""The words in a reply that speak of an item's problem, each as present or absent."""

from dataclasses import dataclass

from agents.scorer.clauses import Clauses, negated, wanting
from agents.scorer.lexicon import ItemWords
from agents.scorer.vocabulary import amount, pattern

Span = tuple[int, int]


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
    return pattern("past").search(clauses.text[start:end] + " ") is not None


def _is_other(clauses: Clauses, position: int) -> bool:
    """Whether the clause tells of a relative or friend and not of the patient."""
    start, end = clauses.around(position)
    clause = clauses.text[start : end + 1] + " "
    return pattern("kin").search(clause) is not None and " i " not in clause and " me " not in clause


def _asked(clauses: Clauses, span: Span) -> bool:
    """Whether the span stands in a question, which tells nothing by itself."""
    _, end = clauses.sentence(span[0] + 1)
    return clauses.text[end : end + 3] == " ? "


def _is_echo(clauses: Clauses, span: Span) -> bool:
    """Whether the span is in a short question with an answer behind it: "Panic? No"."""
    start, end = clauses.sentence(span[0] + 1)
    return _asked(clauses, span) and clauses.text.count(" ", start, end) <= 4 and len(clauses.text) - end > 4


def _within(span: Span, others: list[Span]) -> bool:
    return any(a <= span[0] and span[1] <= b for a, b in others)


def read(clauses: Clauses, item: ItemWords) -> Signs:
    """Find and sort the signs of one reply."""
    text = clauses.text
    present: list[Span] = []
    absent: list[Span] = []
    past: list[Span] = []
    for match in item.problem.finditer(text):
        if (item.own and _is_other(clauses, match.start() + 1)) or _is_echo(clauses, match.span()):
            continue
        if negated(text, match.start() + 1):
            absent.append(match.span())
        else:
            (past if _is_past(clauses, match.start() + 1) else present).append(match.span())
    ordinary = [m.span() for m in pattern("ordinary").finditer(text)]
    absent += ordinary + [span for span in present if _same_sentence(clauses, span, ordinary)]
    present = [span for span in present if not _same_sentence(clauses, span, ordinary)]
    missed: list[Span] = []
    fine: list[Span] = []
    for match in item.well.finditer(text):
        if not _within(match.span(), present):
            (missed if wanting(text, match.start() + 1) else fine).append(match.span())
    missed += [
        m.span() for m in item.usual.finditer(text) if wanting(text, m.start() + 1) and not _within(m.span(), present)
    ]
    everyday, never = _no_days(clauses, item, present)
    denied = [m.span() for m in pattern("denial").finditer(text)]
    absent += [span for span in denied if not _overlaps(span, everyday + missed) and not item.moot.match(text, span[1])]
    absent = [span for span in absent if not _same_sentence(clauses, span, everyday)]
    absent += never
    absent += [span for span in fine if not _asked(clauses, span)]
    everything = tuple(sorted(set(present + missed)))
    return Signs(everything, tuple(missed), tuple(sorted(absent)), tuple(past), tuple(everyday), tuple(fine))


def _overlaps(span: Span, others: list[Span]) -> bool:
    return any(a < span[1] and span[0] < b for a, b in others)


def _same_sentence(clauses: Clauses, span: Span, others: list[Span]) -> bool:
    start, end = clauses.sentence(span[0] + 1)
    return any(start <= a < end for a, _ in others)


def _no_days(clauses: Clauses, item: ItemWords, present: list[Span]) -> tuple[list[Span], list[Span]]:
    """Sorts "not a single day ..." into days without relief (every day) and days without the problem (no day)."""
    everyday: list[Span] = []
    never: list[Span] = []
    for match in pattern("no_day").finditer(clauses.text):
        _, end = clauses.sentence(match.start() + 1)
        rest = clauses.text[match.end() : min(end, match.end() + 80)] + " "
        begin, _ = clauses.sentence(match.start() + 1)
        lacking = any(
            begin <= a < match.start() and clauses.text.startswith((" nothing", " no "), a) for a, _ in present
        )
        lacking = lacking or amount("good_days").search(match.group() + " ") is not None
        relieved = lacking or pattern("off_day").search(rest) or item.well.search(rest) or item.usual.search(rest)
        (everyday if relieved else never).append(match.span())
    return everyday, never
