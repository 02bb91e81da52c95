"""One patient message, start to end: what it is, what it means for the machine, and what is owed for it.

`receive` makes the events that are committed before the acknowledgement (and everything of a safety stop); `respond`
does the duties that the machine then owes, up to the next question. Both only make events; their caller stores them.
"""

import asyncio
from dataclasses import dataclass

from agents.domain.transcript import Role
from agents.errors import CorrectInput, NotNow
from agents.interview import events as ev
from agents.interview.alerts import alert
from agents.interview.draft import Draft, progress
from agents.interview.duties import brief, send_script, settle
from agents.interview.machine import OVER
from agents.interview.phase import Phase
from agents.interview.second import second_reading
from agents.interview.state import SendScript, State
from agents.interviewer.port import Act, Brief, Heard, Purpose, Situation
from agents.risk.port import Message
from agents.team import Team

MAX_CHARACTERS = 20_000
_NOT_ACTS = {Act.READY, Act.NOT_READY}


@dataclass(frozen=True, slots=True)
class Words:
    """A message of the patient; `item` is set when it is a new answer to that earlier item."""

    client_id: str
    text: str
    item: int | None = None


@dataclass(frozen=True, slots=True)
class Skip:
    client_id: str


@dataclass(frozen=True, slots=True)
class Pause:
    client_id: str


Input = Words | Skip | Pause


async def receive(state: State, received: Input, team: Team) -> Draft:
    """The events to commit before the acknowledgement.

    Raises NotNow when the interview takes nothing more, CorrectInput for an edit of an item that has no answer."""
    draft = Draft(state)
    match received:
        case Words():
            await _hear(draft, received, team)
        case Skip() | Pause() if state.phase in OVER or state.phase is Phase.REPORT:
            raise NotNow("the interview has ended")
        case Skip(client_id):
            draft.add(ev.Skipped(client_id=client_id, item_id=state.open_item))
        case Pause(client_id):
            draft.add(ev.Paused(client_id=client_id))
    return draft


async def respond(state: State, team: Team) -> Draft:
    """Do what is owed until the patient's turn or until the report is owed. Empty when nothing is owed.

    Where a second reader of risk is on the team it reads beside all that; what it raises to STOP undoes the rest."""
    if team.second is None or not _patient_spoke_last(state):
        return await settle(state, team)
    draft, raised = await asyncio.gather(settle(state, team), second_reading(state, team.second))
    return _with_reading(state, draft, raised, team) if raised else draft


def ahead(state: State) -> Brief | None:
    """The question that comes next if no follow-up is needed: what `Team.prepare` may think of ahead."""
    if state.phase not in {Phase.INTRO, Phase.ASK_ITEM, Phase.FOLLOW_UP} or not state.pending:
        return None
    return brief(state, Purpose.QUESTION, state.pending[0])


def _patient_spoke_last(state: State) -> bool:
    return bool(state.transcript) and state.transcript[-1].role is Role.PATIENT and state.phase is not Phase.SAFETY_STOP


def _with_reading(state: State, draft: Draft, raised: ev.RiskRaised | ev.Noticed, team: Team) -> Draft:
    """The turn as it is with what the second reader said: first its reading, then the turn, unless it is over."""
    whole = Draft(state)
    whole.add(raised)
    if isinstance(raised, ev.RiskRaised) and (told := alert(raised.turn, raised.reading)):
        whole.add(told)
    if isinstance(whole.state.duty, SendScript):
        send_script(whole, team)
        return whole
    for event in draft.events:
        whole.add(event)
    return whole


async def _hear(draft: Draft, words: Words, team: Team) -> None:
    state = draft.state
    reading = team.floor(Message(text=words.text, context=state.question, item=state.open_item, prior=state.findings))
    told = alert(len(state.transcript), reading)
    if state.phase is Phase.SAFETY_STOP or (state.phase in {Phase.REPORT, Phase.DONE} and told is None):
        raise NotNow("the interview has ended")
    heard = await _act(state, words, team)
    draft.add_message(
        ev.Said(
            turn=len(state.transcript),
            text=words.text,
            item_id=heard.item,
            client_id=words.client_id,
            act=heard.act,
            pauses=heard.pauses,
            risk=reading,
            phase=state.phase,
            progress=progress(state),
        )
    )
    if told:
        draft.add(told)
    if isinstance(draft.state.duty, SendScript):
        send_script(draft, team)


async def _act(state: State, words: Words, team: Team) -> Heard:
    """The move that a message makes, brought to what the phase allows."""
    current = state.open_item
    if words.item is not None:
        if words.item not in state.responses:
            raise CorrectInput("that question has no answer yet; answer it when it is asked")
        open_follow_up = words.item == current and state.awaits_follow_up
        return Heard(act=Act.ANSWER if open_follow_up else Act.CORRECT, item=words.item)
    situation = Situation(
        phase=state.phase,
        item=current,
        awaiting="follow_up" if state.awaits_follow_up else "reply",
        paused=state.paused,
        answered=state.completed,
    )
    heard = await team.interviewer.hear(words.text, situation)
    if current is None:
        return Heard(act=_before_the_first(heard.act, state.paused))
    if heard.act in {Act.CORRECT, Act.BACK}:
        known = heard.item in state.responses and heard.item != current
        if not known:
            return Heard(act=Act.ANSWER if heard.act is Act.CORRECT else Act.CLARIFY, item=current)
        return heard
    if heard.act in _NOT_ACTS and not state.paused:
        return Heard(act=Act.ANSWER, item=current)
    act = Act.READY if heard.act is Act.NOT_READY else heard.act
    return Heard(act=act, item=current, pauses=heard.pauses)


def _before_the_first(act: Act, paused: bool) -> Act:
    """In the introduction only four moves exist."""
    if act in {Act.READY, Act.NOT_READY, Act.PAUSE, Act.OTHER_LANGUAGE}:
        return Act.READY if paused and act is Act.NOT_READY else act
    return Act.NOT_READY if act is Act.CLARIFY else Act.READY
