"""Every other provider through litellm: ollama, gateways, Gemini, Azure, Bedrock and so on.

Importing litellm takes seconds and would fetch a price table from the network; both are kept off the event loop and off
the network. Where no endpoint is given, litellm looks for the provider's usual environment variables itself.
"""

import logging
import os
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Final

from agents.llm.adapters import chat_completions
from agents.llm.adapters.adapter import Answer, Call
from agents.llm.adapters.opened import Opened, translated
from agents.llm.adapters.retry_after import retry_after
from agents.llm.errors import Dropped, ModelFailed, NotConfigured, Refused, by_status
from agents.llm.port import JsonObject
from agents.llm.prices import MILLION, Price
from agents.llm.profiles import Form, profile
from agents.llm.spec import Endpoint, Spec

if TYPE_CHECKING:
    from openai import APIStatusError

_MISSING: Final = re.compile(r"No module named '([\w.]+)'")


class LiteLLMAdapter(Opened[ModuleType]):
    """One model at any provider that litellm knows. Satisfies `Adapter`."""

    def __init__(self, spec: Spec, endpoint: Endpoint) -> None:
        super().__init__()
        self._spec: Final = spec
        self._provider: Final = profile(spec.provider).litellm or spec.provider
        self._endpoint: Final = endpoint
        self._takes: frozenset[str] = frozenset()

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
        self._client = None

    def _connected(self) -> ModuleType:
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
        import httpx
        import openai

        who = self._spec.provider
        with translated(who, openai, httpx, self._of_status):
            try:
                yield
            except sdk.exceptions.ContentPolicyViolationError:
                raise Refused(f"{who} declined to answer") from None
            except sdk.exceptions.MidStreamFallbackError:
                raise Dropped(f"{who} broke off in the middle of an answer") from None
            except openai.APIConnectionError as failed:
                if missing := _MISSING.search(str(failed)):
                    raise NotConfigured(f"{who} needs the package {missing[1]}") from None
                raise

    def _of_status(self, failed: "APIStatusError") -> ModelFailed:
        wait = retry_after(getattr(failed, "litellm_response_headers", None))
        about = f"{failed.param} {failed.message}"
        return by_status(self._spec.provider, failed.status_code, failed.code, wait, about)


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
