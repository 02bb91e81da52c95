"""What a metric declares. Cards, tables, exports, pages and the docs take everything from here.

METRIC = Metric(key="length", title="Length", plain="How long turns are.", what="words a turn", reads=INTERVIEWER,
                by="counts", figures=(Explained(key="length.mean", ...),), measure=_measure)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol

from agents.domain.transcript import Turn
from agents.domain.value import Value

if TYPE_CHECKING:
    from benchmarks.metrics.models import Meters

EVERYTHING: Final = "every turn that has words"
INTERVIEWER: Final = "the interviewer's turns"
LAST: Final = 100


class Unavailable(Value):
    """There is no value, and why. Never shown or counted as 0."""

    reason: str


class Figure(Value):
    """One number. `key` names its explanation; `of` says what it was computed from, in words; `n` how many of these
    there were, where that can be counted."""

    key: str
    value: float | Unavailable
    of: str
    n: int | None = None

    @property
    def number(self) -> float | None:
        """The value, None where it is unavailable."""
        return None if isinstance(self.value, Unavailable) else self.value


class Range(Value):
    """The middle half of what published conversations have (first to third quartile), with the median and `n` of them.
    They are no norms: the conversations are simulated."""

    low: float
    median: float
    high: float
    n: int


class Explained(Value):
    """One figure. `unit` is empty for a bare number; `digits` after the point; `better` which way is better where that
    can be said; `low` and `high` the ends of its scale; `formula` and `source` are for people; `usual` from published
    conversations, where it was measured. `part` is the key of the metric or part that it belongs to; a metric's own
    figures leave it out."""

    key: str
    part: str = ""
    title: str
    unit: str = ""
    digits: int = 2
    better: Literal["higher", "lower", "neither"] = "neither"
    plain: str
    formula: str
    source: str
    low: float | None = None
    high: float | None = None
    usual: Range | None = None


class Curve(Value):
    """Coherence along the conversation: the cosine of each turn with the next, and the mean within windows of three
    turns, in order. `model` and `digest` name the very model that made the vectors."""

    kind: Literal["curve"] = "curve"
    adjacent: tuple[float, ...]
    windows: tuple[float, ...]
    model: str
    digest: str

    @property
    def values(self) -> tuple[float, ...]:
        """What is plotted."""
        return self.adjacent


class Pairs(Value):
    """The pairs behind BERTScore: F1 of each question with its reply, in order, and what computed them."""

    kind: Literal["pairs"] = "pairs"
    f1: tuple[float, ...]
    model: str
    digest: str
    layers: int

    @property
    def values(self) -> tuple[float, ...]:
        """What is plotted."""
        return self.f1


class Series(Value):
    """Any metric's values along the conversation, in order."""

    kind: Literal["series"] = "series"
    values: tuple[float, ...]


Along = Curve | Pairs | Series


@dataclass(frozen=True, slots=True)
class Plot:
    """How a metric's values along the conversation are drawn: the ends of the scale, and what they are, in words."""

    low: float
    high: float
    words: str


class Talk(Protocol):
    """A conversation as metrics read it. `questions` ask for an item for the first time, `follow_ups` further; where
    `asked` is False it is not known which turns do. `replies` are pairs of question and reply, `items` of question and
    the form's printed item."""

    @property
    def locale(self) -> str: ...
    @property
    def turns(self) -> tuple[Turn, ...]: ...
    @property
    def interviewer(self) -> tuple[str, ...]: ...
    @property
    def patient(self) -> tuple[str, ...]: ...
    @property
    def asked(self) -> bool: ...
    @property
    def questions(self) -> tuple[Turn, ...]: ...
    @property
    def follow_ups(self) -> tuple[Turn, ...]: ...
    @property
    def replies(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def items(self) -> tuple[tuple[str, str], ...]: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric's figures, and its values along the conversation where it has a plot."""

    figures: tuple[Figure, ...]
    along: Along | None = None


Measure = Callable[[Talk, "Meters"], Measured | Unavailable]
"""Measures one conversation; Unavailable where there is nothing to measure, which is no error. Raises NotConfigured
where a local model is missing. May take seconds of processor time: not for an event loop."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric. `what` lists its figures, `reads` says which words it looks at and `by` what computes it, each in a
    few words for the docs. `slow` ones wait for local models; `place` orders metrics on a card."""

    key: str
    title: str
    plain: str
    what: str
    reads: str
    by: str
    figures: tuple[Explained, ...]
    measure: Measure
    plot: Plot | None = None
    slow: bool = False
    place: int = LAST


def figure(key: str, value: float | None, of: str, n: int, without: str = "") -> Figure:
    """A figure whose value may be missing; `without` says why then."""
    return Figure(key=key, value=Unavailable(reason=without) if value is None else value, of=of, n=n)


def short(values: Sequence[float]) -> tuple[float, ...]:
    """Values as they are stored: four digits after the point."""
    return tuple(round(value, 4) for value in values)
