"""What was done about alerts, in the report: with the risk, whether it was noted before the report or after."""

from collections.abc import Sequence
from typing import Final

from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.state import State
from agents.reporter.markdown import bullets, escape

SECTION: Final = "executive_summary"
"""The section that tells of risk."""
NO_ALERT: Final = (
    "No alert stands here: nothing was raised, or somebody has acknowledged it already. Reload the page to see."
)
_RISK: Final = "**Risk**"


def acknowledged(seen: ev.Acknowledged, state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
    """What follows from it: the entry itself, and the section that tells of it where the report is written and not
    signed off. Raises NotNow where no alert stands."""
    if not state.alarmed:
        raise NotNow(NO_ALERT)
    told = [] if state.signed else [one for one in log if isinstance(one, ev.Reported) and one.key == SECTION]
    return [seen, *(with_acknowledgements(one, [seen]) for one in told[-1:])]


def with_acknowledgements(section: ev.Reported, seen: Sequence[ev.Acknowledged]) -> ev.Reported:
    """The section with one line more in its list of risks for each acknowledgement, at its end where it has no list;
    any other section as it is."""
    if section.key != SECTION or not seen:
        return section
    lines = bullets(map(_line, seen))
    before, risk, after = section.markdown.partition(f"{_RISK}\n\n")
    if not risk:
        return section.model_copy(update={"markdown": f"{before.rstrip()}\n\n{_RISK}\n\n{lines}\n"})
    listed, gap, rest = after.partition("\n\n")
    return section.model_copy(update={"markdown": f"{before}{risk}{listed.rstrip()}\n{lines}{gap or chr(10)}{rest}"})


def _line(seen: ev.Acknowledged) -> str:
    at = f" at {seen.at:%Y-%m-%d %H:%M} UTC" if seen.at else ""
    return f"**Alert acknowledged** by {escape(seen.who)}{at}" + (f": {escape(seen.note)}" if seen.note else "")
