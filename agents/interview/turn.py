"""One patient message from start to end: reading it, advancing the machine, and carrying out the duties that follow.

`receive` makes the events that are committed before the acknowledgement (including all those of a safety stop);
`respond` carries out the duties that follow, up to the next question. Both only make events; their caller stores them.
"""

import asyncio

from agents.domain.level1 import HARM_ITEM
from agents.domain.phase import OVER, Phase
from agents.domain.risk import Tier
from agents.domain.transcript import Role
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.duties import brief, check, send_script, settle, store
from agents.interview.patient_input import Input, Pause, Skip, Words
from agents.interview.patient_message import hear
from agents.interview.safety.alerts import alert, with_help
from agents.interview.second_reading import second_reading
from agents.interview.state import SendScript, State
from agents.interview.turn_draft import TurnDraft
from agents.interviewer.port import Brief, Purpose
from agents.team import Team


async def receive(state: State, received: Input, team: Team, to: int | None = None) -> TurnDraft:
    """The events to commit before the acknowledgement. `to` is the turn of the interviewer's message that was answered;
    without it the last one is assumed.

    Raises NotNow when the interview accepts no more messages, CorrectInput for an edit of an item that has no
    answer."""
    draft = TurnDraft(state)
    match received:
        case Words():
            await hear(draft, received, to, team)
        case Skip() | Pause() if state.phase in OVER or state.held:
            raise NotNow("the interview has ended")
        case Skip(client_id):
            seen = state.gone(to)  # a follow-up that was not on the page yet is not skipped unread
            item = state.open_item if seen is None else seen.item
            draft.add(ev.Skipped(client_id=client_id, item_id=item, late=seen is not None))
        case Pause(client_id):
            draft.add(ev.Paused(client_id=client_id))
    return draft


async def respond(state: State, team: Team) -> TurnDraft:
    """Carry out the duties up to the patient's turn or the report. Empty when there are none.

    If the team has a second risk reader, it reads the message at the same time; if it raises the tier to STOP, the rest
    is discarded."""
    if team.second is None or not _patient_spoke_last(state):
        return await settle(state, team)
    draft, read = await asyncio.gather(settle(state, team), second_reading(state, team.second))
    return await _with_reading(state, draft, read, team) if read else draft


def ahead(state: State) -> Brief | None:
    """The question that comes next if no follow-up is needed, for `Team.prepare` to work on ahead of time."""
    if state.phase not in {Phase.INTRO, Phase.ASK_ITEM, Phase.FOLLOW_UP} or not state.pending:
        return None
    next_ = brief(state, Purpose.QUESTION, state.pending[0])
    return next_.model_copy(update={"heard": _heard(state)})


def _heard(state: State) -> str:
    """The patient's last message, which a model may see as it words the next question; nothing of one that told of a
    danger, or that answered the question about thoughts of self-harm."""
    last = next((turn for turn in reversed(state.transcript) if turn.role is Role.PATIENT), None)
    if last is None or last.item_id == HARM_ITEM or last.index in state.alerted or state.check is not None:
        return ""
    return "" if any(one.turn == last.index and one.tier is not Tier.NONE for one in state.findings) else last.text


def _patient_spoke_last(state: State) -> bool:
    return bool(state.transcript) and state.transcript[-1].role is Role.PATIENT and state.phase is not Phase.SAFETY_STOP


async def _with_reading(
    state: State, draft: TurnDraft, read: tuple[ev.RiskRaised | ev.Noticed, ...], team: Team
) -> TurnDraft:
    """The turn combined with the second reader's result: first its reading, then the turn's events, unless the
    interview is over."""
    whole = TurnDraft(state)
    for found in read:
        whole.add(found)
        if isinstance(found, ev.RiskRaised) and (
            told := alert(state, found.turn, state.transcript[found.turn].text, found.reading)
        ):
            whole.add(told)
    if isinstance(whole.state.duty, SendScript):
        send_script(whole, team, in_person=state.written_down(state.transcript[-1].index))
        return whole
    for event in draft.events:
        if whole.state.must_check and isinstance(event, ev.NextCalled | ev.Told):
            await check(whole, team)
            break
        if isinstance(event, ev.Told):
            whole.add(with_help(whole.state, event, team))
        elif not isinstance(event, ev.StoreCalled):
            whole.add(event)
    if draft.events:
        store(whole)
    return whole
