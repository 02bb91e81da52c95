"""The safety alerts of an interview in writing: each with its words and who acknowledged it, and whom it reached."""

from collections.abc import Iterable, Iterator
from typing import Final

from agents.domain.risk import AlertLevel
from agents.interview import events as ev
from agents.interview.safety.to_do import after, before_stop
from server.exports.material import Alert, Material
from server.exports.said import single

_LEVELS: Final = {
    AlertLevel.STOP: "the interview was ended for safety",
    AlertLevel.URGENT: "urgent",
    AlertLevel.ATTENTION: "needs attention",
}


def in_order(material: Material, now: Iterable[ev.Said]) -> Iterator[str]:
    """The alerts, and what was answered when it was asked whether such thoughts are there right now, as they came: an
    answer from before the words that stopped the interview does not answer these."""
    stops = [one.said.turn for one in material.alerts if one.said.level is AlertLevel.STOP]
    told = [(one.said.turn, alert_line(material, one)) for one in material.alerts]
    for said in now:
        asked = "Asked before the stop" if before_stop(said.turn, stops) else "Asked"
        told.append((said.turn, f"{asked} whether such thoughts were there right now: “{single(said.text)}”"))
    yield from (line for _, line in sorted(told, key=lambda one: one[0]))


def alert_line(material: Material, one: Alert) -> str:
    """One alert: how serious, when, who acknowledged it, and its words."""
    clock = material.clock
    words = "; ".join(f"“{single(''.join(part.text for part in quote))}”" for quote in one.said.quotes)
    seen = f"acknowledged by {one.by}, {clock.of(one.seen_at)}" if one.seen_at else "not acknowledged"
    seen += f" (“{single(one.note)}”)" if one.note else ""
    said = f": {single(f'{after(one.said)} {words}')}" if words else ""
    return f"Safety alert, {_LEVELS[one.said.level]}, {clock.of(one.at)}, {seen}{said}"


def messages(material: Material) -> Iterator[str]:
    """Whom a message about each alert reached."""
    for one in material.told:
        sent = [f"{line.words} {material.clock.of(line.at)}" for line in one.lines if line.message]
        told = "; ".join(sent) or one.note or ""
        yield f"Messages about the alert of {material.clock.of(one.at)}: {told[:1].lower()}{told[1:]}"
