"""OpenAI through its own SDK: chat completions, strict JSON schema, streaming, native tools."""

import json
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from agents.llm.adapters import chat_completions
from agents.llm.adapters.adapter import Answer, Call
from agents.llm.adapters.opened import Opened, translated
from agents.llm.adapters.retry_after import retry_after
from agents.llm.embedder import Vector
from agents.llm.errors import ModelFailed, NotConfigured, Overloaded, by_status
from agents.llm.spec import Endpoint
from agents.llm.usage import Usage

if TYPE_CHECKING:
    from httpx import Timeout
    from openai import APIStatusError, AsyncOpenAI

_NO_KEY_NEEDED: Final = "none"


class OpenAIAdapter(Opened["AsyncOpenAI"]):
    """One model at OpenAI, or at any server with the same interface (an endpoint with an address needs no key)."""

    def __init__(self, model: str, endpoint: Endpoint) -> None:
        super().__init__()
        self._model: Final = model
        self._endpoint: Final = endpoint

    async def send(self, call: Call) -> Answer:
        """See `Adapter`."""
        import httpx

        client = await self._open()
        # The SDK's own `create` walks through the request and builds its types for the answer: half of a call's work.
        body = {"model": self._model, **self._written(call)}
        with _mapped():
            response = await client.post(
                "/chat/completions", body=body, cast_to=httpx.Response, options={"timeout": _patience(call)}
            )
        return chat_completions.answer(_told(response.content))

    async def stream(self, call: Call) -> AsyncGenerator[str | Answer, None]:
        """See `Adapter`."""
        client = await self._open()
        whole = chat_completions.Assembly()
        with _mapped():
            streamed = {**self._body(call), "stream": True, "stream_options": {"include_usage": True}}
            async with await client.chat.completions.create(**streamed) as chunks:
                async for chunk in chunks:
                    if text := whole.add(chunk):
                        yield text
        yield whole.done()

    def _body(self, call: Call) -> dict[str, Any]:
        # extra_body is sent as it is; otherwise the SDK would walk each message and schema node by node.
        return {
            "model": self._model, "messages": (), "extra_body": self._written(call), "timeout": _patience(call),
        }  # fmt: skip

    def _written(self, call: Call) -> dict[str, Any]:
        return {**chat_completions.body(call), self._limit: call.max_tokens}

    @property
    def _limit(self) -> str:
        """OpenAI's own name of the limit; servers that speak its language know the older one."""
        base = self._endpoint.base_url
        return "max_completion_tokens" if base is None or "api.openai.com" in base else "max_tokens"

    async def embed(self, texts: tuple[str, ...], connect: float, silence: float) -> tuple[tuple[Vector, ...], Usage]:
        """See `EmbeddingAdapter`."""
        import httpx

        client = await self._open()
        with _mapped():
            patience = httpx.Timeout(silence, connect=connect)
            made = await client.embeddings.create(input=list(texts), model=self._model, timeout=patience)
        in_order = sorted(made.data, key=lambda one: one.index)
        return tuple(tuple(one.embedding) for one in in_order), Usage(input_tokens=made.usage.prompt_tokens)

    async def close(self) -> None:
        """See `Adapter`."""
        if self._client:
            await self._client.close()
            self._client = None

    def _connected(self) -> "AsyncOpenAI":
        from openai import AsyncOpenAI, DefaultAioHttpClient

        key = self._endpoint.secret or (_NO_KEY_NEEDED if self._endpoint.base_url else None)
        if key is None:
            raise NotConfigured("openai has no key: set OPENAI_API_KEY")
        base = self._endpoint.base_url or "https://api.openai.com/v1"
        # httpx's own transport scans its whole connection pool on each request; with aiohttp thirty concurrent
        # interviews do not wait for that.
        client = AsyncOpenAI(api_key=key, base_url=base, max_retries=0, http_client=DefaultAioHttpClient())
        _ = client.chat.completions, client.embeddings  # the SDK imports these at first use: do it before anybody waits
        return client


def _patience(call: Call) -> "Timeout":
    import httpx

    return httpx.Timeout(call.timeout, connect=call.connect)


class _Told(SimpleNamespace):
    """An object in an answer; fields that a compatible server left out are None."""

    def __getattr__(self, name: str) -> None:
        return None


def _told(body: bytes) -> Any:
    """The answer as attributes. Raises Overloaded for a body that is not a JSON object."""
    try:
        found = json.loads(body, object_hook=lambda given: _Told(**given))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, _Told):
        raise Overloaded("openai answered with something else than JSON")
    return found


def _mapped() -> AbstractContextManager[None]:
    import httpx
    import openai

    return translated("openai", openai, httpx, _of_status)


def _of_status(failed: "APIStatusError") -> ModelFailed:
    wait = retry_after(failed.response.headers)
    return by_status("openai", failed.status_code, failed.code, wait, f"{failed.param} {failed.message}")
