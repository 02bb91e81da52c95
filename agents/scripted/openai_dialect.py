"""The scripted provider's OpenAI dialect: chat completions, whole and streamed, and embeddings."""

import base64
import json
import struct
from collections.abc import Iterator
from typing import Any, Final

from agents.errors import CorrectInput
from agents.llm.local.hashed_vectors import DIMENSIONS, vector
from agents.llm.port import JsonObject
from agents.scripted.dialects import Answered, Parsed, pieces, tokens, written
from agents.scripted.provider import Asked

_CREATED: Final = 1_700_000_000


def text_of(content: Any) -> str:
    """The text of a message's content, which is a string or a list of parts."""
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


class OpenAIDialect:
    """Satisfies `Dialect`."""

    def parse(self, body: JsonObject) -> Parsed:
        """Read a chat completion request."""
        messages = body.get("messages")
        if not isinstance(messages, list) or not messages:
            raise CorrectInput("messages: a list of at least one message")
        tools = body.get("tools") or []
        asked = Asked(
            system="\n".join(texts_of(messages, "system", "developer")),
            users=texts_of(messages, "user"),
            results=texts_of(messages, "tool"),
            schema=((body.get("response_format") or {}).get("json_schema") or {}).get("schema"),
            tools=() if body.get("tool_choice") == "none" else tuple(_tool(tool) for tool in tools),
        )
        prompt = written([*tools, body.get("response_format"), *messages])
        return Parsed(asked, str(body.get("model", "")), bool(body.get("stream")), prompt)

    def whole(self, answered: Answered) -> JsonObject:
        """A chat completion."""
        choice = {"index": 0, "message": _message(answered), "finish_reason": _finish(answered), "logprobs": None}
        return {**_head(answered, "chat.completion"), "choices": [choice], "usage": _usage(answered)}

    def events(self, answered: Answered) -> Iterator[bytes]:
        """Chunks, with the usage in a separate last one."""
        head = _head(answered, "chat.completion.chunk")
        for delta in _deltas(answered):
            yield _event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        yield _event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": _finish(answered)}]})
        yield _event({**head, "choices": [], "usage": _usage(answered)})
        yield b"data: [DONE]\n\n"

    def error(self, status: int, message: str) -> JsonObject:
        """An error's body."""
        kind = {429: "rate_limit_exceeded", 400: "invalid_request_error"}.get(status, "server_error")
        return {"error": {"message": message, "type": kind, "code": kind, "param": None}}


def embeddings(body: JsonObject) -> JsonObject:
    """Vectors for one text or a list of texts, as floats or as base64 of little-endian float32."""
    given = body.get("input")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
        raise CorrectInput("input: a text or a list of texts, none of them empty")
    size = int(body.get("dimensions") or DIMENSIONS)
    packed = body.get("encoding_format") == "base64"
    vectors = [vector(text, size) for text in texts]
    data = [
        {"object": "embedding", "index": i, "embedding": _packed(found) if packed else found}
        for i, found in enumerate(vectors)
    ]
    count = sum(tokens(text) for text in texts)
    usage = {"prompt_tokens": count, "total_tokens": count}
    return {"object": "list", "model": str(body.get("model", "")), "data": data, "usage": usage}


def _packed(found: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(found)}f", *found)).decode()


def texts_of(messages: list[JsonObject], *roles: str) -> tuple[str, ...]:
    """What was said in these roles, in order."""
    return tuple(text_of(message.get("content")) for message in messages if message.get("role") in roles)


def _tool(tool: JsonObject) -> tuple[str, JsonObject]:
    return str(tool["function"]["name"]), tool["function"].get("parameters") or {"type": "object", "properties": {}}


def _head(answered: Answered, kind: str) -> JsonObject:
    return {"id": answered.id, "object": kind, "created": _CREATED, "model": answered.parsed.model}


def _declines(answered: Answered) -> bool:
    """Whether to use OpenAI's field for a refusal, which exists only where a schema was requested; otherwise a refusal
    is plain text."""
    return answered.refused and answered.parsed.asked.schema is not None


def _finish(answered: Answered) -> str:
    return "tool_calls" if answered.call else "stop"


def _asked(answered: Answered) -> JsonObject:
    function = {"name": answered.call, "arguments": answered.said.text}
    return {"id": f"call_{answered.id}", "type": "function", "function": function}


def _message(answered: Answered) -> JsonObject:
    message: JsonObject = {"role": "assistant", "content": None, "refusal": None}
    if answered.call:
        return {**message, "tool_calls": [_asked(answered)]}
    return {**message, "refusal" if _declines(answered) else "content": answered.said.text}


def _deltas(answered: Answered) -> Iterator[JsonObject]:
    yield {"role": "assistant", "content": None if answered.call else ""}
    if answered.call:
        call = _asked(answered)
        yield {"tool_calls": [{**call, "index": 0, "function": {**call["function"], "arguments": ""}}]}
        for piece in pieces(answered.said.text):
            yield {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}
        return
    field = "refusal" if _declines(answered) else "content"
    for piece in pieces(answered.said.text):
        yield {field: piece}


def _usage(answered: Answered) -> JsonObject:
    usage = answered.usage
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.total,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
    }


def _event(body: JsonObject) -> bytes:
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n".encode()
