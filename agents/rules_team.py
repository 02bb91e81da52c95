"""The team in which the rule engine serves every role: offline, deterministic, always available."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from agents.diagnostician.port import PassageSearch
from agents.diagnostician.rules import RulesDiagnostician
from agents.interviewer.rules import RulesInterviewer
from agents.reporter.rules import RulesReporter
from agents.risk.policy import Policy
from agents.risk.rules import read
from agents.scorer.rules import RulesScorer
from agents.team import Team

_BANK = Path(__file__).parent / "questions" / "bank.en.toml"


@cache
def bank_version() -> str:
    """The question bank's digest, which serves as the prompt version where no prompt is used."""
    return "bank-" + hashlib.sha256(_BANK.read_bytes()).hexdigest()[:12]


def by_rules(team: Team) -> Team:
    """The team, with impressions and report by rules: for somebody who waits no longer for a model."""
    return replace(team, diagnostician=RulesDiagnostician(), reporter=RulesReporter())


def rules_team(
    script: Callable[[str], str], policy: Policy | None = None, passages: PassageSearch | None = None
) -> Team:
    """All roles by rules. `script` gives the safety script for a locale, `policy` the clinic's two decisions."""
    return Team(
        interviewer=RulesInterviewer(),
        scorer=RulesScorer(),
        floor=partial(read, policy=policy or Policy()),
        diagnostician=RulesDiagnostician(),
        reporter=RulesReporter(),
        script=script,
        prompt_version=bank_version(),
        passages=passages,
    )
