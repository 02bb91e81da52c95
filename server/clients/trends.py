"""A client's scores over time, by domain and by item, and what changed since last time: completed interviews only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from markupsafe import Markup

from agents.domain.level1 import instrument
from agents.domain.profile import SessionStatus
from server.interviews.tables import Interview, Outcome

MOST: Final = 12
"""Interviews in one drawing: the last ones."""
_LEFT, _RIGHT, _FOOT, _UNIT = 18, 142, 43, 9

Scores = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Series:
    """One domain or item over time, the oldest first; None where it was declined or unclear, or where such an item
    leaves it open whether the domain is at its threshold. `machine` is the same by the machine alone."""

    title: str
    threshold: int
    times: tuple[datetime, ...]
    values: tuple[int | None, ...]
    machine: tuple[int | None, ...]

    @property
    def last(self) -> int | None:
        """The score of the latest interview."""
        return self.values[-1]

    @property
    def before(self) -> int | None:
        """The score of the interview before."""
        return self.values[-2] if len(self.values) > 1 else None

    @property
    def change(self) -> int | None:
        """Since the interview before; None where either is not known."""
        return None if self.last is None or self.before is None else self.last - self.before

    @property
    def told(self) -> str:
        """The latest score and the one before, in words."""
        return f"{_said(self.last)}, was {_said(self.before)}"

    @property
    def otherwise(self) -> str:
        """The machine's latest score in words where the clinician's is another, else nothing."""
        last = self.machine[-1]
        return "" if last == self.last else f"the machine had {'no score' if last is None else last}"

    @property
    def newly(self) -> bool:
        """At or over the threshold now, and known to be under it last time."""
        return self.last is not None and self.before is not None and self.last >= self.threshold > self.before

    @property
    def drawing(self) -> Markup:
        """The small multiple."""
        return _drawn(self)


@dataclass(frozen=True, slots=True)
class Trend:
    """What completed interviews came to, the oldest first."""

    interviews: tuple[UUID, ...]
    times: tuple[datetime, ...]
    domains: tuple[Series, ...]
    items: tuple[Series, ...]

    @property
    def otherwise(self) -> bool:
        """Whether the clinician's score of a domain is another than the machine's in any of them."""
        return any(one.values != one.machine for one in self.domains)

    @property
    def changed(self) -> tuple[Series, ...]:
        """The domains whose score is another than last time, or known one time only, in the form's order."""
        return tuple(one for one in self.domains if one.last != one.before)


def trend_of(held: Sequence[tuple[Interview, Outcome | None]]) -> Trend | None:
    """The trend of a client's interviews, given newest first; None while none is completed."""
    done = [
        (interview.completed_at or interview.created_at, interview.id, outcome.numbered, outcome.by_machine)
        for interview, outcome in held
        if outcome is not None and interview.status == SessionStatus.COMPLETED
    ]
    last = sorted(done, key=lambda one: one[0])[-MOST:]
    if not last:
        return None
    times, interviews, counted, machine = zip(*last, strict=True)
    both: tuple[Sequence[Scores], Sequence[Scores]] = counted, machine
    domains = tuple(
        Series(domain.title, domain.threshold, times, *(tuple(domain.known(one) for one in scores) for scores in both))
        for domain in instrument().domains
    )
    items = tuple(
        Series(
            f"{item.id}. {item.short}",
            domain.threshold,
            times,
            *(tuple(one.get(item.id) for one in scores) for scores in both),
        )
        for domain in instrument().domains
        for item in domain.items
    )
    return Trend(interviews, times, domains, items)


def _drawn(series: Series) -> Markup:
    many = len(series.values)
    step = (_RIGHT - _LEFT) / max(1, many - 1)
    places = [_RIGHT if many == 1 else _LEFT + step * place for place in range(many)]
    known = [(x, value) for x, value in zip(places, series.values, strict=True) if value is not None]
    line = " ".join(f"{x:.1f},{_y(value):g}" for x, value in known)
    high = any(value >= series.threshold for _, value in known)
    parts = [
        Markup('<rect class="zone" x="11" y="2" width="139" height="{}" rx="2"/>').format(
            f"{_y(series.threshold) + _UNIT / 2 - 2:g}"
        ),
        Markup('<path class="axis" d="M11 43H150"/>'),
        Markup('<text class="mark" x="0" y="{}">4</text><text class="mark" x="0" y="46">0</text>').format(_y(4) + 4),
        Markup('<polyline class="curve{}" points="{}"/>').format("" if high else " low", line),
        *(_point(x, value, series.threshold, x == places[-1]) for x, value in zip(places, series.values, strict=True)),
    ]
    pairs = tuple(zip(series.values, series.machine, strict=True))
    parts += [
        _diamond(x, machine)
        for x, (value, machine) in zip(places, pairs, strict=True)
        if machine is not None and machine != value
    ]
    told = zip(series.times, pairs, strict=True)
    said = ", ".join(f"{_both(*pair)} on {time:%-d %B %Y}" for time, pair in told)
    head = Markup('<svg viewBox="0 0 150 50" role="img" aria-label="{}, of 4: {}; threshold {}">{}</svg>')
    return head.format(series.title, said, series.threshold, Markup("").join(parts))


def _point(x: float, value: int | None, threshold: int, last: bool) -> Markup:
    place = f"{x:.1f}"
    if value is None:
        return Markup('<circle class="none" cx="{}" cy="43" r="2.6"/>').format(place)
    kind = "over" if value >= threshold else "under"
    return Markup('<circle class="{}" cx="{}" cy="{}" r="{}"/>').format(
        kind, place, f"{_y(value):g}", "3.6" if last else "1.9"
    )


def _diamond(x: float, machine: int) -> Markup:
    """The machine's score where the clinician changed it."""
    y = _y(machine)
    return Markup('<path class="machine" d="M{x} {top}l3.4 3.4l-3.4 3.4l-3.4 -3.4z"/>').format(
        x=f"{x:.1f}", top=f"{y - 3.4:g}"
    )


def _said(value: int | None) -> str:
    return "not known" if value is None else str(value)


def _both(value: int | None, machine: int | None) -> str:
    """A score, with the machine's behind it where that is another."""
    if machine == value:
        return _said(value)
    return f"{_said(value)} (machine {'had no score' if machine is None else machine})"


def _y(value: int) -> float:
    return _FOOT - value * _UNIT
