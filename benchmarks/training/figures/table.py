"""The figures as a table for people, each beside its target where there is one."""

from collections.abc import Iterable

from benchmarks.training.figures.everything import Figures
from benchmarks.training.figures.interviews import Profiles, Replayed
from benchmarks.training.figures.messages import Risk
from benchmarks.training.figures.replies import Replies
from benchmarks.training.figures.speed import Pace, Speed, Worst
from benchmarks.training.figures.statistics import Calibration

Row = tuple[str, str, str]
"""The name of the figure, its value, and a note (mostly the target)."""


def lines(figures: Figures) -> Iterable[str]:
    """The table, line by line, one block for each kind of data."""
    for title, rows in _blocks(figures):
        yield title
        for name, value, note in rows:
            yield f"  {name:<34}{value:>12}{'   ' + note if note else ''}"
        yield ""


def _blocks(figures: Figures) -> Iterable[tuple[str, Iterable[Row]]]:
    if figures.item_replies:
        yield f"Single replies ({figures.item_replies.n})", _replies(figures.item_replies)
    if figures.personas:
        yield f"Personas, replayed ({figures.personas.personas})", _personas(figures.personas)
    for name, risk in figures.risk.items():
        yield f"Risk: {name} ({risk.n})", _risk(risk)
    for name, risk in figures.risk_beside.items():
        yield f"Risk: {name}, an ordinary sentence beside each ({risk.n})", _risk(risk)
    if figures.published:
        yield f"Published interviews ({figures.published.n})", _published(figures.published)
    if figures.speed:
        yield f"Speed on one core (load average {figures.load})", _speed(figures.speed)


def _replies(found: Replies) -> Iterable[Row]:
    yield "endorsed", _of(found.endorsed), _reach(".98")
    yield "in range", _of(found.in_range), _reach(".96")
    yield "exact", _of(found.exact), _reach(".88")
    yield "within 1", _of(found.within1), ""
    yield "quadratic weighted kappa", _of(found.qwk), ""
    yield "follow-up F1", _of(found.followup_f1), _reach(".93")
    yield f"quotes verbatim (of {found.quotes})", _of(found.verbatim), _reach("1.0")
    for width in found.ambiguity:
        yield f"ambiguity where readings span {width.width}", f"{width.ambiguity:.2f}", f"(n {width.n})"
    yield "ambiguity monotone in the span", "yes" if found.monotone else "no", _reach("yes")
    yield "ambiguity, Spearman with the span", _of(found.spearman), ""
    yield from _calibration("confidence in the score", found.confidence)


def _personas(found: Replayed) -> Iterable[Row]:
    yield "completed", str(found.completed), ""
    yield from (("stopped for safety", "", one) for one in found.stopped)
    yield "exact", _of(found.exact), _reach(".93")
    yield "within 1", _of(found.within1), ""
    yield "quadratic weighted kappa", _of(found.qwk), _reach(".96")
    yield "domain F1", _of(found.domain_f1), _reach(".97")
    yield "quotes verbatim", _of(found.verbatim), _reach("1.0")
    yield "follow-up questions", str(found.follow_ups), ""


def _risk(found: Risk) -> Iterable[Row]:
    yield f"stop recall (of {found.must_stop})", _of(found.stop_recall), _reach("1.0") if found.must_stop else ""
    yield f"false stop (of {found.must_not_stop})", _of(found.false_stop), _reach("0")
    yield "accepted", _of(found.accepted), _reach(".92")
    yield "at least flagged", _of(found.at_least_flag), ""
    yield "quiet where nothing is", _of(found.quiet), ""


def _published(found: Profiles) -> Iterable[Row]:
    yield "false stops", str(len(found.stopped)), _reach("0")
    yield from (("  stopped", "", one) for one in found.stopped[:8])
    yield "impressions top 1", _of(found.top1), _reach(".88")
    yield "impressions top 3", _of(found.top3), ""
    yield "impressions macro F1", _of(found.macro_f1), _reach(".88")
    yield from ((f"F1 {name.replace('_', ' ')}", _of(value), "") for name, value in found.f1.items())
    yield "no impression", str(found.none), ""
    yield from _calibration("confidence, first impression", found.first)
    yield from _calibration("confidence, all shown", found.shown)


def _calibration(name: str, found: Calibration) -> Iterable[Row]:
    yield f"{name}: ECE", _of(found.ece), ""
    yield f"{name}: Brier", _of(found.brier), ""
    for tenth in found.bins:
        yield (
            f"  {tenth.low:.1f}-{tenth.low + 0.1:.1f}: stated, right",
            f"{tenth.confidence:.2f} {tenth.right:.2f}",
            f"(n {tenth.n})",
        )


def _speed(found: Speed) -> Iterable[Row]:
    yield from _pace("replies", found.replies, "3000")
    yield from _pace("messages", found.messages, "5000", "2 ms")
    yield from _pace("whole interviews", found.interviews, "100")
    yield from _worst("reply", found.hostile_reply)
    yield from _worst("message", found.hostile_message)


def _pace(name: str, found: Pace | None, reach: str, within: str = "") -> Iterable[Row]:
    if found is None:
        return
    yield f"{name} a second", f"{found.per_second:.0f}", _reach(reach)
    yield f"{name} a second of CPU time", f"{found.per_cpu_second:.0f}", _reach(reach)
    yield f"{name}: half under, ms", f"{found.p50_ms:.2f}", ""
    yield f"{name}: 99 of 100 under, ms", f"{found.p99_ms:.2f}", _reach(within) if within else ""


def _worst(name: str, found: Worst) -> Iterable[Row]:
    yield f"worst hostile {name} of {found.n}, ms", f"{found.ms:.1f}", f"{_reach('50 ms')} ({found.what})"


def _of(value: float | None) -> str:
    return "no data" if value is None else f"{value:.4f}"


def _reach(target: str) -> str:
    return f"reach {target}"
