"""A model behind the port: one adapter, and around it the policy that all adapters share."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from itertools import count
from typing import Final, cast

from pydantic import BaseModel

from agents.errors import TryAgain
from agents.llm.adapter import Answer, Call, Wire
from agents.llm.consumption import Tally
from agents.llm.errors import Malformed, NotConfigured, Refused
from agents.llm.port import Assistant, Delta, Reply, Request, T, User
from agents.llm.prices import Price
from agents.llm.retries import Line
from agents.llm.structured import exact, read

_AGAIN: Final = (
    "That answer could not be read: {why}. Answer the same request again, with one complete JSON object of the agreed "
    "schema and nothing else."
)
_EMPTY: Final = "That answer was empty. Answer the request in words."


class Model:
    """Satisfies `LanguageModel`. `line` is shared by all models of one provider; `price` is None when not known."""

    def __init__(self, name: str, wire: Wire, line: Line, price: Price | None = None) -> None:
        self.name: Final = name
        self._wire: Final = wire
        self._line: Final = line
        self._price: Final = price
        self._takes_temperature = True

    async def complete(self, request: Request[T]) -> Reply[T]:
        """See `LanguageModel.complete`."""
        tally = self._tally(request)
        call = self._call(request)
        return await self._settled(request, call, await self._send(call, tally), tally)

    async def stream(self, request: Request[T]) -> AsyncGenerator[Delta | Reply[T], None]:
        """See `LanguageModel.stream`."""
        tally = self._tally(request)
        call = self._call(request)
        answer: Answer | None = None
        async with aclosing(self._pieces(call, tally)) as pieces:
            async for piece in pieces:
                if isinstance(piece, str):
                    yield Delta(text=piece)
                else:
                    answer = piece
        assert answer is not None, "every wire ends its stream with the answer"
        yield await self._settled(request, call, answer, tally)

    async def prepare(self) -> None:
        """Import the SDK and open the client now, so that the first call doesn't wait for it. Raises NotConfigured."""
        await self._wire.prepare()

    async def close(self) -> None:
        """Close the provider's client."""
        await self._wire.close()

    def _tally(self, request: Request[T]) -> Tally:
        return Tally(request.role, request.timeout, request.budget, self._price, self._line.clock)

    def _call(self, request: Request[T]) -> Call:
        return Call(
            messages=request.messages,
            schema=None if request.schema is str else cast(type[BaseModel], request.schema),
            tools=request.tools,
            may_call=request.may_call,
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            connect=self._line.policy.connect,
            timeout=self._line.policy.silence,
        )

    async def _send(self, call: Call, tally: Tally) -> Answer:
        answer = await self._line.ask(tally, lambda: self._once(call, tally))
        tally.charge(answer.usage, answer.usd)
        return answer

    async def _once(self, call: Call, tally: Tally) -> Answer:
        try:
            return await self._wire.send(self._fitting(call))
        except NotConfigured as failed:
            self._learn(failed, call)
            tally.attempts += 1
            return await self._wire.send(self._fitting(call))

    async def _pieces(self, call: Call, tally: Tally) -> AsyncGenerator[str | Answer, None]:
        for tried in count(1):
            begun = False
            try:
                async with self._line.attempt(tally), aclosing(self._wire.stream(self._fitting(call))) as pieces:
                    while (piece := await tally.within(anext(pieces, None))) is not None:
                        begun = True
                        if isinstance(piece, Answer):
                            tally.charge(piece.usage, piece.usd)
                        yield piece
                return
            except NotConfigured as failed:
                self._learn(failed, call)
            except TryAgain as failed:
                if begun:
                    raise
                await self._line.pause(tried, failed, tally)

    def _fitting(self, call: Call) -> Call:
        return call if self._takes_temperature else replace(call, temperature=None)

    def _learn(self, failed: NotConfigured, call: Call) -> None:
        """Some models take no temperature: remember that, and raise anything else."""
        if failed.unsupported != "temperature" or self._fitting(call).temperature is None:
            raise failed
        self._takes_temperature = False

    async def _settled(self, request: Request[T], call: Call, answer: Answer, tally: Tally) -> Reply[T]:
        """The reply; an answer that can't be read is asked for once more with the reason."""
        try:
            return await self._reply(request, answer, tally)
        except Malformed as wrong:
            why = _EMPTY if call.schema is None else _AGAIN.format(why=wrong)
        said = (Assistant(text=answer.text),) if answer.text.strip() else ()
        second = await self._send(replace(call, messages=(*call.messages, *said, User(text=why))), tally)
        return replace(await self._reply(request, second, tally), repaired=True)

    async def _reply(self, request: Request[T], answer: Answer, tally: Tally) -> Reply[T]:
        if answer.finish == "refused":
            raise Refused(f"{self.name} declined to answer")
        content, repaired = (None, False) if answer.tool_calls else await _content(request, answer, tally)
        return Reply(
            model=self.name,
            served=answer.served,
            text=answer.text,
            content=content,
            tool_calls=answer.tool_calls,
            usage=tally.usage,
            cost=tally.cost,
            latency=tally.elapsed,
            attempts=tally.attempts,
            repaired=repaired,
            temperature=request.temperature if self._takes_temperature else None,
        )


async def _content(request: Request[T], answer: Answer, tally: Tally) -> tuple[T, bool]:
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
    mended, repaired = await tally.within(asyncio.to_thread(read, answer.text, schema))
    return cast(T, mended), repaired
