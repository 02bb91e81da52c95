"""The chat completions dialect: how requests are written and answers are read, for OpenAI and for litellm."""

import json
from collections.abc import Iterable
from typing import Any, Final

from pydantic import BaseModel

from agents.llm.adapters.adapter import Answer, Assembled, Call, Finish
from agents.llm.port import Assistant, JsonObject, Message, System, Tool, ToolCall, ToolResult, User
from agents.llm.profiles import Form
from agents.llm.schema import strict
from agents.llm.usage import Usage

_TOLD: Final = "Answer with one JSON object of this JSON schema and nothing else:\n"
_FINISH: Final[dict[str, Finish]] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tools",
    "function_call": "tools",
    "content_filter": "refused",
}


def body(call: Call) -> JsonObject:
    """The parameters that both SDKs accept, except the model and the token limit."""
    written: JsonObject = {"messages": [message(one) for one in call.messages]}
    if call.temperature is not None:
        written["temperature"] = call.temperature
    if call.effort is not None:
        written["reasoning_effort"] = call.effort
    if call.schema is not None:
        written |= _formed(call, call.schema)
    if call.tools:
        written["tools"] = [tool(one) for one in call.tools]
        written["tool_choice"] = "auto" if call.may_call else "none"
    return written


def _formed(call: Call, schema: type[BaseModel]) -> JsonObject:
    """What asks for the answer's form; in words it stands at the end of the system message, as some servers take no
    second one."""
    if call.form is Form.SCHEMA:
        wanted = {"name": schema.__name__, "schema": strict(schema), "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": wanted}}
    told = f"{_TOLD}{json.dumps(strict(schema), ensure_ascii=False)}"
    first = next((one for one in call.messages if isinstance(one, System)), None)
    system = System(text=f"{first.text}\n\n{told}" if first else told)
    messages = [message(one) for one in (system, *(one for one in call.messages if one is not first))]
    return {"messages": messages, **({"response_format": {"type": "json_object"}} if call.form is Form.OBJECT else {})}


def message(said: Message) -> JsonObject:
    """One message."""
    match said:
        case System(text=text):
            return {"role": "system", "content": text}
        case User(text=text):
            return {"role": "user", "content": text}
        case ToolResult(call_id=call_id, text=text):
            return {"role": "tool", "tool_call_id": call_id, "content": text}
        case Assistant(text=text, tool_calls=()):
            return {"role": "assistant", "content": text}
        case Assistant(text=text, tool_calls=calls):
            return {"role": "assistant", "content": text or None, "tool_calls": [_asked(call) for call in calls]}


def _asked(call: ToolCall) -> JsonObject:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def tool(declared: Tool) -> JsonObject:
    """One tool, with its arguments bound to the schema."""
    function = {"name": declared.name, "description": declared.description, "parameters": strict(declared.schema)}
    return {"type": "function", "function": {**function, "strict": True}}


def answer(completion: Any) -> Answer:
    """The answer in a whole completion. Compatible servers may leave fields out, so every field is treated as
    optional."""
    choice = completion.choices[0] if completion.choices else None
    said = choice.message if choice else None
    calls = (getattr(said, "tool_calls", None) or ()) if said else ()
    beside = getattr(said, "provider_specific_fields", None)
    refused = bool(getattr(said, "refusal", None) or (isinstance(beside, dict) and beside.get("refusal")))
    return Answer(
        text=(said.content or "") if said else "",
        tool_calls=tuple(
            ToolCall(id=c.id or "", name=c.function.name or "", arguments=c.function.arguments or "{}") for c in calls
        ),
        usage=usage(completion.usage if hasattr(completion, "usage") else None),
        finish="refused" if refused else _FINISH.get(choice.finish_reason if choice else "stop", "stop"),
        served=completion.model or "",
    )


def usage(told: Any) -> Usage:
    """Tokens as the provider counts them; zeros when it doesn't say."""
    details = getattr(told, "prompt_tokens_details", None)
    return Usage(
        input_tokens=getattr(told, "prompt_tokens", None) or 0,
        output_tokens=getattr(told, "completion_tokens", None) or 0,
        cached_tokens=getattr(details, "cached_tokens", None) or 0,
        written_tokens=getattr(details, "cache_write_tokens", None) or 0,
    )


class Assembly(Assembled):
    """A streamed completion put together from its chunks."""

    def add(self, chunk: Any) -> str:
        """Take one chunk; returns the text in it, possibly none."""
        self._served = getattr(chunk, "model", None) or self._served
        if getattr(chunk, "usage", None):
            self._usage = usage(chunk.usage)
        for choice in (getattr(chunk, "choices", None) or ())[:1]:
            self._finish = _FINISH.get(choice.finish_reason, self._finish)
            return self._piece(choice.delta)
        return ""

    def _piece(self, delta: Any) -> str:
        if getattr(delta, "refusal", None):
            self._finish = "refused"
        self._collect(getattr(delta, "tool_calls", None) or ())
        text: str = getattr(delta, "content", None) or ""
        self._texts.append(text)
        return text

    def _collect(self, parts: Iterable[Any]) -> None:
        for part in parts:
            known = self._calls.setdefault(part.index or 0, ["", "", ""])
            known[0] = part.id or known[0]
            if part.function:
                known[1] = part.function.name or known[1]
                known[2] += part.function.arguments or ""
