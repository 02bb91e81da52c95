"""The rule engines' answers, in the JSON requested of a language model in each role."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from agents.diagnostician.port import Diagnosis, Mode, Passage
from agents.diagnostician.rules import diagnose
from agents.domain.evidence import whole
from agents.domain.level1 import ITEM_COUNT, anchor
from agents.domain.profile import ItemResponse, PatientProfile, SessionStatus
from agents.domain.risk import Finding, Reading
from agents.errors import CorrectInput
from agents.interview.pointing import points_back
from agents.interviewer import port as interviewer
from agents.interviewer.item_reference import SURE, weights
from agents.interviewer.replies import answered
from agents.interviewer.rules import say
from agents.llm.port import JsonObject
from agents.llm.structured import complaint, fit
from agents.questions.bank import wording
from agents.reporter import port as reporter
from agents.reporter.rules import render
from agents.risk.port import Message
from agents.risk.rules import read
from agents.scorer.port import Answer, Scoring
from agents.scorer.rules import score
from agents.scripted import assessment_roles as stub_assessment

M = TypeVar("M", bound=BaseModel)

_HEADING: Final = "## 1. Executive Summary\n\n"


def interview(data: JsonObject) -> str:
    """The question bank's words for this brief; of a question the question alone, which is all that the prompt asks
    for: the words before it are added where it is said."""
    brief = _as(interviewer.Brief, data)
    said = say(brief)
    own = wording(brief.item, brief.language).questions if brief.item is not None else ()
    return next((question for question in own if said.endswith(question)), said)


def scoring(data: JsonObject) -> JsonObject:
    """Score, ambiguity, quotes, risk flags, and the follow-up question when one is needed and none was asked yet; of a
    reply that points back, what the conversation before it tells."""
    given = _as(Answer, {**data, "earlier": ()})
    scored = score(given)
    if not scored.answered and points_back(given.followup_reply or given.reply, given.language):
        scored = _told_before(given, data.get("earlier") or ()) or scored
    ask = scored.needs_followup and given.followup_reply is None
    return {
        "answered": scored.answered,
        "score": scored.score,
        "ambiguity": scored.ambiguity,
        "evidenceQuotes": [evidence.text for evidence in scored.evidence],
        "why": _why(scored.score) if scored.answered and scored.evidence else "",
        "confidence": scored.confidence,
        "riskFlagsPatch": _flags(read(Message(text=given.reply, context=given.question, item=given.item))),
        "followUp": _follow_up(given, scored.missing) if ask else None,
    }


def _told_before(given: Answer, earlier: Iterable[JsonObject]) -> Scoring | None:
    """The score of the last of the patient's turns that names the item."""
    told = [said for one in earlier if weights((said := str(one.get("said", ""))).lower()).get(given.item, 0) >= SURE]
    return score(given.model_copy(update={"reply": told[-1], "followup_reply": None})) if told else None


def _why(score: int) -> str:
    """The scale's own words for a score, as the rules give no others."""
    return f"{anchor(score)}, by the words quoted"


def _follow_up(given: Answer, missing: str | None) -> str:
    purpose = interviewer.Purpose.FOLLOW_UP
    brief = interviewer.Brief(
        purpose=purpose, item=given.item, reply=given.reply, previous=given.question or "", missing=missing
    )
    return say(brief).removeprefix(answered(brief))


def _flags(reading: Reading) -> JsonObject:
    about = {finding.about for finding in reading.findings}
    return {
        "suicidalityMentioned": "suicide" in about,
        "selfHarmIdeation": "self_harm" in about,
        "violenceRisk": "violence" in about,
        "substanceAbuseSignal": "substance" in about,
    }


def risk(data: JsonObject) -> JsonObject:
    """The tier and the words that it rests on."""
    reading = read(_as(Message, {**data, "prior": [_finding(one) for one in data.get("prior") or ()]}))
    return {"tier": reading.tier.value, "findings": [{"rule": f.rule, "quote": f.text} for f in reading.findings]}


def _finding(one: JsonObject) -> JsonObject:
    """A finding of which the prompt tells neither the place nor, mostly, the rule."""
    return {"rule": "told", "start": 0, "end": len(str(one.get("text", ""))), **one}


def diagnosis(data: JsonObject) -> JsonObject:
    """Impressions with their grounds."""
    mode = Mode(data.get("mode", Mode.DIAGNOSTIC))
    passages = tuple(_as(Passage, one) for one in data.get("passages") or ())
    formed = diagnose(_profile(data.get("profile", {})), mode, passages)
    items = sorted({item for one in formed.impressions for item in one.items})
    return {
        "summary": f"They rest on items {', '.join(map(str, items))}." if items else formed.summary,
        "impressions": [_impression(one.model_dump(mode="json")) for one in formed.impressions],
        "limitations": list(formed.limitations),
        "ragUsed": formed.rag_used,
    }


def _impression(one: JsonObject) -> JsonObject:
    return {**one, "evidence": [quote["text"] for quote in one["evidence"]]}


def report(data: JsonObject) -> str:
    """The executive summary, without its heading and without a label, which no prompt holds; first, as the prompt asks,
    that there are risk findings."""
    formed = data.get("diagnosis") or {"mode": "diagnostic", "summary": "No impression was formed."}
    findings = tuple(_as(Finding, _finding(one)) for one in data.get("findings") or ())
    profile = _profile(data.get("profile", {}))
    brief = reporter.Brief(profile=profile, diagnosis=_as(Diagnosis, formed), findings=findings, label="")
    written = render(brief)[0].markdown.removeprefix(_HEADING).strip()
    opening = "Risk findings are on record and listed below. " if findings else ""
    return opening + written[:1].upper() + written[1:]


def _profile(data: JsonObject) -> PatientProfile:
    """The profile in the data, as a completed one: an item that the data leave out counts as declined."""
    defaults: JsonObject = {"questionState": {"pending": []}, "sessionMeta": {"id": "stub", "promptVersion": "stub"}}
    responses = [_response(one) for one in data.get("itemResponses") or ()]
    known = {one.item_id for one in responses}
    rest = [_declined(item) for item in range(1, ITEM_COUNT + 1) if item not in known]
    profile = _as(PatientProfile, {**defaults, **data, "itemResponses": []})
    return profile.model_copy(update={"item_responses": (*responses, *rest), "session_status": SessionStatus.COMPLETED})


def _response(data: JsonObject) -> ItemResponse:
    defaults: JsonObject = {"ambiguity": 1, "confidence": 0.5}
    quotes = [_quote(one) for one in data.get("evidenceQuotes") or ()]
    return _as(ItemResponse, {**defaults, **data, "evidenceQuotes": quotes})


def _quote(one: Any) -> JsonObject:
    if isinstance(one, str):
        return whole(0, one).model_dump(mode="json")
    return dict(one)


def _declined(item: int) -> ItemResponse:
    return ItemResponse(item_id=item, score=0, ambiguity=10, confidence=0, declined=True)


def _as(kind: type[M], data: Any) -> M:
    try:
        return fit(data, kind)
    except ValidationError as failed:
        raise CorrectInput(f"the data are no {kind.__name__}: {complaint(failed)}") from None


def prepare() -> None:
    """Read every role's tables now, so that the first answer is as quick as the rest."""
    interview({"purpose": interviewer.Purpose.QUESTION, "item": 1})
    scoring({"item": 1, "reply": "sometimes"})
    risk({"text": "no"})
    diagnosis({})
    report({})
    stub_assessment.prepare()


def card_judge(_: JsonObject) -> JsonObject:
    """The middle grade on every criterion, saying openly that no rules can grade in the judge's place."""
    grade = {"reason": "The scripted provider read nothing; it says 3 to every criterion.", "score": 3}
    return dict.fromkeys(("coverage", "relevance", "flow", "justification", "empathy"), grade)


ROLES: Final[Mapping[str, Callable[[JsonObject], JsonObject | str]]] = {
    "interviewer": interview,
    "scorer": scoring,
    "risk": risk,
    "diagnostician": diagnosis,
    "reporter": report,
    "card_judge": card_judge,
    **stub_assessment.ROLES,
}
"""The function that answers for each role. Each raises CorrectInput when the data lack something the role needs."""
