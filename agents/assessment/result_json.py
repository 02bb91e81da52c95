"""An assessment as `anamnesis assess` and the server return it: risk, the eight items, totals, severity, the stages."""

from typing import Any, Final

from agents.assessment.result import Assessment, Version
from agents.domain.evidence import Quote
from agents.meta_reviewer.bounds import bounds, name
from agents.meta_reviewer.port import Review
from agents.quantitative.port import ItemScore, Scores
from agents.risk.transcript import plain

_SETTLED: Final = (
    "total", "totalMin", "totalMax", "severity", "severityMin", "severityMax", "mdd", "severityWhy",
)  # fmt: skip
DISCLAIMER: Final = "Screening information for a clinician to check, not a diagnosis."


def result_json(assessment: Assessment) -> dict[str, Any]:
    """Plain JSON in camelCase. A part that is missing is null and named in `missing`."""
    scores, review, best = assessment.scores, assessment.review, assessment.best
    return {
        "risk": plain(assessment.risk) if assessment.risk else None,
        "items": {one.item: _item(one) for one in scores.items} if scores else None,
        **settled(scores),
        "qualitative": best.qualitative.model_dump(mode="json") if best else None,
        "judge": _judge(assessment, best),
        "meta": _meta(review, scores),
        "references": assessment.references.model_dump(mode="json") if assessment.references else None,
        "missing": [one.model_dump(mode="json") for one in assessment.missing],
        "promptVersion": assessment.prompt_version,
        "engine": scores.engine if scores else None,
        "disclaimer": DISCLAIMER,
    }


def settled(scores: Scores | None) -> dict[str, Any]:
    """`totalMin` and `totalMax` with N/A as 0 and as 3 and their severities; `total`, `severity` and `mdd` where the
    two agree, else null, and `severityWhy` in words."""
    if scores is None:
        return dict.fromkeys(_SETTLED)
    found = bounds(scores)
    values = (
        found.total,
        found.least,
        found.most,
        None if found.severity is None else name(found.severity),
        name(found.lowest),
        name(found.highest),
        found.mdd,
        found.why,
    )
    return dict(zip(_SETTLED, values, strict=True))


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


def _meta(review: Review | None, scores: Scores | None) -> dict[str, Any] | None:
    """The review beside the results that follow from the scores; `outside` says that the model's `opinion` is not one
    that the scores allow."""
    if review is None or scores is None:
        return None
    found, opinion = bounds(scores), review.opinion
    return review.model_dump(mode="json") | {
        "opinionName": None if opinion is None else name(opinion),
        "severity": found.severity,
        "name": None if found.severity is None else name(found.severity),
        "mdd": found.mdd,
        "lowest": found.lowest,
        "highest": found.highest,
        "lowestName": name(found.lowest),
        "highestName": name(found.highest),
        "outside": opinion is not None and not found.lowest <= opinion <= found.highest,
    }
