"""When something was, for people: in the time zone of whoever reads it, or else the clinic's."""

import re
from datetime import UTC, datetime
from functools import cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from agents.errors import CorrectInput

ZONE: Final = (
    "The time zone in which text, Markdown and PDF tell times, as `America/New_York`; without one the clinic's, or "
    "UTC where none is set. An unknown one is refused."
)
"""What the parameter of that name does, wherever files are given."""
_STORED: Final = re.compile(r"\b(\d{4}-\d\d-\d\d \d\d:\d\d) UTC\b")
_FORM: Final = "%Y-%m-%d %H:%M"


class Clock(NamedTuple):
    """The time zone in which times are told; None: UTC, and each time says so."""

    zone: ZoneInfo | None = None

    def of(self, at: datetime) -> str:
        """A moment, to the minute."""
        return at.astimezone(self.zone).strftime(_FORM) if self.zone else f"{at.astimezone(UTC).strftime(_FORM)} UTC"

    def in_text(self, text: str) -> str:
        """A text with the moments that stand in it in UTC told by this clock."""
        return _STORED.sub(lambda found: self.of(datetime.strptime(f"{found[1]}+0000", f"{_FORM}%z")), text)

    @property
    def name(self) -> str:
        """The zone's name; empty where each time says it itself."""
        return self.zone.key if self.zone else ""


IN_UTC: Final = Clock()


def clock_of(*zones: str) -> Clock:
    """The clock of the first of these zones that this machine knows by its name ("America/New_York"); UTC where it
    knows none."""
    return next((Clock(found) for zone in zones if (found := _known(zone))), IN_UTC)


def named(zone: str) -> str:
    """This zone, where it is one that is known here, or none is named. Raises CorrectInput."""
    if zone and zones() and _known(zone) is None:
        raise CorrectInput(
            f"zone: {zone!r} is no time zone that is known here. Give a name of the IANA database, such as "
            "America/New_York, or leave it out for the clinic's own."
        )
    return zone


@cache
def zones() -> tuple[str, ...]:
    """The zones that this machine knows and a clinic may be in, by name; none where it has no list of them."""
    return tuple(sorted(one for one in available_timezones() if "/" in one and not one.startswith("Etc/")))


def _known(zone: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(zone) if zone else None
    except (LookupError, ValueError, OSError):
        return None
