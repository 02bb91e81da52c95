"""The contract of an adapter: it sends one request to one provider, once. Everything else (waiting, retries, limits,
money) is the same for all providers and lives in `model.py`."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import BaseModel

from agents.llm.port import Message, Tool, ToolCall
from agents.llm.usage import Usage

Finish = Literal["stop", "length", "tools", "refused"]


@dataclass(frozen=True, slots=True)
class Call:
    """One request. `schema` None asks for text; `timeout` is the longest silence in seconds, `connect` the longest time
    to connect."""

    messages: tuple[Message, ...]
    schema: type[BaseModel] | None
    tools: tuple[Tool, ...]
    may_call: bool
    max_tokens: int
    temperature: float | None
    connect: float
    timeout: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The provider's answer. `usd` is set only where the adapter itself knows the price."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    usage: Usage
    finish: Finish
    served: str
    usd: float | None = None


class Adapter(Protocol):
    """One provider's adapter for one model."""

    async def prepare(self) -> None:
        """Import the SDK and open the client, off the event loop. Raises NotConfigured."""
        ...

    async def send(self, call: Call) -> Answer:
        """Ask once. Raises ModelFailed."""
        ...

    def stream(self, call: Call) -> AsyncGenerator[str | Answer, None]:
        """Ask once: pieces of text, then the answer. Raises ModelFailed."""
        ...

    async def close(self) -> None:
        """Close the client."""
        ...
