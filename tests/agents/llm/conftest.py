"""The scripted provider over real HTTP, and models of every adapter that point at it."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest
from pydantic import Field

from agents.domain.value import Value
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.port import Request, System, User
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.prompts import fenced
from agents.scripted.faults import Fault
from server.engines.stub_calls import Call
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread

ADAPTERS = {
    "openai": "openai/gpt-4.1",
    "anthropic": "anthropic/claude-sonnet-5",
    "anthropic, forced tool": "anthropic/claude-3-7-sonnet-latest",
    "litellm": "hosted_vllm/some-model",
}
IMPATIENT = Policy(attempts=2, silence=1.0, first_pause=0.01, failures=1_000_000)
REPLY = "I have stopped enjoying my music, nearly every day lately"


class Scored(Value):
    """What a scorer is asked for."""

    score: int = Field(ge=0, le=4)
    ambiguity: int = Field(ge=1, le=10)
    evidence_quotes: tuple[str, ...]
    confidence: float = Field(ge=0, le=1)
    follow_up: str | None = None


@dataclass
class Stub:
    """The provider, and where it is. A call that began before the last order is not this test's: a hung one of the test
    before is logged when it is given up."""

    provider: StubProvider
    url: str
    since: float = 0.0

    @property
    def calls(self) -> list[Call]:
        return [call for call in self.provider.calls if call.started >= self.since]

    async def logged(self) -> Call:
        """The first call, once it is in the log."""
        async with asyncio.timeout(5):
            while not self.calls:  # noqa: ASYNC110  # the log belongs to another thread
                await asyncio.sleep(0.01)
        return self.calls[0]

    async def reached(self) -> None:
        """Waits until a request has met an ordered fault."""
        async with asyncio.timeout(5):
            while not self.provider.faults.hits:  # noqa: ASYNC110  # they belong to another thread
                await asyncio.sleep(0.01)

    def order(self, *faults: str | Fault) -> None:
        """Replace the faults, and begin a new log."""
        self.provider.faults.order([Fault.parse(one) if isinstance(one, str) else one for one in faults])
        self.provider.calls.clear()
        self.since = time.time()


@pytest.fixture(scope="module")
def running() -> Iterator[Stub]:
    provider = StubProvider(Pace(gap=0.02, retry_after=0.25))
    with in_thread(provider) as url:
        yield Stub(provider, url)


@pytest.fixture
def stub(running: Stub) -> Iterator[Stub]:
    """Without faults and with an empty log; so it is left, too."""
    running.order()
    yield running
    running.order()


@pytest.fixture(scope="module")
async def providers(running: Stub) -> AsyncIterator[Providers]:
    opened = Providers(credentials(running.url), IMPATIENT)
    yield opened
    await opened.close()


@pytest.fixture(params=ADAPTERS)
async def model(request: pytest.FixtureRequest, providers: Providers) -> Model:
    """One model of each adapter, its SDK imported."""
    opened = providers.model(ADAPTERS[request.param])
    await opened.prepare()
    return opened


def credentials(url: str) -> Credentials:
    """All providers are the stub."""
    return Credentials.read(
        {
            "OPENAI_BASE_URL": f"{url}/v1",
            "OPENAI_API_KEY": "key-of-openai",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "key-of-anthropic",
            "HOSTED_VLLM_API_BASE": f"{url}/v1",
        }
    )


def scoring(**changes: object) -> Request[Scored]:
    """A scorer's request."""
    data = fenced({"item": 1, "question": "How much do you enjoy things?", "reply": REPLY})
    messages = (System(text="role: scorer\nScore the reply."), User(text=f"The reply:\n{data}"))
    return Request(**{"role": "scorer", "messages": messages, "schema": Scored, "timeout": 60.0, **changes})


def asking(text: str = "Say something.", **changes: object) -> Request[str]:
    """A request for text."""
    messages = (System(text="role: talker\nTalk."), User(text=text))
    return Request(**{"role": "talker", "messages": messages, "schema": str, "timeout": 60.0, **changes})
