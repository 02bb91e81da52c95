"""The scripted provider behind the port itself, without HTTP: for demonstrations and for tests of engines."""

import json
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Final

from agents.llm.adapters.adapter import Answer, Call
from agents.llm.clock import SystemClock
from agents.llm.errors import Dropped, ModelFailed, Overloaded, RateLimited, TimedOut
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.port import System, ToolCall, ToolResult, User
from agents.llm.retries import Retries
from agents.llm.schema import strict
from agents.llm.usage import Usage
from agents.scripted.dialects import pieces, tokens
from agents.scripted.faults import Fault, FaultName, Faults, spoiled
from agents.scripted.provider import Asked, Said, answer

NAME: Final = "stub/rules"
Script = Callable[[Call], str | Said | Exception]
"""Gives the result of a call: a text, an answer, or an error to raise."""

_CONNECTION: Final[dict[FaultName, ModelFailed]] = {
    FaultName.RATE_LIMIT: RateLimited("scripted: slow down", retry_after=0.0),
    FaultName.SERVER_ERROR: Overloaded("scripted: failed"),
    FaultName.HANG: TimedOut("scripted: no answer"),
    FaultName.DROP: Dropped("scripted: broke off"),
}


class ScriptedAdapter:
    """Satisfies `Adapter`. `calls` lists the requests, oldest first."""

    def __init__(self, script: Script) -> None:
        self._script: Final = script
        self.calls: Final[list[Call]] = []

    async def prepare(self) -> None:
        """Nothing to do."""

    async def send(self, call: Call) -> Answer:
        """The script's answer."""
        self.calls.append(call)
        said = self._script(call)
        if isinstance(said, Exception):
            raise said
        return _answer(call, Said(said) if isinstance(said, str) else said)

    async def stream(self, call: Call) -> AsyncGenerator[str | Answer, None]:
        """The script's answer in pieces."""
        answered = await self.send(call)
        for piece in pieces(answered.text):
            yield piece
        yield answered

    async def close(self) -> None:
        """Nothing to do."""


def in_order(said: Iterable[str | Said | Exception]) -> Script:
    """A script that gives these results in order, and repeats the last one for ever."""
    left = list(said)

    def script(_: Call) -> str | Said | Exception:
        return left.pop(0) if len(left) > 1 else left[0]

    return script


def by_rules(faults: Iterable[Fault] = ()) -> Script:
    """A script that lets the rule engines answer, with these faults."""
    ordered = Faults(faults)

    def script(call: Call) -> Said | Exception:
        asked = _asked(call)
        fault = ordered.next(asked.role)
        return _CONNECTION[fault] if fault in _CONNECTION else spoiled(answer(asked), fault)

    return script


def scripted_model(script: Script, policy: Policy | None = None) -> Model:
    """A model that follows a script, under the same policy as real ones."""
    return Model(NAME, ScriptedAdapter(script), Retries("stub", policy or Policy(), SystemClock()))


def _asked(call: Call) -> Asked:
    return Asked(
        system="\n".join(one.text for one in call.messages if isinstance(one, System)),
        users=tuple(one.text for one in call.messages if isinstance(one, User)),
        results=tuple(one.text for one in call.messages if isinstance(one, ToolResult)),
        schema=strict(call.schema) if call.schema else None,
        tools=tuple((tool.name, strict(tool.schema)) for tool in call.tools) if call.may_call else (),
    )


def _answer(call: Call, said: Said) -> Answer:
    prompt = sum(tokens(message.text) for message in call.messages)
    usage = Usage(input_tokens=prompt, output_tokens=tokens(said.text))
    if said.tool:
        wanted = ToolCall(id=f"call-{len(call.messages)}", name=said.tool, arguments=json.dumps(said.content))
        return Answer("", (wanted,), usage, "tools", NAME)
    return Answer(said.text, (), usage, "stop", NAME)
