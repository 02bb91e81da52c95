"""`anamnesis benchmark personas`: interviews held with personas, and how near their scores come to the hidden ones."""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from agents.diagnostician.port import Mode
from agents.errors import AnamnesisError, CorrectInput
from agents.llm.budget import Budget
from agents.team import Team
from benchmarks.personas.figures import Found, PersonaFigures, figures, found, hidden_of
from benchmarks.personas.replay import replay
from benchmarks.personas.tables import markdown
from benchmarks.runs.dataset import Entry, held_of, read
from server.cli.batch.lines import ANSWERED, SOME_BAD, say
from server.cli.batch.progress import watched
from server.engines.benchmarks import EngineShop
from server.settings import RULES


def measure(path: Path, engines: tuple[str, ...], out: Path | None) -> int:
    """Tables on stdout, and as the last line one JSON object for each engine: 0, or 1 when a persona could not be read.
    Raises CorrectInput when there is none at all."""
    entries = list(read(path))
    told: list[PersonaFigures] = []
    bad = False
    for engine in engines:
        every, failed = _every(entries, engine)
        bad = bad or failed
        told.append(figures(engine, every))
    if not any(one.personas for one in told):
        raise CorrectInput(f"{path} holds no persona that can be measured")
    text = "\n\n".join(map(markdown, told))
    lines = "\n".join(one.model_dump_json() for one in told)
    sys.stdout.write(f"{text}\n\n{lines}\n")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / "personas.md").write_text(text + "\n", "utf-8")
        (out / "personas.jsonl").write_text(lines + "\n", "utf-8")
    return SOME_BAD if bad else ANSWERED


def _every(entries: list[Entry], engine: str) -> tuple[list[Found], bool]:
    shop = EngineShop()
    done: list[Found] = []
    with closing(asyncio.new_event_loop()) as loop:
        for entry in watched(entries, "personas", len(entries)):
            try:
                done.append(loop.run_until_complete(_found(entry, shop.team(engine, Budget()), engine)))
            except AnamnesisError as failed:
                say(f"{entry.id}: {failed}")
    return done, len(done) < len(entries)


async def _found(entry: Entry, team: Team, engine: str) -> Found:
    hidden = hidden_of(entry)
    outcome = await replay(held_of(entry), team, entry.id, Mode.SCREENING)
    notes = [one.note for one in outcome.profile.item_responses if one.engine != engine and not one.declined]
    if engine != RULES and notes:
        raise CorrectInput(f"{engine} did not score {len(notes)} answers: {next(_said(notes))}")
    return found(entry.id, hidden, outcome)


def _said(notes: Iterable[str | None]) -> Iterator[str]:
    yield from (note for note in notes if note)
    yield "the rules stood in"
