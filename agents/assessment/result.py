"""The result of the transcript pipeline: every finished stage, and which are missing and why."""

from enum import StrEnum
from typing import Final

from agents.domain.mark import Mark
from agents.domain.value import Value
from agents.errors import CorrectInput, TryAgain
from agents.llm.errors import ModelFailed
from agents.meta_reviewer.port import Review
from agents.qualitative.port import Qualitative
from agents.quantitative.port import ItemEvidence, References, Scores
from agents.risk.transcript import LinesRead


class Stage(StrEnum):
    """A stage as it is reported to users."""

    RISK = "risk"
    QUALITATIVE = "qualitative"
    JUDGE = "judge"
    REFINE = "refine"
    EVIDENCE = "evidence"
    REFERENCES = "references"
    SCORING = "scoring"
    META = "meta"


class Version(Value):
    """One version of the qualitative assessment and its marks; the first has `round` 0."""

    round: int
    qualitative: Qualitative
    marks: tuple[Mark, ...] = ()

    @property
    def mean(self) -> float | None:
        """The mean of the marks that were given, None when none was."""
        given = [mark.score for mark in self.marks if mark.score is not None]
        return sum(given) / len(given) if given else None

    @property
    def rank(self) -> tuple[int, float]:
        """The sort key for the better version: more marks first (a version that was not judged can't be shown to be
        better), then the higher mean."""
        return sum(mark.score is not None for mark in self.marks), self.mean or 0.0


STAGE_FAILURES: Final = (ModelFailed, TryAgain, CorrectInput)
"""Errors that end a stage but not the pipeline; any other is a bug and is raised."""


class Missing(Value):
    """A stage that could not be finished, and why; running the pipeline again continues from here."""

    stage: Stage
    reason: str


class Assessment(Value):
    """All that is known about one transcript. A part that is None is named in `missing`, or was not requested."""

    risk: LinesRead | None = None
    versions: tuple[Version, ...] = ()
    evidence: tuple[ItemEvidence, ...] | None = None
    references: References | None = None
    scores: Scores | None = None
    review: Review | None = None
    missing: tuple[Missing, ...] = ()
    prompt_version: str = "rules"

    @property
    def best(self) -> Version | None:
        """The best version of the qualitative assessment, which is not always the last; on a tie, the first."""
        return max(self.versions, key=lambda version: version.rank, default=None)

    @property
    def complete(self) -> bool:
        """Whether every stage was finished; the review is the last."""
        return self.review is not None and not self.missing
