"""What a benchmark run may use, built from the settings: engines by name, and the local models."""

from dataclasses import dataclass, field
from functools import cached_property

from agents.diagnostician.llm import LlmDiagnostician
from agents.diagnostician.rules import RulesDiagnostician
from agents.llm.budget import Budget
from agents.llm.providers import Providers
from agents.team import Team
from benchmarks.cards.replaying import Candidate
from benchmarks.metrics.models import Meters
from server.engines.interviews import team_of
from server.engines.models import Deadline, providers
from server.engines.roles import led_by
from server.settings import RULES, Settings


@dataclass(frozen=True)
class EngineShop:
    """Satisfies `benchmarks.runs.examining.Shop`. Belongs to one process and one event loop."""

    settings: Settings = field(default_factory=Settings)

    @cached_property
    def meters(self) -> Meters:
        """The local models; loaded when first used."""
        return Meters.local(self.settings.bertscore)

    @cached_property
    def models(self) -> Providers:
        """The language models."""
        return providers(self.settings)

    def team(self, engine: str, budget: Budget) -> Team:
        """The team that this engine leads in every role. The rules stand behind it; whoever measures the engine looks
        at who really answered."""
        if engine == RULES:
            return team_of(self.settings, RULES)
        return team_of(led_by(self.settings, engine), engine, self.models, budget=budget)

    def candidate(self, engine: str) -> Candidate:
        """The engine as diagnostician, without a fallback and with its own ledger."""
        if engine == RULES:
            return Candidate(RulesDiagnostician(), Budget())
        return candidate(engine, self.models, self.settings, Budget())


def candidate(engine: str, models: Providers, settings: Settings, budget: Budget) -> Candidate:
    """A model as diagnostician, without a fallback."""
    diagnostician = LlmDiagnostician(
        Deadline(models.model(engine), settings.report_seconds, settings.role_options), budget
    )
    return Candidate(diagnostician, budget, diagnostician.prompt_version)


def open_shop() -> EngineShop:
    """A worker's shop. Named at the top level, so that a new process finds it."""
    return EngineShop()
