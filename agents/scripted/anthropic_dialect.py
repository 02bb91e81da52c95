"""The scripted provider's Anthropic dialect: messages, whole and streamed."""

import json
from collections.abc import Iterator
from typing import Any

from agents.errors import CorrectInput
from agents.llm.port import JsonObject
from agents.scripted.dialects import Answered, Parsed, pieces, written
from agents.scripted.openai_dialect import text_of
from agents.scripted.provider import Asked


class AnthropicDialect:
    """Satisfies `Dialect`."""

    def parse(self, body: JsonObject) -> Parsed:
        """Read a messages request."""
        messages = body.get("messages")
        if not isinstance(messages, list) or not messages or not body.get("max_tokens"):
            raise CorrectInput("messages: a list of at least one message; max_tokens: a number")
        tools = {str(tool["name"]): tool.get("input_schema") or {} for tool in body.get("tools") or ()}
        choice = body.get("tool_choice") or {"type": "auto"}
        wrap = _wrap(choice, tools)
        callable_tools = () if choice["type"] in {"none", "tool"} else tuple(t for t in tools.items() if t[0] != wrap)
        asked = Asked(
            system=text_of(body.get("system")),
            users=tuple(
                text for one in messages if one.get("role") == "user" and (text := text_of(_only(one, "text")))
            ),
            results=tuple(text_of(block.get("content")) for one in messages for block in _only(one, "tool_result")),
            schema=tools[wrap] if wrap else ((body.get("output_config") or {}).get("format") or {}).get("schema"),
            tools=callable_tools,
        )
        parts = [*tools.items(), body.get("output_config"), *_parts(body)]
        return Parsed(
            asked,
            str(body.get("model", "")),
            bool(body.get("stream")),
            written(parts),
            answer_tool=wrap,
            kept=_kept(parts),
        )

    def whole(self, answered: Answered) -> JsonObject:
        """A message."""
        content = [] if answered.refused else [_block(answered)]
        return {**_head(answered), "content": content, "stop_reason": _stop(answered), "usage": _usage(answered)}

    def events(self, answered: Answered) -> Iterator[bytes]:
        """The events of one message with one block."""
        usage = {**_usage(answered), "output_tokens": 1}
        start = {**_head(answered), "content": [], "stop_reason": None, "usage": usage}
        yield _event("message_start", {"message": start})
        if not answered.refused:
            yield from _block_events(answered)
        ended = {"stop_reason": _stop(answered), "stop_sequence": None}
        yield _event("message_delta", {"delta": ended, "usage": {"output_tokens": answered.usage.output_tokens}})
        yield _event("message_stop", {})

    def error(self, status: int, message: str) -> JsonObject:
        """An error's body."""
        kind = {429: "rate_limit_error", 400: "invalid_request_error"}.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}}


def _wrap(choice: JsonObject, tools: JsonObject) -> str | None:
    """The tool through which the answer must be given: the forced one, or `answer` where any tool will do."""
    if choice["type"] == "tool":
        return str(choice["name"])
    return "answer" if choice["type"] == "any" and "answer" in tools else None


def _parts(body: JsonObject) -> list[JsonObject]:
    """Every block of the system prompt and of the messages, in order."""
    spoken = [{"role": "system", "content": body.get("system")}, *body["messages"]]
    return [
        {"role": one.get("role"), **block}
        for one in spoken
        for block in (one["content"] if isinstance(one.get("content"), list) else [{"text": one.get("content")}])
    ]


def _kept(parts: list[Any]) -> int:
    """The characters up to the last block that is marked for the cache."""
    marked = [index for index, part in enumerate(parts) if isinstance(part, dict) and "cache_control" in part]
    return len(written(parts[: marked[-1] + 1])) if marked else 0


def _only(message: JsonObject, kind: str) -> list[Any]:
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    return [block for block in blocks if block.get("type") == kind]


def _head(answered: Answered) -> JsonObject:
    head = {"id": f"msg_{answered.id}", "type": "message", "role": "assistant", "model": answered.parsed.model}
    return {**head, "stop_sequence": None}


def _stop(answered: Answered) -> str:
    if answered.refused:
        return "refusal"
    return "tool_use" if answered.call else "end_turn"


def _block(answered: Answered) -> JsonObject:
    if not answered.call:
        return {"type": "text", "text": answered.said.text, "citations": None}
    return {"type": "tool_use", "id": f"toolu_{answered.id}", "name": answered.call, "input": answered.said.content}


def _block_events(answered: Answered) -> Iterator[bytes]:
    block = _block(answered)
    empty = {**block, "input": {}} if answered.call else {**block, "text": ""}
    yield _event("content_block_start", {"index": 0, "content_block": empty})
    kind, field = ("input_json_delta", "partial_json") if answered.call else ("text_delta", "text")
    for piece in pieces(answered.said.text):
        yield _event("content_block_delta", {"index": 0, "delta": {"type": kind, field: piece}})
    yield _event("content_block_stop", {"index": 0})


def _usage(answered: Answered) -> JsonObject:
    usage = answered.usage
    return {
        "input_tokens": usage.input_tokens - usage.cached_tokens,
        "output_tokens": usage.output_tokens,
        "cache_read_input_tokens": usage.cached_tokens,
        "cache_creation_input_tokens": 0,
    }


def _event(kind: str, body: JsonObject) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **body}, ensure_ascii=False)}\n\n".encode()
