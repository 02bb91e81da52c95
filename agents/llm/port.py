"""The language model's contract: one typed request in, one typed reply out, whatever the provider.

    reply = await model.complete(Request(role="scorer", messages=(System(text=...), User(text=...)), schema=Scored))
    reply.value       # a Scored

Ask for `schema=str` to get text. `check` says what is wrong with an answer beyond its form; the model is then told
why and asked once more, and `join` makes one answer of the two. Every failure is an error of `agents/llm/errors.py`,
all of them `ModelFailed`.
Cancelling the waiting task cancels the request to the provider.
"""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from agents.domain.value import Value
from agents.llm.budget import Budget
from agents.llm.usage import Usage

T = TypeVar("T", bound=BaseModel | str)


class System(Value):
    """Instructions. Its first line names the role (`role: scorer`) and stays the same from call to call."""

    text: str


class User(Value):
    """The question, with its data. Its first `shared` characters are the same in further calls: a provider that caches
    only what is marked is told to keep them."""

    text: str
    shared: int = 0


class ToolCall(Value):
    """The model's call of a tool. `arguments` is the JSON text that it wrote, not yet checked."""

    id: str
    name: str
    arguments: str


class Assistant(Value):
    """What the model said earlier."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()


class ToolResult(Value):
    """A tool's answer to the call with that id."""

    call_id: str
    text: str


Message = System | User | Assistant | ToolResult


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the model may call; `schema` is the type of its arguments."""

    name: str
    description: str
    schema: type[BaseModel]


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """One question to a model.

    `schema` is a pydantic type, or `str` for text. Its field types must fit strict JSON schema: no free-form dicts.
    `timeout` is the deadline in seconds for all attempts together. `max_tokens` bounds one answer, reasoning included.
    `temperature` and `effort` (how much a reasoning model may think) None leave it to the provider. With `may_call`
    False the tools stay declared but may not be called. A model that takes no tools gets `toolless` for as many of the
    first messages, which speak of tools.

    `check` gives the reasons why an answer can't be used as it is, without the answer's own words; it runs in a thread.
    `join` makes one answer of the first and the second; without it the one with fewer reasons against it counts, the
    second if there are as many. `heard` is given all the text so far whenever more of an answer comes; it is quick and
    never raises.
    """

    role: str
    messages: tuple[Message, ...]
    schema: type[T]
    tools: tuple[Tool, ...] = ()
    toolless: tuple[Message, ...] = ()
    may_call: bool = True
    timeout: float = 20.0
    max_tokens: int = 2000
    temperature: float | None = None
    effort: str | None = None
    budget: Budget | None = None
    check: Callable[[T], tuple[str, ...]] | None = None
    join: Callable[[T, T], T] | None = None
    heard: Callable[[str], None] | None = None


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """One answer.

    `model` is the requested name (`provider/model`), `served` the id that the provider reports. `usage`, `cost` (USD,
    None when the price is not known) and `attempts` (requests sent) are totals over all its requests, `latency` is its
    wall time in seconds. `repaired` says that the JSON had to be repaired or requested again, `again` that the model
    was asked once more, and `faults` what is still wrong with the answer. `temperature` is the one actually sent.
    `content` is None exactly when the model calls tools instead.
    """

    model: str
    served: str
    text: str
    content: T | None
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    latency: float = 0.0
    attempts: int = 1
    repaired: bool = False
    again: bool = False
    faults: tuple[str, ...] = ()
    temperature: float | None = None

    @property
    def value(self) -> T:
        """The answer. Raises ValueError when the model calls tools instead."""
        if self.content is None:
            raise ValueError("this reply holds tool calls and no answer")
        return self.content


class Delta(Value):
    """The next piece of text of a streamed answer."""

    text: str


class LanguageModel(Protocol):
    """Any model."""

    @property
    def name(self) -> str:
        """`provider/model`."""
        ...

    async def complete(self, request: Request[T]) -> Reply[T]:
        """Ask and wait. Raises ModelFailed."""
        ...

    def stream(self, request: Request[T]) -> AsyncGenerator[Delta | Reply[T], None]:
        """Deltas as they arrive, then the reply. Raises ModelFailed; after the first delta nothing is retried, so a
        broken stream raises Dropped. Wrap this in `contextlib.aclosing` if the loop may be left early."""
        ...


JsonObject = dict[str, Any]
