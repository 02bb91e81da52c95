"""The scripted provider's Ollama dialect: chats, whole and streamed as lines of JSON."""

import json
from collections.abc import Iterator

from agents.errors import CorrectInput
from agents.llm.port import JsonObject
from agents.scripted.dialects import Answered, Parsed, pieces, written
from agents.scripted.openai_dialect import texts_of
from agents.scripted.provider import Asked


class OllamaDialect:
    """Satisfies `Dialect`."""

    def parse(self, body: JsonObject) -> Parsed:
        """Read a chat request. `format` is a JSON schema, "json" or nothing."""
        messages = body.get("messages")
        if not isinstance(messages, list) or not messages:
            raise CorrectInput("messages: a list of at least one message")
        form, tools = body.get("format"), body.get("tools") or []
        asked = Asked(
            system=texts_of(messages, "system")[0] if texts_of(messages, "system") else "",
            users=texts_of(messages, "user"),
            results=texts_of(messages, "tool"),
            schema=form if isinstance(form, dict) else None,
            tools=tuple((str(one["function"]["name"]), one["function"].get("parameters") or {}) for one in tools),
        )
        window = (body.get("options") or {}).get("num_ctx")
        return Parsed(
            asked,
            str(body.get("model", "")),
            bool(body.get("stream", True)),
            written([*tools, *messages]),
            kept=0,
            window=int(window) if window else None,
        )

    def whole(self, answered: Answered) -> JsonObject:
        """A chat's answer."""
        return {**_head(answered), "message": _message(answered), **_end(answered)}

    def events(self, answered: Answered) -> Iterator[bytes]:
        """A line for each piece, and one with the usage."""
        if answered.call:
            yield _line({**_head(answered), "message": _message(answered), "done": False})
        else:
            for piece in pieces(answered.said.text):
                yield _line({**_head(answered), "message": {"role": "assistant", "content": piece}, "done": False})
        yield _line({**_head(answered), "message": {"role": "assistant", "content": ""}, **_end(answered)})

    def error(self, status: int, message: str) -> JsonObject:
        """An error's body."""
        return {"error": message}


def _head(answered: Answered) -> JsonObject:
    return {"model": answered.parsed.model, "created_at": "2026-11-26T00:00:00Z"}


def _message(answered: Answered) -> JsonObject:
    if answered.call:
        called = {"function": {"name": answered.call, "arguments": answered.said.content}}
        return {"role": "assistant", "content": "", "tool_calls": [called]}
    return {"role": "assistant", "content": answered.said.text}


def _end(answered: Answered) -> JsonObject:
    usage = answered.usage
    return {
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": usage.input_tokens,
        "eval_count": usage.output_tokens,
    }


def _line(body: JsonObject) -> bytes:
    return f"{json.dumps(body, ensure_ascii=False)}\n".encode()
