"""Assessing a transcript in the server: which engines, at once or as a job, every finished stage kept."""

import asyncio
import json
from functools import cache
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
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel
from agents.llm.providers import Providers
from agents.llm.schema import strict
from agents.prompts import compile_templates, digest
from rag.vectors import Embedding
from server.assessments.references import reference_store
from server.assessments.repository import Assessments
from server.engines.models import Deadline
from server.jobs.running import Handler, Work
from server.settings import RULES, Settings

KIND: Final = "assess"
"""The kind of job."""
SEARCHES: Final = 1
"""Searches of the reference store at once: each keeps a processor busy, and others wait for the server too."""
STAGES: Final = ("assessor", "assessment_judge", "quantifier", "meta_reviewer")
"""The settings that name a stage's engine; each goes with `assessment` where it names none."""
_CHOSEN: Final = {
    "refine", "refine_threshold", "refine_rounds", "samples", "fuzzy_quotes", "bare_wish", "undated_attempt",
    "references", "references_scores", "references_tags", "references_similarity", "references_per_item",
    "references_characters", "references_checker",
}  # fmt: skip
"""The settings, beside the engines, by which an assessment comes out as it does."""
_PROMPTS: Final = {
    "assessor": ("assessor_system.j2", "assessor_user.j2"),
    "assessment_judge": ("phq8_judge_system.j2", "phq8_judge_user.j2"),
    "quantifier": (
        "phq8_evidence_system.j2", "phq8_evidence_user.j2", "phq8_scorer_system.j2", "phq8_scorer_user.j2",
    ),
    "meta_reviewer": ("meta_reviewer_system.j2", "meta_reviewer_user.j2"),
}  # fmt: skip


_ANY: Final = (
    Turn(index=0, role=Role.INTERVIEWER, text="How did you sleep in the last two weeks?"),
    Turn(index=1, role=Role.PATIENT, text="Badly, I lay awake on four nights a week. I live alone."),
)


def engines(settings: Settings) -> dict[str, str]:
    """Who serves each stage."""
    return {stage: getattr(settings, stage) or settings.assessment for stage in STAGES}


def options(settings: Settings) -> Options:
    """How the judge's loop runs."""
    return Options(refine=settings.refine, threshold=settings.refine_threshold, rounds=settings.refine_rounds)


def team_of(
    settings: Settings,
    models: Providers,
    pool: AsyncConnectionPool[AsyncConnection] | None,
    searches: asyncio.Semaphore | None = None,
    local: Embedding | None = None,
) -> AssessmentTeam:
    """The engines of one assessment, with a budget of its own; without a `pool` there are no references. `searches`:
    see `rag.references.rows.Rows`; `local` serves MiniLM from another process."""
    chosen, team = engines(settings), rules_team()
    budget = Budget(settings.interview_tokens, settings.interview_usd)

    def model(stage: str) -> LanguageModel | None:
        return None if chosen[stage] == RULES else Deadline(models.model(chosen[stage]), settings.report_seconds)

    assessor, judge, quantifier, reviewer = team.assessor, team.judge, team.quantifier, team.reviewer
    references = None
    if served := model("assessor"):
        from agents.qualitative.llm import LlmAssessor

        assessor = LlmAssessor(served, budget, fuzzy=settings.fuzzy_quotes)
    if served := model("assessment_judge"):
        from agents.judge.llm import LlmJudge

        judge = LlmJudge(served, budget)
    if served := model("quantifier"):
        from agents.quantitative.llm import LlmQuantifier

        quantifier = LlmQuantifier(served, budget, samples=settings.samples, fuzzy=settings.fuzzy_quotes)
        references = reference_store(settings, pool, models, searches=searches, local=local) if pool else None
    if served := model("meta_reviewer"):
        from agents.meta_reviewer.llm import LlmMetaReviewer

        reviewer = LlmMetaReviewer(served, budget)
    return AssessmentTeam(assessor, judge, quantifier, reviewer, references, _version(chosen), settings.risk_policy)


def _version(chosen: dict[str, str]) -> str:
    return "+".join(_prompts(stage) for stage, engine in chosen.items() if engine != RULES) or RULES


@cache
def _prompts(stage: str) -> str:
    """A stage with the digest of its prompts; read once, as a running server renders what it has read."""
    return f"{stage}-{digest(*_PROMPTS[stage])}"


def warm_up(settings: Settings) -> None:
    """Import what the stages need, read their prompts and write their schemas, so that no assessment does. Blocks: run
    it in a thread."""
    from agents.judge import llm as judge  # noqa: F401
    from agents.meta_reviewer import llm as meta_reviewer
    from agents.qualitative import llm as qualitative  # noqa: F401
    from agents.quantitative import llm as quantitative
    from agents.reference_checker import llm as reference_checker

    for schema in (quantitative.Gathered, quantitative.AllScored, meta_reviewer.Reviewed, reference_checker.Checked):
        strict(schema), strict(schema, bounds=False)
    compile_templates(*(name for names in _PROMPTS.values() for name in names))
    _version(engines(settings))
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
        chosen = self._settings.model_dump(mode="json", include=_CHOSEN) | engines(self._settings)
        given = [label, said, chosen, _version(engines(self._settings))]
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
        team = team_of(self._settings, self._models, self._pool, self._searches, self._local)
        if RULES not in engines(self._settings).values():
            return await assess(transcript, team, options(self._settings), earlier, watch)
        if set(engines(self._settings).values()) == {RULES}:
            return await asyncio.to_thread(_apart, transcript, team, options(self._settings), earlier)
        await asyncio.to_thread(_apart, transcript, rules_team(), options(self._settings), Assessment())
        return await assess(transcript, team, options(self._settings), earlier, watch)

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
        """What does the job: its payload names the assessment."""

        async def handle(work: Work) -> None:
            await self.run(UUID(work.payload["assessment"]), work)

        return handle


def _apart(transcript: Transcript, team: AssessmentTeam, chosen: Options, earlier: Assessment) -> Assessment:
    return asyncio.run(assess(transcript, team, chosen, earlier))
