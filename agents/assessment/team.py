"""Which engine serves each stage of the transcript pipeline, and the options of a run."""

from dataclasses import dataclass, field

from pydantic import Field

from agents.domain.mark import Mark
from agents.domain.value import Value
from agents.judge.port import Judge
from agents.meta_reviewer.port import MetaReviewer
from agents.qualitative.port import Assessor
from agents.quantitative.port import Quantifier, ReferenceSearch
from agents.risk.policy import Policy


@dataclass(frozen=True, slots=True)
class AssessmentTeam:
    """Engines by stage; without `references` the scoring is zero-shot. `prompt_version` names the prompts' digests.
    Lines are read for risk by the rules alone, under the clinic's `policy`."""

    assessor: Assessor
    judge: Judge
    quantifier: Quantifier
    reviewer: MetaReviewer
    references: ReferenceSearch | None = None
    prompt_version: str = "rules"
    policy: Policy = field(default_factory=Policy)


class Options(Value):
    """How the judge's loop runs: it repeats while a mark is at or below `threshold`, at most `rounds` times."""

    refine: bool = True
    threshold: int = Field(default=3, ge=1, le=5)
    rounds: int = Field(default=10, ge=0, le=10)

    def asks_again(self, mark: Mark) -> bool:
        """Whether a mark asks for another version."""
        return mark.score is not None and mark.score <= self.threshold
