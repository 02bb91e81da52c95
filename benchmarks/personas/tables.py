"""The persona benchmark as Markdown."""

from benchmarks.personas.figures import Agreeing, Interview, PersonaFigures
from benchmarks.runs.tables import SIMULATED, shown


def markdown(found: PersonaFigures) -> str:
    """The tables for people."""
    lines = [
        f"# Personas: {found.engine}",
        "",
        f"{found.completed} of {found.personas} interviews were completed; {len(found.stopped)} were ended for safety "
        "and count in no figure below.",
        *(f"- {one}" for one in found.stopped),
        "",
        f"- exact score, mean over personas: {shown(found.exact)}",
        f"- domains at threshold, F1: {_told(found.domain_f1)}",
        f"- turns of the patient, mean: {shown(found.turns, 1)}; follow-ups, mean: {shown(found.follow_ups, 1)}",
        "",
        SIMULATED,
        "",
        "| Item | n | Exact | Within 1 | Kappa (quadratic) | Bias | Declined or not asked |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *map(_item, (*found.items, found.overall)),
        "",
        "| Domain | Over in both | Missed | Spurious | Over in neither | F1 |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in found.domains:
        counts = f"{one.both} | {one.missed} | {one.spurious} | {one.neither}"
        lines.append(f"| {one.name} | {counts} | {_told(one.f1)} |")
    lines += [
        "",
        "| Turns about an item | n | Exact | Within 1 | Kappa (quadratic) | Bias | Declined or not asked |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *map(_item, found.by_turns),
        "",
        "| Interview | Turns | Follow-ups | Exact | Within 1 | Bias | Declined or not asked |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *map(_interview, found.interviews),
    ]
    return "\n".join(lines)


def _item(one: Agreeing) -> str:
    shares = " | ".join(_told(value) for value in (one.exact, one.within1, one.qwk, one.bias))
    return f"| {one.name} | {one.n} | {shares} | {one.unscored} |"


def _interview(one: Interview) -> str:
    shares = " | ".join(_told(value) for value in (one.agreeing.exact, one.agreeing.within1, one.agreeing.bias))
    return f"| {one.agreeing.name} | {one.turns} | {one.follow_ups} | {shares} | {one.agreeing.unscored} |"


def _told(value: float | None) -> str:
    return "unavailable" if value is None else f"{value:.3f}"
