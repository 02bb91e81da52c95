"""The team of one interview: which engine serves each role."""

from collections.abc import Callable
from dataclasses import dataclass

from agents.diagnostician.port import Diagnostician, PassageSearch
from agents.interviewer.port import Interviewer
from agents.reporter.port import Reporter
from agents.risk.rules import RulesRiskReader
from agents.scorer.port import Scorer


@dataclass(frozen=True, slots=True)
class Team:
    """Engines by role. `floor` is the rule engine of risk, which reads every message first, in-process; `script` gives
    the safety script for a locale; `passages` is None while there is no reference library."""

    interviewer: Interviewer
    scorer: Scorer
    floor: RulesRiskReader
    diagnostician: Diagnostician
    reporter: Reporter
    script: Callable[[str], str]
    prompt_version: str
    passages: PassageSearch | None = None
