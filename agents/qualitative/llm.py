"""The qualitative stage's language-model engine: one call per version, two when a part is missing."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from agents.domain import phq8
from agents.domain.mark import Mark
from agents.domain.transcript import Transcript
from agents.llm.errors import Malformed
from agents.qualitative.advice import without_advice
from agents.qualitative.port import Qualitative
from agents.qualitative.sections import QUOTES, TAGS, Sections, prompt_sections, read
from agents.quotes.participant import ParticipantQuotes
from agents.stages.request import ASKED_AGAIN, Asking, prompt
from agents.stages.turns import prompt_turns

ROLE: Final = "assessor"
_PLACE: Final = 60
_UNSAID: Final = "The model wrote nothing here that may be shown."
PROMPTS: Final = ("assessor_system.j2", "assessor_user.j2")


@dataclass(frozen=True, slots=True)
class LlmAssessor(Asking):
    """An `Assessor`; `fuzzy` as in `ParticipantQuotes`. Raises ModelFailed where the model gives no usable answer
    twice."""

    fuzzy: bool = True

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
        messages = await prompt(PROMPTS, given, items=_labels())
        reply = await self.ask(ROLE, messages, str, check=_faults, join=_both)
        sections, advised = _told(read(reply.value))
        # Searching a long transcript for similar words takes long, and others share the event loop.
        written = await asyncio.to_thread(_grounded, sections, ParticipantQuotes(transcript, self.fuzzy), self.name)
        left_out = f"left out: {advised} sentence{'' if advised == 1 else 's'} with advice" if advised else None
        notes = filter(None, (ASKED_AGAIN if reply.again else None, left_out))
        return written.model_copy(update={"note": "; ".join(notes) or None})


def _faults(text: str) -> tuple[str, ...]:
    try:
        sections = read(text)
    except Malformed as wrong:
        return (f"{wrong}; give all of these tags: {', '.join(f'<{tag}>' for tag in (*TAGS, QUOTES))}",)
    told = ((tag, without_advice(getattr(sections, field))[1]) for tag, field in TAGS.items())
    return tuple(
        f"<{tag}>: “{one[:_PLACE]}” is advice; leave it out, or say who said so" for tag, lost in told for one in lost
    )


def _told(sections: Sections) -> tuple[Sections, int]:
    """The sections without advice, and how many sentences went."""
    kept = {field: without_advice(getattr(sections, field)) for field in TAGS.values()}
    update = {field: text or _UNSAID for field, (text, _) in kept.items()}
    return sections.model_copy(update=update), sum(len(lost) for _, lost in kept.values())


def _both(first: str, second: str) -> str:
    """Of each tag the last one that is filled counts: a part that the second answer lacks is the first's."""
    return f"{first}\n{second}"


def _labels() -> list[str]:
    return [item.text for item in phq8.instrument().items]


def _feedback(mark: Mark) -> dict[str, Any]:
    return {"criterion": mark.metric.value, "score": mark.score, "mistakes": list(mark.mistakes) or [mark.explanation]}


def _grounded(sections: Sections, ground: ParticipantQuotes, engine: str) -> Qualitative:
    quotes, dropped = ground.quotes(sections.quotes)
    told = {field: getattr(sections, field) for field in TAGS.values()}
    return Qualitative(**told, quotes=quotes, dropped=dropped, engine=engine)
