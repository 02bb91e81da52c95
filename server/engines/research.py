"""Which engine scores the items of a transcript in research: the rules, or a model without a fallback."""

from agents.errors import CorrectInput
from agents.llm.budget import Budget
from agents.llm.providers import Providers
from agents.quantitative.port import Quantifier
from agents.quantitative.rules import RulesQuantifier
from server.engines.models import Deadline
from server.settings import RULES, Settings


def quantifier(engine: str, models: Providers, settings: Settings, samples: int = 1) -> Quantifier:
    """The rules, or a model; where the model fails, the participant fails, so that a run's figures are one engine's.
    Raises CorrectInput for several samples of the rules, which always say the same, and for a malformed name."""
    if engine != RULES:
        from agents.quantitative.llm import LlmQuantifier

        return LlmQuantifier(Deadline(models.model(engine), settings.report_seconds), Budget(), samples=samples)
    if samples > 1:
        raise CorrectInput("the rules always give the same score: samples need a model")
    return RulesQuantifier()
