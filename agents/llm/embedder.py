"""Turns texts into vectors, under the same policy as every other request to a provider."""

from dataclasses import dataclass
from typing import Final, Protocol

from agents.llm.consumption import Consumption
from agents.llm.prices import Price
from agents.llm.records import Recorder, recorded
from agents.llm.retries import Retries
from agents.llm.usage import Usage

MOST_AT_ONCE: Final = 128

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors in the order of their texts; `latency` in seconds."""

    vectors: tuple[Vector, ...]
    latency: float


class EmbeddingAdapter(Protocol):
    """The contract of an embedding adapter: vectors for some texts, requested once."""

    async def prepare(self) -> None:
        """Import the SDK and open the client. Raises NotConfigured."""
        ...

    async def embed(self, texts: tuple[str, ...], connect: float, silence: float) -> tuple[tuple[Vector, ...], Usage]:
        """`connect` and `silence` as in `Policy`. Raises ModelFailed."""
        ...

    async def close(self) -> None:
        """Close the client."""
        ...


class Embedder:
    """One embedding model, by `provider/model`."""

    def __init__(
        self, name: str, adapter: EmbeddingAdapter, retries: Retries, price: Price | None, record: Recorder
    ) -> None:
        self.name: Final = name
        self._adapter: Final = adapter
        self._retries: Final = retries
        self._price: Final = price
        self._record: Final = record

    async def embed(self, texts: tuple[str, ...], seconds: float = 60.0) -> Embedded:
        """Vectors for these texts, none of which may be empty. `seconds` is the deadline for all of them.
        Raises ModelFailed."""
        used = Consumption("embedder", seconds, None, self._price, self._retries.clock)
        vectors: list[Vector] = []
        with recorded(self.name, used, self._record):
            for start in range(0, len(texts), MOST_AT_ONCE):
                vectors += await self._some(texts[start : start + MOST_AT_ONCE], used)
        return Embedded(tuple(vectors), used.elapsed)

    async def _some(self, texts: tuple[str, ...], used: Consumption) -> tuple[Vector, ...]:
        policy = self._retries.policy
        vectors, usage = await self._retries.ask(
            used, lambda: self._adapter.embed(texts, policy.connect, policy.silence)
        )
        used.charge(usage, None)
        return vectors

    async def prepare(self) -> None:
        """Import the SDK and open the client now. Raises NotConfigured."""
        await self._adapter.prepare()

    async def close(self) -> None:
        """Close the provider's client."""
        await self._adapter.close()
