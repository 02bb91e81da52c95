"""An assessment as `anamnesis assess` and the server give it: the eight items by key, totals, severity, the stages."""

from typing import Any

from agents.assessment.result import Assessment, Version
from agents.domain import phq8
from agents.domain.evidence import Quote
from agents.meta_reviewer.port import Review
from agents.quantitative.port import ItemScore, Scores

DISCLAIMER = "Screening information for a clinician to check, not a diagnosis."


def answer(assessment: Assessment) -> dict[str, Any]:
    """Plain JSON in camelCase. A part that is missing is null and named in `missing`."""
    scores, review, best = assessment.scores, assessment.review, assessment.best
    return {
        "items": {one.item: _item(one) for one in scores.items} if scores else None,
        **totals(scores),
        "severity": phq8.instrument().severities[review.severity].name if review else None,
        "mdd": review.mdd if review else None,
        "qualitative": best.qualitative.model_dump(mode="json") if best else None,
        "judge": _judge(assessment, best),
        "meta": _meta(review),
        "references": assessment.references.model_dump(mode="json") if assessment.references else None,
        "missing": [one.model_dump(mode="json") for one in assessment.missing],
        "promptVersion": assessment.prompt_version,
        "engine": scores.engine if scores else None,
        "disclaimer": DISCLAIMER,
    }


def totals(scores: Scores | None) -> dict[str, int | None]:
    """`totalMin` and `totalMax` with N/A as 0 and as 3; `total` only when no item is N/A."""
    if scores is None:
        return {"total": None, "totalMin": None, "totalMax": None}
    given = [one.score for one in scores.items if one.score is not None]
    lacking = len(scores.items) - len(given)
    least = sum(given)
    return {"total": None if lacking else least, "totalMin": least, "totalMax": least + 3 * lacking}


def _item(one: ItemScore) -> dict[str, Any]:
    return {
        "score": one.score,
        "reason": one.reason.value,
        "explanation": one.explanation,
        "evidence": [quote.text for quote in one.evidence],
        "quotes": [_quote(quote) for quote in one.evidence],
        "confidence": round(one.confidence, 3),
        **({"samples": list(one.samples)} if one.samples else {}),
    }


def _quote(quote: Quote) -> dict[str, Any]:
    return quote.model_dump(mode="json")


def _judge(assessment: Assessment, best: Version | None) -> dict[str, Any] | None:
    if best is None or not best.marks:
        return None
    return {
        "marks": {mark.metric.value: mark.model_dump(mode="json", exclude={"metric"}) for mark in best.marks},
        "mean": best.mean,
        "round": best.round,
        "rounds": assessment.versions[-1].round,
    }


def _meta(review: Review | None) -> dict[str, Any] | None:
    if review is None:
        return None
    names = [band.name for band in phq8.instrument().severities]
    named = {"name": names[review.severity], "lowestName": names[review.lowest], "highestName": names[review.highest]}
    return review.model_dump(mode="json") | named
