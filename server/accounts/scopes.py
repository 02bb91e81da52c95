"""What a token for programs may do: few scopes, each of which opens a few routes and nothing else."""

from collections.abc import Mapping
from typing import Final, Literal

Scope = Literal["interviews:create", "interviews:read", "results:read"]
SCOPES: Final[Mapping[Scope, str]] = {
    "interviews:create": "Start interviews and get their patients' links",
    "interviews:read": "See how far an interview is: status and times, nothing that was said",
    "results:read": "Read what was said and found: profile, report, and every export",
}
"""Each scope in words; a token has one or more."""
