"""Every other provider through litellm: ollama, gateways, Gemini, Azure, Bedrock and so on.

Importing litellm takes seconds and would fetch a price table from the network; both are kept off the event loop and off
the network. Where no endpoint is given, litellm looks for the provider's usual environment variables itself.
"""

import asyncio
import logging
import os
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from types import ModuleType
from typing import Final

from agents.llm.adapters import chat_completions
from agents.llm.adapters.adapter import Answer, Call
from agents.llm.adapters.retry_after import retry_after
from agents.llm.errors import Dropped, NotConfigured, Overloaded, Refused, TimedOut, Unreachable, by_status
from agents.llm.port import JsonObject
from agents.llm.prices import MILLION, Price
from agents.llm.profiles import Form, profile
from agents.llm.spec import Endpoint, Spec

_MISSING: Final = re.compile(r"No module named '([\w.]+)'")


class LiteLLMAdapter:
    """One model at any provider that litellm knows. Satisfies `Adapter`."""

    def __init__(self, spec: Spec, endpoint: Endpoint) -> None:
        self._spec: Final = spec
        self._provider: Final = profile(spec.provider).litellm or spec.provider
        self._endpoint: Final = endpoint
        self._opening: Final = asyncio.Lock()
        self._sdk: ModuleType | None = None
        self._takes: frozenset[str] = frozenset()

    async def prepare(self) -> None:
        """See `Adapter`."""
        await self._open()

    async def send(self, call: Call) -> Answer:
        """See `Adapter`."""
        sdk = await self._open()
        with self._mapped(sdk):
            return self._priced(sdk, chat_completions.answer(await sdk.acompletion(**self._body(call))))

    async def stream(self, call: Call) -> AsyncGenerator[str | Answer, None]:
        """See `Adapter`."""
        sdk = await self._open()
        whole = chat_completions.Assembly()
        with self._mapped(sdk):
            streamed = {**self._body(call), "stream": True, "stream_options": {"include_usage": True}}
            chunks = await sdk.acompletion(**streamed)
            try:
                async for chunk in chunks:
                    if text := whole.add(chunk):
                        yield text
            finally:
                await chunks.aclose()
        yield self._priced(sdk, whole.done())

    def _body(self, call: Call) -> JsonObject:
        import httpx

        if "response_format" not in self._takes:
            call = replace(call, form=Form.WORDS)
        body = deepcopy(chat_completions.body(call))  # litellm rewrites schemas in place
        if call.window is not None:
            body["num_ctx"] = call.window
        return {
            **body,
            "model": f"{self._provider}/{self._spec.model}",
            "max_tokens": call.max_tokens,
            "timeout": httpx.Timeout(call.timeout, connect=call.connect),
            "max_retries": 0,
            "num_retries": 0,
            "drop_params": True,
            "_skip_mcp_handler": True,  # otherwise any tool makes it import a package that only its proxy installs
            "api_base": self._endpoint.base_url,
            "api_key": self._endpoint.secret or ("none" if self._endpoint.base_url else None),
        }

    async def close(self) -> None:
        """See `Adapter`. litellm keeps its clients for the whole process."""
        self._sdk = None

    async def _open(self) -> ModuleType:
        async with self._opening:
            if self._sdk is None:
                self._sdk = await asyncio.to_thread(self._imported)
            return self._sdk

    def _imported(self) -> ModuleType:
        sdk = _sdk()
        with self._mapped(sdk):
            known = sdk.get_supported_openai_params(self._spec.model, self._provider)
            self._takes = frozenset(known or ())
            # litellm imports most of itself at the first call; this one goes nowhere
            rehearsal = [{"role": "user", "content": "."}]
            sdk.completion(model="openai/rehearsal", messages=rehearsal, mock_response=".", api_key="none")
        return sdk

    def _priced(self, sdk: ModuleType, answer: Answer) -> Answer:
        """The answer with its price from litellm's own table, where it lists the model."""
        known = sdk.model_cost.get(self._spec.name) or sdk.model_cost.get(self._spec.model) or {}
        if known.get("input_cost_per_token") is None:
            return answer
        cost = Price(
            input=known["input_cost_per_token"] * MILLION,
            output=(known.get("output_cost_per_token") or 0) * MILLION,
            cached=_times(known.get("cache_read_input_token_cost")),
            written=_times(known.get("cache_creation_input_token_cost")),
        )
        return replace(answer, usd=cost.of(answer.usage))

    @contextmanager
    def _mapped(self, sdk: ModuleType) -> Iterator[None]:
        """Translates the SDK's exceptions into the product's errors, without their texts, which may quote keys and
        prompts."""
        import httpx
        import openai

        who = self._spec.provider
        try:
            yield
        except sdk.exceptions.ContentPolicyViolationError:
            raise Refused(f"{who} declined to answer") from None
        except sdk.exceptions.MidStreamFallbackError:
            raise Dropped(f"{who} broke off in the middle of an answer") from None
        except (openai.APITimeoutError, httpx.TimeoutException):
            raise TimedOut(f"{who} did not answer in time") from None
        except openai.APIConnectionError as failed:
            if missing := _MISSING.search(str(failed)):
                raise NotConfigured(f"{who} needs the package {missing[1]}") from None
            raise Unreachable(f"{who} cannot be reached") from None
        except openai.APIStatusError as failed:
            wait = retry_after(getattr(failed, "litellm_response_headers", None))
            raise by_status(who, failed.status_code, failed.code, wait, f"{failed.param} {failed.message}") from None
        except httpx.TransportError:
            raise Dropped(f"{who} broke off in the middle of an answer") from None
        except openai.APIError:
            raise Overloaded(f"{who} failed in the middle of an answer") from None


def _times(usd: float | None) -> float | None:
    return None if usd is None else usd * MILLION


def _sdk() -> ModuleType:
    """The SDK, configured to print nothing, fetch nothing and record no content."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS", "True")
    import litellm

    litellm.suppress_debug_info = True
    litellm.turn_off_message_logging = True
    litellm.telemetry = False
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm
