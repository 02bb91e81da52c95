"""The scripted provider over HTTP: OpenAI chat completions and embeddings, Anthropic messages, Ollama chats.

Besides the vendors' paths: `GET /calls` lists what was asked, `DELETE /calls` empties the list, `POST /faults` replaces
the faults (`{"faults": ["hang:scorer", {"name": "drop", "times": 1}]}`), `POST /temperament` the temperament
(`{"name": "sloppy"}`), `GET /healthz` answers `{"ok": true}`.
"""

import asyncio
import json
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from pydantic import TypeAdapter

from agents.errors import CorrectInput
from agents.llm.usage import Usage
from agents.scripted.anthropic_dialect import AnthropicDialect
from agents.scripted.dialects import Answered, Dialect, Parsed, PromptCache, tokens
from agents.scripted.faults import Fault, FaultName, Faults, spoiled
from agents.scripted.ollama_dialect import OllamaDialect
from agents.scripted.openai_dialect import OpenAIDialect, embeddings
from agents.scripted.provider import Said, answer
from agents.scripted.temperaments import Temper, Temperament, temper
from server.engines.stub_calls import Call, Entry
from server.http.asgi import Receive, Scope, Send, body_of, left, reply, start

_DIALECTS: Final[dict[str, Dialect]] = {
    "/v1/chat/completions": OpenAIDialect(),
    "/chat/completions": OpenAIDialect(),
    "/v1/messages": AnthropicDialect(),
    "/api/chat": OllamaDialect(),
}
_STREAM: Final = "text/event-stream; charset=utf-8"
_FAULTS: Final = TypeAdapter(list[str | Fault])
_LOOK: Final = 0.02
"""Seconds between two looks at whether a held stream may end."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: from a request to its first byte back, between two pieces under `slow`, and what 429 asks to wait."""

    delay: float = 0.0
    gap: float = 0.2
    retry_after: float = 1.0


class StubProvider:
    """The ASGI application. `calls` is the log, oldest first; see `Entry` for when a call is entered. `refused` are the
    parameters, and the types of `response_format`, that it answers with 400, as older servers do. The stream of a role
    in `held` stays one piece before its end, unless it calls a tool, until the role is taken out."""

    def __init__(
        self, pace: Pace = Pace(), faults: Iterable[Fault] = (), temperament: Temperament = Temperament.CAREFUL
    ) -> None:
        self.pace: Final = pace
        self.faults: Final = Faults(faults)
        self.calls: Final[list[Call]] = []
        self.temper: Temper = temper(temperament)
        self.refused: frozenset[str] = frozenset()
        self.held: Final[set[str]] = set()
        self._cache: Final = PromptCache()
        self._ids: Final = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; there is nothing to start or stop."""
        if scope["type"] != "http":
            return
        body = await body_of(receive)
        answering = asyncio.create_task(self._serve(scope["method"], scope["path"], body, send))
        leaving = asyncio.create_task(left(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (answering, leaving):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await answering

    async def _serve(self, method: str, path: str, body: bytes, send: Send) -> None:
        match method, path:
            case "GET", "/healthz":
                await reply(send, 200, {"ok": True})
            case "GET", "/calls":
                await reply(send, 200, [call.model_dump(mode="json") for call in self.calls])
            case "DELETE", "/calls":
                self.calls.clear()
                await reply(send, 200, [])
            case "POST", "/faults":
                await self._order(body, send)
            case "POST", "/temperament":
                await self._behave(body, send)
            case "POST", "/v1/embeddings" | "/embeddings":
                await self._embed(path, body, send)
            case "POST", _ if path in _DIALECTS:
                await self._ask(path, body, send)
            case _:
                await reply(send, 404, {"error": {"message": "no such path", "code": "not_found"}})

    async def _order(self, body: bytes, send: Send) -> None:
        try:
            given = _FAULTS.validate_python(json.loads(body)["faults"])
            self.faults.order([Fault.parse(one) if isinstance(one, str) else one for one in given])
        except (ValueError, KeyError, TypeError, CorrectInput) as wrong:
            await reply(send, 400, {"error": {"message": str(wrong)}})
        else:
            await reply(send, 200, [fault.model_dump(mode="json") for fault in self.faults.ordered])

    async def _behave(self, body: bytes, send: Send) -> None:
        try:
            name = Temperament(json.loads(body)["name"])
        except (ValueError, KeyError, TypeError):
            await reply(send, 400, {"error": {"message": f"name: one of {', '.join(Temperament)}"}})
        else:
            self.temper = temper(name)
            await reply(send, 200, {"name": name})

    async def _embed(self, path: str, body: bytes, send: Send) -> None:
        came = time.perf_counter()
        try:
            read = json.loads(body)
            made = embeddings(read)
        except (ValueError, AttributeError, CorrectInput) as wrong:
            await reply(send, 400, _DIALECTS["/chat/completions"].error(400, str(wrong)))
            return
        with Entry(self.calls, "embedder", made["model"], path, began=came).logged() as log:
            log.fault = self.faults.next("embedder")
            log.usage = Usage(input_tokens=made["usage"]["prompt_tokens"])
            await self._deliver(log, send, _DIALECTS["/chat/completions"], made, [])

    async def _ask(self, path: str, body: bytes, send: Send) -> None:
        came, dialect = time.perf_counter(), _DIALECTS[path]
        try:
            sent = json.loads(body)
            if self._refuses(sent):
                await self._refuse(path, dialect, "tools" in self.refused & {*sent}, send)
                return
            parsed = dialect.parse(sent)
            said = self.temper(parsed.asked, answer(parsed.asked))
        except (ValueError, KeyError, TypeError, AttributeError, CorrectInput) as wrong:
            await reply(send, 400, dialect.error(400, f"the scripted provider can't answer: {wrong}"))
            return
        with Entry(self.calls, parsed.asked.role, parsed.model, path, parsed.stream, began=came).logged() as log:
            log.window, log.tool = parsed.window, said.tool
            log.fault = self.faults.next(parsed.asked.role)
            answered = self._answered(parsed, spoiled(said, log.fault), log.fault)
            log.usage = answered.usage
            events = list(dialect.events(answered)) if parsed.stream else []
            await self._deliver(log, send, dialect, dialect.whole(answered), events)

    def _refuses(self, sent: Any) -> bool:
        """Whether a request holds something that this server does not know."""
        form = sent.get("response_format") or {}
        return bool(self.refused & {*sent, form.get("type")})

    async def _refuse(self, path: str, dialect: Dialect, tools: bool, send: Send) -> None:
        """As older servers say it, and as Ollama says it of a model that takes no tools."""
        said = "this model does not support tools" if tools else "invalid request: a field is not supported"
        with Entry(self.calls, "refused", "", path, status=400).logged() as log:
            log.end()
            await reply(send, 400, dialect.error(400, said))

    def _answered(self, parsed: Parsed, said: Said, fault: FaultName | None) -> Answered:
        usage = self._cache.usage(parsed.prompt, said.text, parsed.kept)
        return Answered(f"stub-{next(self._ids)}", parsed, said, usage, fault)

    async def _deliver(self, log: Entry, send: Send, dialect: Dialect, whole: Any, events: list[bytes]) -> None:
        """Send the answer as one piece, or as events where there are any, with the fault in the connection."""
        if log.fault is FaultName.HANG:
            await asyncio.Event().wait()
        await asyncio.sleep(self.pace.delay - (time.perf_counter() - log.began))
        if log.fault is FaultName.RATE_LIMIT:
            log.status = 429
            log.end()
            wait = [(b"retry-after", f"{self.pace.retry_after:g}".encode())]
            await reply(send, 429, dialect.error(429, "scripted: slow down"), wait)
        elif log.fault is FaultName.SERVER_ERROR:
            log.status = 500
            log.end()
            await reply(send, 500, dialect.error(500, "scripted: failed"))
        elif events:
            await self._stream(log, send, events)
        else:
            await self._whole(log, send, whole)

    async def _whole(self, log: Entry, send: Send, whole: Any) -> None:
        body = json.dumps(whole, ensure_ascii=False).encode()
        if log.fault is FaultName.SLOW:
            await asyncio.sleep(self.pace.gap * max(1, tokens(body.decode()) // 8))
        log.end()
        if log.fault is FaultName.DROP:
            await send(start(200, "application/json", [(b"content-length", str(len(body)).encode())]))
            await send({"type": "http.response.body", "body": body[: len(body) // 2], "more_body": True})
            return
        await reply(send, 200, body)

    async def _stream(self, log: Entry, send: Send, events: list[bytes]) -> None:
        await send(start(200, _STREAM))
        last = max(1, len(events) // 2) if log.fault is FaultName.DROP else len(events)
        for number, event in enumerate(events[:last], 1):
            if log.fault is FaultName.SLOW:
                await asyncio.sleep(self.pace.gap)
            while number == last and log.role in self.held and not log.tool:  # noqa: ASYNC110  # freed by another thread
                await asyncio.sleep(_LOOK)
            if number == last:
                log.end()
            await send({"type": "http.response.body", "body": event, "more_body": True})
            await asyncio.sleep(0)
        if log.fault is not FaultName.DROP:
            await send({"type": "http.response.body", "body": b""})
