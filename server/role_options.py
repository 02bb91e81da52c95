"""What one role sends its model besides the request: reasoning effort, temperature, the length of an answer."""

import re
from typing import Final, Literal

from pydantic import Field

from agents.domain.value import Value

Effort = Literal["none", "minimal", "low", "medium", "high"]
_ROLES: Final = (
    "interviewer", "scorer", "risk", "diagnostician", "reporter", "assessor", "phq8_judge", "phq8_evidence",
    "phq8_scorer", "meta_reviewer", "reference_checker",
)  # fmt: skip


class Options(Value):
    """None leaves the role's own. `max_tokens` bounds one answer, reasoning included."""

    effort: Effort | None = None
    temperature: float | None = Field(None, ge=0, le=2)
    max_tokens: int | None = Field(None, ge=100, le=100_000)


RoleOptions = dict[str, Options]


def parsed(given: object) -> object:
    """`scorer:effort=low,max_tokens=4000; risk:temperature=0` as options by role. Raises ValueError, saying what is not
    right."""
    if not isinstance(given, str):
        return given
    found: dict[str, dict[str, str]] = {}
    for part in filter(None, map(str.strip, given.split(";"))):
        role, colon, options = part.partition(":")
        pairs = [re.fullmatch(r"\s*(effort|temperature|max_tokens)\s*=\s*(\S+)\s*", one) for one in options.split(",")]
        if role.strip() not in _ROLES:
            raise ValueError(f"{role.strip()!r} is no role: write one of {', '.join(_ROLES)}")
        if not colon or not all(pairs):
            raise ValueError(f"{part!r} can't be read: write role:effort=low,temperature=0,max_tokens=4000")
        found[role.strip()] = {pair[1]: pair[2] for pair in pairs if pair}
    return found
