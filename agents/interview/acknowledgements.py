"""What was done about alerts, in the report: with the risk, whether it was noted before the report or after."""

from collections.abc import Sequence
from typing import Final

from agents.interview import events as ev
from agents.reporter.markdown import bullets, escape

SECTION: Final = "executive_summary"
"""The section that tells of risk."""
_RISK: Final = "**Risk**"


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
