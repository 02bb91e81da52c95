"""The qualitative stage's language-model engine: one call per version, repeated when a part is missing."""

import asyncio
from pathlib import Path
from typing import Any, Final

from agents.domain import phq8
from agents.domain.mark import Mark
from agents.domain.transcript import Transcript
from agents.llm.budget import Budget
from agents.llm.errors import Malformed
from agents.llm.port import Assistant, LanguageModel, Message, User
from agents.prompts import FOLDER
from agents.qualitative.port import Qualitative
from agents.qualitative.sections import QUOTES, TAGS, Sections, prompt_sections, read
from agents.quotes.participant import ParticipantQuotes
from agents.stages.request import Asking, prompt
from agents.stages.turns import prompt_turns

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
        return await self._written(transcript, {"transcript": prompt_turns(transcript)})

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        """See `Assessor.refine`."""
        given = {
            "transcript": prompt_turns(transcript),
            "assessment": prompt_sections(version),
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
        # Searching a long transcript for similar words takes long, and others share the event loop.
        return await asyncio.to_thread(_grounded, sections, ParticipantQuotes(transcript, self._fuzzy), self.name)


def _labels() -> list[str]:
    return [item.text for item in phq8.instrument().items]


def _feedback(mark: Mark) -> dict[str, Any]:
    return {"criterion": mark.metric.value, "score": mark.score, "mistakes": list(mark.mistakes) or [mark.explanation]}


def _grounded(sections: Sections, ground: ParticipantQuotes, engine: str) -> Qualitative:
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
