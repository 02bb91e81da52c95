"""Places in small drawings: a number among published conversations, and a line of many numbers. Words beside each."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from benchmarks.metrics.metric import Explained

WIDTH, HEIGHT = 320.0, 96.0
PAD = 6.0


@dataclass(frozen=True, slots=True)
class Gauge:
    """Places from 0 to 100: of the value, and of the middle half of published conversations where that is known."""

    at: float
    low: float | None
    high: float | None
    median: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line within WIDTH by HEIGHT: its points, the places of its grid, and what it shows in words."""

    points: str
    dots: tuple[tuple[float, float], ...]
    grid: tuple[tuple[float, str], ...]
    words: str


def gauge(value: float, meant: Explained) -> Gauge | None:
    """Where a value stands; None where neither a scale nor published conversations give it a place."""
    usual = meant.usual
    if usual is None and (meant.low is None or meant.high is None):
        return None
    low, high = _scale(value, meant)

    def place(number: float) -> float:
        return round(100 * (min(max(number, low), high) - low) / (high - low), 2)

    if usual is None:
        return Gauge(place(value), None, None, None, f"{value:.{meant.digits}f} on a scale from {low:g} to {high:g}")
    side = "within" if usual.low <= value <= usual.high else "below" if value < usual.low else "above"
    words = (
        f"{value:.{meant.digits}f}, {side} the middle half of {usual.n} published conversations, "
        f"{usual.low:.{meant.digits}f} to {usual.high:.{meant.digits}f}"
    )
    return Gauge(place(value), place(usual.low), place(usual.high), place(usual.median), words)


def _scale(value: float, meant: Explained) -> tuple[float, float]:
    """The figure's own ends, or room around what is usual."""
    if meant.usual is not None:
        room = max(meant.usual.high - meant.usual.low, abs(meant.usual.median) * 0.1, 1e-6)
        low, high = meant.usual.low - 2 * room, meant.usual.high + 2 * room
        low, high = min(low, value), max(high, value)
        return (
            low if meant.low is None else max(low, meant.low),
            high if meant.high is None else min(high, meant.high),
        )
    assert meant.low is not None
    assert meant.high is not None
    return meant.low, meant.high


def line(values: Sequence[float], low: float, high: float, what: str) -> Line:
    """The line through values; `low` and `high` are the ends of its scale, moved out where a value lies beyond."""
    low, high = min(low, floor(min(values) * 10) / 10), max(high, max(values))
    step = (WIDTH - 2 * PAD) / max(1, len(values) - 1)

    def y(value: float) -> float:
        return round(HEIGHT - PAD - (HEIGHT - 2 * PAD) * (value - low) / (high - low), 2)

    dots = tuple((round(PAD + place * step, 2), y(value)) for place, value in enumerate(values))
    points = " ".join(f"{x},{up}" for x, up in dots)
    least, most = min(values), max(values)
    words = (
        f"{what}: {len(values)} values, mean {sum(values) / len(values):.2f}, "
        f"lowest {least:.2f} (number {values.index(least) + 1}), highest {most:.2f} (number {values.index(most) + 1})"
    )
    grid = tuple((y(mark), f"{mark:g}") for mark in (0.0, 0.5, 1.0) if low <= mark <= high)
    return Line(points, dots, grid, words)
