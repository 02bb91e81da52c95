"""All models of one process: opened by name, sharing one gate a provider."""

from typing import Final

from agents.llm.clock import Clock, SystemClock
from agents.llm.gate import Gate
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.prices import price_list
from agents.llm.spec import Credentials, Spec
from agents.llm.wire import Wire


class Providers:
    """Opens models and keeps them open. Belongs to one event loop; close it at the end."""

    def __init__(self, credentials: Credentials, policy: Policy | None = None, clock: Clock | None = None) -> None:
        self._credentials: Final = credentials
        self._policy: Final = policy or Policy()
        self._clock: Final = clock or SystemClock()
        self._gates: dict[str, Gate] = {}
        self._models: dict[str, Model] = {}

    def model(self, name: str) -> Model:
        """The model of that name; nothing is imported or sent yet. Raises CorrectInput for a malformed name."""
        spec = Spec.parse(name)
        if spec.name not in self._models:
            price = price_list().price(spec.name)
            wire, gate = self._wire(spec), self._gate(spec.provider)
            self._models[spec.name] = Model(spec.name, wire, gate, self._policy, price, self._clock)
        return self._models[spec.name]

    def _gate(self, provider: str) -> Gate:
        return self._gates.setdefault(provider, Gate(provider, self._policy, self._clock))

    def _wire(self, spec: Spec) -> Wire:
        endpoint = self._credentials.of(spec.provider)
        match spec.provider:
            case "openai":
                from agents.llm.openai import OpenAIWire

                return OpenAIWire(spec.model, endpoint)
            case "anthropic":
                from agents.llm.anthropic import AnthropicWire

                return AnthropicWire(spec.model, endpoint)
            case _:
                from agents.llm.litellm import LiteLLMWire

                return LiteLLMWire(spec, endpoint)

    async def close(self) -> None:
        """Close every client."""
        for model in self._models.values():
            await model.close()
        self._models.clear()
