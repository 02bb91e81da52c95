"""The rule engine of scoring: deterministic, offline, in microseconds."""

from typing import Final

from agents.language import ENGLISH
from agents.scorer import short
from agents.scorer.hearing import hear, together
from agents.scorer.port import Answer, Scoring


def score(answer: Answer) -> Scoring:
    """Score one answer. Pure and deterministic; takes any text, also empty or hostile."""
    if answer.language != ENGLISH:
        return short.score(answer)
    heard = hear(answer.reply, answer, "reply")
    if answer.followup_reply is not None:
        heard = together(heard, hear(answer.followup_reply, answer, "followup"))
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


class RulesScorer:
    """The rule engine behind the scorer's contract."""

    name: Final = "rules"

    async def score(self, answer: Answer) -> Scoring:
        """Score one answer; never raises on patient text."""
        return score(answer)
