"""What the clinician does to an interview in progress, as events to store: hold it, give it back, close it, write down
what was said, score an item in person. Words that are written down are read for risk like any patient's message."""

from datetime import datetime
from typing import Literal

from agents.domain.evidence import whole
from agents.domain.level1 import HARM_ITEM, items
from agents.domain.phase import OVER, Phase
from agents.domain.profile import CLINICIAN, ItemResponse, SessionStatus
from agents.domain.risk import AlertLevel, Tier
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.duties import send_script, store
from agents.interview.in_person import ELSEWHERE, NOT_HELD, QUESTIONS_OVER, to_ask
from agents.interview.presence import Held, InPerson, Released
from agents.interview.safety.alerts import alert
from agents.interview.state import SendScript, State
from agents.interview.turn import respond
from agents.interview.turn_draft import TurnDraft, progress
from agents.interviewer.port import Act
from agents.quotes.sentences import shortened
from agents.risk.port import Message
from agents.scorer.port import Answer, Scoring
from agents.scorer.rules import RulesScorer
from agents.team import Team

Settled = Literal["scored", "declined", "not_asked"]


def hold(state: State, event: Held | Released) -> TurnDraft:
    """The interview is held, or given back. Raises NotNow."""
    draft = TurnDraft(state)
    draft.add(event)
    if draft.state.duty is None:
        store(draft)
    return draft


def close(state: State, who: str, at: datetime) -> TurnDraft:
    """The clinician ends the interview: no report, nothing derived. Raises NotNow."""
    if state.phase in OVER:
        raise NotNow(QUESTIONS_OVER)
    draft = TurnDraft(state)
    draft.add(ev.Ended(status=SessionStatus.ENDED_BY_CLINICIAN, at=at, who=who))
    return draft


async def write_down(state: State, item: int, text: str, client_id: str, by: str, team: Team) -> TurnDraft:
    """What the patient said to an item, in the clinician's hand: read for risk before anything else, and a stop stops.
    Raises NotNow."""
    if state.held is None:
        raise NotNow(NOT_HELD)
    if item not in state.asked and item != to_ask(state):
        raise NotNow(ELSEWHERE)
    draft, turn = TurnDraft(state), len(state.transcript)
    reading = team.floor(
        Message(text=text, context=items()[item].text, item=item, prior=state.findings, language=state.language)
    )
    draft.add_message(
        ev.Said(
            turn=turn,
            text=text,
            item_id=item,
            client_id=client_id,
            act=Act.ANSWER,
            by=by,
            risk=reading,
            phase=state.phase,
            progress=progress(state),
        )
    )
    if raised := alert(state, turn, text, reading):
        draft.add(raised)
    if isinstance(draft.state.duty, SendScript):
        send_script(draft, team, in_person=True)
        return draft
    second = await respond(draft.state, team)
    draft.state, draft.events = second.state, [*draft.events, *second.events]
    if draft.state.phase is not Phase.SAFETY_STOP:
        store(draft)
    return draft


async def proposed(state: State, item: int) -> Scoring | None:
    """The rule engine's score of what was written down; None where nothing was."""
    turns = state.written.get(item, ())
    if not turns:
        return None
    said = [state.transcript[turn].text for turn in turns]
    answer = Answer(
        item=item,
        reply=said[0],
        question=items()[item].text,
        followup_reply=said[-1] if len(said) > 1 else None,
        language=state.language,
    )
    return await RulesScorer().score(answer)


def settle_item(
    state: State, item: int, how: Settled, score: int, by: str, name: str, at: datetime, again: bool = False
) -> TurnDraft:
    """The clinician's score of an item, or that it was declined or not asked; `again` where it was settled before.
    Raises NotNow."""
    if not again and item != to_ask(state):
        raise NotNow(ELSEWHERE)
    draft, told = TurnDraft(state), {"not_asked": "not asked", "declined": "declined"}.get(how, "answered")
    turns, known = state.written.get(item, ()), how == "scored"
    response = ItemResponse(
        item_id=item,
        score=score if known else 0,
        ambiguity=1 if known else 10,
        confidence=1.0 if known else 0.0,
        evidence_quotes=tuple(whole(turn, state.transcript[turn].text) for turn in turns),
        declined=how == "declined",
        unclear=how == "not_asked",
        engine=CLINICIAN,
        note=f"{told} in person, {name or by}, {at:%Y-%m-%d %H:%M} UTC",
    )
    draft.add(InPerson(response=response, by=by, name=name, at=at))
    if raised := _harm(state, response, turns):
        draft.add(raised)
    if draft.state.duty is None:
        store(draft)
    return draft


def _harm(state: State, response: ItemResponse, turns: tuple[int, ...]) -> ev.Alerted | None:
    """The alert for item 11 above "not at all", where it has risen; on the words, or on the last ones before it."""
    earlier = state.responses.get(response.item_id)
    risen = response.known and response.score > (earlier.score if earlier and earlier.known else 0)
    turn = turns[-1] if turns else len(state.transcript) - 1
    if response.item_id != HARM_ITEM or not risen or (turns and turn in state.alerted):
        return None
    quotes = (shortened(state.transcript[turn].text),) if turns else ()
    return ev.Alerted(
        turn=turn,
        level=AlertLevel.ATTENTION,
        tier=Tier.FLAG,
        findings=(),
        quotes=quotes,
        item_id=HARM_ITEM,
        score=response.score,
    )
