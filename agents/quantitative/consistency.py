"""The result of several samples of one item: the majority's score, or none."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar


class Sample(Protocol):
    """A sample: a score 0-3 or None."""

    @property
    def score(self) -> int | None:
        """The score."""
        ...


S = TypeVar("S", bound=Sample)


def agreed(samples: Sequence[S]) -> tuple[int | None, float, S]:
    """The score that more than half of the samples give, None where none does; the share that agrees (0-1); and the
    first sample with that score. Without a majority the share is that of the most frequent score."""
    counts = Counter(one.score for one in samples)
    score, count = counts.most_common(1)[0]
    chosen = next(one for one in samples if one.score == score)
    share = count / len(samples)
    return (score if count * 2 > len(samples) else None), share, chosen
