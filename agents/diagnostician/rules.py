"""The rule engine of the diagnostician: deterministic, offline, explaining itself. It never diagnoses."""

from collections.abc import Iterable, Sequence

from agents.diagnostician.citations import grounded
from agents.diagnostician.explanation import explain
from agents.diagnostician.knowledge import Category, knowledge
from agents.diagnostician.port import Diagnosis, Impression, Mode, Passage
from agents.diagnostician.ranking import MOST_CONFIDENT, Findings, findings, weigh
from agents.diagnostician.screening import domains_over
from agents.diagnostician.unknown import about_unknown
from agents.domain.draft import Drafts
from agents.domain.profile import PatientProfile, RiskFlags, SessionStatus
from agents.errors import NotNow

LEAST_ALONE = 0.4
LEAST_CONFIDENCE = 0.2
"""An impression is shown if its confidence is at least 0.4 by itself and 0.2 beside its rivals; if none is left, the
result is "no impression"."""
MOST_SHOWN = 5

LIMITATIONS = (
    "Provisional impressions for a clinician to check; not a diagnosis.",
    "The rule engine's weights are expert judgement, measured with simulated patients only.",
)


def diagnose(profile: PatientProfile, mode: Mode, passages: tuple[Passage, ...] = ()) -> Diagnosis:
    """Ranked provisional impressions. Raises NotNow for a profile that is unfinished or was ended for safety."""
    _check(profile)
    found = findings(profile)
    match mode:
        case Mode.SCREENING:
            impressions = domains_over(found, passages)
        case Mode.DIAGNOSTIC:
            impressions = _disorders(found, passages)
        case Mode.CATEGORICAL:
            impressions = _categories(_disorders(found, passages))
    formed = Diagnosis(
        mode=mode,
        summary=_summary(mode, impressions, profile),
        impressions=impressions,
        limitations=(*LIMITATIONS, *about_unknown(profile.item_responses)),
    )
    return grounded(formed, passages)


class RulesDiagnostician:
    """The rule engine behind the diagnostician's contract."""

    name = "rules"

    async def diagnose(
        self,
        profile: PatientProfile,
        mode: Mode,
        passages: tuple[Passage, ...] = (),
        drafts: Drafts | None = None,
    ) -> Diagnosis:
        """As `diagnose`."""
        return diagnose(profile, mode, passages)


def _check(profile: PatientProfile) -> None:
    if profile.session_status is SessionStatus.TERMINATED_FOR_SAFETY:
        raise NotNow("the interview was ended for safety; no impression is ever formed from it")
    if profile.question_state.pending:
        raise NotNow(
            f"the interview is not finished: {len(profile.question_state.pending)} items are still to be asked"
        )


def _disorders(found: Findings, passages: tuple[Passage, ...]) -> tuple[Impression, ...]:
    strong = [one for one in weigh(found) if one.alone >= LEAST_ALONE and one.confidence >= LEAST_CONFIDENCE]
    return tuple(explain(one, found, passages) for one in strong[:MOST_SHOWN])


def _categories(impressions: Iterable[Impression]) -> tuple[Impression, ...]:
    """The best disorder of each category represents it; others of the category add to its confidence."""
    known = {category.name: category for category in knowledge().categories}
    grouped: dict[str, list[Impression]] = {}
    for impression in impressions:
        grouped.setdefault(impression.category, []).append(impression)
    merged = (
        as_category(known[name], members).model_copy(
            update={"confidence": round(min(MOST_CONFIDENT, sum(i.confidence for i in members)), 2)}
        )
        for name, members in grouped.items()
    )
    return tuple(sorted(merged, key=lambda i: -i.confidence))


def as_category(category: Category, members: Sequence[Impression]) -> Impression:
    """The first of these impressions, the likeliest, under the name and code of their category."""
    best = members[0]
    named = ", ".join(dict.fromkeys(one.name for one in members if one.name.casefold() != category.name.casefold()))
    return best.model_copy(
        update={
            "name": category.name,
            "icd10": category.icd10,
            "items": tuple(sorted({item for one in members for item in one.items})),
            "steps": ((f"Category of: {named}.",) if named else ()) + best.steps,
            "citations": tuple(dict.fromkeys(cited for one in members for cited in one.citations)),
        }
    )


def _summary(mode: Mode, impressions: tuple[Impression, ...], profile: PatientProfile) -> str:
    if not impressions:
        return f"No impression: {_without_impression(profile)}."
    named = "; ".join(f"{i.name} ({i.confidence:.2f})" for i in impressions)
    kind = "Domains to look into" if mode is Mode.SCREENING else "Provisional impressions, most likely first"
    return f"{kind}: {named}."


def _without_impression(profile: PatientProfile) -> str:
    """The reason why there is none, from the same facts as the rest of a report."""
    if profile.over:
        over = ", ".join(domain.title for domain in profile.over)
        return f"what was answered fits no disorder closely; at or over threshold: {over}"
    unknown = [answer for answer in profile.item_responses if not answer.known]
    if unknown or profile.risk_flags != RiskFlags():
        return "no answer is at or over its threshold, which does not settle what is unknown or was read as a risk"
    return "nothing in this interview is above threshold"
