"""The meta-review's language-model engine: one call; a severity that the scores rule out is shown beside theirs."""

from pathlib import Path
from typing import Final

from pydantic import Field

from agents.assessment.asking import Asking, prompt
from agents.assessment.shown import shown
from agents.domain import phq8
from agents.domain.transcript import Transcript
from agents.domain.value import Value
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel
from agents.meta_reviewer.bounds import MDD_FROM, bounds, name, totals
from agents.meta_reviewer.port import Findings, Review
from agents.prompts import FOLDER
from agents.qualitative.llm import told

ROLE: Final = "meta_reviewer"
PROMPTS: Final = ("meta_reviewer_system.j2", "meta_reviewer_user.j2")
_HIGHEST: Final = 3


class Reviewed(Value):
    """What the model is asked for."""

    explanation: str
    severity: int = Field(ge=0, le=4)
    mdd: bool


class LlmMetaReviewer:
    """A `MetaReviewer`. Raises ModelFailed."""

    def __init__(self, model: LanguageModel, budget: Budget | None = None, prompts: Path = FOLDER) -> None:
        self._asking: Final = Asking(model, budget, prompts)

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._asking.model.name

    async def review(self, transcript: Transcript, findings: Findings) -> Review:
        """See `MetaReviewer.review`. The indicator follows the severity; a note says where the model did not."""
        least, most = totals(findings.scores)
        given = {
            "assessment": told(findings.qualitative) if findings.qualitative else None,
            "scores": findings.scores,
            "totalMin": least,
            "totalMax": most,
            "transcript": shown(transcript),
        }
        bands = phq8.instrument().severities
        messages = await prompt(PROMPTS, self._asking.prompts, given, bands=bands, highest=_HIGHEST, mdd_from=MDD_FROM)
        reviewed = await self._asking.ask(ROLE, messages, Reviewed)
        return _review(reviewed, *bounds(findings.scores), self.name)


def _review(reviewed: Reviewed, lowest: int, highest: int, engine: str) -> Review:
    mdd = reviewed.severity >= MDD_FROM
    notes = []
    if not lowest <= reviewed.severity <= highest:
        notes.append(f"the item scores allow {name(lowest)} to {name(highest)}")
    if mdd is not reviewed.mdd:
        notes.append("the model set the indicator of depression against its own severity; it follows the severity")
    return Review(
        severity=reviewed.severity,
        mdd=mdd,
        lowest=lowest,
        highest=highest,
        outside=not lowest <= reviewed.severity <= highest,
        explanation=reviewed.explanation,
        engine=engine,
        note="; ".join(notes) or None,
    )
