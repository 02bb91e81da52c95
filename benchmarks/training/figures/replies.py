"""Single replies: the scorer compared with two readings of each reply."""

from collections.abc import Sequence
from itertools import pairwise

from agents.domain.value import Value
from agents.scorer.port import Answer, Scoring
from agents.scorer.rules import score
from benchmarks.training.figures.labelled import ItemReply
from benchmarks.training.figures.statistics import Calibration, calibration, f1, qwk, share, spearman


class Width(Value):
    """The replies whose defensible scores span `width` steps, and the mean ambiguity (1-10) given to them."""

    width: int
    n: int
    ambiguity: float


class Replies(Value):
    """Shares 0-1 unless said otherwise. `exact`: the score is the choice of one of the readings; `in_range`: within the
    scores that both call defensible; `verbatim`: of all quotes, those that occur in the reply exactly."""

    n: int
    endorsed: float | None
    in_range: float | None
    exact: float | None
    within1: float | None
    qwk: float | None
    followup_f1: float | None
    verbatim: float | None
    quotes: int
    ambiguity: tuple[Width, ...]
    monotone: bool
    spearman: float | None
    confidence: Calibration


def measure(labelled: Sequence[ItemReply]) -> Replies:
    """Score every reply and compare."""
    read = [(one, score(answer_of(one))) for one in labelled]
    quotes = [(e.text, one.reply) for one, given in read for e in given.evidence]
    widths = _widths(read)
    return Replies(
        n=len(read),
        endorsed=share(_endorsed_alike(one, given) for one, given in read),
        in_range=share(one.lo <= given.score <= one.hi for one, given in read),
        exact=share(given.score in one.best for one, given in read),
        within1=share(min(abs(given.score - best) for best in one.best) <= 1 for one, given in read),
        qwk=qwk([(one.best[0], given.score) for one, given in read]),
        followup_f1=_followup(read),
        verbatim=share(text in reply for text, reply in quotes),
        quotes=len(quotes),
        ambiguity=widths,
        monotone=all(one.ambiguity <= other.ambiguity for one, other in pairwise(widths)),
        spearman=spearman([(one.hi - one.lo, given.ambiguity) for one, given in read]),
        confidence=calibration([(given.confidence, given.score in one.best) for one, given in read]),
    )


def answer_of(one: ItemReply) -> Answer:
    """The reply in the form that the scorer takes."""
    return Answer(item=one.item, question=one.question or None, reply=one.reply)


def _endorsed_alike(one: ItemReply, given: Scoring) -> bool:
    return "unclear" in one.endorsed or ("yes" if given.score else "no") in one.endorsed


def _followup(read: Sequence[tuple[ItemReply, Scoring]]) -> float | None:
    """The follow-up figure, counting only replies on which the readings agree."""
    sure = [(one.followup[0], given.needs_followup) for one, given in read if len(one.followup) == 1]
    return f1(
        sum(wanted and asked for wanted, asked in sure),
        sum(asked and not wanted for wanted, asked in sure),
        sum(wanted and not asked for wanted, asked in sure),
    )


def _widths(read: Sequence[tuple[ItemReply, Scoring]]) -> tuple[Width, ...]:
    found: dict[int, list[int]] = {}
    for one, given in read:
        found.setdefault(one.hi - one.lo, []).append(given.ambiguity)
    return tuple(
        Width(width=width, n=len(all_), ambiguity=sum(all_) / len(all_)) for width, all_ in sorted(found.items())
    )
