"""The rule engine of scoring: deterministic, offline, in microseconds."""

import re
from typing import Final

from agents.language import ENGLISH, Language
from agents.reading.document import document
from agents.scorer import short
from agents.scorer.allowed import allowed
from agents.scorer.hearing import hear, together
from agents.scorer.often import only_days
from agents.scorer.orders import as_typed, without_orders_to_score
from agents.scorer.otherwise import taken_back
from agents.scorer.parts import of_the_patient, own_part, told_after_all, without_questions
from agents.scorer.port import Answer, Evidence, Scoring, Source, unanswered
from agents.scorer.states import names_it

_TOLD: Final = re.compile(
    r"\s*(?:well,? )?(?:i(?:['’]?ve| have)?(?: already)? (?:told you|said)(?: that| this| so)?|(?:like|as) i said)"
    r"\b[,.:;]?\s+(?=(?:no|nope|never|not at all|none)\b[\s.!]*$)",
    re.IGNORECASE,
)
"""What comes before a plain no of somebody who was asked the like before."""
_STRESSES: Final = re.compile(r"\bno (?:cap|lie|joke|kidding|bs)\b", re.IGNORECASE)
"""Says that it is true, and is no no."""
_OTHER_SAYS: Final = re.compile(
    r"\bmy \w+(?: \w+)? (?:(?:would|will|might) )?(?:say|says|said|thinks?)\b[^,.;]*[,.;]\s*(?:but )?"
    r"(?=i(?:['’]?d| would) say\b)",
    re.IGNORECASE,
)
"""What somebody else says, set against what the patient would say."""
_LISTED: Final = re.compile(
    r"\s*(?:[a-z]+\s+){1,2}(?=(?:no|nope|nah|never|yes|yeah|yep)\b\W*(?:$|[,.;]))", re.IGNORECASE
)
"""A name before a yes or no, as in a list of answers."""
_OTHER: Final[Language] = "es"
_SAYS_LESS: Final = 2
"""The ambiguity of an answer that tells of less than was asked about."""


def score(answer: Answer) -> Scoring:
    """Score one answer. Pure and deterministic; takes any text, also empty or hostile."""
    answer = _as_written(answer)
    if taken_back(answer.reply if answer.followup_reply is None else answer.followup_reply, answer.item):
        return unanswered((), None)
    told = own_part(of_the_patient(told_after_all(without_questions(without_orders_to_score(answer)))))
    scored = _allowed(told) or (short.score(told) if told.language != ENGLISH else _score(told))
    return scored if told is answer else scored.model_copy(update={"evidence": as_typed(scored.evidence, answer)})


def _as_written(answer: Answer) -> Answer:
    """The answer in Spanish, where its last reply is a count of days in that language ("5 días"); beside other words a
    Spanish one may mean anything ("nunca lo haría")."""
    last = answer.reply if answer.followup_reply is None else answer.followup_reply
    counted = answer.language == ENGLISH and only_days(last, _OTHER)
    return answer.model_copy(update={"language": _OTHER}) if counted else answer


def _score(answer: Answer) -> Scoring:
    heard = hear(_said(answer.reply, answer.item), answer, "reply")
    if answer.followup_reply is not None:
        heard = together(heard, hear(_said(answer.followup_reply, answer.item), answer, "followup"))
    verdict = heard.verdict
    return Scoring(
        score=verdict.score,
        ambiguity=verdict.ambiguity,
        confidence=verdict.confidence,
        endorsed=verdict.endorsed,
        answered=verdict.answered,
        evidence=heard.evidence,
        needs_followup=verdict.missing is not None,
        missing=verdict.missing,
        note=heard.note,
    )


def _allowed(answer: Answer) -> Scoring | None:
    """None at all, where the last reply says that it was less than the item asks for."""
    source: Source = "reply" if answer.followup_reply is None else "followup"
    said = answer.reply if answer.followup_reply is None else answer.followup_reply
    if (span := allowed(said, answer.item)) is None:
        return None
    words = Evidence(source=source, start=span[0], end=span[1], text=said[span[0] : span[1]])
    return Scoring(score=0, ambiguity=_SAYS_LESS, confidence=0.8, endorsed=False, evidence=(words,))


def _said(reply: str, item: int) -> str:
    """The reply; before a plain no, that it was said before is blanked out, each character for one, so that places
    stay, and so are the name of the problem before a yes or no ("low mood no"), and what only stresses the rest."""
    for way in (_STRESSES, _OTHER_SAYS):
        reply = way.sub(lambda one: " " * len(one[0]), reply)
    told = _TOLD.match(reply)
    if (listed := _LISTED.match(reply)) and names_it(item, document(listed[0]).clauses):
        told = listed
    return " " * told.end() + reply[told.end() :] if told else reply


class RulesScorer:
    """The rule engine behind the scorer's contract."""

    name: Final = "rules"

    async def score(self, answer: Answer) -> Scoring:
        """Score one answer; never raises on patient text."""
        return score(answer)
