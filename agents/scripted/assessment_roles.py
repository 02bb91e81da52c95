"""The rule engines' answers for the transcript pipeline, in the form requested of a language model."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from agents.assessment.formats.plain import read
from agents.domain.mark import Metric
from agents.domain.transcript import Role, Transcript, Turn
from agents.errors import CorrectInput
from agents.judge import rules as judge_rules
from agents.llm.port import JsonObject
from agents.meta_reviewer.bounds import allowed
from agents.qualitative import rules as qualitative_rules
from agents.qualitative.port import Qualitative
from agents.qualitative.sections import QUOTES, TAGS
from agents.quantitative.port import Reason
from agents.quantitative.scoring import score
from agents.quotes.participant import ParticipantQuotes
from agents.reference_checker.port import Verdict


def assessor(data: JsonObject) -> str:
    """The five sections in their tags; the same again when asked to refine."""
    written = qualitative_rules.assess(_transcript(data))
    parts = [f"<{tag}>\n{getattr(written, field)}\n</{tag}>" for tag, field in TAGS.items()]
    quotes = "\n".join(quote.text for quote in written.quotes)
    return "\n".join((*parts, f"<{QUOTES}>\n{quotes}\n</{QUOTES}>"))


def judge(data: JsonObject) -> str:
    """Mistakes and score."""
    given = data.get("assessment") or {}
    fields = {field: str(given.get(field) or "") for field in TAGS.values()}
    transcript = _transcript(data)
    quotes, invented = ParticipantQuotes(transcript).quotes(map(str, given.get("quotes") or ()))
    version = Qualitative(**fields, quotes=quotes, dropped=invented, engine="rules")
    mark = judge_rules.judge(transcript, version, Metric(data.get("metric", Metric.COHERENCE)))
    mistakes = "\n".join(f"- {one}" for one in mark.mistakes) or "- none"
    return f"Mistakes:\n{mistakes}\nScore: {mark.score}"


def evidence(data: JsonObject) -> JsonObject:
    """Quotes for the eight items."""
    found = score(_transcript(data))
    return {"items": [{"item": one.item, "quotes": [quote.text for quote in one.evidence]} for one in found]}


def scorer(data: JsonObject) -> JsonObject:
    """The eight scores."""
    found = score(_transcript(data))
    return {
        "items": [
            {
                "item": one.item,
                "explanation": one.explanation,
                "quotes": [quote.text for quote in one.evidence],
                "reason": "judged" if one.score is not None else one.reason.value,
                "score": one.score,
                "confidence": one.confidence,
            }
            for one in found
        ]
    }


def meta_reviewer(data: JsonObject) -> JsonObject:
    """The severity and indicator that follow from the given scores."""
    found = allowed(one.get("score") for one in data.get("scores") or ())
    return {"explanation": found.why, "severity": found.severity, "mdd": found.mdd}


def reference_checker(data: JsonObject) -> JsonObject:
    """Whether the rules read the passage's score in the passage; a passage without speakers is all the
    participant's."""
    passage = str(data.get("passage") or "")
    try:
        talk = read(passage)
    except CorrectInput:
        talk = (Turn(index=0, role=Role.PATIENT, text=passage),)
    found = next((one for one in score(talk) if one.item == data.get("item")), None)
    if found is None:
        raise CorrectInput("the data name no item of the PHQ-8")
    if found.score is None:
        verdict = Verdict.UNSURE if found.reason is Reason.NOT_ENOUGH_FREQUENCY else Verdict.REJECT
    else:
        verdict = Verdict.ACCEPT if found.score == data.get("score") else Verdict.REJECT
    return {"reason": found.explanation, "verdict": verdict.value}


def _transcript(data: JsonObject) -> Transcript:
    turns: Any = data.get("transcript") or ()
    try:
        said = [(str(one["who"]), str(one["text"])) for one in turns]
    except (TypeError, KeyError):
        raise CorrectInput("the data hold no transcript of {who, text}") from None
    return tuple(
        Turn(index=index, role=Role.PATIENT if who == "participant" else Role.INTERVIEWER, text=text)
        for index, (who, text) in enumerate(said)
    )


def prepare() -> None:
    """Read the tables now."""
    assessor({"transcript": [{"who": "participant", "text": "I sleep badly, three nights a week."}]})


ROLES: Final[Mapping[str, Callable[[JsonObject], JsonObject | str]]] = {
    "assessor": assessor,
    "phq8_judge": judge,
    "phq8_evidence": evidence,
    "phq8_scorer": scorer,
    "meta_reviewer": meta_reviewer,
    "reference_checker": reference_checker,
}
"""The function that answers for each role. Each raises CorrectInput when the data lack something the role needs."""
