"""The meta-review's language-model engine: one call; the model's severity is only an opinion beside the scores'
result."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final

from pydantic import BeforeValidator, Field

from agents.diagnostician.quoting import Words
from agents.diagnostician.wording import ADVICE, CLAIM, JUDGES_RISK, RULE_OUT, SAID, STEERING, Wording
from agents.domain import phq8
from agents.domain.transcript import Transcript
from agents.domain.value import Value
from agents.llm.scalars import plain, whole
from agents.meta_reviewer.bounds import HIGHEST, MDD_FROM, Bounds, bounds, name
from agents.meta_reviewer.port import Findings, Review
from agents.qualitative.sections import prompt_sections
from agents.quantitative.port import ItemScore
from agents.stages.request import ASKED_AGAIN, Asking, prompt
from agents.stages.turns import prompt_turns

ROLE: Final = "meta_reviewer"
PROMPTS: Final = ("meta_reviewer_system.j2", "meta_reviewer_user.j2")
_PLACE: Final = 60
_UNSAID: Final = "The model gave no explanation that may be shown."
_FORBIDDEN: Final = (STEERING, JUDGES_RISK, ADVICE, CLAIM, RULE_OUT)


def _number(given: Any) -> Any:
    """A severity by its number, also where its name was given."""
    names = [plain(band.name) for band in phq8.instrument().severities]
    spelt = plain(given.partition("(")[0]) if isinstance(given, str) else None
    return names.index(spelt) if spelt in names else whole(given)


class Reviewed(Value):
    """What the model is asked for."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = {"explanation": ("reasoning", "rationale", "review", "summary")}
    explanation: str
    severity: Annotated[int, BeforeValidator(_number), Field(ge=0, le=4)] | None = None
    mdd: bool | None = None


class LlmMetaReviewer(Asking):
    """A `MetaReviewer`. Raises ModelFailed."""

    async def review(self, transcript: Transcript, findings: Findings) -> Review:
        """See `MetaReviewer.review`. A note says where the model's opinion differs from the scores' result."""
        allowed = bounds(findings.scores)
        given = {
            "transcript": prompt_turns(transcript),
            "assessment": prompt_sections(findings.qualitative) if findings.qualitative else None,
            "scores": [_item(one) for one in findings.scores.items],
            "totalMin": allowed.least,
            "totalMax": allowed.most,
        }
        bands = phq8.instrument().severities
        messages = await prompt(PROMPTS, given, bands=bands, highest=HIGHEST, mdd_from=MDD_FROM)
        wording = Wording(Words(transcript), _FORBIDDEN)
        reply = await self.ask(ROLE, messages, Reviewed, check=partial(_faults, wording=wording))
        review = _review(reply.value, allowed, self.name)
        kept, lost = await asyncio.to_thread(wording.clean, review.explanation)
        left_out = (
            f"left out of its explanation: sentences with {', '.join(map(SAID.__getitem__, dict.fromkeys(lost)))}"
        )
        notes = filter(None, (review.note, left_out if lost else None, ASKED_AGAIN if reply.again else None))
        return review.model_copy(update={"explanation": kept or _UNSAID, "note": "; ".join(notes) or None})


def _faults(reviewed: Reviewed, wording: Wording) -> tuple[str, ...]:
    """The sentences of an explanation that may not stand in it."""
    told = wording.checked(reviewed.explanation)
    return tuple(
        f"explanation: “{sentence[:_PLACE]}” holds {SAID[kind]}; leave it out" for sentence, kind in told if kind
    )


def _item(one: ItemScore) -> dict[str, Any]:
    quotes = [quote.text for quote in one.evidence]
    shown = {"item": one.item, "score": one.score, "reason": one.reason.value, "quotes": quotes}
    return {**shown, "explanation": one.explanation, "confidence": round(one.confidence, 2)}


def _review(reviewed: Reviewed, allowed: Bounds, engine: str) -> Review:
    notes = []
    if reviewed.severity is not None and reviewed.severity != allowed.severity:
        notes.append(f"the model reads {name(reviewed.severity)}; {_allowed(allowed)}")
    if reviewed.mdd is not None and reviewed.mdd is not allowed.mdd:
        settled = "leave it open" if allowed.mdd is None else f"say {_said(allowed.mdd)}"
        notes.append(f"the model sets the indicator of depression to {_said(reviewed.mdd)}; the item scores {settled}")
    return Review(
        opinion=reviewed.severity,
        explanation=reviewed.explanation,
        engine=engine,
        note="; ".join(notes) or None,
    )


def _allowed(allowed: Bounds) -> str:
    if allowed.severity is not None:
        return f"the item scores say {name(allowed.severity)}"
    return f"the item scores allow {name(allowed.lowest)} to {name(allowed.highest)}"


def _said(indicated: bool) -> str:
    return "yes" if indicated else "no"
