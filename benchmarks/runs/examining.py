"""One record of a dataset under one system: the conversation as it is, or an engine that holds it again or makes a new
diagnosis."""

import time
from typing import Final, Protocol

from agents.diagnostician.port import Diagnosis, Mode
from agents.domain.profile import SessionStatus
from agents.errors import AnamnesisError, CorrectInput
from agents.interview import events as ev
from agents.llm.budget import Budget
from agents.team import Team
from benchmarks.cards.card import MEASURED, REPLAY, Card, Replayed
from benchmarks.cards.replaying import Candidate
from benchmarks.cards.running import Bench, run
from benchmarks.cards.snapshot import ENDED_FOR_SAFETY, Snapshot
from benchmarks.metrics.models import Meters
from benchmarks.personas.replay import hold, stopping_rules
from benchmarks.personas.replay import readings as readings_of
from benchmarks.runs.dataset import Entry, Kind, chat_of, held_of, snapshot_of
from benchmarks.runs.importing import Chat
from benchmarks.runs.importing import snapshot_of as published_snapshot
from benchmarks.runs.lexicon import diagnosed
from benchmarks.runs.profiles import codes_of
from benchmarks.runs.published import held as held_in
from benchmarks.runs.results import Measure, Result, Status

OWN: Final = "own"
"""The name of the system for the conversation and the report as the record has them."""

UNREADABLE: Final = "unreadable"
"""The name under which records that can't be examined are counted."""


class Shop(Protocol):
    """The things that a worker builds once: engines by name, and the local models."""

    @property
    def meters(self) -> Meters: ...

    def team(self, engine: str, budget: Budget) -> Team:
        """The team led by an engine in one interview; `budget` is the ledger that it charges."""
        ...

    def candidate(self, engine: str) -> Candidate:
        """The engine as diagnostician, without a stand-in."""
        ...


def systems(entry: Entry, engines: tuple[str, ...]) -> tuple[str, ...]:
    """The systems under which a record is examined. A persona has no conversation of its own, a profile no
    diagnosis."""
    try:
        kind = entry.kind
    except CorrectInput:
        return (OWN,)
    return engines if kind is Kind.PERSONA else (OWN, *engines)


async def examine(entry: Entry, asked: str, shop: Shop, mode: Mode, parts: tuple[str, ...]) -> Result:
    """The result; any failure of this record becomes its status and reason, and does not stop the others."""
    started = time.perf_counter()
    try:
        found = await _examined(entry, asked, shop, mode, parts)
    except AnamnesisError as failed:
        system = UNREADABLE if asked == OWN else asked
        found = _result(entry, asked, system).model_copy(update={"status": Status.ERROR, "reason": str(failed)})
    return found.model_copy(update={"seconds": round(time.perf_counter() - started, 4)})


async def _examined(entry: Entry, asked: str, shop: Shop, mode: Mode, parts: tuple[str, ...]) -> Result:
    match entry.kind:
        case Kind.CHAT if asked == OWN:
            return await _published(entry, shop, parts)
        case Kind.CHAT | Kind.PERSONA:
            return await _held(entry, asked, shop, mode, parts)
        case _ if (snapshot := snapshot_of(entry)).profile.session_status is SessionStatus.TERMINATED_FOR_SAFETY:
            system = f"as held by {snapshot.driver}" if asked == OWN else asked
            ended = {"status": Status.STOPPED, "reason": ENDED_FOR_SAFETY}
            return _result(entry, asked, system).model_copy(update=ended)
        case _ if asked == OWN:
            card = await run(snapshot, Bench(shop.meters), parts)
            codes = None if snapshot.diagnosis is None else codes_of(snapshot.diagnosis.impressions)
            return _with_card(_result(entry, asked, f"as held by {snapshot.driver}"), card, codes)
        case _:
            return await _replayed(entry, snapshot, asked, shop)


def _result(entry: Entry, asked: str, system: str) -> Result:
    return Result(id=entry.id, asked=asked, system=system, label=entry.label)


async def _published(entry: Entry, shop: Shop, parts: tuple[str, ...]) -> Result:
    given = chat_of(entry)
    result = _result(entry, OWN, f"published: {given.model}")
    if (broken := _broken(given, given.failed or given.undiagnosed)) is not None:
        return result.model_copy(update=broken)
    card = await run(published_snapshot(given), Bench(shop.meters), parts)
    codes = tuple(one.code for one in diagnosed(given.diagnosis)) if given.diagnosis else None
    return _with_card(result, card, codes)


def _broken(given: Chat, failed: str | None) -> dict[str, object] | None:
    """Why a published conversation has no figures: it `failed`, or it breaks off."""
    if failed is not None:
        return {"status": Status.FAILED, "reason": failed}
    return {"status": Status.TRUNCATED, "reason": given.truncated} if given.truncated else None


async def _held(entry: Entry, engine: str, shop: Shop, mode: Mode, parts: tuple[str, ...]) -> Result:
    """The interview held again by an engine, with the patient's replies from the record."""
    result = _result(entry, engine, engine)
    if entry.kind is Kind.CHAT:
        given = chat_of(entry)
        if (broken := _broken(given, given.failed)) is not None:
            return result.model_copy(update=broken)
        replies = held_in(given.utterances)
    else:
        replies = held_of(entry)
    budget = Budget()
    session = await hold(replies, shop.team(engine, budget), entry.id, mode)
    result = result.model_copy(update={"cost": None if budget.unpriced else budget.spent_usd})
    if session.state.status is SessionStatus.TERMINATED_FOR_SAFETY:
        rules = ", ".join(stopping_rules(readings_of(session.events)))
        return result.model_copy(update={"status": Status.STOPPED, "reason": f"ended for safety: {rules}"})
    snapshot = Snapshot.of(session.events)
    _check_engine(engine, snapshot.diagnosis, session.events)
    card = await run(snapshot, Bench(shop.meters), parts)
    return _with_card(result, card, codes_of(snapshot.diagnosis.impressions) if snapshot.diagnosis else None)


def _check_engine(engine: str, diagnosis: Diagnosis | None, events: list[ev.Event]) -> None:
    """Raises CorrectInput where the rules stood in for the engine, because their work is not the engine's."""
    if diagnosis is not None and diagnosis.engine != engine:
        raise CorrectInput(f"{engine} did not answer: {diagnosis.note or diagnosis.engine}")
    notes = [one.output.response.note for one in events if isinstance(one, ev.ScoreCalled) and one.output.response.note]
    if engine != "rules" and notes:
        raise CorrectInput(f"{engine} did not score {len(notes)} answers: {notes[0]}")


async def _replayed(entry: Entry, snapshot: Snapshot, engine: str, shop: Shop) -> Result:
    """A finished interview with a new diagnosis: the conversation is not this engine's, so it is not measured."""
    key = f"{REPLAY}{engine}"
    card = await run(snapshot, Bench(shop.meters, candidates=(shop.candidate(engine),)), (key,))
    part = card.part(key)
    if part is None or not isinstance(part.detail, Replayed):
        raise CorrectInput(part.error if part and part.error else f"{engine} gave no diagnosis")
    result = _with_card(_result(entry, engine, engine), card, codes_of(part.detail.diagnosis.impressions))
    return result.model_copy(update={"cost": part.detail.cost})


def _with_card(result: Result, card: Card, codes: tuple[str, ...] | None) -> Result:
    measures = tuple(Measure(key=figure.key, value=figure.number) for part in card.parts for figure in part.figures)
    return result.model_copy(update={"codes": codes, "measures": measures})


def parts_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """The parts that a batch computes; all measured ones and the rule engine's rubric by default."""
    known = (*MEASURED, "rubric")
    if unknown := [name for name in names if name not in known]:
        raise CorrectInput(f"no part of a batch: {', '.join(unknown)}; there are {', '.join(known)}")
    return names or known
