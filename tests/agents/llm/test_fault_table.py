"""Every adapter x every fault: the same outcome whichever vendor fails."""

from contextlib import aclosing

import pytest

from agents.errors import TryAgain
from agents.llm.errors import Dropped, Malformed, ModelFailed, Overloaded, RateLimited, Refused, TimedOut
from agents.llm.model import Model
from agents.llm.port import Delta, Reply, Request
from agents.scripted.faults import Fault, FaultName

from .conftest import IMPATIENT, REPLY, Stub, asking, scoring

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
LASTING: dict[FaultName, type[Exception] | None] = {
    FaultName.RATE_LIMIT: RateLimited,
    FaultName.SERVER_ERROR: Overloaded,
    FaultName.HANG: TimedOut,
    FaultName.SLOW: None,
    FaultName.DROP: TryAgain,
    FaultName.TRUNCATED: Malformed,
    FaultName.WRONG_SCHEMA: Malformed,
    FaultName.PROSE: None,
    FaultName.REFUSAL: Refused,
    FaultName.INVENTED_QUOTES: None,
    FaultName.SCORE_7: Malformed,
    FaultName.TAKEOVER: None,
}
"""What a request comes to while the fault lasts; None for an answer."""

PASSING = [name for name, error in LASTING.items() if error and name is not FaultName.REFUSAL]
"""Faults after which the very same call succeeds once they are over."""


async def answer(model: Model, request: Request, stream: bool) -> Reply:
    if not stream:
        return await model.complete(request)
    async with aclosing(model.stream(request)) as pieces:
        *_, reply = [piece async for piece in pieces]
    assert not isinstance(reply, Delta)
    return reply


def test_the_table_names_every_fault() -> None:
    assert set(LASTING) == set(FaultName)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("fault", LASTING)
async def test_while_it_lasts(model: Model, stub: Stub, fault: FaultName, stream: bool) -> None:
    stub.order(fault.value)
    expected = Dropped if (fault, stream) == (FaultName.DROP, True) else LASTING[fault]
    if expected is None:
        reply = await answer(model, scoring(), stream)
        assert 0 <= reply.value.score <= 4
    else:
        with pytest.raises(expected) as raised:
            await answer(model, scoring(), stream)
        assert isinstance(raised.value, ModelFailed)
        assert REPLY not in str(raised.value)
        assert raised.value.__suppress_context__ or raised.value.__context__ is None or not _tells(raised.value)
    assert 1 <= len(stub.calls) <= IMPATIENT.attempts


def _tells(error: BaseException) -> bool:
    """Whether a printed traceback would show the patient's words or a key."""
    told = str(error.__context__)
    return REPLY in told or "key-of" in told


@pytest.mark.parametrize("fault", PASSING)
async def test_when_it_is_over_the_same_call_succeeds(model: Model, stub: Stub, fault: FaultName) -> None:
    stub.order(Fault(name=fault, times=1))
    reply = await model.complete(scoring())
    assert reply.value.score == 4
    assert reply.attempts == len(stub.calls) == 2
    assert reply.repaired == (LASTING[fault] is Malformed)


async def test_what_the_model_tries_to_command_is_dropped(model: Model, stub: Stub) -> None:
    stub.order("takeover")
    reply = await model.complete(scoring())
    assert "end_interview" in reply.text
    assert set(reply.value.model_dump()) == {"score", "ambiguity", "evidenceQuotes", "confidence", "followUp"}
    assert reply.repaired


async def test_retry_after_is_kept(model: Model, stub: Stub) -> None:
    stub.order(Fault(name=FaultName.RATE_LIMIT, times=1))
    reply = await model.complete(scoring())
    assert stub.calls[1].started - stub.calls[0].started >= 0.25
    assert reply.latency >= 0.25


async def test_a_wait_beyond_the_deadline_is_not_begun(model: Model, stub: Stub) -> None:
    stub.order("rate-limit")
    with pytest.raises(RateLimited) as raised:
        await model.complete(scoring(timeout=0.2, budget=None))
    assert raised.value.retry_after == pytest.approx(0.25)
    assert len(stub.calls) == 1


async def test_text_is_not_judged_here(model: Model, stub: Stub) -> None:
    """A refusal in plain words is text like any other for OpenAI's dialect; Anthropic's has a stop reason for it."""
    stub.order("refusal")
    if model.name.startswith("anthropic"):
        with pytest.raises(Refused):
            await model.complete(asking())
    else:
        assert "can't help" in (await model.complete(asking())).value
