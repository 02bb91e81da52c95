"""Names of models, and the addresses and keys of their providers."""

from collections.abc import Mapping
from typing import Final, Self

from pydantic import Field, SecretStr

from agents.domain.value import Value
from agents.errors import CorrectInput

_KEY: Final = "_API_KEY"
_ADDRESSES: Final = ("_BASE_URL", "_API_BASE")


class Spec(Value):
    """A model's name in two parts: `openai/gpt-4.1` is the provider `openai` and the model `gpt-4.1`; the model's part
    may contain further slashes and colons (`vercel_ai_gateway/openai/gpt-4.1`, `ollama/gemma3:27b`)."""

    provider: str
    model: str

    @classmethod
    def parse(cls, name: str) -> Self:
        """Raises CorrectInput for a name that is not `provider/model`."""
        provider, slash, model = name.strip().partition("/")
        if not (provider and slash and model) or any(c.isspace() for c in name.strip()):
            raise CorrectInput(f"{name!r} names no model: write provider/model, for example openai/gpt-4.1")
        return cls(provider=provider.lower(), model=model)

    @property
    def name(self) -> str:
        """`provider/model`."""
        return f"{self.provider}/{self.model}"


class Endpoint(Value):
    """A provider's address and key; neither appears when the value is printed."""

    base_url: str | None = Field(None, repr=False)
    key: SecretStr | None = Field(None, repr=False)

    @property
    def secret(self) -> str | None:
        """The key in plain text, for the adapter only."""
        return self.key.get_secret_value() if self.key else None


class Credentials(Value):
    """Endpoints by provider."""

    endpoints: Mapping[str, Endpoint] = Field(default_factory=dict)

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """From variables PROVIDER_API_KEY and PROVIDER_BASE_URL (or PROVIDER_API_BASE); empty ones count as unset."""
        found: dict[str, dict[str, str]] = {}
        for variable, text in environment.items():
            for suffix in (_KEY, *_ADDRESSES):
                if variable.endswith(suffix) and text.strip():
                    endpoint = found.setdefault(variable.removesuffix(suffix).lower(), {})
                    endpoint |= {"key": text.strip()} if suffix == _KEY else {"base_url": text.strip().rstrip("/")}
        return cls.model_validate({"endpoints": found})

    def of(self, provider: str) -> Endpoint:
        """The provider's endpoint; an empty one when nothing is known."""
        return self.endpoints.get(provider, Endpoint())
