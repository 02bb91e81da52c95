"""The profile of an interview at any moment: the machine's state as a value for people and files."""

from agents.diagnostician.port import Diagnosis
from agents.domain import level1
from agents.domain.evidence import whole
from agents.domain.profile import (
    DomainSummary,
    ItemResponse,
    PatientProfile,
    QuestionState,
    RiskFlags,
    SessionMeta,
    SessionStatus,
    settled,
)
from agents.domain.risk import Tier
from agents.interview.answered import elsewhere
from agents.interview.state import State
from agents.reporter.port import Brief

_SELF_HARM = level1.HARM_ITEM
_TO_THE_END = {SessionStatus.ACTIVE, SessionStatus.COMPLETED}


def profile_of(state: State) -> PatientProfile:
    """Everything that the interview has found so far; of one that ended before its last question no domain's
    aggregate."""
    responses = tuple(_as_shown(state, state.responses[number]) for number in sorted(state.responses))
    counting = settled(responses, state.ratings)
    return PatientProfile(
        session_status=state.status,
        completed_at=state.completed_at,
        transcript=state.transcript,
        item_responses=responses,
        superseded=state.superseded,
        ratings=state.ratings,
        added=tuple(whole(turn, state.transcript[turn].text) for turn in state.added),
        symptom_summary=domain_summary(counting) if state.status in _TO_THE_END else (),
        risk_flags=risk_flags(state, responses) | risk_flags(state, counting),
        question_state=question_state(state),
        session_meta=SessionMeta(
            id=state.session_id,
            model=state.model,
            prompt_version=state.prompt_version,
            synthetic_persona_id=state.persona_id,
        ),
    )


def brief_of(state: State, diagnosis: Diagnosis, label: str) -> Brief:
    """What a report of the interview is written from."""
    profile = profile_of(state)
    return Brief(profile=profile, diagnosis=diagnosis, findings=state.findings, label=label, language=state.language)


def _as_shown(state: State, response: ItemResponse) -> ItemResponse:
    if response.item_id != _SELF_HARM or response.score or not (told := elsewhere(state)):
        return response
    return response.model_copy(update={"elsewhere": told})


def question_state(state: State) -> QuestionState:
    """Pending, completed, and the items whose follow-up is still open."""
    waiting = (state.item,) if state.item is not None and state.unsettled(state.item) else ()
    return QuestionState(pending=state.pending, completed=state.completed, follow_ups_needed=waiting)


def domain_summary(responses: tuple[ItemResponse, ...]) -> tuple[DomainSummary, ...]:
    """All 13 domains; items declined or unclear count towards none. Notable are items at 1 or more, strongest first."""
    scores = {response.item_id: response.score for response in responses if response.known}
    return tuple(
        DomainSummary(
            domain=domain.key,
            severity_aggregate=domain.severity(scores),
            notable_symptoms=tuple(
                item.short
                for item in sorted(domain.items, key=lambda item: -scores.get(item.id, 0))
                if scores.get(item.id, 0) > 0
            ),
        )
        for domain in level1.instrument().domains
    )


def risk_flags(state: State, responses: tuple[ItemResponse, ...]) -> RiskFlags:
    """The flags raised at any time: by the risk reader, by item 11 at 1, by substance use at its threshold."""
    about = {finding.about for finding in state.findings if finding.tier is not Tier.NONE}
    scores = {response.item_id: response.score for response in responses if response.known}
    substance = level1.domain_of(21)
    return state.flags | RiskFlags(
        suicidality_mentioned="suicide" in about,
        self_harm_ideation="self_harm" in about or scores.get(_SELF_HARM, 0) >= 1,
        violence_risk="violence" in about,
        substance_abuse_signal="substance" in about or substance.over(scores),
    )
