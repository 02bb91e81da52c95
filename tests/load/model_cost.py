"""What one interview asks of language models: calls, tokens, price and round trips, by the scripted provider's log.

Whole interviews are held through the port and real HTTP with a model in every role; calls, tokens and price are those
of the first. Its patient answers as people do:
some at length, some so vaguely that a follow-up is needed. Prompts are the product's own, so input tokens are near what
a provider would count (a quarter of the characters); answers are the rule engines' in the role's JSON, so output tokens
show the order of magnitude and no more. `cached` is what a provider's prompt cache (from 1,024 tokens) would hit.

    python tests/load/model_cost.py

Prints two tables in Markdown and the round trips that a patient waited for at each message: calls that follow one
another count each, calls side by side once. The last line is one JSON object.
"""

import asyncio
import json
import math
import statistics
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.interview.session import Session
from agents.interview.turn import ahead
from agents.llm.prices import Price, price_list
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.llm.usage import Usage
from server.engines.interviews import team_of
from server.engines.stub_calls import Call
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings

MODEL = "openai/scripted"
REPLIES = (
    "Three or four days, mostly in the evenings when I get home and the flat is quiet.",
    "No, not at all.",
    "Yes, that happens to me.",
    "Nearly every day, if I'm honest. It starts in the morning, and by the afternoon I have given up on the day.",
    "It comes and goes.",
    "Not really, I'm all right there. Work has been busy but fine.",
)
HARM, DENIED = 11, REPLIES[-1]
"""No interview is to end before its last question."""
FOLLOW_UP = "I'd say more than half of the days."
INTERVIEWS = len(REPLIES)
DELAY = 0.05
"""Seconds that a call takes, so that calls side by side are seen as such."""
FREE = Price(input=0.0)
POINTS = (("large", "openai/gpt-4.1"), ("small", "openai/gpt-4.1-mini"), ("local", "ollama/any model"))


@dataclass
class Trips:
    """The calls of one interview, and the round trips that its patient waited for at each message."""

    calls: int
    waited: list[int] = field(default_factory=list)


def main() -> None:
    provider = StubProvider(Pace(delay=DELAY))
    with in_thread(provider) as url:
        trips = [asyncio.run(hold(url, provider, first)) for first in range(INTERVIEWS)]
    calls, turns = provider.calls[: trips[0].calls], len(trips[0].waited)
    roles: dict[str, list[Usage]] = defaultdict(list)
    for call in calls:
        roles[call.role].append(call.usage)
    whole = sum((usage for usages in roles.values() for usage in usages), Usage())
    print("| role | calls | input tokens | of these cached | output tokens | input of its first and last call |")
    print("|---|---:|---:|---:|---:|---:|")
    for role, usages in [*roles.items(), ("all", [whole])]:
        print(row(role, usages, len(calls) if role == "all" else len(usages)))
    prices = {point: round(price(name).of(whole), 4) for point, name in POINTS}
    print("\n| price point | model | USD per interview | without prompt cache |\n|---|---|---:|---:|")
    for point, name in POINTS:
        bare = price(name).of(Usage(input_tokens=whole.input_tokens, output_tokens=whole.output_tokens))
        print(f"| {point} | `{name}` | {prices[point]:.4f} | {bare:.4f} |")
    print(f"\nPatient's messages: {turns}. Prices of {price_list().as_of}, from {price_list().source}.")
    waited = sorted(one for trip in trips for one in trip.waited)
    mean, p95 = statistics.fmean(waited), waited[math.ceil(0.95 * len(waited)) - 1]
    print(f"Round trips waited for, of {len(waited)} messages in {INTERVIEWS} interviews: mean {mean:.3f}, p95 {p95}.")
    trips_told = {"messages": len(waited), "mean": round(mean, 3), "p95": p95, "most": waited[-1]}
    print(json.dumps({"calls": len(calls), "turns": turns, **whole.model_dump(), "usd": prices, "trips": trips_told}))


def in_a_row(calls: list[Call]) -> int:
    """How many of these calls followed one another; calls at the same time count once."""
    count, end = 0, 0.0
    for call in sorted(calls, key=lambda one: one.started + one.ms / 1000):
        if call.started >= end:
            count, end = count + 1, call.started + call.ms / 1000
    return count


def row(role: str, usages: list[Usage], count: int) -> str:
    """One line of the first table."""
    summed: Any = sum(usages, Usage())
    ends = "" if role == "all" else f"{usages[0].input_tokens:,} and {usages[-1].input_tokens:,}"
    figures = (count, summed.input_tokens, summed.cached_tokens, summed.output_tokens)
    return f"| {role} | {' | '.join(f'{figure:,}' for figure in figures)} | {ends} |"


def price(name: str) -> Price:
    """What a model costs; a local one costs nothing by the token."""
    return price_list().price(name) or FREE


async def hold(url: str, provider: StubProvider, first: int) -> Trips:
    """One interview, whose patient begins with one of the replies."""
    models = Providers(Credentials.read({"OPENAI_BASE_URL": f"{url}/v1"}))
    team = team_of(Settings(drivers=(MODEL,)), MODEL, models)
    assert team.prepare is not None
    session = await Session.start(team, "cost", mode=Mode.DIAGNOSTIC)
    trips = Trips(len(provider.calls))
    while session.state.phase not in {Phase.REPORT, Phase.SAFETY_STOP}:
        if (brief := ahead(session.state)) is not None:
            await team.prepare(brief)
        follows, before = session.state.awaits_follow_up, len(provider.calls)
        reply = DENIED if session.state.item == HARM else REPLIES[(first + len(session.state.asked)) % len(REPLIES)]
        await session.say(FOLLOW_UP if follows else reply)
        trips.waited.append(in_a_row(provider.calls[before:]))
    await session.finish()
    await models.close()
    trips.calls = len(provider.calls) - trips.calls
    return trips


if __name__ == "__main__":
    main()
