"""Assessing a transcript in the server: at once or as a job, every finished stage kept."""

import asyncio
import json
from hashlib import sha256
from typing import Final
from uuid import UUID
from weakref import WeakValueDictionary

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.assessment.pipeline import Watch, assess
from agents.assessment.result import Assessment, Stage
from agents.assessment.rules_team import rules_team
from agents.assessment.team import AssessmentTeam, Options
from agents.domain.transcript import Role, Transcript, Turn
from agents.llm.providers import Providers
from rag.references.search import ReferenceStore
from rag.vectors import Embedding
from server.assessments.references import reference_store
from server.assessments.repository import Assessments
from server.engines.assessments import prepare, team_of, version
from server.engines.roles import assessing
from server.jobs.running import Handler, Work
from server.settings import RULES, Settings

KIND: Final = "assess"
"""The kind of job."""
SEARCHES: Final = 1
"""Searches of the reference store at once: each keeps a processor busy, and others wait for the server too."""
_CHOSEN: Final = {
    "refine", "refine_threshold", "refine_rounds", "samples", "fuzzy_quotes", "bare_wish", "undated_attempt",
    "references", "references_scores", "references_tags", "references_similarity", "references_per_item",
    "references_characters", "references_checker",
}  # fmt: skip
"""The settings, beside the engines, by which an assessment comes out as it does."""
_ANY: Final = (
    Turn(index=0, role=Role.INTERVIEWER, text="How did you sleep in the last two weeks?"),
    Turn(index=1, role=Role.PATIENT, text="Badly, I lay awake on four nights a week. I live alone."),
)


def options(settings: Settings) -> Options:
    """The settings of the judge loop."""
    return Options(refine=settings.refine, threshold=settings.refine_threshold, rounds=settings.refine_rounds)


def warm_up(settings: Settings) -> None:
    """Read what the stages need and assess once, so that no transcript waits for it. Blocks: run it in a thread."""
    prepare(settings)
    _apart(_ANY, rules_team(), options(settings), Assessment())


class Assessing:
    """Runs the pipeline on a stored transcript."""

    def __init__(
        self,
        settings: Settings,
        pool: AsyncConnectionPool[AsyncConnection],
        assessments: Assessments,
        models: Providers,
        local: Embedding | None = None,
    ) -> None:
        self._settings, self._pool, self._models, self._local = settings, pool, models, local
        self._assessments = assessments
        self._searches = asyncio.Semaphore(SEARCHES)
        self._running: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    def digest(self, transcript: Transcript, label: str) -> str:
        """Of all that one assessment is made of: the words, the label, the engines and how they are set. The same again
        is the same assessment."""
        said = [(turn.role.value, turn.text, turn.item_id) for turn in transcript]
        chosen = self._settings.model_dump(mode="json", include=_CHOSEN) | assessing(self._settings)
        given = [label, said, chosen, version(self._settings)]
        return sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()

    async def run(self, number: UUID, work: Work | None = None) -> Assessment:
        """Go on where the last run ended; every finished stage is kept as it comes, and told to the job. Asked twice at
        once, it is done once. Raises NotFound."""
        async with self._running.setdefault(number, asyncio.Lock()):
            transcript, found = await self._assessments.work(number)
            if not found.complete:
                found = await self._assessed(transcript, found, self._watch(number, work))
                await self._assessments.save(number, found, finished=True)
        if work:
            await work.progress({"stage": "done", "missing": [one.stage.value for one in found.missing]})
        return found

    async def _assessed(self, transcript: Transcript, earlier: Assessment, watch: Watch) -> Assessment:
        """The rules are quick but keep the processor: they run in a thread of their own."""
        team = team_of(self._settings, self._models, self._references)
        if RULES not in assessing(self._settings).values():
            return await assess(transcript, team, options(self._settings), earlier, watch)
        if set(assessing(self._settings).values()) == {RULES}:
            return await asyncio.to_thread(_apart, transcript, team, options(self._settings), earlier)
        await asyncio.to_thread(_apart, transcript, rules_team(), options(self._settings), Assessment())
        return await assess(transcript, team, options(self._settings), earlier, watch)

    def _references(self) -> ReferenceStore | None:
        return reference_store(self._settings, self._pool, self._models, searches=self._searches, local=self._local)

    def _watch(self, number: UUID, work: Work | None) -> Watch:
        begun: list[str] = []

        async def watch(stage: Stage, so_far: Assessment) -> None:
            begun.append(stage.value)
            await self._assessments.save(number, so_far, finished=False)
            if work:
                await work.progress({"stage": stage.value, "begun": list(begun)})

        return watch

    @property
    def handler(self) -> Handler:
        """The handler of the job; its payload names the assessment."""

        async def handle(work: Work) -> None:
            await self.run(UUID(work.payload["assessment"]), work)

        return handle


def _apart(transcript: Transcript, team: AssessmentTeam, chosen: Options, earlier: Assessment) -> Assessment:
    return asyncio.run(assess(transcript, team, chosen, earlier))
