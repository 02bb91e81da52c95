"""Builds the engines of an interview: the rule engine, or a language model with the rules as its fallback."""

from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from agents.diagnostician.port import PassageSearch
from agents.fallback import FallbackDiagnostician, FallbackScorer
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel
from agents.llm.providers import Providers
from agents.prompts import digest
from agents.risk.help.helplines import helplines
from agents.risk.help.script import script
from agents.risk.policy import Policy
from agents.risk.port import RiskReader
from agents.rules_team import rules_team
from agents.scorer.port import Scorer
from agents.team import Team
from server.engines.models import Deadline
from server.engines.roles import serving
from server.settings import RULES, Settings

_OF_A_TURN: Final = frozenset({"interviewer", "scorer", "risk"})


def team_of(
    settings: Settings,
    driver: str,
    models: Providers | None = None,
    passages: PassageSearch | None = None,
    budget: Budget | None = None,
) -> Team:
    """The engines of one interview, with a budget of its own (`budget`, where somebody wants to see what it spends).
    Models are shared; each has the rules behind it. Without `models` the rules serve every role. `passages` is the
    reference library."""
    policy = settings.risk_policy
    team = rules_team(partial(script, folder=settings.safety), policy, passages)
    team = replace(team, help=partial(helplines, folder=settings.safety))
    if models is None:
        return team
    budget = budget or Budget(settings.interview_tokens, settings.interview_usd)
    led = {role: engine for role, engine in serving(settings, driver).items() if engine != RULES}
    for role, engine in led.items():
        seconds = settings.turn_seconds if role in _OF_A_TURN else settings.report_seconds
        team = _with(team, role, Deadline(models.model(engine), seconds, settings.role_options), budget, policy)
    return replace(team, prompt_version="+".join((team.prompt_version, *map(_prompts, led))))


@dataclass(frozen=True, slots=True)
class Readers:
    """The models of an interview that score its answers and read them for risk, without the rules behind them; None
    where the rules do it."""

    scorer: Scorer | None
    risk: RiskReader | None


def readers_of(settings: Settings, driver: str, models: Providers) -> Readers:
    """For what is read again afterwards: with the deadline of a report, as nobody waits, and a budget of its own."""
    budget = Budget(settings.interview_tokens, settings.interview_usd)
    led = serving(settings, driver)

    def model(role: str) -> LanguageModel | None:
        engine = led[role]
        seconds, options = settings.report_seconds, settings.role_options
        return None if engine == RULES else Deadline(models.model(engine), seconds, options)

    scores, reads = model("scorer"), model("risk")
    scorer, risk = None, None
    if scores is not None:
        from agents.scorer.llm import LlmScorer

        scorer = LlmScorer(scores, budget)
    if reads is not None:
        from agents.risk.llm import LlmRiskReader

        risk = LlmRiskReader(reads, budget, policy=settings.risk_policy)
    return Readers(scorer, risk)


@cache
def _prompts(role: str) -> str:
    """A role with the digest of its prompts; read once, as a running server renders what it has read."""
    return f"{role}-{digest(f'{role}_system.j2', f'{role}_user.j2')}"


def _with(team: Team, role: str, model: LanguageModel, budget: Budget, policy: Policy) -> Team:
    """The team with a model in one role."""
    match role:
        case "interviewer":
            from agents.interviewer.llm import LlmInterviewer

            interviewer = LlmInterviewer(model, budget)
            return replace(team, interviewer=interviewer, prepare=interviewer.prepare)
        case "scorer":
            from agents.scorer.llm import LlmScorer

            return replace(team, scorer=FallbackScorer(LlmScorer(model, budget), team.scorer))
        case "risk":
            from agents.risk.llm import LlmRiskReader

            return replace(team, second=LlmRiskReader(model, budget, policy=policy))
        case "diagnostician":
            from agents.diagnostician.llm import LlmDiagnostician

            formed = FallbackDiagnostician(LlmDiagnostician(model, budget, team.passages), team.diagnostician)
            return replace(team, diagnostician=formed)
        case _:
            from agents.reporter.llm import LlmReporter

            return replace(team, reporter=LlmReporter(model, budget))
