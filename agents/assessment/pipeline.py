"""The transcript pipeline: risk, [qualitative, judge, refine] beside [evidence, references, scoring], meta-review."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from agents.assessment.refinement import judged, unjudged, worth_refining
from agents.assessment.result import STAGE_FAILURES, Assessment, Missing, Stage, Version
from agents.assessment.team import AssessmentTeam, Options
from agents.domain.transcript import Transcript
from agents.meta_reviewer.port import Findings
from agents.quantitative.port import References
from agents.risk.transcript import read_lines

T = TypeVar("T")
Watch = Callable[[Stage, Assessment], Awaitable[None]]
"""Called when a stage begins, with everything finished so far."""


async def assess(
    transcript: Transcript,
    team: AssessmentTeam,
    options: Options | None = None,
    earlier: Assessment | None = None,
    watch: Watch | None = None,
) -> Assessment:
    """Run every stage that `earlier` has not finished yet; finished stages are kept unchanged.

    Never raises for a stage that an engine can't finish: that stage and those that depend on it are named in `missing`,
    and all others are kept."""
    run = _Run(transcript, team, options or Options(), earlier or Assessment(), watch)
    await run.read_for_risk()
    async with asyncio.TaskGroup() as side:
        side.create_task(run.written())
        side.create_task(run.scored())
    await run.reviewed()
    return run.so_far


class _Run:
    """One run; `so_far` grows stage by stage."""

    def __init__(
        self,
        transcript: Transcript,
        team: AssessmentTeam,
        options: Options,
        earlier: Assessment,
        watch: Watch | None,
    ) -> None:
        self._transcript = transcript
        self._team = team
        self._options = options
        self._watch = watch
        self.so_far = earlier.model_copy(update={"missing": (), "prompt_version": team.prompt_version})

    async def read_for_risk(self) -> None:
        """Read every line of the participant, before any stage that may be slow or fail; in a thread, because it is
        heavy on the processor."""
        if self.so_far.risk is None:
            self._keep(risk=await asyncio.to_thread(read_lines, self._transcript, self._team.policy))

    async def written(self) -> None:
        """Write the qualitative assessment and judge it, and refine it while that improves it."""
        assessor, transcript = self._team.assessor, self._transcript
        if not self.so_far.versions:
            first = await self._stage(Stage.QUALITATIVE, lambda: assessor.assess(transcript))
            if first is None:
                return
            self._keep(versions=(Version(round=0, qualitative=first),))
        await self._judged()
        while best := worth_refining(self.so_far.versions, self._options):
            low = tuple(filter(self._options.asks_again, best.marks))
            again = await self._stage(Stage.REFINE, partial(assessor.refine, transcript, best.qualitative, low))
            if again is None or again == best.qualitative:
                return
            last = self.so_far.versions[-1]
            self._keep(versions=(*self.so_far.versions, Version(round=last.round + 1, qualitative=again)))
            await self._judged()

    async def _judged(self) -> None:
        """Request the marks that the last version still lacks, all at once."""
        *before, last = self.so_far.versions
        if not unjudged(last):
            return
        await self._told(Stage.JUDGE)
        version = await judged(self._team.judge, self._transcript, last)
        self._keep(versions=(*before, version))
        if lacking := [mark for mark in version.marks if mark.score is None]:
            self._miss(Stage.JUDGE, "; ".join(f"{mark.metric}: {mark.reason}" for mark in lacking))

    async def scored(self) -> None:
        """Find evidence and references, then score."""
        quantifier, transcript, search = self._team.quantifier, self._transcript, self._team.references
        if self.so_far.scores is not None:
            return
        if self.so_far.evidence is None:
            self._keep(evidence=await self._stage(Stage.EVIDENCE, lambda: quantifier.gather(transcript)))
        evidence = self.so_far.evidence
        if evidence is None:
            return
        if search is not None and self.so_far.references is None:
            self._keep(references=await self._stage(Stage.REFERENCES, lambda: search.search(evidence)))
            if self.so_far.references is None:
                return
        found = (self.so_far.references or References()).found
        self._keep(scores=await self._stage(Stage.SCORING, lambda: quantifier.score(transcript, evidence, found)))

    async def reviewed(self) -> None:
        """Write the meta-review as soon as there are scores; without them it would be a guess."""
        best, scores = self.so_far.best, self.so_far.scores
        if scores is None:
            self._miss(Stage.META, "there are no item scores to review")
            return
        if self.so_far.review is None:
            reviewer, transcript = self._team.reviewer, self._transcript
            findings = Findings(qualitative=best.qualitative if best else None, scores=scores)
            self._keep(review=await self._stage(Stage.META, lambda: reviewer.review(transcript, findings)))

    async def _stage(self, stage: Stage, work: Callable[[], Awaitable[T]]) -> T | None:
        """The stage's result, or None with the reason noted."""
        await self._told(stage)
        try:
            return await work()
        except STAGE_FAILURES as failed:
            self._miss(stage, str(failed))
            return None

    async def _told(self, stage: Stage) -> None:
        if self._watch:
            await self._watch(stage, self.so_far)

    def _keep(self, **found: Any) -> None:
        self.so_far = self.so_far.model_copy(update=found)

    def _miss(self, stage: Stage, reason: str) -> None:
        self._keep(missing=(*self.so_far.missing, Missing(stage=stage, reason=reason)))
