"""The contract of an adapter: it sends one request to one provider, once. Everything else (waiting, retries, limits,
money) is the same for all providers and lives in `model.py`."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import BaseModel

from agents.llm.port import Message, Tool, ToolCall
from agents.llm.profiles import Form
from agents.llm.usage import Usage

Finish = Literal["stop", "length", "tools", "refused"]


@dataclass(frozen=True, slots=True)
class Call:
    """One request. `schema` None asks for text, `form` is how an answer's form is asked for; `timeout` is the longest
    silence in seconds, `connect` the longest time to connect. `effort` is how much a reasoning model may think,
    `window` the size of context in tokens for providers that have to be told; None leaves either to the provider.
    `toolless` as in `Request`."""

    messages: tuple[Message, ...]
    schema: type[BaseModel] | None
    tools: tuple[Tool, ...]
    may_call: bool
    max_tokens: int
    temperature: float | None
    connect: float
    timeout: float
    form: Form = Form.SCHEMA
    toolless: tuple[Message, ...] = ()
    effort: str | None = None
    window: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The provider's answer. `usd` is set only where the adapter itself knows the price."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    usage: Usage
    finish: Finish
    served: str
    usd: float | None = None


class Assembled:
    """An answer put together piece by piece; a call of a tool is its id, its name and its arguments."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._calls: dict[int, list[str]] = {}
        self._usage = Usage()
        self._finish: Finish = "stop"
        self._served = ""

    def done(self) -> Answer:
        """The whole answer."""
        calls = tuple(ToolCall(id=i, name=name, arguments=given or "{}") for i, name, given in self._calls.values())
        return Answer("".join(self._texts), calls, self._usage, self._finish, self._served)


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
