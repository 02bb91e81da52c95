"""The qualitative stage's language-model engine: one call a version, asked again when a part is missing."""

import asyncio
from pathlib import Path
from typing import Any, Final

from agents.assessment.asking import Asking, prompt
from agents.assessment.shown import Ground, shown
from agents.domain import phq8
from agents.domain.transcript import Transcript
from agents.judge.mark import Mark
from agents.llm.budget import Budget
from agents.llm.errors import Malformed
from agents.llm.port import Assistant, LanguageModel, Message, User
from agents.prompts import FOLDER
from agents.qualitative.port import Qualitative
from agents.qualitative.reading import QUOTES, TAGS, Sections, read

ROLE: Final = "assessor"
PROMPTS: Final = ("assessor_system.j2", "assessor_user.j2")
_AGAIN: Final = "That answer can't be used: {why}. Give the whole answer again, with all of these tags: {tags}."


class LlmAssessor:
    """An `Assessor`. Raises ModelFailed where the model gives no usable answer twice."""

    def __init__(
        self, model: LanguageModel, budget: Budget | None = None, prompts: Path = FOLDER, fuzzy: bool = True
    ) -> None:
        self._asking: Final = Asking(model, budget, prompts)
        self._fuzzy: Final = fuzzy

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._asking.model.name

    async def assess(self, transcript: Transcript) -> Qualitative:
        """See `Assessor.assess`."""
        return await self._written(transcript, {"transcript": shown(transcript)})

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        """See `Assessor.refine`."""
        given = {
            "transcript": shown(transcript),
            "assessment": told(version),
            "feedback": [_feedback(mark) for mark in marks if mark.score is not None],
        }
        return await self._written(transcript, given)

    async def _written(self, transcript: Transcript, given: dict[str, Any]) -> Qualitative:
        messages: tuple[Message, ...] = await prompt(PROMPTS, self._asking.prompts, given, items=_labels())
        text = await self._asking.ask(ROLE, messages, str)
        try:
            sections = read(text)
        except Malformed as wrong:
            tags = ", ".join(f"<{tag}>" for tag in (*TAGS, QUOTES))
            again = (*messages, Assistant(text=text), User(text=_AGAIN.format(why=wrong, tags=tags)))
            sections = read(await self._asking.ask(ROLE, again, str))
        # Looking for words nearly alike takes long in a long transcript, and others share the event loop.
        return await asyncio.to_thread(_grounded, sections, Ground(transcript, self._fuzzy), self.name)


def _labels() -> list[str]:
    return [item.text for item in phq8.instrument().items]


def told(version: Qualitative) -> dict[str, Any]:
    """A version as prompts show it."""
    sections = {field: getattr(version, field) for field in TAGS.values()}
    return {**sections, "quotes": [quote.text for quote in version.quotes]}


def _feedback(mark: Mark) -> dict[str, Any]:
    return {"criterion": mark.metric.value, "score": mark.score, "mistakes": list(mark.mistakes) or [mark.explanation]}


def _grounded(sections: Sections, ground: Ground, engine: str) -> Qualitative:
    quotes, dropped = ground.quotes(sections.quotes)
    return Qualitative(
        overall=sections.overall,
        phq8_symptoms=sections.phq8_symptoms,
        social_factors=sections.social_factors,
        biological_factors=sections.biological_factors,
        risk_factors=sections.risk_factors,
        quotes=quotes,
        dropped=dropped,
        engine=engine,
    )
