"""Tools in a loop: run, counted, bounded, and never trusted."""

import pytest
from pydantic import BaseModel

from agents.domain.value import Value
from agents.llm.adapters.adapter import Answer, Call
from agents.llm.errors import Malformed
from agents.llm.model import Model
from agents.llm.port import Tool, ToolCall, ToolResult
from agents.llm.tool_loop import converse
from agents.llm.usage import Usage
from agents.scripted.model import Script, by_rules, scripted_model
from agents.scripted.provider import Said

from .conftest import asking, scoring


class Look(Value):
    query: str


LOOK = Tool("look", "Looks something up.", Look)


class Greedy:
    """A model on a adapter that calls tools as long as it may; `calls` are made in each round."""

    def __init__(self, *calls: tuple[str, str], stops: bool = True) -> None:
        self._calls = tuple(ToolCall(id=f"c{i}", name=name, arguments=text) for i, (name, text) in enumerate(calls))
        self._stops = stops
        self.seen: list[Call] = []

    async def prepare(self) -> None: ...

    async def close(self) -> None: ...

    async def send(self, call: Call) -> Answer:
        self.seen.append(call)
        usage = Usage(input_tokens=10, output_tokens=1)
        if call.may_call or not self._stops:
            return Answer("", self._calls, usage, "tools", "greedy")
        return Answer("done", (), usage, "stop", "greedy")

    async def stream(self, call: Call):
        yield await self.send(call)


def model_on(adapter: Greedy) -> Model:
    from agents.llm.clock import ManualClock
    from agents.llm.policy import Policy
    from agents.llm.retries import Retries

    return Model("stub/greedy", adapter, Retries("stub", Policy(), ManualClock()))


async def run(name: str, arguments: BaseModel) -> str:
    return f"{name}: {arguments.model_dump()['query']}"


def told_to(adapter: Greedy) -> list[str]:
    """The results of its calls, as the last request holds them."""
    return [message.text for message in adapter.seen[-1].messages if isinstance(message, ToolResult)]


async def test_at_most_three_calls_are_run_then_the_model_has_to_answer() -> None:
    adapter = Greedy(("look", '{"query": "a"}'))
    reply = await converse(model_on(adapter), asking(tools=(LOOK,)), run)
    assert reply.value == "done"
    assert told_to(adapter) == ["look: a"] * 3
    assert [call.may_call for call in adapter.seen] == [True, True, True, False]
    assert reply.usage == Usage(input_tokens=40, output_tokens=4)
    assert reply.attempts == 4


async def test_calls_side_by_side_count_one_by_one() -> None:
    adapter = Greedy(*[("look", '{"query": "a"}')] * 5)
    await converse(model_on(adapter), asking(tools=(LOOK,)), run, most=3)
    assert [text == "look: a" for text in told_to(adapter)] == [True, True, True, False, False]
    results = [message for message in adapter.seen[-1].messages if isinstance(message, ToolResult)]
    assert [result.call_id for result in results] == ["c0", "c1", "c2", "c3", "c4"]


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [("rm", "{}", "no tool of that name"), ("look", '{"limit": 3}', "query: Field required"), ("look", "a", "read")],
)
async def test_bad_calls_are_told_and_not_run(name: str, arguments: str, told: str) -> None:
    async def never(_name: str, _arguments: BaseModel) -> str:
        pytest.fail("this call must not be run")

    adapter = Greedy((name, arguments))
    reply = await converse(model_on(adapter), asking(tools=(LOOK,)), never)
    assert reply.value == "done"
    assert all(told in text for text in told_to(adapter))
    assert len(adapter.seen) <= 5


async def test_a_model_that_never_answers_is_malformed() -> None:
    with pytest.raises(Malformed, match="may not"):
        await converse(model_on(Greedy(("look", '{"query": "a"}'), stops=False)), asking(tools=(LOOK,)), run)


async def test_the_scripted_model_calls_once_and_answers() -> None:
    script: Script = by_rules()
    reply = await converse(scripted_model(script), scoring(tools=(LOOK,)), run)
    assert (reply.value.score, reply.attempts) == (4, 2)


async def test_without_a_call_there_is_one_round() -> None:
    reply = await converse(scripted_model(lambda _: Said("hello")), asking(), run)
    assert (reply.value, reply.attempts) == ("hello", 1)
