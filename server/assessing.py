"""Assessing a transcript in the server: which engines, at once or as a job, every finished stage kept."""

import asyncio
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.assessment.pipeline import Watch, assess
from agents.assessment.result import Assessment, Stage
from agents.assessment.rules_team import rules_team
from agents.assessment.team import AssessmentTeam, Options
from agents.domain.transcript import Transcript
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel
from agents.llm.providers import Providers
from agents.prompts import digest
from server.assessments import Assessments
from server.job_running import Handler, Work
from server.models import Deadline
from server.references import reference_store
from server.settings import RULES, Settings

KIND: Final = "assess"
"""The kind of job."""
STAGES: Final = ("assessor", "assessment_judge", "quantifier", "meta_reviewer")
"""The settings that name a stage's engine; each goes with `assessment` where it names none."""
_PROMPTS: Final = {
    "assessor": ("assessor_system.j2", "assessor_user.j2"),
    "assessment_judge": ("phq8_judge_system.j2", "phq8_judge_user.j2"),
    "quantifier": (
        "phq8_evidence_system.j2", "phq8_evidence_user.j2", "phq8_scorer_system.j2", "phq8_scorer_user.j2",
    ),
    "meta_reviewer": ("meta_reviewer_system.j2", "meta_reviewer_user.j2"),
}  # fmt: skip


def engines(settings: Settings) -> dict[str, str]:
    """Who serves each stage."""
    return {stage: getattr(settings, stage) or settings.assessment for stage in STAGES}


def options(settings: Settings) -> Options:
    """How the judge's loop runs."""
    return Options(refine=settings.refine, threshold=settings.refine_threshold, rounds=settings.refine_rounds)


def team_of(settings: Settings, models: Providers, pool: AsyncConnectionPool[AsyncConnection]) -> AssessmentTeam:
    """The engines of one assessment, with a budget of its own."""
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
        references = reference_store(settings, pool, models)
    if served := model("meta_reviewer"):
        from agents.meta_reviewer.llm import LlmMetaReviewer

        reviewer = LlmMetaReviewer(served, budget)
    return AssessmentTeam(assessor, judge, quantifier, reviewer, references, _version(chosen))


def _version(chosen: dict[str, str]) -> str:
    led = [f"{stage}-{digest(*_PROMPTS[stage])}" for stage, engine in chosen.items() if engine != RULES]
    return "+".join(led) or RULES


class Assessing:
    """Runs the pipeline on a stored transcript."""

    def __init__(
        self,
        settings: Settings,
        pool: AsyncConnectionPool[AsyncConnection],
        assessments: Assessments,
        models: Providers,
    ) -> None:
        self._settings, self._pool, self._models = settings, pool, models
        self._assessments = assessments

    async def run(self, number: UUID, work: Work | None = None) -> Assessment:
        """Go on where the last run ended; every finished stage is kept as it comes, and told to the job. Raises
        NotFound."""
        transcript, earlier = await self._assessments.work(number)
        found = await self._assessed(transcript, earlier, self._watch(number, work))
        await self._assessments.save(number, found, finished=True)
        if work:
            await work.progress({"stage": "done", "missing": [one.stage.value for one in found.missing]})
        return found

    async def _assessed(self, transcript: Transcript, earlier: Assessment, watch: Watch) -> Assessment:
        """The rules are quick but keep the processor: they run in a thread of their own."""
        team = team_of(self._settings, self._models, self._pool)
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
