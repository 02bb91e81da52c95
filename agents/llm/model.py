"""A model behind the port: one adapter, and around it the policy that all adapters share."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from itertools import count
from typing import Any, Final, cast

from pydantic import BaseModel

from agents.errors import TryAgain
from agents.llm.adapters.adapter import Adapter, Answer, Call
from agents.llm.consumption import Consumption
from agents.llm.errors import Malformed, ModelFailed, NotConfigured, Refused
from agents.llm.port import Assistant, Delta, Message, Reply, Request, T, User
from agents.llm.prices import Price
from agents.llm.profiles import Profile, window
from agents.llm.records import Recorder, recorded, unrecorded
from agents.llm.retries import Retries
from agents.llm.schema import strict
from agents.llm.structured import exact, salvaged
from agents.llm.thinking import declined, spoken

AGAIN: Final = "That answer can't be used as it is"
"""How a second request for an answer begins."""
_WHY: Final = AGAIN + ": {why}. Give the whole answer again, mended, keeping what was right{form}."
_JSON: Final = ", as one complete JSON object of the agreed form and nothing else"
_EMPTY: Final = "the answer is empty"
_MOST_REASONS: Final = 12
_OPTIONAL: Final = ("tools", "temperature", "effort")


class Model:
    """Satisfies `LanguageModel`. `retries` is shared by all models of one provider; `price` is None when not known;
    `kind` says what the provider is like; `record` is told what became of each request. What it does not accept is
    learnt from its first refusal."""

    def __init__(
        self,
        name: str,
        adapter: Adapter,
        retries: Retries,
        price: Price | None = None,
        kind: Profile | None = None,
        record: Recorder = unrecorded,
    ) -> None:
        self.name: Final = name
        self._adapter: Final = adapter
        self._retries: Final = retries
        self._price: Final = price
        self._kind: Final = kind or Profile()
        self._record: Final = record
        self._form = self._kind.forms[0]
        self._refuses: Final[set[str]] = set()

    async def complete(self, request: Request[T]) -> Reply[T]:
        """See `LanguageModel.complete`."""
        used = self._consumption(request)
        with recorded(self.name, used, self._record):
            call = self._call(request)
            return await self._settled(request, call, await self._send(call, used, request.heard), used)

    async def stream(self, request: Request[T]) -> AsyncGenerator[Delta | Reply[T], None]:
        """See `LanguageModel.stream`."""
        used = self._consumption(request)
        with recorded(self.name, used, self._record):
            call = self._call(request)
            answer: Answer | None = None
            async with aclosing(self._pieces(call, used)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, str):
                        yield Delta(text=piece)
                    else:
                        answer = piece
            assert answer is not None, "every adapter ends its stream with the answer"
            reply = await self._settled(request, call, answer, used)
        yield reply

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
            toolless=request.toolless,
            may_call=request.may_call,
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            effort=request.effort,
            window=window(_length(request), 2 * request.max_tokens) if self._kind.window else None,
            connect=self._retries.policy.connect,
            timeout=self._retries.policy.silence,
        )

    async def _send(self, call: Call, used: Consumption, heard: Callable[[str], None] | None = None) -> Answer:
        if heard is not None and (answer := await self._overheard(call, used, heard)):
            return answer
        answer = await self._retries.ask(used, lambda: self._once(call, used))
        used.charge(answer.usage, answer.usd)
        return answer

    async def _overheard(self, call: Call, used: Consumption, heard: Callable[[str], None]) -> Answer | None:
        """The answer, read as it streams; None where the stream broke, so that it has to be asked for again."""
        said = ""
        try:
            async with aclosing(self._pieces(call, used)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Answer):
                        return piece
                    said += piece
                    heard(said)
        except TryAgain:
            if not said:
                raise
        return None

    async def _once(self, call: Call, used: Consumption) -> Answer:
        call = replace(call, form=self._form)
        while True:
            try:
                answer = await self._adapter.send(self._fitting(call))
            except NotConfigured as failed:
                call = self._learnt(failed, call)
                used.attempts += 1
            else:
                self._form = call.form
                return answer

    async def _pieces(self, call: Call, used: Consumption) -> AsyncGenerator[str | Answer, None]:
        call = replace(call, form=self._form)
        for tried in count(1):
            begun = False
            try:
                async with self._retries.attempt(used), aclosing(self._adapter.stream(self._fitting(call))) as pieces:
                    while (piece := await used.within(anext(pieces, None))) is not None:
                        begun = True
                        if isinstance(piece, Answer):
                            used.charge(piece.usage, piece.usd)
                        yield piece
                self._form = call.form
                return
            except NotConfigured as failed:
                call = self._learnt(failed, call)
            except TryAgain as failed:
                if begun:
                    raise
                await self._retries.pause(tried, failed, used)

    def _fitting(self, call: Call) -> Call:
        without: dict[str, Any] = dict.fromkeys(self._refuses - {"tools"})
        if call.tools and "tools" in self._refuses:
            without["tools"] = ()
            without["messages"] = (*call.toolless, *call.messages[len(call.toolless) :])
        return replace(call, **without) if without else call

    def _learnt(self, failed: NotConfigured, call: Call) -> Call:
        """The call without what the provider complains about, which is remembered; raises any other error. A provider
        that does not say what it rejects is asked for the answer's form in the next less strict way."""
        about, sent = failed.unsupported, self._fitting(call)
        if about is not None and about in _OPTIONAL and getattr(sent, about) not in (None, ()):
            self._refuses.add(about)
            return call
        weaker = self._kind.forms[self._kind.forms.index(call.form) + 1 :] if call.form in self._kind.forms else ()
        if call.schema is None or not weaker or not failed.rejected or about in ("temperature", "effort"):
            raise failed
        return replace(call, form=weaker[0])

    async def _settled(self, request: Request[T], call: Call, answer: Answer, used: Consumption) -> Reply[T]:
        """Ask, check, say why, ask again: the reply, after at most one more call for what is wrong with the first."""
        first, wrong = await self._checked(request, answer, used)
        if first is not None and not wrong:
            return first
        try:
            again = await self._send(
                replace(call, messages=(*call.messages, *_told(answer, call, wrong))), used, request.heard
            )
            second, still = await self._checked(request, again, used)
        except (ModelFailed, TryAgain):
            if first is None:
                raise
            second, still = None, wrong
        if request.budget:
            request.budget.asked_again += 1
        if first is None and second is None:
            raise Refused(f"{self.name} declined to answer") if declined(again.text) else Malformed("; ".join(still))
        return replace(await _together(request, (first, wrong), (second, still)), again=True, **self._spent(used))

    async def _checked(
        self, request: Request[T], answer: Answer, used: Consumption
    ) -> tuple[Reply[T] | None, tuple[str, ...]]:
        """The reply, None where it can't be read, and what is wrong with it."""
        try:
            reply, lost = await self._reply(request, answer, used)
        except Malformed as wrong:
            return None, (str(wrong),)
        if reply.content is None or request.check is None:
            return reply, lost
        return reply, (*lost, *await used.within(asyncio.to_thread(request.check, reply.content)))

    async def _reply(self, request: Request[T], answer: Answer, used: Consumption) -> tuple[Reply[T], tuple[str, ...]]:
        if answer.finish == "refused":
            raise Refused(f"{self.name} declined to answer")
        content: T | None = None
        repaired, lost = False, tuple[str, ...]()
        if not answer.tool_calls:
            content, repaired, lost = await _content(request, answer, used)
        reply = Reply(
            model=self.name,
            served=answer.served,
            text=answer.text,
            content=content,
            tool_calls=answer.tool_calls,
            repaired=repaired,
            faults=lost,
            temperature=None if "temperature" in self._refuses else request.temperature,
        )
        return replace(reply, **self._spent(used)), lost

    def _spent(self, used: Consumption) -> dict[str, Any]:
        return {"usage": used.usage, "cost": used.cost, "latency": used.elapsed, "attempts": used.attempts}


def _length(request: Request[T]) -> int:
    """The characters of a request, with the schema that goes along and room for a second round."""
    schema = 0 if request.schema is str else len(str(strict(cast(type[BaseModel], request.schema))))
    return sum(len(one.text) for one in request.messages) + schema


def _told(answer: Answer, call: Call, wrong: tuple[str, ...]) -> tuple[Message, ...]:
    """What is added to a request for its second call: the first answer, and what is wrong with it."""
    why = _WHY.format(why="; ".join(wrong[:_MOST_REASONS]), form="" if call.schema is None else _JSON)
    said = (Assistant(text=answer.text),) if answer.text.strip() else ()
    return (*said, User(text=why))


Checked = tuple[Reply[T] | None, tuple[str, ...]]


async def _together(request: Request[T], first: Checked[T], second: Checked[T]) -> Reply[T]:
    """One reply of two answers, at least one of which could be read."""
    (one, wrong), (other, still) = first, second
    if one is None or other is None:
        reply, faults = (other, still) if one is None else (one, wrong)
        assert reply is not None, "the caller has raised Malformed where there is none"
        return replace(reply, faults=faults, repaired=True)
    if request.join is None or one.content is None or other.content is None:
        best, faults = (one, wrong) if len(wrong) < len(still) else (other, still)
        return replace(best, faults=faults, repaired=True)
    joined = await asyncio.to_thread(request.join, one.content, other.content)
    faults = await asyncio.to_thread(request.check, joined) if request.check else still
    return replace(other, content=joined, faults=faults, repaired=True)


async def _content(request: Request[T], answer: Answer, used: Consumption) -> tuple[T, bool, tuple[str, ...]]:
    """The value, whether it was repaired, and the reasons for which parts of it were left out."""
    if not answer.text.strip():
        raise Malformed(_EMPTY)
    if request.schema is str:
        said = spoken(answer.text)
        if not said:
            raise Malformed(_EMPTY)
        return cast(T, said), False, ()
    if answer.finish == "length":
        raise Malformed(f"the answer was cut off at {request.max_tokens} tokens; be briefer")
    schema = cast(type[BaseModel], request.schema)
    value = exact(answer.text, schema)
    if value is not None:
        return cast(T, value), False, ()
    found = await used.within(asyncio.to_thread(salvaged, answer.text, schema))
    return cast(T, found.value), True, found.lost
