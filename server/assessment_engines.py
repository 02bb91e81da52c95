"""Which engine scores the items of a transcript."""

from agents.errors import CorrectInput
from agents.llm.providers import Providers
from agents.quantitative.port import Quantifier
from agents.quantitative.rules import RulesQuantifier
from server.settings import RULES, Settings


def quantifier(engine: str, models: Providers, settings: Settings, samples: int = 1) -> Quantifier:
    """The rules, or a model. Raises CorrectInput for several samples of the rules, which always say the same."""
    if engine != RULES:
        raise CorrectInput(f"no engine {engine!r}")
    if samples > 1:
        raise CorrectInput("the rules always give the same score: samples need a model")
    return RulesQuantifier()
