"""A model that keeps what it answered: whether it was read at once, what it quoted, what it cost."""

from collections.abc import AsyncGenerator, Iterator
from typing import Any, Final

from pydantic import BaseModel

from agents.errors import TryAgain
from agents.llm.errors import Malformed, ModelFailed
from agents.llm.port import Delta, LanguageModel, Reply, Request, T
from agents.llm.usage import Usage
from agents.qualitative.sections import read
from agents.quotes.as_written import looked_up
from agents.quotes.grounding import locate

_QUOTES: Final = frozenset({"quotes", "quote", "evidenceQuotes", "evidence"})


class Recorder:
    """Satisfies `LanguageModel`. Serves one task."""

    def __init__(self, model: LanguageModel) -> None:
        self._model: Final = model
        self.replies: Final[list[Reply[Any]]] = []
        self.failed: ModelFailed | TryAgain | None = None

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    async def complete(self, request: Request[T]) -> Reply[T]:
        """See `LanguageModel.complete`."""
        try:
            reply = await self._model.complete(request)
        except (ModelFailed, TryAgain) as failed:
            self.failed = failed
            raise
        self.replies.append(reply)
        return reply

    async def stream(self, request: Request[T]) -> AsyncGenerator[Delta | Reply[T], None]:
        """See `LanguageModel.stream`."""
        try:
            async for piece in self._model.stream(request):
                if isinstance(piece, Reply):
                    self.replies.append(piece)
                yield piece
        except (ModelFailed, TryAgain) as failed:
            self.failed = failed
            raise

    @property
    def again(self) -> bool:
        """Whether it had to be asked once more."""
        return any(reply.again for reply in self.replies)

    @property
    def repaired(self) -> bool:
        """Whether an answer had to be repaired or asked for again."""
        return any(reply.repaired or reply.again for reply in self.replies)

    @property
    def usage(self) -> Usage:
        """Tokens of all answers."""
        return sum((reply.usage for reply in self.replies), Usage())

    @property
    def usd(self) -> float | None:
        """The price of all answers; None where one is not known."""
        known = [reply.cost for reply in self.replies if reply.cost is not None]
        return sum(known) if self.replies and len(known) == len(self.replies) else None

    def quotes(self, texts: tuple[str, ...]) -> tuple[int, int]:
        """How many quotes it gave, and how many of them stand in these texts letter by letter, apart from case, white
        space and the kind of quotation mark."""
        given = [quote for reply in self.replies for quote in _quoted(reply.content)]
        found, lost = looked_up(given, lambda quote, _: locate(quote, texts, alike=False))
        return len(found) + lost, len(found)


def _quoted(content: Any) -> Iterator[str]:
    if isinstance(content, BaseModel):
        yield from _within(content.model_dump(mode="json", by_alias=True))
    elif isinstance(content, str) and "<" in content:
        try:
            yield from read(content).quotes
        except Malformed:
            return


def _within(value: Any, inside: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _within(part, name in _QUOTES)
    elif isinstance(value, list):
        for part in value:
            yield from _within(part, inside)
    elif inside and isinstance(value, str) and value.strip():
        yield value
