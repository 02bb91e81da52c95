"""What words tell behind every way in which an item is asked, so that nothing hangs on one wording."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from agents.reading.model.reader import Learnt, reader


def however_asked(said: str, item: int, questions: Sequence[str]) -> Learnt:
    """The reading of words behind the first question, with the shares of tiers, acts and scores as means over all of
    them. At least one question."""
    read = [reader().read(question, said, item) for question in questions]
    return replace(
        read[0],
        tiers=_means([one.tiers for one in read]),
        acts=_means([one.acts for one in read]),
        scores=_means([one.scores for one in read]),
    )


def _means(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(round(fmean(shares), 6) for shares in zip(*rows, strict=True))
