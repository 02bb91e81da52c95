"""A request in which the model may use tools before it answers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from pydantic import BaseModel

from agents.llm.errors import Malformed
from agents.llm.port import Assistant, LanguageModel, Reply, Request, T, ToolCall, ToolResult
from agents.llm.structured import read

RunTool = Callable[[str, BaseModel], Awaitable[str]]
"""Runs a tool: takes its name and checked arguments, returns text for the model."""

_NO_MORE = "No more calls of tools are allowed here. Answer with what you have."


async def converse(model: LanguageModel, request: Request[T], run_tool: RunTool, most: int = 3) -> Reply[T]:
    """Ask, run the tools that the model calls, at most `most` of them, and ask again until it answers.

    The reply's usage, cost and time are totals over all rounds. `request.timeout` is the deadline of each round. Raises
    ModelFailed, and any error of `run_tool`."""
    ran = 0
    replies: list[Reply[T]] = []
    while True:
        last = ran >= most or len(replies) > most
        reply = await model.complete(replace(request, may_call=not last))
        replies.append(reply)
        if not reply.tool_calls:
            return _together(replies)
        if last:
            raise Malformed("the model calls tools although it may not")
        results, new = await _run(request, reply.tool_calls, run_tool, most - ran)
        ran += new
        asked = Assistant(text=reply.text, tool_calls=reply.tool_calls)
        request = replace(request, messages=(*request.messages, asked, *results))


async def _run(
    request: Request[T], calls: tuple[ToolCall, ...], run_tool: RunTool, left: int
) -> tuple[list[ToolResult], int]:
    """What the model is told of each call, and how many were run."""
    schemas = {tool.name: tool.schema for tool in request.tools}
    results: list[ToolResult] = []
    count = 0
    for call in calls:
        text, ran = await _use(call, schemas, run_tool) if count < left else (_NO_MORE, False)
        results.append(ToolResult(call_id=call.id, text=text))
        count += ran
    return results, count


async def _use(call: ToolCall, schemas: dict[str, type[BaseModel]], run_tool: RunTool) -> tuple[str, bool]:
    """The text for the model, and whether the tool was run: not one that is unknown or malformed."""
    if call.name not in schemas:
        return f"There is no tool of that name; there are: {', '.join(schemas)}.", False
    try:
        arguments, _ = await asyncio.to_thread(read, call.arguments, schemas[call.name])
    except Malformed as wrong:
        return f"These arguments can't be read: {wrong}.", False
    return await run_tool(call.name, arguments), True


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
