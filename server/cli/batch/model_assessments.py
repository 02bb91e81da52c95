"""Transcripts assessed by a language model for the command line: several under way at once, answered in order."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack

from agents.assessment.pipeline import assess
from agents.assessment.result_json import result_json
from agents.assessment.team import AssessmentTeam, Options
from agents.errors import CorrectInput
from rag.references.search import ReferenceStore
from server.assessments.assessing import options
from server.assessments.references import reference_store
from server.cli.batch.lines import Batch, Outcome
from server.cli.batch.transcripts import Interview, turns_of
from server.engines.assessments import team_of
from server.engines.models import providers
from server.engines.roles import assessed_by
from server.installation import migrated_database
from server.json_lines import Line, parsed
from server.settings import Settings


async def answer_all(batch: Batch, engine: str, at_once: int) -> None:
    """Assess every line with `engine` in every stage, few-shot where the settings name a reference store.

    A stage that failed is named in the answer's `missing` and on stderr; the answer is written all the same. Raises
    ModelFailed, CorrectInput or TryAgain when nothing can be begun."""
    settings = assessed_by(Settings(), engine)
    async with AsyncExitStack() as stack:
        models = providers(settings)
        stack.push_async_callback(models.close)
        await models.model(engine).prepare()
        pool = None
        if settings.references is not None:
            pool = (await stack.enter_async_context(migrated_database(settings))).pool

        def references() -> ReferenceStore | None:
            return reference_store(settings, pool, models) if pool else None

        if store := references():
            await store.prepare()
        await _Answering(batch, lambda: team_of(settings, models, references), options(settings)).all(at_once)


class _Answering:
    """One run; `new_team` gives each transcript its own budget."""

    def __init__(self, batch: Batch, new_team: Callable[[], AssessmentTeam], chosen: Options) -> None:
        self._batch, self._new_team, self._chosen = batch, new_team, chosen
        self._waiting: deque[tuple[Line, asyncio.Task[Outcome]]] = deque()

    async def all(self, at_once: int) -> None:
        lines = self._batch.lines()
        while (line := await asyncio.to_thread(next, lines, None)) is not None:
            self._waiting.append((line, asyncio.create_task(self._one(line))))
            if len(self._waiting) == at_once:
                await self._write()
        while self._waiting:
            await self._write()

    async def _one(self, line: Line) -> Outcome:
        try:
            given = parsed(Interview, line.value())
            transcript = turns_of(given)
        except CorrectInput as wrong:
            return str(wrong)
        return {"id": given.id, **result_json(await assess(transcript, self._new_team(), self._chosen))}

    async def _write(self) -> None:
        line, task = self._waiting.popleft()
        found = await task
        if isinstance(found, str):
            self._batch.complain(line.number, found)
            return
        self._batch.write(found)
        if lacking := [f"{one['stage']}: {one['reason']}" for one in found["missing"]]:
            self._batch.complain(line.number, f"not whole; {'; '.join(lacking)}")
