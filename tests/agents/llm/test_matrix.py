"""Every adapter has every feature, over real HTTP."""

import asyncio
from contextlib import aclosing

import pytest
from pydantic import BaseModel

from agents.domain.value import Value
from agents.llm.model import Model
from agents.llm.port import Delta, Reply, Tool
from agents.llm.providers import Providers
from agents.llm.tool_loop import converse

from .conftest import ADAPTERS, IMPATIENT, REPLY, Scored, Stub, asking, credentials, scoring


class Search(Value):
    query: str
    limit: int = 3


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
SEARCH = Tool("search", "Searches the library.", Search)


async def streamed(model: Model, request, begun: asyncio.Event | None = None) -> tuple[list[str], Reply]:
    deltas: list[str] = []
    async with aclosing(model.stream(request)) as pieces:
        async for piece in pieces:
            if begun:
                begun.set()
            if isinstance(piece, Delta):
                deltas.append(piece.text)
            else:
                reply = piece
    return deltas, reply


async def test_text(model: Model, stub: Stub) -> None:
    reply = await model.complete(asking())
    assert reply.value == "This is the scripted provider."
    assert (reply.model, reply.attempts, reply.repaired, reply.tool_calls) == (model.name, 1, False, ())
    assert model.name.endswith(reply.served)


async def test_structured(model: Model, stub: Stub) -> None:
    reply = await model.complete(scoring())
    assert isinstance(reply.value, Scored)
    assert reply.value.score == 4
    assert all(quote in REPLY for quote in reply.value.evidence_quotes)
    assert [call.role for call in stub.calls] == ["scorer"]


async def test_text_streams_in_pieces(model: Model, stub: Stub) -> None:
    deltas, reply = await streamed(model, asking())
    assert len(deltas) > 1
    assert "".join(deltas) == reply.text == reply.value == "This is the scripted provider."
    assert stub.calls[0].stream


async def test_json_streams_and_is_read(model: Model, stub: Stub) -> None:
    deltas, reply = await streamed(model, scoring())
    assert "".join(deltas) == reply.text
    assert reply.value.score == 4


async def test_a_tool_is_called_and_its_result_answered(model: Model, stub: Stub) -> None:
    asked: list[Search] = []

    async def run(name: str, arguments: BaseModel) -> str:
        assert name == "search"
        assert isinstance(arguments, Search)
        asked.append(arguments)
        return "[]"

    reply = await converse(model, scoring(tools=(SEARCH,)), run)
    assert [bool(one.query) for one in asked] == [True]
    assert reply.value.score == 4
    assert reply.attempts == len(stub.calls) == 2


async def test_a_streamed_reply_may_hold_tool_calls(model: Model, stub: Stub) -> None:
    deltas, reply = await streamed(model, scoring(tools=(SEARCH,)))
    assert (deltas, reply.content) == ([], None)
    assert [call.name for call in reply.tool_calls] == ["search"]
    assert Search.model_validate_json(reply.tool_calls[0].arguments).query
    with pytest.raises(ValueError, match="tool calls"):
        _ = reply.value


async def test_tools_may_be_declared_and_forbidden(model: Model, stub: Stub) -> None:
    reply = await model.complete(scoring(tools=(SEARCH,), may_call=False))
    assert reply.value.score == 4


@pytest.mark.parametrize("stream", [False, True])
async def test_usage_is_what_the_provider_counted(model: Model, stub: Stub, stream: bool) -> None:
    reply = (await streamed(model, scoring()))[1] if stream else await model.complete(scoring())
    assert reply.usage == stub.calls[0].usage
    assert reply.usage.input_tokens > 50
    assert reply.usage.output_tokens > 5
    assert reply.latency > 0


async def test_a_long_stable_beginning_is_read_from_the_prompt_cache(model: Model, stub: Stub) -> None:
    from agents.llm.port import System, User

    system = System(text="role: talker\n" + f"{model.name} keeps to this rule, and then to the next. " * 200)
    first = await model.complete(asking(messages=(system, User(text="One."))))
    second = await model.complete(asking(messages=(system, User(text="Two."))))
    assert first.usage.cached_tokens == 0
    assert 1024 <= second.usage.cached_tokens <= second.usage.input_tokens
    if first.cost is not None and second.cost is not None:
        assert second.cost < first.cost / 2


async def test_the_price_comes_from_the_table(model: Model, stub: Stub) -> None:
    reply = await model.complete(scoring())
    prices = {"openai/gpt-4.1": (2.0, 8.0), "anthropic/claude-sonnet-5": (2.0, 10.0)}
    if model.name not in prices:
        assert reply.cost is None
    else:
        price_in, price_out = prices[model.name]
        expected = (reply.usage.input_tokens * price_in + reply.usage.output_tokens * price_out) / 1e6
        assert reply.cost == pytest.approx(expected)


@pytest.mark.parametrize("stream", [False, True])
async def test_cancelling_ends_the_providers_request(model: Model, stub: Stub, stream: bool) -> None:
    stub.order("slow" if stream else "hang")
    begun = asyncio.Event()
    waiting = asyncio.create_task(streamed(model, scoring(), begun) if stream else model.complete(scoring()))
    async with asyncio.timeout(5):
        await (begun.wait() if stream else stub.reached())
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (await stub.logged()).cancelled
    assert len(stub.calls) == 1


async def test_the_deadline_ends_the_providers_request(model: Model, stub: Stub) -> None:
    from agents.llm.errors import TimedOut

    stub.order("hang")
    with pytest.raises(TimedOut, match=r"scorer within 0\.2 s"):
        await model.complete(scoring(timeout=0.2))
    call = await stub.logged()
    assert call.cancelled
    assert call.ms < 900


async def test_temperature_is_sent_where_it_is_asked_for(model: Model, stub: Stub) -> None:
    assert (await model.complete(asking(temperature=0.0))).temperature == 0.0
    assert (await model.complete(asking())).temperature is None


@pytest.mark.parametrize("driver", ["openai", "anthropic", "litellm"])
async def test_a_proxy_of_the_environment_is_asked(driver: str, stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scripted provider stands in for the proxy: the address itself leads nowhere."""
    monkeypatch.setenv("HTTP_PROXY", stub.url)
    monkeypatch.setenv("http_proxy", stub.url)
    providers = Providers(credentials("http://provider.invalid"), IMPATIENT)
    try:
        reply = await providers.model(ADAPTERS[driver]).complete(asking())
    finally:
        await providers.close()
    assert reply.value == "This is the scripted provider."
