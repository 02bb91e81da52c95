"""Vectors for passages and questions: by OpenAI where a key is set, else by the model on this machine, else none.

An index belongs to the embedder that made it: vectors of two embedders can't be compared."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from psycopg.sql import SQL, Composed, Literal

from agents.errors import NotNow, TryAgain
from agents.llm.embedder import Embedder
from agents.llm.errors import NotConfigured
from agents.llm.local.minilm import DIMENSIONS as MINILM_DIMENSIONS
from agents.llm.local.minilm import NAME as MINILM
from agents.llm.local.minilm import MiniLM

DIMENSIONS: Final = 1536
BATCH: Final = 64
"""Passages of one batch, which is the most that has to be repeated after a worker is killed."""
SECONDS: Final = 120.0
"""The deadline of one batch at a provider, including retries."""
NO_VECTORS: Final = (
    "No embedder: torch is not installed and no OPENAI_API_KEY is set. The library is searched by words alone."
)

Vector = Sequence[float]


class NoWorker(TryAgain):
    """Vectors are made by the worker, and none is running."""


class Embedding(Protocol):
    """Anything that turns texts into vectors of the same dimension."""

    @property
    def name(self) -> str:
        """The name recorded with the index."""
        ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order. Raises ModelFailed, and NoWorker where a worker makes them."""
        ...


class Local:
    """MiniLM on this machine: vectors of 384 numbers and length 1. The model is loaded for the first text."""

    name: Final = MINILM

    def __init__(self, model: MiniLM | None = None) -> None:
        self._model: Final = model or MiniLM()

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedding.embed`."""
        return list(await asyncio.to_thread(self._model.embed, texts))


class Padded:
    """Another embedder's vectors, padded with zeros to the library's 1,536 numbers, which leaves every cosine
    unchanged."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding: Final = embedding

    @property
    def name(self) -> str:
        """The other embedder's name."""
        return self._embedding.name

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedding.embed`."""
        return [padded(vector) for vector in await self._embedding.embed(texts)]


class Remote:
    """OpenAI's embedder, with a limit on tokens per minute (a token is about four characters)."""

    def __init__(self, embedder: Embedder, tokens_a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._embedder: Final = embedder
        self._pace: Final = tokens_a_minute / 60
        self._clock: Final = clock
        self._free_at = 0.0

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._embedder.name

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedding.embed`."""
        await self._turn(sum(len(text) for text in texts) / 4)
        found = await self._embedder.embed(tuple(texts), SECONDS)
        return list(found.vectors)

    async def _turn(self, tokens: float) -> None:
        """Wait until these tokens fit within the limit; the next caller waits for them too."""
        now = self._clock()
        start = max(now, self._free_at)
        self._free_at = start + tokens / self._pace
        await asyncio.sleep(start - now)


def padded(vector: Sequence[float]) -> list[float]:
    """The vector padded with zeros to 1,536 numbers."""
    return [*vector, *[0.0] * (DIMENSIONS - len(vector))]


def installed() -> bool:
    """Whether MiniLM can be loaded here; nothing is imported to find out."""
    from importlib.util import find_spec

    from agents.llm.local.minilm import folder

    try:
        folder()
    except NotConfigured:
        return False
    return all(map(find_spec, ("safetensors", "tokenizers", "torch")))


def local_embedding(made_by: Embedding | None = None) -> Padded | None:
    """MiniLM for the library, or None where it is not installed. `made_by`, where given, computes the vectors in
    another process."""
    return Padded(made_by or Local()) if installed() else None


def check_same(made_by: str | None, asked: str | None) -> None:
    """Raises NotNow, with the remedy, when an index was made by a different embedder from the one to be used."""
    if made_by is not None and made_by != asked:
        here = asked or "no embedder"
        raise NotNow(
            f"The library's vectors were made by {made_by}, and this server has {here}: they cannot be compared. "
            "Build the edition again (Library page), or set up the embedder that made it; words can be searched all "
            "the same (mode text)."
        )


def width(embedder: str) -> int:
    """How many of the 1,536 numbers an embedder fills; the rest are zeros."""
    return MINILM_DIMENSIONS if embedder == MINILM else DIMENSIONS


def key(wide: int) -> Composed:
    """The indexed form of a vector: its first numbers in half precision, so that a database page holds four where it
    would hold one whole vector; cosines differ in the fourth decimal place."""
    return SQL("(subvector(embedding, 1, {wide})::halfvec({wide}))").format(wide=Literal(wide))


def literal(vector: Vector) -> str:
    """A vector in PostgreSQL's text form."""
    return str(list(vector))


def rounded(vector: Vector) -> str:
    """A question's vector in PostgreSQL's text form, to the six places that half precision can distinguish."""
    return "[{}]".format(",".join(["%.6f"] * len(vector)) % tuple(vector))
