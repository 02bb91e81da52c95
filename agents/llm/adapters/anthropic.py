"""Anthropic through its own SDK: messages, structured output (a forced tool for older models), streaming, native tools.

The system prompt is marked for the prompt cache: it is the stable beginning of every call of a role. So is the request
itself where more calls on it are to be expected: with tools, and in a second round.
"""

import json
import re
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

from agents.llm.adapters.adapter import Answer, Assembled, Call, Finish
from agents.llm.adapters.opened import Opened, translated
from agents.llm.adapters.retry_after import retry_after
from agents.llm.errors import ModelFailed, NotConfigured, by_status
from agents.llm.port import Assistant, JsonObject, Message, System, Tool, ToolCall, ToolResult, User
from agents.llm.schema import strict
from agents.llm.spec import Endpoint
from agents.llm.usage import Usage

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic

ANSWER_TOOL: Final = "answer"
_WITHOUT_OUTPUT_FORMAT: Final = re.compile(r"claude-(2|3|instant|(opus|sonnet)-4-(0\b|2025))")
_FINISH: Final[dict[str | None, Finish]] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tools",
    "refusal": "refused",
}


class AnthropicAdapter(Opened["AsyncAnthropic"]):
    """One model at Anthropic. Satisfies `Adapter`."""

    def __init__(self, model: str, endpoint: Endpoint) -> None:
        super().__init__()
        self._model: Final = model
        self._endpoint: Final = endpoint

    async def send(self, call: Call) -> Answer:
        """See `Adapter`."""
        client = await self._open()
        with _mapped():
            return _answer(await client.messages.create(**self._body(call)))

    async def stream(self, call: Call) -> AsyncGenerator[str | Answer, None]:
        """See `Adapter`."""
        client = await self._open()
        whole = _Assembly()
        with _mapped():
            async with await client.messages.create(**self._body(call), stream=True) as events:
                async for event in events:
                    if text := whole.add(event):
                        yield text
        yield whole.done()

    def _body(self, call: Call) -> dict[str, Any]:
        from anthropic import Timeout

        system = "\n\n".join(one.text for one in call.messages if isinstance(one, System))
        body: dict[str, Any] = {
            "model": self._model,
            "max_tokens": call.max_tokens,
            "messages": _marked(call),
            "timeout": Timeout(call.timeout, connect=call.connect),
            **_shape(call, forced=bool(_WITHOUT_OUTPUT_FORMAT.search(self._model))),
        }
        if system:
            body["system"] = [{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}]
        if call.temperature is not None:
            body["extra_body"] = {"temperature": call.temperature}
        if call.effort is not None:
            body["output_config"] = {**body.get("output_config", {}), "effort": call.effort}
        return body

    async def close(self) -> None:
        """See `Adapter`."""
        if self._client:
            await self._client.close()
            self._client = None

    def _connected(self) -> "AsyncAnthropic":
        from anthropic import AsyncAnthropic

        key = self._endpoint.secret or ("none" if self._endpoint.base_url else None)
        if key is None:
            raise NotConfigured("anthropic has no key: set ANTHROPIC_API_KEY")
        base = self._endpoint.base_url or "https://api.anthropic.com"
        return AsyncAnthropic(api_key=key, base_url=base, max_retries=0)


def _shape(call: Call, forced: bool) -> JsonObject:
    """The parameters that request the answer's shape and declare the tools."""
    tools = [_tool(tool) for tool in call.tools]
    shape: JsonObject = {}
    if call.schema and forced:
        wanted = strict(call.schema, bounds=False)
        tools.append({"name": ANSWER_TOOL, "description": "Give the answer.", "input_schema": wanted})
        others = call.tools and call.may_call
        shape["tool_choice"] = {"type": "any"} if others else {"type": "tool", "name": ANSWER_TOOL}
    elif call.schema:
        wanted = strict(call.schema, bounds=False)
        shape["output_config"] = {"format": {"type": "json_schema", "schema": wanted}}
    if tools and "tool_choice" not in shape:
        shape["tool_choice"] = {"type": "auto" if call.may_call else "none"}
    return {**shape, "tools": tools} if tools else shape


def _tool(tool: Tool) -> JsonObject:
    return {"name": tool.name, "description": tool.description, "input_schema": strict(tool.schema, bounds=False)}


def _marked(call: Call) -> list[JsonObject]:
    """The messages, the last of them marked for the cache where the conversation goes on from there."""
    turns = _turns(call.messages)
    if turns and (call.tools or len(turns) > 1):
        turns[-1]["content"][-1]["cache_control"] = {"type": "ephemeral"}
    return turns


def _turns(messages: tuple[Message, ...]) -> list[JsonObject]:
    """The messages except the system's. Consecutive messages of one role are merged, as tool results require."""
    turns: list[JsonObject] = []
    for message in messages:
        if isinstance(message, System):
            continue
        role = "assistant" if isinstance(message, Assistant) else "user"
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += _blocks(message)
        else:
            turns.append({"role": role, "content": _blocks(message)})
    return turns


def _blocks(message: Message) -> list[JsonObject]:
    match message:
        case ToolResult(call_id=call_id, text=text):
            return [{"type": "tool_result", "tool_use_id": call_id, "content": text}]
        case Assistant(text=text, tool_calls=calls):
            said: list[JsonObject] = [{"type": "text", "text": text}] if text.strip() else []
            return said + [_used(call) for call in calls]
        case User(text=text, shared=shared) if shared > 0:
            begun: JsonObject = {"type": "text", "text": text[:shared], "cache_control": {"type": "ephemeral"}}
            return [begun, {"type": "text", "text": text[shared:]}]
        case System(text=text) | User(text=text):
            return [{"type": "text", "text": text}]


def _used(call: ToolCall) -> JsonObject:
    try:
        given = json.loads(call.arguments)
    except ValueError:
        given = None
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": given if isinstance(given, dict) else {}}


def _answer(message: Any) -> Answer:
    whole = _Assembly()
    whole.begin(message)
    for index, block in enumerate(message.content):
        whole.open(index, block, json.dumps(getattr(block, "input", {}), ensure_ascii=False))
    whole.end(message.stop_reason, None)
    return whole.done()


class _Assembly(Assembled):
    """A message put together from its events."""

    def add(self, event: Any) -> str:
        """Take one event; returns the text in it, possibly none. JSON given through the answer tool counts as text."""
        match event.type:
            case "message_start":
                self.begin(event.message)
            case "content_block_start":
                return self.open(event.index, event.content_block, "")
            case "content_block_delta":
                return self._piece(event.index, event.delta)
            case "message_delta":
                self.end(event.delta.stop_reason, event.usage.output_tokens)
        return ""

    def begin(self, message: Any) -> None:
        """The head of a message."""
        told = message.usage
        cached, put = told.cache_read_input_tokens or 0, told.cache_creation_input_tokens or 0
        self._served = message.model
        self._usage = Usage(
            input_tokens=told.input_tokens + cached + put,
            output_tokens=told.output_tokens,
            cached_tokens=cached,
            written_tokens=put,
        )

    def open(self, index: int, block: Any, arguments: str) -> str:
        """A block begins; returns its text, possibly none."""
        if block.type == "tool_use" and block.name != ANSWER_TOOL:
            self._calls[index] = [block.id, block.name, arguments]
            return ""
        text: str = block.text if block.type == "text" else arguments if block.type == "tool_use" else ""
        self._texts.append(text)
        return text

    def _piece(self, index: int, delta: Any) -> str:
        written: str = getattr(delta, "text", None) or getattr(delta, "partial_json", None) or ""
        if index in self._calls:
            self._calls[index][2] += written
            return ""
        self._texts.append(written)
        return written

    def end(self, reason: str | None, output_tokens: int | None) -> None:
        """Record why the message ended, and its output tokens."""
        self._finish = _FINISH.get(reason, "stop")
        if output_tokens is not None:
            self._usage = self._usage.model_copy(update={"output_tokens": output_tokens})


def _mapped() -> AbstractContextManager[None]:
    import anthropic
    import httpx2

    return translated("anthropic", anthropic, httpx2, _of_status)


def _of_status(failed: "APIStatusError") -> ModelFailed:
    wait = retry_after(failed.response.headers)
    return by_status("anthropic", failed.status_code, _kind(failed.body), wait, str(failed.message))


def _kind(body: object) -> str | None:
    error = body.get("error") if isinstance(body, dict) else None
    return str(error["type"]) if isinstance(error, dict) and "type" in error else None
