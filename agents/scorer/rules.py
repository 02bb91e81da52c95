"""The rule engine of scoring: deterministic, offline, in microseconds."""

from typing import Final

from agents.scorer.evidence import quote
from agents.scorer.opinion import weighed
from agents.scorer.port import Answer, Scoring
from agents.scorer.reading import Reading, read
from agents.scorer.verdict import Verdict, judge


def _decide(first: Verdict, second: Verdict) -> bool:
    """Whether the reply to a follow-up carries the score: when it tells more than the first reply did."""
    return second.missing is None or (second.missing == "frequency" and first.missing is not None)


def score(answer: Answer) -> Scoring:
    """Score one answer. Pure and deterministic; takes any text, also empty or hostile."""
    first: Reading = read(answer.reply, answer.item, question=answer.question, followup=False)
    verdict = weighed(first, judge(first))
    evidence = quote(first.words, verdict.spans, "reply")
    if answer.followup_reply is not None:
        second = read(answer.followup_reply, answer.item, question=None, followup=True)
        later = judge(second)
        if _decide(verdict, later):
            verdict = later
            evidence += quote(second.words, later.spans, "followup")
    return Scoring(
        score=verdict.score,
        ambiguity=verdict.ambiguity,
        confidence=verdict.confidence,
        endorsed=verdict.endorsed,
        evidence=evidence,
        needs_followup=verdict.missing is not None,
        missing=verdict.missing,
        note="the middle of a very long reply was not read" if first.words.cut else None,
    )


class RulesScorer:
    """The rule engine behind the scorer's contract."""

    name: Final = "rules"

    async def score(self, answer: Answer) -> Scoring:
        """Score one answer; never raises on patient text."""
        return score(answer)
