"""A model behind the port: one adapter, and around it the policy that all adapters share."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from itertools import count
from typing import Final, cast

from pydantic import BaseModel

from agents.errors import TryAgain
from agents.llm.adapters.adapter import Adapter, Answer, Call
from agents.llm.consumption import Consumption
from agents.llm.errors import Malformed, NotConfigured, Refused
from agents.llm.port import Assistant, Delta, Reply, Request, T, User
from agents.llm.prices import Price
from agents.llm.retries import Retries
from agents.llm.structured import exact, read

_AGAIN: Final = (
    "That answer could not be read: {why}. Answer the same request again, with one complete JSON object of the agreed "
    "schema and nothing else."
)
_EMPTY: Final = "That answer was empty. Answer the request in words."


class Model:
    """Satisfies `LanguageModel`. `retries` is shared by all models of one provider; `price` is None when not known."""

    def __init__(self, name: str, adapter: Adapter, retries: Retries, price: Price | None = None) -> None:
        self.name: Final = name
        self._adapter: Final = adapter
        self._retries: Final = retries
        self._price: Final = price
        self._takes_temperature = True

    async def complete(self, request: Request[T]) -> Reply[T]:
        """See `LanguageModel.complete`."""
        used = self._consumption(request)
        call = self._call(request)
        return await self._settled(request, call, await self._send(call, used), used)

    async def stream(self, request: Request[T]) -> AsyncGenerator[Delta | Reply[T], None]:
        """See `LanguageModel.stream`."""
        used = self._consumption(request)
        call = self._call(request)
        answer: Answer | None = None
        async with aclosing(self._pieces(call, used)) as pieces:
            async for piece in pieces:
                if isinstance(piece, str):
                    yield Delta(text=piece)
                else:
                    answer = piece
        assert answer is not None, "every adapter ends its stream with the answer"
        yield await self._settled(request, call, answer, used)

    async def prepare(self) -> None:
        """Import the SDK and open the client now, so that the first call doesn't wait for it. Raises NotConfigured."""
        await self._adapter.prepare()

    async def close(self) -> None:
        """Close the provider's client."""
        await self._adapter.close()

    def _consumption(self, request: Request[T]) -> Consumption:
        return Consumption(request.role, request.timeout, request.budget, self._price, self._retries.clock)

    def _call(self, request: Request[T]) -> Call:
        return Call(
            messages=request.messages,
            schema=None if request.schema is str else cast(type[BaseModel], request.schema),
            tools=request.tools,
            may_call=request.may_call,
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            connect=self._retries.policy.connect,
            timeout=self._retries.policy.silence,
        )

    async def _send(self, call: Call, used: Consumption) -> Answer:
        answer = await self._retries.ask(used, lambda: self._once(call, used))
        used.charge(answer.usage, answer.usd)
        return answer

    async def _once(self, call: Call, used: Consumption) -> Answer:
        try:
            return await self._adapter.send(self._fitting(call))
        except NotConfigured as failed:
            self._learn(failed, call)
            used.attempts += 1
            return await self._adapter.send(self._fitting(call))

    async def _pieces(self, call: Call, used: Consumption) -> AsyncGenerator[str | Answer, None]:
        for tried in count(1):
            begun = False
            try:
                async with self._retries.attempt(used), aclosing(self._adapter.stream(self._fitting(call))) as pieces:
                    while (piece := await used.within(anext(pieces, None))) is not None:
                        begun = True
                        if isinstance(piece, Answer):
                            used.charge(piece.usage, piece.usd)
                        yield piece
                return
            except NotConfigured as failed:
                self._learn(failed, call)
            except TryAgain as failed:
                if begun:
                    raise
                await self._retries.pause(tried, failed, used)

    def _fitting(self, call: Call) -> Call:
        return call if self._takes_temperature else replace(call, temperature=None)

    def _learn(self, failed: NotConfigured, call: Call) -> None:
        """Remember that a model accepts no temperature; raise any other error."""
        if failed.unsupported != "temperature" or self._fitting(call).temperature is None:
            raise failed
        self._takes_temperature = False

    async def _settled(self, request: Request[T], call: Call, answer: Answer, used: Consumption) -> Reply[T]:
        """The reply; after an unreadable answer the model is asked once more, with the reason."""
        try:
            return await self._reply(request, answer, used)
        except Malformed as wrong:
            why = _EMPTY if call.schema is None else _AGAIN.format(why=wrong)
        said = (Assistant(text=answer.text),) if answer.text.strip() else ()
        second = await self._send(replace(call, messages=(*call.messages, *said, User(text=why))), used)
        return replace(await self._reply(request, second, used), repaired=True)

    async def _reply(self, request: Request[T], answer: Answer, used: Consumption) -> Reply[T]:
        if answer.finish == "refused":
            raise Refused(f"{self.name} declined to answer")
        content, repaired = (None, False) if answer.tool_calls else await _content(request, answer, used)
        return Reply(
            model=self.name,
            served=answer.served,
            text=answer.text,
            content=content,
            tool_calls=answer.tool_calls,
            usage=used.usage,
            cost=used.cost,
            latency=used.elapsed,
            attempts=used.attempts,
            repaired=repaired,
            temperature=request.temperature if self._takes_temperature else None,
        )


async def _content(request: Request[T], answer: Answer, used: Consumption) -> tuple[T, bool]:
    if not answer.text.strip():
        raise Malformed("the answer is empty")
    if request.schema is str:
        return cast(T, answer.text), False
    if answer.finish == "length":
        raise Malformed(f"the answer was cut off at {request.max_tokens} tokens; be briefer")
    schema = cast(type[BaseModel], request.schema)
    value = exact(answer.text, schema)
    if value is not None:
        return cast(T, value), False
    mended, repaired = await used.within(asyncio.to_thread(read, answer.text, schema))
    return cast(T, mended), repaired
