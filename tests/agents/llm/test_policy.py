"""Waiting, trying again, giving up, budgets: with a clock that stands still until it is moved."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.llm.budget import Budget
from agents.llm.circuit_breaker import Breaker, Gate
from agents.llm.clock import ManualClock
from agents.llm.errors import (
    BudgetSpent,
    CircuitOpen,
    Dropped,
    Malformed,
    NotConfigured,
    Overloaded,
    RateLimited,
    Refused,
    Unreachable,
)
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.port import Assistant, Delta, User
from agents.llm.prices import Price
from agents.llm.retries import Retries
from agents.llm.usage import Usage
from agents.scripted.model import ScriptedAdapter, in_order

from .conftest import asking, scoring

GOOD = '{"score": 2, "ambiguity": 3, "evidenceQuotes": [], "confidence": 0.5, "followUp": null}'


class Bench:
    """A model on a script, with its adapter and its clock at hand."""

    def __init__(self, *said: str | Exception, price: Price | None = None, **policy: float) -> None:
        self.clock = ManualClock()
        self.adapter = ScriptedAdapter(in_order(said))
        self.policy = Policy(**policy)
        self.model = Model("stub/x", self.adapter, Retries("stub", self.policy, self.clock), price)


async def test_failures_are_tried_again_with_growing_pauses() -> None:
    bench = Bench(Unreachable("a"), Overloaded("b"), "fine", first_pause=1.0, attempts=3)
    reply = await bench.model.complete(asking())
    assert (reply.value, reply.attempts) == ("fine", 3)
    first, second = bench.clock.slept
    assert 0.5 <= first <= 1.0 <= second <= 2.0
    assert reply.latency == first + second


async def test_the_last_failure_is_the_one_that_is_told() -> None:
    bench = Bench(Unreachable("a"), Overloaded("b"), attempts=2)
    with pytest.raises(Overloaded, match="b"):
        await bench.model.complete(asking())
    assert len(bench.adapter.calls) == 2


@pytest.mark.parametrize("final", [Refused("no"), NotConfigured("no key")])
async def test_what_will_not_get_better_is_not_tried_again(final: Exception) -> None:
    bench = Bench(final, "fine")
    with pytest.raises(type(final)):
        await bench.model.complete(asking())
    assert (len(bench.adapter.calls), bench.clock.slept) == (1, [])


async def test_retry_after_is_waited_for_to_the_moment() -> None:
    bench = Bench(RateLimited("slow", retry_after=7.5), "fine")
    assert (await bench.model.complete(asking(timeout=10.0))).value == "fine"
    assert bench.clock.slept == [7.5]


async def test_no_wait_beyond_the_deadline() -> None:
    bench = Bench(RateLimited("slow", retry_after=10.5), "fine")
    with pytest.raises(RateLimited):
        await bench.model.complete(asking(timeout=10.0))
    assert bench.clock.slept == []


async def test_malformed_is_asked_once_more_with_the_reason() -> None:
    bench = Bench('{"score": 9}', GOOD)
    reply = await bench.model.complete(scoring())
    assert (reply.value.score, reply.repaired, reply.attempts) == (2, True, 2)
    *_, said, why = bench.adapter.calls[1].messages
    assert said == Assistant(text='{"score": 9}')
    assert isinstance(why, User)
    assert "score: Input should be less than or equal to 4" in why.text


async def test_malformed_twice_is_told() -> None:
    bench = Bench("never JSON")
    with pytest.raises(Malformed):
        await bench.model.complete(scoring())
    assert len(bench.adapter.calls) == 2


async def test_mending_holds_up_nobody_else() -> None:
    bench = Bench('{"score": ["' + '"key": ' * 550, GOOD)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    reply = await bench.model.complete(scoring(timeout=60.0))
    ticking.cancel()
    assert reply.repaired
    assert ticks > 3


async def test_an_empty_text_is_asked_once_more() -> None:
    assert (await Bench(" ", "Hello.").model.complete(asking())).value == "Hello."


async def test_a_model_without_temperature_is_asked_without_it_from_then_on() -> None:
    bench = Bench(NotConfigured("no", unsupported="temperature"), "fine")
    first = await bench.model.complete(asking(temperature=0.0))
    second = await bench.model.complete(asking(temperature=0.0))
    assert (first.attempts, second.attempts, first.temperature) == (2, 1, None)
    assert [call.temperature for call in bench.adapter.calls] == [0.0, None, None]


async def test_a_stream_is_not_begun_again_once_a_piece_was_told() -> None:
    class Breaking(ScriptedAdapter):
        async def stream(self, call):
            async for piece in super().stream(call):
                yield piece
                raise Dropped("broke")

    adapter = Breaking(in_order(["one two three four five six seven"]))
    clock = ManualClock()
    model = Model("stub/x", adapter, Retries("stub", Policy(), clock))
    pieces = model.stream(asking())
    assert isinstance(await anext(pieces), Delta)
    with pytest.raises(Dropped):
        await anext(pieces)
    assert len(adapter.calls) == 1


async def test_a_stream_that_fails_at_its_start_is_begun_again() -> None:
    bench = Bench(Overloaded("busy"), "one two three four")
    pieces = [piece async for piece in bench.model.stream(asking())]
    assert "".join(piece.text for piece in pieces[:-1]) == pieces[-1].value == "one two three four"
    assert pieces[-1].attempts == 2


async def test_the_circuit_opens_and_a_probe_closes_it() -> None:
    bench = Bench(*[Unreachable("down")] * 3, "fine", attempts=1, failures=3, rest=5.0)
    for _ in range(3):
        with pytest.raises(Unreachable, match="down"):
            await bench.model.complete(asking())
    with pytest.raises(CircuitOpen):
        await bench.model.complete(asking())
    assert len(bench.adapter.calls) == 3
    bench.clock.forward(5.0)
    assert (await bench.model.complete(asking())).value == "fine"
    assert (await bench.model.complete(asking())).value == "fine"


async def test_a_failed_probe_keeps_the_circuit_open() -> None:
    bench = Bench(*[Unreachable("down")] * 4, "fine", attempts=1, failures=3, rest=5.0)
    for _ in range(3):
        with pytest.raises(Unreachable):
            await bench.model.complete(asking())
    bench.clock.forward(5.0)
    with pytest.raises(Unreachable, match="down"):
        await bench.model.complete(asking())
    bench.clock.forward(4.9)
    with pytest.raises(CircuitOpen):
        await bench.model.complete(asking())
    bench.clock.forward(0.1)
    assert (await bench.model.complete(asking())).value == "fine"


def test_one_probe_at_a_time() -> None:
    clock = ManualClock()
    breaker = Breaker("stub", Policy(failures=1, rest=1.0), clock)
    breaker.failed(breaker.enter())
    clock.forward(1.0)
    probe = breaker.enter()
    assert breaker.shut
    breaker.left(probe)
    assert not breaker.shut


def test_what_began_before_neither_ends_a_probe_nor_prolongs_the_rest() -> None:
    clock = ManualClock()
    breaker = Breaker("stub", Policy(failures=1, rest=1.0), clock)
    first, slow, given_up = breaker.enter(), breaker.enter(), breaker.enter()
    breaker.failed(first)
    clock.forward(0.9)
    breaker.failed(slow)
    clock.forward(0.1)
    probe = breaker.enter()
    breaker.left(given_up)
    assert breaker.shut
    breaker.failed(probe)
    clock.forward(0.9)
    assert breaker.shut
    clock.forward(0.1)
    assert not breaker.shut


@given(st.lists(st.sampled_from(["failed", "succeeded", "left"]), max_size=30))
def test_the_circuit_is_open_exactly_where_enough_of_a_minute_failed_and_no_more_was_answered(
    events: list[str],
) -> None:
    breaker = Breaker("stub", Policy(failures=3, rest=1.0), ManualClock())
    began = breaker.enter()
    failed, answered, shut = 0, 0, False
    for event in events:
        match event:
            case "failed":
                failed += not shut  # what fails later is of an earlier round
                breaker.failed(began)
                shut = shut or failed >= max(3, answered)
            case "left":
                breaker.left(began)
            case _:
                failed, answered = (0, 1) if shut else (failed, answered + 1)
                breaker.succeeded()
                shut = False
        assert breaker.shut == shut
        if not breaker.shut:
            began = breaker.enter()


async def test_the_tries_of_one_request_open_nothing_and_failures_of_an_earlier_minute_are_forgotten() -> None:
    bench = Bench(*[Unreachable("down")] * 8, "fine", attempts=3, failures=3, first_pause=0.1)
    for _ in range(2):
        with pytest.raises(Unreachable, match="down"):
            await bench.model.complete(asking())
    bench.clock.forward(60.0)
    assert (await bench.model.complete(asking())).value == "fine"
    assert len(bench.adapter.calls) == 9


@pytest.mark.parametrize("answer", [Refused("no"), RateLimited("slow"), NotConfigured("what?")])
async def test_a_provider_that_says_no_is_no_provider_that_fails(answer: Exception) -> None:
    bench = Bench(answer, attempts=1, failures=1)
    for _ in range(3):
        with pytest.raises(type(answer)):
            await bench.model.complete(asking())
    assert len(bench.adapter.calls) == 3


async def test_only_so_many_lines_at_once() -> None:
    gate = Gate("stub", Policy(lines=2), ManualClock())
    inside, most = 0, 0

    async def use() -> None:
        nonlocal inside, most
        async with gate.passage(5.0):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.005)
            inside -= 1

    await asyncio.gather(*(use() for _ in range(9)))
    assert (most, inside) == (2, 0)


async def test_a_line_that_stays_busy_is_overloaded_and_no_failure_of_the_provider() -> None:
    gate = Gate("stub", Policy(lines=1, failures=1), ManualClock())
    async with gate.passage(1.0):
        with pytest.raises(Overloaded, match="busy"):
            async with gate.passage(0.01):
                pytest.fail("there is one line only")
    assert not gate.breaker.shut


async def test_a_cancelled_call_gives_its_line_back() -> None:
    gate = Gate("stub", Policy(lines=1), ManualClock())

    async def hold() -> None:
        async with gate.passage(1.0):
            await asyncio.sleep(60)

    held = asyncio.create_task(hold())
    await asyncio.sleep(0)
    held.cancel()
    with pytest.raises(asyncio.CancelledError):
        await held
    async with gate.passage(0.1):
        assert not gate.breaker.shut


@pytest.mark.parametrize("limits", [{"tokens": 60}, {"usd": 0.0001}])
async def test_a_spent_budget_refuses_before_anything_is_sent(limits: dict[str, float]) -> None:
    budget = Budget(**limits)
    bench = Bench("fine " * 20, price=Price(input=1.0, output=10.0))
    while True:
        sent = len(bench.adapter.calls)
        try:
            await bench.model.complete(asking(budget=budget))
        except BudgetSpent:
            break
        assert sent < 20
    assert len(bench.adapter.calls) == sent == budget.calls >= 1
    assert budget.spent_tokens >= (budget.tokens or 0)
    assert budget.spent_usd >= (budget.usd or 0)


async def test_a_reply_adds_up_what_all_its_answers_took() -> None:
    budget = Budget()
    bench = Bench("rubbish", GOOD, price=Price(input=1_000_000, output=0))
    reply = await bench.model.complete(scoring(budget=budget))
    assert budget.calls == reply.attempts == 2
    assert reply.cost == budget.spent_usd == reply.usage.input_tokens
    assert budget.spent_tokens == reply.usage.total


async def test_an_unknown_price_is_none_and_never_zero() -> None:
    budget = Budget(usd=1.0)
    reply = await Bench("fine").model.complete(asking(budget=budget))
    assert (reply.cost, budget.unpriced, budget.spent_usd) == (None, 1, 0.0)


def test_cached_and_written_tokens_have_their_own_prices() -> None:
    usage = Usage(input_tokens=1000, output_tokens=100, cached_tokens=600, written_tokens=300)
    price = Price(input=10, output=50, cached=1, written=12)
    assert price.of(usage) == pytest.approx((100 * 10 + 600 * 1 + 300 * 12 + 100 * 50) / 1e6)
