"""What the page of a report card shows: words and places in drawings, so that the template only puts them down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.diagnostician.port import Impression
from agents.domain.level1 import items
from benchmarks.cards.card import REPLAY, Card, Checks, Grades, Part, Remake, Replayed, Trace
from benchmarks.cards.criteria import criteria
from benchmarks.cards.figures import figures_of, meaning, part_of, titled
from benchmarks.cards.replaying import RULES
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics import metrics
from benchmarks.metrics.metric import Along, Explained, Figure, Unavailable
from server.cards.charts import Gauge, Line, gauge, line
from server.cards.repository import Asked
from server.cards.usual import Here, Side, Usual

ENGINES = {"measured": "computed, not judged", "rules": "rule engine"}
TAGS = {
    "quote": "quotes",
    "item": "items",
    "criterion": "criteria",
    "clause": "clauses",
    "passage": "passages",
    "report: sym": "symptoms marked in the report",
    "report: quote": "quotes marked in the report",
    "report: med": "medical terms marked in the report",
}


@dataclass(frozen=True, slots=True)
class FigureView:
    """One figure: `shown` is its number in words, None where it is unavailable, and then `reason` says why. `typical`
    is what published conversations have, in words, empty where that was not measured. `here` is the range of other
    interviews, and `side` where the number stands in it; None where there are too few."""

    meant: Explained
    shown: str | None
    reason: str
    of: str
    n: int | None
    gauge: Gauge | None
    here: Here | None = None
    side: Side | None = None

    @property
    def usual_here(self) -> str:
        """The range of other interviews held here, in words; empty where it is not told."""
        if self.here is None:
            return ""
        low, median, high = (_number(value, self.meant) for value in self.here[:3])
        return f"{low} to {high}, median {median} (middle eight tenths of {self.here.n} other interviews)"

    @property
    def typical(self) -> str:
        """The middle half of published conversations, and its median."""
        found = self.meant.usual
        if found is None:
            return ""
        low, median, high = (_number(value, self.meant) for value in (found.low, found.median, found.high))
        return f"{low} to {high}, median {median} (middle half of {found.n} published conversations)"


@dataclass(frozen=True, slots=True)
class PartView:
    """One part. `state` is waiting, made, or failed; `detail` is the part's own content under its kind. `remake` is a
    try to make it again that failed, `superseded` says why its figures no longer count; `kept` is one that this version
    no longer makes."""

    key: str
    title: str
    plain: str
    engine: str
    state: str
    error: str | None
    seconds: float
    figures: tuple[FigureView, ...] = ()
    detail: Any = None
    chart: Line | None = None
    rows: tuple[Any, ...] = ()
    remake: Remake | None = None
    superseded: str | None = None
    kept: bool = False

    @property
    def name(self) -> str:
        """The key as an element's id."""
        return "part-" + "".join(char if char.isalnum() else "-" for char in self.key)

    @property
    def replays(self) -> bool:
        """Whether it is an engine's replay."""
        return self.key.startswith(REPLAY)

    @property
    def kind(self) -> str:
        """What kind of content the part has besides its figures."""
        return str(self.detail.kind) if self.detail is not None else ""


@dataclass(frozen=True, slots=True)
class CardView:
    """The whole card: `parts` in order, `replays` side by side, `own` the report's impressions, `changed` the
    answers that count by the clinician's score instead of the machine's; `alone`: the rules formed the report's
    impressions, and no other engine has read it."""

    parts: tuple[PartView, ...]
    replays: tuple[PartView, ...]
    own: tuple[Impression, ...]
    changed: tuple[str, ...]
    made: int
    total: int
    alone: bool = False


def view_of(asked: Asked, card: Card, snapshot: Snapshot, usual: Usual) -> CardView:
    """The card as the page shows it, parts that are not made yet included."""
    parts = [part_view(key, card.part(key), snapshot, usual) for key in asked.shown(card)]
    return CardView(
        parts=tuple(part for part in parts if not part.key.startswith(REPLAY)),
        replays=tuple(part for part in parts if part.key.startswith(REPLAY)),
        own=snapshot.diagnosis.impressions if snapshot.diagnosis else (),
        changed=tuple(items()[one.item_id].short for one in snapshot.profile.ratings if one.changes),
        made=sum(part.state != "waiting" for part in parts),
        total=len(parts),
        alone=_formed_by(snapshot) == RULES and {part.key for part in parts if part.replays} <= {f"{REPLAY}{RULES}"},
    )


def _formed_by(snapshot: Snapshot) -> str:
    return snapshot.diagnosis.engine if snapshot.diagnosis else RULES


def part_view(key: str, part: Part | None, snapshot: Snapshot, usual: Usual) -> PartView:
    """One part as the page shows it; None is one that is not made yet."""
    told = part_of(key)
    engine = key.removeprefix(REPLAY) if key.startswith(REPLAY) else ""
    title = ENGINES[engine].capitalize() if engine in ENGINES else engine or told.title
    if part is None:
        return PartView(key, title, told.plain, engine, "waiting", None, 0.0)
    return PartView(
        key=key,
        title=title,
        plain=told.plain,
        engine=ENGINES.get(part.engine, part.engine),
        state="failed" if part.error is not None else "made",
        error=part.error,
        seconds=part.seconds,
        figures=tuple(figure_view(figure, usual) for figure in _all(key, part.figures)),
        detail=part.detail,
        chart=_chart(part),
        rows=_rows(part, snapshot),
        remake=part.remake,
        superseded=part.superseded,
        kept=told.key not in titled(),
    )


def _all(key: str, figures: Sequence[Figure]) -> tuple[Figure, ...]:
    order = {figure.key: place for place, figure in enumerate(figures_of(key))}
    return tuple(sorted(figures, key=lambda figure: order.get(figure.key, len(order))))


def figure_view(figure: Figure, usual: Usual) -> FigureView:
    """One figure in words, with its place among published conversations and among other interviews where known."""
    meant, value = meaning(figure.key), figure.value
    if isinstance(value, Unavailable):
        return FigureView(meant, None, value.reason, figure.of, figure.n, None)
    here = usual.ranges.get(figure.key)
    side = here.side(value) if here else None
    return FigureView(meant, _number(value, meant), "", figure.of, figure.n, gauge(value, meant), here, side)


def _number(value: float, meant: Explained) -> str:
    if meant.unit == "share":
        return f"{value:.0%}"
    if meant.key == "replay.top1":
        return "yes" if value else "no"
    return f"{value:,.{meant.digits}f}".replace("-", "−")


def _chart(part: Part) -> Line | None:
    metric = metrics().get(part.key)
    if metric is None or metric.plot is None or not isinstance(part.detail, Along) or not part.detail.values:
        return None
    return line(part.detail.values, metric.plot.low, metric.plot.high, metric.plot.words)


def _rows(part: Part, snapshot: Snapshot) -> tuple[Any, ...]:
    match part.detail:
        case Grades(grades=grades):
            titles = {one.key: one.title for one in criteria()}
            return tuple((titles.get(one.criterion, one.criterion), one.score, one.reason) for one in grades)
        case Trace(tags=tags):
            most = max((tag.count for tag in tags), default=0) or 1
            return tuple((TAGS.get(tag.name, tag.name), tag.count, round(100 * tag.count / most, 1)) for tag in tags)
        case Checks(checks=checks):
            return tuple(checks)
        case Replayed(diagnosis=diagnosis):
            own = {(one.icd10 or one.name) for one in (snapshot.diagnosis.impressions if snapshot.diagnosis else ())}
            return tuple((one, (one.icd10 or one.name) in own) for one in diagnosis.impressions)
        case _:
            return ()
