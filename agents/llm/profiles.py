"""What providers are like where their interfaces differ: one table. A provider that is not in it is asked as the
plainest one would be, and what its endpoint does not accept is learnt from its first refusal
(`agents/llm/model.py`)."""

from enum import StrEnum
from typing import Final

from agents.domain.value import Value


class Form(StrEnum):
    """How an answer's form is asked for, the strictest first."""

    SCHEMA = "json_schema"
    """The provider enforces the JSON schema."""
    OBJECT = "json_object"
    """The provider enforces JSON; the schema is told in words."""
    WORDS = "words"
    """Everything is told in words."""


class Profile(Value):
    """`forms` are tried in this order. `litellm` is litellm's name for the provider where it is not ours, `endpoint`
    the provider whose key and address are used. `window`: the size of the context has to be sent with each request,
    because the provider's default is small and what does not fit it is cut off unnoticed."""

    forms: tuple[Form, ...] = (Form.SCHEMA, Form.OBJECT, Form.WORDS)
    litellm: str | None = None
    endpoint: str | None = None
    window: bool = False


_PLAIN: Final = Profile()
PROFILES: Final[dict[str, Profile]] = {
    "openai": _PLAIN,
    "anthropic": Profile(forms=(Form.SCHEMA,)),
    "ollama": Profile(litellm="ollama_chat", window=True),
    "ollama_chat": Profile(endpoint="ollama", window=True),
    "vllm": Profile(litellm="hosted_vllm", endpoint="hosted_vllm"),
    "hosted_vllm": _PLAIN,
    "lm_studio": Profile(forms=(Form.SCHEMA, Form.WORDS)),
    "vercel_ai_gateway": _PLAIN,
    "openrouter": _PLAIN,
    "azure": _PLAIN,
    "bedrock": Profile(forms=(Form.SCHEMA, Form.WORDS)),
}
"""`vllm` inside litellm would load the model into this process; whoever writes it means a vLLM server."""

WINDOWS: Final = (12_288, 16_384, 32_768, 65_536, 131_072)
"""The sizes of context that are asked for: few, as Ollama loads a model anew for each size."""
_CHARACTERS_A_TOKEN: Final = 3
_SPARE: Final = 512


def profile(provider: str) -> Profile:
    """The provider's profile."""
    return PROFILES.get(provider, _PLAIN)


def window(characters: int, answer: int) -> int:
    """The size of context, in tokens, for a prompt of so many characters and an answer of so many tokens."""
    needed = characters // _CHARACTERS_A_TOKEN + answer + _SPARE
    return next((size for size in WINDOWS if size >= needed), WINDOWS[-1])
