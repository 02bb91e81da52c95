"""All models of one process: opened by name, sharing one gate per provider."""

from typing import Final

from agents.llm.adapters.adapter import Adapter
from agents.llm.clock import SystemClock
from agents.llm.embedder import Embedder, EmbeddingAdapter
from agents.llm.errors import NotConfigured
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.prices import price_list
from agents.llm.private.privacy import AT_HOME, ClosedAdapter, MaskedEmbedding, Privacy
from agents.llm.profiles import profile
from agents.llm.records import Recorder, unrecorded
from agents.llm.retries import Retries
from agents.llm.spec import Credentials, Endpoint, Spec


class Providers:
    """Opens models and keeps them open; `record` is told what became of each request. Belongs to one event loop; close
    it at the end."""

    def __init__(
        self,
        credentials: Credentials,
        policy: Policy | None = None,
        privacy: Privacy = Privacy(),  # noqa: B008  # frozen value
        record: Recorder = unrecorded,
    ) -> None:
        self._credentials: Final = credentials
        self._privacy: Final = privacy
        self._mask: Final = privacy.mask
        self._policy: Final = policy or Policy()
        self._record: Final = record
        self._by_provider: dict[str, Retries] = {}
        self._models: dict[str, Model] = {}
        self._embedders: dict[str, Embedder] = {}

    def model(self, name: str) -> Model:
        """The model of that name; nothing is imported or sent yet. Raises CorrectInput for a malformed name."""
        spec = Spec.parse(name)
        if spec.name not in self._models:
            price = price_list().price(spec.name)
            kind = profile(spec.provider)
            retries = self._retries(spec.provider)
            self._models[spec.name] = Model(spec.name, self._adapter(spec), retries, price, kind, self._record)
        return self._models[spec.name]

    def embedder(self, name: str) -> Embedder:
        """The embedding model of that name; nothing is imported or sent yet. Raises CorrectInput for a malformed name,
        NotConfigured for a provider other than openai."""
        spec = Spec.parse(name)
        if spec.provider != "openai":
            raise NotConfigured(f"{spec.provider} is not known as a provider of embeddings")
        if spec.name not in self._embedders:
            from agents.llm.adapters.openai import OpenAIAdapter

            adapter: EmbeddingAdapter = OpenAIAdapter(spec.model, self._credentials.of(spec.provider))
            if why := self.against(spec.name):
                adapter = ClosedAdapter(why)
            elif self._mask:
                adapter = MaskedEmbedding(adapter, self._mask)
            price = price_list().price(spec.name)
            retries = self._retries(spec.provider)
            self._embedders[spec.name] = Embedder(spec.name, adapter, retries, price, self._record)
        return self._embedders[spec.name]

    def _retries(self, provider: str) -> Retries:
        if provider not in self._by_provider:
            self._by_provider[provider] = Retries(provider, self._policy, SystemClock())
        return self._by_provider[provider]

    def against(self, name: str) -> str | None:
        """Why the model of that name may not be asked here; None where it may. Raises CorrectInput."""
        spec = Spec.parse(name)
        return self._privacy.against(spec, self._endpoint(spec))

    def own(self, name: str) -> bool:
        """Whether the model of that name is asked at an address that was given, or on this machine. Raises
        CorrectInput."""
        spec = Spec.parse(name)
        return spec.provider in AT_HOME or self._endpoint(spec).base_url is not None

    def _endpoint(self, spec: Spec) -> Endpoint:
        endpoint = self._credentials.of(spec.provider)
        if endpoint == Endpoint() and (shared := profile(spec.provider).endpoint):
            return self._credentials.of(shared)
        return endpoint

    def _adapter(self, spec: Spec) -> Adapter:
        """Nothing is sent to a provider that may not be asked, and nothing unmasked where all is masked."""
        endpoint = self._endpoint(spec)
        if why := self._privacy.against(spec, endpoint):
            return ClosedAdapter(why)
        adapter = self._plain(spec, endpoint)
        return self._mask.over(adapter) if self._mask else adapter

    @staticmethod
    def _plain(spec: Spec, endpoint: Endpoint) -> Adapter:
        match spec.provider:
            case "openai":
                from agents.llm.adapters.openai import OpenAIAdapter

                return OpenAIAdapter(spec.model, endpoint)
            case "anthropic":
                from agents.llm.adapters.anthropic import AnthropicAdapter

                return AnthropicAdapter(spec.model, endpoint)
            case _:
                from agents.llm.adapters.litellm import LiteLLMAdapter

                return LiteLLMAdapter(spec, endpoint)

    async def close(self) -> None:
        """Close every client."""
        for model in self._models.values():
            await model.close()
        for embedder in self._embedders.values():
            await embedder.close()
        self._models.clear()
        self._embedders.clear()
