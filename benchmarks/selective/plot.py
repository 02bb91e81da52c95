"""The risk-coverage plot as SVG, drawn by hand: readable in light and dark, in print and by screen readers."""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Final

from benchmarks.selective.curve import Curve

_WIDTH, _HEIGHT = 720, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 68, 56
_COLOURS: Final = (("#0b62a4", "#6db3ee"), ("#b3541e", "#f0a070"), ("#4a7c1f", "#a3d46a"), ("#7a3fa0", "#cf9cf0"))
MOST: Final = len(_COLOURS)
"""The most runs in one plot."""
_DASHES: Final = ("", "7 4", "2 3", "10 3 2 3")
_STEPS: Final = 40
_LONGEST: Final = 36


def svg(curves: Sequence[tuple[str, Curve]], until: float | None = None) -> str:
    """Selective risk over coverage for each named run; a thin line marks the coverage up to which areas are compared.
    Raises ValueError for more than four runs."""
    if not 1 <= len(curves) <= MOST:
        raise ValueError(f"a plot holds 1 to {MOST} runs")
    lines = [(name, _points(of)) for name, of in curves]
    top = max([risk for _, points in lines for _, risk in points], default=0.0)
    highest = max(0.5, ceil(top * 4) / 4)
    parts = [_style(), _frame(highest)]
    if until is not None:
        x = _x(until)
        parts.append(f'<line class="limit" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{_HEIGHT - _BOTTOM}"/>')
        side, turn = ("start", 6) if until < 0.8 else ("end", -6)
        parts.append(f'<text x="{x + turn:.1f}" y="{_TOP + 14}" text-anchor="{side}">compared up to here</text>')
    parts += [_line(number, name, points, highest) for number, (name, points) in enumerate(lines)]
    names = escape(", ".join(name for name, _ in lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-labelledby="t d">'
        f'<title id="t">Risk against coverage: {names}</title><desc id="d">{escape(_told(lines))}</desc>'
        + "".join(parts)
        + "</svg>\n"
    )


def _points(of: Curve) -> list[tuple[float, float]]:
    """Coverage and selective risk; segments of equally confident answers are curved, so they are drawn in small
    steps."""
    found: list[tuple[float, float]] = []
    for low, high, below, above in zip(
        of.coverage[0][:-1], of.coverage[0][1:], of.generalized[0][:-1], of.generalized[0][1:], strict=True
    ):
        steps = 1 if high - low < 1 / _WIDTH else _STEPS
        for step in range(0 if not found else 1, steps + 1):
            at = low + (high - low) * step / steps
            risk = (below + (above - below) * step / steps) / at if at > 0 else (above - below) / (high - low)
            found.append((float(at), float(risk)))
    return found


def _told(lines: Sequence[tuple[str, list[tuple[float, float]]]]) -> str:
    ends = [f"{name} reaches coverage {p[-1][0]:.2f} at risk {p[-1][1]:.2f}" for name, p in lines if p]
    return "; ".join(ends) or "no answers"


def _style() -> str:
    light = "".join(f".c{n}{{--c:{light}}}" for n, (light, _) in enumerate(_COLOURS))
    dark = "".join(f".c{n}{{--c:{dark}}}" for n, (_, dark) in enumerate(_COLOURS))
    return (
        "<style>svg{background:#fff;color:#222;font:13px system-ui,sans-serif}text{fill:currentColor}"
        ".axis{stroke:currentColor;fill:none}.grid{stroke:currentColor;opacity:.15}"
        ".limit{stroke:currentColor;stroke-dasharray:2 4}.run{stroke:var(--c);fill:none;stroke-width:2}"
        f"{light}@media(prefers-color-scheme:dark){{svg{{background:#16181c;color:#e8e8e8}}{dark}}}</style>"
    )


def _frame(highest: float) -> str:
    parts = []
    for step in range(6):
        x, y, share = _x(step / 5), _y(highest * step / 5, highest), step / 5
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{_HEIGHT - _BOTTOM}"/>')
        parts.append(f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{share:.1f}</text>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{highest * share:.2f}</text>')
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(f'<path class="axis" d="M{_LEFT} {_TOP}V{_HEIGHT - _BOTTOM}H{_WIDTH - _RIGHT}"/>')
    parts.append(f'<text x="{middle:.0f}" y="{_HEIGHT - 14}" text-anchor="middle">Coverage</text>')
    place = (_TOP + _HEIGHT - _BOTTOM) / 2
    parts.append(
        f'<text transform="translate(16 {place:.0f}) rotate(-90)" text-anchor="middle">Mean absolute error</text>'
    )
    return "".join(parts)


def _line(number: int, name: str, points: Sequence[tuple[float, float]], highest: float) -> str:
    dash = f' stroke-dasharray="{_DASHES[number]}"' if _DASHES[number] else ""
    path = " ".join(f"{_x(x):.1f},{_y(y, highest):.1f}" for x, y in points)
    left, top = _LEFT + number % 2 * (_WIDTH - _LEFT - _RIGHT) / 2, 24 + number // 2 * 20
    shown = escape(name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…")
    return (
        f'<g class="c{number}"><polyline class="run"{dash} points="{path}"/>'
        f'<line class="run"{dash} x1="{left:.0f}" y1="{top}" x2="{left + 28:.0f}" y2="{top}"/>'
        f'<text x="{left + 34:.0f}" y="{top + 4}">{shown}</text></g>'
    )


def _x(coverage: float) -> float:
    return _LEFT + coverage * (_WIDTH - _LEFT - _RIGHT)


def _y(risk: float, highest: float) -> float:
    return _HEIGHT - _BOTTOM - risk / highest * (_HEIGHT - _TOP - _BOTTOM)
