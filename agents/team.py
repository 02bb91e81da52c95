"""The team of one interview: which engine serves each role."""

from collections.abc import Callable
from dataclasses import dataclass

from agents.diagnostician.port import Diagnostician, PassageSearch
from agents.domain.risk import Reading
from agents.interviewer.port import Interviewer
from agents.reporter.port import Reporter
from agents.risk.port import Message
from agents.scorer.port import Scorer


@dataclass(frozen=True, slots=True)
class Team:
    """Engines by role. `floor` is the rule engine of risk: no wait, no network, first on every message; `script` gives
    the safety script for a locale; `passages` is None while there is no reference library."""

    interviewer: Interviewer
    scorer: Scorer
    floor: Callable[[Message], Reading]
    diagnostician: Diagnostician
    reporter: Reporter
    script: Callable[[str], str]
    prompt_version: str
    passages: PassageSearch | None = None
