"""The report card: how good one conversation and its report were. Each figure is a value or the reason why not.

A card is made of parts that are computed apart, arrive apart and can be made again apart. Parts are known by their key:
those of the text metrics (`benchmarks/metrics/`), `explainability`, `integrity`, `judge`, `rubric` (the rule engine's
own, beside the judge's and never in its place), and `replay:ENGINE` for each engine that diagnosed the snapshot anew.
What a figure means, its formula, source and usual range: see `benchmarks/cards/figures.py`.
"""

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from pydantic import Field

from agents.diagnostician.port import Diagnosis
from agents.domain.value import Value
from benchmarks.cards.figures import figures_of
from benchmarks.metrics import metrics
from benchmarks.metrics.metric import Curve, Figure, Pairs, Series, Unavailable

FORMAT: Final = 1
MEASURED: Final = (*metrics(), "explainability", "integrity")
"""Parts that need no engine: they are computed, not judged."""
JUDGED: Final = ("judge", "rubric")
REPLAY: Final = "replay:"


class Grade(Value):
    """One criterion of the rubric: 1 (poor) to 5 (excellent), with one or two sentences why."""

    criterion: str
    score: int = Field(ge=1, le=5)
    reason: str


class Grades(Value):
    """A rubric filled in. `served` is the id that the provider reports, `cost` in USD (None: price not known); `given`
    the version of what the judge was given to read."""

    kind: Literal["grades"] = "grades"
    grades: tuple[Grade, ...]
    served: str
    prompt: str
    temperature: float | None = None
    cost: float | None = None
    tokens: int = 0
    given: int = 1


class Tag(Value):
    """A kind of evidence (`quote`, `item`, `criterion`, `clause`, `passage`, or a tag of a foreign report) and how
    often it is given."""

    name: str
    count: int


class Clause(Value):
    """A reference to the manual as the report gives it: the words, the source where it resolves, else None."""

    text: str
    source: str | None


class Trace(Value):
    """What the report explains itself with: evidence by kind, references, and the steps of each impression."""

    kind: Literal["trace"] = "trace"
    tags: tuple[Tag, ...]
    clauses: tuple[Clause, ...]
    steps: tuple[tuple[str, tuple[str, ...]], ...]


class Check(Value):
    """One question that integrity asks. `passed` None: it doesn't apply here, and `detail` says why."""

    name: str
    passed: bool | None
    detail: str


class Checks(Value):
    """All questions of integrity with their answers."""

    kind: Literal["checks"] = "checks"
    checks: tuple[Check, ...]


class Replayed(Value):
    """What one engine made of the same snapshot. `seconds` is wall time; `cost` in USD, None when the price is not
    known; `tokens` input and output together."""

    kind: Literal["replay"] = "replay"
    diagnosis: Diagnosis
    seconds: float
    cost: float | None
    tokens: int
    prompt: str


Detail = Annotated[Curve | Pairs | Series | Grades | Trace | Checks | Replayed, Field(discriminator="kind")]


class Made(Value):
    """A part's content as its maker gives it."""

    engine: str
    figures: tuple[Figure, ...] = ()
    detail: Detail | None = None
    error: str | None = None


class Remake(Value):
    """A part was to be made again, and that failed: when, in UTC, and why."""

    at: datetime
    error: str


class Part(Value):
    """One part of a card. `engine` is `measured`, `rules` or `provider/model`; `error` is set when the part as a whole
    could not be made, and then it can be run again. `seconds` is what it took. `remake` is the latest try to make it
    again, where that failed and the part is still the one before; `superseded` says why its figures no longer count."""

    key: str
    engine: str
    figures: tuple[Figure, ...] = ()
    detail: Detail | None = None
    error: str | None = None
    seconds: float = 0.0
    remake: Remake | None = None
    superseded: str | None = None

    def after(self, before: "Part | None") -> "Part":
        """What stands in the card once this part was made, in the place of the one `before`: a good one is kept where
        making it again failed."""
        if self.error is None or before is None or before.error is not None:
            return self
        return before.model_copy(update={"remake": Remake(at=datetime.now(UTC), error=self.error)})

    @property
    def number(self) -> dict[str, float | None]:
        """Every figure's number by its key."""
        return {figure.key: figure.number for figure in self.figures}


class Card(Value):
    """All parts so far, in the order of `order`. `snapshot` is the digest of the snapshot that they were made from."""

    format: int = FORMAT
    snapshot: str
    parts: tuple[Part, ...] = ()

    def part(self, key: str) -> Part | None:
        """The part of that key, None while it is not there."""
        return next((part for part in self.parts if part.key == key), None)

    def with_part(self, part: Part) -> "Card":
        """The card with this part in its place, for the first time or again; as `Part.after` has it."""
        part = part.after(self.part(part.key))
        others = (other for other in self.parts if other.key != part.key)
        return self.model_copy(update={"parts": tuple(sorted((*others, part), key=_place))})

    @property
    def failed(self) -> tuple[str, ...]:
        """The keys of the parts that could not be made."""
        return tuple(part.key for part in self.parts if part.error is not None)

    @property
    def replays(self) -> dict[str, Replayed]:
        """What each engine made of the snapshot, by its name."""
        return {part.engine: part.detail for part in self.parts if isinstance(part.detail, Replayed)}


def unavailable(key: str, engine: str, reason: str) -> Made:
    """A part of which nothing could be made: each of its figures says why."""
    none = Unavailable(reason=reason)
    figures = tuple(Figure(key=figure.key, value=none, of="") for figure in figures_of(key))
    return Made(engine=engine, figures=figures, error=reason)


def _place(part: Part) -> tuple[int, str]:
    known = (*MEASURED, *JUDGED)
    return (known.index(part.key), "") if part.key in known else (len(known), part.key)
