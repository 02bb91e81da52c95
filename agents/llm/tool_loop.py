"""A request in which the model may use tools before it answers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from agents.llm.errors import Malformed
from agents.llm.port import Assistant, LanguageModel, Message, Reply, Request, T, ToolCall, ToolResult
from agents.llm.structured import read

RunTool = Callable[[str, BaseModel], Awaitable[str]]
"""Runs a tool: takes its name and checked arguments, returns text for the model."""

_NO_MORE = "No more calls of tools are allowed here. Answer with what you have."


@dataclass(frozen=True, slots=True)
class Use:
    """One call of a tool and the text returned to the model. `ran` is False when the tool was not run: unknown,
    malformed, or one call too many."""

    call: ToolCall
    result: str
    ran: bool


async def converse(
    model: LanguageModel, request: Request[T], run_tool: RunTool, most: int = 3
) -> tuple[Reply[T], tuple[Use, ...]]:
    """Ask, run the tools that the model calls, at most `most` of them, and ask again until it answers.

    The reply's usage, cost and time are totals over all rounds. `request.timeout` is the deadline of each round. Raises
    ModelFailed, and any error of `run_tool`."""
    uses: tuple[Use, ...] = ()
    replies: list[Reply[T]] = []
    while True:
        ran = sum(use.ran for use in uses)
        last = ran >= most or len(replies) > most
        reply = await model.complete(replace(request, may_call=not last))
        replies.append(reply)
        if not reply.tool_calls:
            return _together(replies), uses
        if last:
            raise Malformed("the model calls tools although it may not")
        new = await _run(request, reply.tool_calls, run_tool, most - ran)
        uses += new
        request = replace(request, messages=(*request.messages, *_exchange(reply, new)))


async def _run(request: Request[T], calls: tuple[ToolCall, ...], run_tool: RunTool, left: int) -> tuple[Use, ...]:
    schemas = {tool.name: tool.schema for tool in request.tools}
    uses: list[Use] = []
    for call in calls:
        if left <= sum(use.ran for use in uses):
            uses.append(Use(call, _NO_MORE, ran=False))
        elif call.name not in schemas:
            uses.append(Use(call, f"There is no tool of that name; there are: {', '.join(schemas)}.", ran=False))
        else:
            uses.append(await _use(call, schemas[call.name], run_tool))
    return tuple(uses)


async def _use(call: ToolCall, schema: type[BaseModel], run_tool: RunTool) -> Use:
    try:
        arguments, _ = await asyncio.to_thread(read, call.arguments, schema)
    except Malformed as wrong:
        return Use(call, f"These arguments can't be read: {wrong}.", ran=False)
    return Use(call, await run_tool(call.name, arguments), ran=True)


def _exchange(reply: Reply[Any], uses: tuple[Use, ...]) -> tuple[Message, ...]:
    asked = Assistant(text=reply.text, tool_calls=reply.tool_calls)
    return (asked, *(ToolResult(call_id=use.call.id, text=use.result) for use in uses))


def _together(replies: list[Reply[T]]) -> Reply[T]:
    last, *before = reversed(replies)
    usage, cost = last.usage, last.cost
    for reply in before:
        usage += reply.usage
        cost = None if cost is None or reply.cost is None else cost + reply.cost
    return replace(
        last,
        usage=usage,
        cost=cost,
        latency=sum(reply.latency for reply in replies),
        attempts=sum(reply.attempts for reply in replies),
        repaired=any(reply.repaired for reply in replies),
    )
