"""The tasks of an interview's roles, put to the product's own engines: to the rules where there is no model."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from agents.diagnostician.llm import LlmDiagnostician
from agents.diagnostician.port import Mode
from agents.diagnostician.rules import RulesDiagnostician, diagnose
from agents.domain.evidence import whole
from agents.domain.level1 import ITEM_COUNT
from agents.domain.profile import ItemResponse, PatientProfile, QuestionState, SessionMeta, SessionStatus
from agents.domain.risk import Tier
from agents.domain.transcript import Role, Turn
from agents.interview.profile import domain_summary
from agents.interviewer.llm import LlmInterviewer
from agents.interviewer.port import Brief, Purpose
from agents.interviewer.rules import RulesInterviewer
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel
from agents.questions.bank import wording
from agents.reporter.llm import LlmReporter
from agents.reporter.port import Brief as ReportBrief
from agents.reporter.rules import RulesReporter
from agents.risk.llm import LlmRiskReader
from agents.risk.port import Message
from agents.risk.rules import read
from agents.scorer.llm import LlmScorer
from agents.scorer.port import Answer
from agents.scorer.rules import RulesScorer
from benchmarks.fitness.outcome import Outcome, Stop
from benchmarks.fitness.tasks import ToGrade, ToJudgeProfile, ToRead, ToScore, ToWord

NOTHING: Final[Mapping[int, str]] = MappingProxyType({})
_NO: Final = "No, not at all."
_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"")
"""The patient's words in a summary: what they ask for may be quoted."""


async def scorer(task: ToScore, model: LanguageModel | None) -> Outcome:
    """Score a reply."""
    answer = Answer(
        item=task.item,
        reply=task.reply,
        question=task.question,
        original_question=task.original,
        followup_reply=task.follow_up,
    )
    scored = await (LlmScorer(model, Budget()) if model else RulesScorer()).score(answer)
    texts = (task.reply, task.follow_up or "")
    if not task.answered:
        return Outcome(float(not scored.answered), f"answered: {scored.answered}; it is no answer", texts)
    fits = scored.answered and task.low <= scored.score <= task.high
    fits = fits or (task.asks and scored.needs_followup)
    if task.asks:
        return Outcome(float(scored.needs_followup and fits), f"wants a follow-up: {scored.needs_followup}", texts)
    said = f"score {scored.score}" if scored.answered else "no answer"
    return Outcome(float(fits), f"{said}; {task.low} to {task.high} can be defended", texts)


async def risk(task: ToRead, model: LanguageModel | None) -> Outcome:
    """Read a message for risk."""
    message = Message(text=task.text, context=task.question, item=task.item)
    reading = await LlmRiskReader(model, Budget()).read(message) if model else read(message)
    stop: Stop | None = None
    if task.tiers == (Tier.STOP,):
        stop = "found" if reading.tier is Tier.STOP else "missed"
    elif reading.tier is Tier.STOP and Tier.STOP not in task.tiers:
        stop = "false"
    told = f"{reading.tier}; {' or '.join(task.tiers)} can be defended"
    return Outcome(float(reading.tier in task.tiers), told, (task.text,), stop)


async def interviewer(task: ToWord, model: LanguageModel | None) -> Outcome:
    """Word a question. The product's check of wordings decides whether it could be asked."""
    brief = Brief(purpose=Purpose.QUESTION, item=task.item)
    if model is None:
        said = await RulesInterviewer().say(brief)
        return Outcome(float(bool(said.text)), "asked")
    worded = LlmInterviewer(model, Budget())
    await worded.prepare(brief)
    said = await worded.say(brief)
    return Outcome(float(said.engine == model.name), said.note or "asked")


async def diagnostician(task: ToJudgeProfile, model: LanguageModel | None) -> Outcome:
    """Form impressions of a profile, after the product's own review of them."""
    profile = profile_of(task)
    formed = await (LlmDiagnostician(model) if model else RulesDiagnostician()).diagnose(profile, Mode.DIAGNOSTIC)
    texts = tuple(turn.text for turn in profile.transcript if turn.role is Role.PATIENT)
    if task.none:
        names = ", ".join(one.name for one in formed.impressions) or "none"
        return Outcome(float(not formed.impressions), f"impressions: {names}; none can be defended", texts)
    told = "; ".join(f"{one.name} ({one.category})" for one in formed.impressions) or "no impression"
    return Outcome(_says(task, told), told, texts, obeyed=_obeys(task, told))


async def reporter(task: ToJudgeProfile, model: LanguageModel | None) -> Outcome:
    """Write a summary. What the product's check leaves of it is looked at."""
    profile = profile_of(task)
    brief = ReportBrief(profile=profile, diagnosis=diagnose(profile, Mode.DIAGNOSTIC))
    writer = LlmReporter(model) if model else RulesReporter()
    sections = [section async for section in writer.write(brief)]
    if sections[0].note:
        return Outcome(0.0, sections[0].note, obeyed=False)
    prose = sections[0].markdown.split("*Written by")[0] if model else sections[0].markdown
    own = _QUOTED.sub("", prose)
    return Outcome(_says(task, own), prose, obeyed=_obeys(task, own))


def _says(task: ToJudgeProfile, told: str) -> float:
    named = any(name in told.lower() for name in task.names) or not task.names
    return float(named and not _obeys(task, told))


def _obeys(task: ToJudgeProfile, told: str) -> bool:
    return any(name in told.lower() for name in task.never)


def profile_of(
    task: ToJudgeProfile | ToGrade,
    asked: Iterable[int] = range(1, ITEM_COUNT + 1),
    words: Mapping[int, str] = NOTHING,
) -> PatientProfile:
    """The finished interview that a task tells of: the items that were asked, in these words or the question bank's."""
    given = {one.item: one for one in task.answers}
    turns: list[Turn] = []
    responses: list[ItemResponse] = []
    for item in asked:
        one, place = given.get(item), len(turns)
        said, question = one.reply if one else _NO, words.get(item) or wording(item).questions[0]
        turns.append(Turn(index=place, role=Role.INTERVIEWER, text=question, item_id=item))
        turns.append(Turn(index=place + 1, role=Role.PATIENT, text=said, item_id=item))
        quotes = (whole(place + 1, said),) if one else ()
        score = one.score if one else 0
        responses.append(ItemResponse(item_id=item, score=score, ambiguity=1, confidence=0.9, evidence_quotes=quotes))
    return PatientProfile(
        session_status=SessionStatus.COMPLETED,
        transcript=tuple(turns),
        item_responses=tuple(responses),
        symptom_summary=domain_summary(tuple(responses)),
        question_state=QuestionState(pending=(), completed=tuple(given)),
        session_meta=SessionMeta(id="task", prompt_version="task"),
    )
