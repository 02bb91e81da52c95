"""The job that makes a report card: engines beside what is computed, and of that the quick parts first."""

from agents.llm.budget import Budget
from agents.llm.providers import Providers
from benchmarks.cards.card import Part, unavailable
from benchmarks.cards.replaying import RULES
from benchmarks.cards.running import JUDGE, Bench, run
from benchmarks.metrics import metrics
from benchmarks.metrics.models import Meters
from server.cards.repository import Asked, Cards
from server.database import Database
from server.engines.benchmarks import candidate
from server.engines.roles import LOCKS
from server.jobs.repository import JobTable
from server.jobs.running import Handler, Work
from server.settings import Settings

NOT_ASKED = "the judge was left out when this card was started: nothing was sent to it"


def card_handler(settings: Settings, database: Database, jobs: JobTable, models: Providers) -> Handler:
    """Makes a card, or the parts that its payload names. The local models are kept for the next card."""
    cards, meters = Cards(database.pool, jobs), Meters.local(settings.bertscore)

    async def make(work: Work) -> None:
        digest: str = work.payload["digest"]
        asked = await cards.asked(digest)
        snapshot = await cards.snapshot(digest)
        again: list[str] | None = work.payload.get("parts")
        made = await cards.made_by(work.job.id)
        wanted = tuple(key for key in again or asked.parts if key not in made)
        state = {key: "made" if key in made else "waiting" for key in again or asked.parts}
        await work.progress({"parts": state})

        async def keep(part: Part) -> None:
            await cards.save(digest, part, work.job.id)
            state[part.key] = "failed" if part.error is not None else "made"
            await work.progress({"parts": dict(state)})

        if JUDGE in wanted and not asked.judged and again is None:
            if (before := (await cards.card(digest)).part(JUDGE)) is None or before.error is not None:
                left_out = unavailable(JUDGE, LOCKS["judge"], NOT_ASKED)
                await keep(Part(key=JUDGE, **dict(left_out)))
            else:  # grades of an earlier asking stay
                state[JUDGE] = "made"
            wanted = tuple(key for key in wanted if key != JUDGE)
        bench = bench_of(settings, models, meters, asked)
        await run(snapshot, bench, sorted(wanted, key=lambda key: key in metrics() and metrics()[key].slow), keep)

    return make


def bench_of(settings: Settings, models: Providers, meters: Meters, asked: Asked) -> Bench:
    """What this card may use: the locked judge, and one diagnostician for each engine, with a ledger of its own and
    nothing behind it. Replays get the passages of the snapshot and search for no others."""
    candidates = tuple(
        candidate(name, models, settings, Budget(settings.interview_tokens, settings.interview_usd))
        for name in asked.engines
        if name != RULES
    )
    return Bench(meters, models.model(LOCKS["judge"]), candidates)
