"""Replays: one engine diagnoses the snapshot anew, with the passages that were retrieved then, and no stand-in."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from agents.diagnostician.llm import SYSTEM, USER
from agents.diagnostician.port import Diagnosis, Diagnostician, Passage
from agents.diagnostician.rules import RulesDiagnostician
from agents.errors import CorrectInput
from agents.llm.budget import Budget
from agents.prompts import digest
from benchmarks.cards.agreement import Agreement, agreement
from benchmarks.cards.card import Made, Replayed
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Figure, Unavailable

RULES: Final = "rules"
EARLIER_PROMPTS: Final = "superseded: made with an earlier version of the prompts; make it again before you compare it"
NO_DIAGNOSIS: Final = "the snapshot has no impressions of its own"


@cache
def present_prompts() -> str:
    """The version of a model's prompts for a replay, read once a process."""
    return digest(SYSTEM, USER)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An engine that replays. Give it no stand-in: its failure is its result. `budget` is the ledger that it charges,
    for its cost; `prompt` the version of its prompts."""

    diagnostician: Diagnostician
    budget: Budget = field(default_factory=Budget)
    prompt: str = ""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        return self.diagnostician.name


def candidate_named(name: str, candidates: Iterable[Candidate]) -> Candidate:
    """The candidate of that name; the rule engine is always one. Raises CorrectInput."""
    for candidate in candidates:
        if candidate.name == name:
            return candidate
    if name == RULES:
        return Candidate(RulesDiagnostician())
    raise CorrectInput(f"{name} is no engine of this run")


async def replayed(snapshot: Snapshot, candidate: Candidate) -> Made:
    """The part of one engine. It reads the machine's scores, as those that formed the report's impressions did, not the
    clinician's. Raises what the engine raises, and CorrectInput where there are no item responses."""
    if not snapshot.profile.item_responses:
        raise CorrectInput("this conversation has no item responses: hold it again (replay) to have it diagnosed")
    budget, tokens, usd, unpriced = candidate.budget, *_spent(candidate.budget)
    started = time.perf_counter()
    profile = snapshot.profile.model_copy(update={"ratings": ()})
    diagnosis = await candidate.diagnostician.diagnose(profile, snapshot.mode, passages(snapshot))
    seconds = round(time.perf_counter() - started, 4)
    cost = None if budget.unpriced > unpriced else budget.spent_usd - usd
    detail = Replayed(
        diagnosis=diagnosis.model_copy(update={"searches": ()}),
        seconds=seconds,
        cost=cost,
        tokens=budget.spent_tokens - tokens,
        prompt=candidate.prompt,
    )
    return Made(engine=candidate.name, figures=_figures(snapshot.diagnosis, detail), detail=detail)


def passages(snapshot: Snapshot) -> tuple[Passage, ...]:
    """What was retrieved, each passage once, as it first came."""
    found = {
        passage.chunk_id: passage for search in reversed(snapshot.searches) for passage in reversed(search.passages)
    }
    return tuple(reversed(found.values()))


def _spent(budget: Budget) -> tuple[int, float, int]:
    return budget.spent_tokens, budget.spent_usd, budget.unpriced


def _figures(original: Diagnosis | None, made: Replayed) -> tuple[Figure, ...]:
    found = agreement(original, made.diagnosis) if original else None
    of = f"{len(made.diagnosis.impressions)} impressions against the report's {_count(original)}"
    return (
        *_agreeing(found, of),
        Figure(
            key="replay.cost",
            value=Unavailable(reason="the price of this model is not listed") if made.cost is None else made.cost,
            of=f"{made.tokens} tokens",
            n=made.tokens,
        ),
        Figure(key="replay.seconds", value=made.seconds, of="wall time of this replay"),
    )


def _count(original: Diagnosis | None) -> int:
    return len(original.impressions) if original else 0


def _agreeing(found: Agreement | None, of: str) -> tuple[Figure, ...]:
    if found is None:
        values: tuple[float | None, ...] = (None, None, None)
        reasons = (NO_DIAGNOSIS,) * 3
    else:
        values = (None if found.top1 is None else float(found.top1), found.overlap, found.rank)
        reasons = ("neither list names any", "neither list names any", "the lists share fewer than two impressions")
    keys = ("replay.top1", "replay.overlap", "replay.rank")
    return tuple(
        Figure(key=key, value=Unavailable(reason=why) if value is None else value, of=of)
        for key, value, why in zip(keys, values, reasons, strict=True)
    )
