"""Embedders of the reference store, by name: any number of dimensions, one embedder per store.

- `local/all-MiniLM-L6-v2`: on this machine, 384 dimensions; needs torch
- `openai/MODEL`: OpenAI, or a compatible server at OPENAI_BASE_URL
- `hashed/N`: N dimensions of hashed words: no model, no network; finds only shared words
"""

import asyncio
import math
from collections.abc import Sequence
from typing import Final

from agents.errors import CorrectInput
from agents.llm.embedder import Embedder
from agents.llm.local.hashed_vectors import vector
from agents.llm.local.minilm import NAME as MINILM
from agents.llm.providers import Providers
from agents.llm.spec import Spec
from rag.vectors import Embedding, Local, Vector

HASHED: Final = "hashed"
MOST_DIMENSIONS: Final = 16_000
"""The most dimensions that pgvector's halfvec can hold."""
SECONDS: Final = 120.0


def embedding(name: str, models: Providers, local: Embedding | None = None) -> Embedding:
    """The embedder of that name; nothing is loaded or sent yet. `local` serves MiniLM from another process. Raises
    CorrectInput for an invalid name, NotConfigured for a provider without embeddings."""
    if name == MINILM:
        return local or Local()
    spec = Spec.parse(name)
    if spec.provider != HASHED:
        return _Remote(models.embedder(spec.name))
    if not (spec.model.isdecimal() and 1 <= int(spec.model) <= MOST_DIMENSIONS):
        raise CorrectInput(f"{name}: hashed/N has 1 to {MOST_DIMENSIONS} dimensions, for example hashed/1024")
    return _Hashed(int(spec.model))


class _Remote:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder: Final = embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        found = (await self._embedder.embed(tuple(texts), SECONDS)).vectors
        return await asyncio.to_thread(lambda: [unit(one) for one in found])


class _Hashed:
    def __init__(self, dimensions: int) -> None:
        self._dimensions: Final = dimensions
        self.name: Final = f"{HASHED}/{dimensions}"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return await asyncio.to_thread(lambda: [vector(text, self._dimensions) for text in texts])


def unit(numbers: Sequence[float]) -> list[float]:
    """The vector scaled to length 1, so that half precision can hold it whatever its length; zeros stay zeros."""
    length = math.sqrt(sum(number * number for number in numbers))
    return [number / length for number in numbers] if length > 0 else list(numbers)
