"""The scripted provider over real HTTP for the engines' tests, and a model that points at it."""

from collections.abc import AsyncIterator, Iterator

import pytest

from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.providers import Providers
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from tests.agents.llm.conftest import ADAPTERS, Stub, credentials

PATIENT = Policy(attempts=2, silence=4.0, first_pause=0.01, failures=1_000_000)


@pytest.fixture(scope="module")
def running() -> Iterator[Stub]:
    provider = StubProvider(Pace(gap=0.01, retry_after=0.01))
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
    opened = Providers(credentials(running.url), PATIENT)
    yield opened
    await opened.close()


@pytest.fixture
async def model(providers: Providers) -> Model:
    """A model of OpenAI's adapter."""
    opened = providers.model(ADAPTERS["openai"])
    await opened.prepare()
    return opened


@pytest.fixture(params=ADAPTERS)
async def any_model(request: pytest.FixtureRequest, providers: Providers) -> Model:
    """One model of each adapter."""
    opened = providers.model(ADAPTERS[request.param])
    await opened.prepare()
    return opened
