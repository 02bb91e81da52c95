"""How many tokens a call took."""

from typing import Self

from pydantic import Field

from agents.domain.value import Value


class Usage(Value):
    """Tokens of one call or of several added up. `input_tokens` counts the whole prompt; of these `cached_tokens` were
    read from the provider's prompt cache and `written_tokens` were newly put there (Anthropic bills the two
    separately)."""

    input_tokens: int = Field(0, ge=0)
    output_tokens: int = Field(0, ge=0)
    cached_tokens: int = Field(0, ge=0)
    written_tokens: int = Field(0, ge=0)

    @property
    def total(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Self) -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            written_tokens=self.written_tokens + other.written_tokens,
        )
