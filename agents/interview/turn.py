"""One patient message, start to end: what it is, what it means for the machine, and what is owed for it.

`receive` makes the events that are committed before the acknowledgement (and everything of a safety stop); `respond`
does the duties that the machine then owes, up to the next question. Both only make events; their caller stores them.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from agents import tools
from agents.domain import level1
from agents.domain.evidence import Quote
from agents.domain.profile import ItemResponse, SessionStatus
from agents.domain.risk import Tier
from agents.errors import CorrectInput, NotNow
from agents.interview import events as ev
from agents.interview.findings import question_state
from agents.interview.machine import OVER, advance
from agents.interview.phase import Phase
from agents.interview.state import ChooseNext, ScoreItem, SendScript, Speak, State
from agents.interviewer.port import Act, Brief, Heard, Purpose, Situation
from agents.risk.port import Message
from agents.scorer.port import Answer, Evidence, Scoring
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


class Draft:
    """Events made so far in a turn, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def add(self, event: ev.Event) -> None:
        """Append one event; raises NotNow when the phase does not allow it."""
        self.state = advance(self.state, event)
        self.events.append(event)

    def add_message(self, message: ev.Said | ev.Told) -> None:
        """Append one utterance, written down with the phase and the progress that it leads to."""
        self.state = advance(self.state, message)
        led_to = {"phase": self.state.phase, "progress": progress(self.state)}
        self.events.append(message.model_copy(update=led_to))


def progress(state: State) -> ev.Progress:
    """How far the interview is."""
    return ev.Progress(answered=len(state.completed), total=level1.ITEM_COUNT)


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
    """Do what is owed until the patient's turn or until the report is owed. Empty when nothing is owed."""
    draft = Draft(state)
    while True:
        match draft.state.duty:
            case ScoreItem(item, revises):
                await _score(draft, item, revises, team)
            case ChooseNext():
                await _ask_next(draft, team)
            case Speak(purpose, about):
                await _speak(draft, purpose, about, team)
            case SendScript():
                _send_script(draft, team)
                return draft
            case _:
                break
    if draft.events:
        _store(draft)
    return draft


async def _hear(draft: Draft, words: Words, team: Team) -> None:
    state = draft.state
    reading = team.floor(Message(text=words.text, context=state.question, item=state.open_item, prior=state.findings))
    if state.phase is Phase.SAFETY_STOP or (state.phase in {Phase.REPORT, Phase.DONE} and reading.tier.rank < 2):
        raise NotNow("the interview has ended")
    heard = await _act(state, words, team)
    draft.add_message(
        ev.Said(
            turn=len(state.transcript),
            text=words.text,
            item_id=heard.item,
            client_id=words.client_id,
            act=heard.act,
            risk=reading,
            phase=state.phase,
            progress=progress(state),
        )
    )
    if reading.tier.rank >= Tier.URGENT.rank:
        draft.add(ev.Alerted(turn=len(state.transcript), tier=reading.tier, findings=reading.findings))
    if isinstance(draft.state.duty, SendScript):
        _send_script(draft, team)


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
    return Heard(act=Act.READY if heard.act is Act.NOT_READY else heard.act, item=current)


def _before_the_first(act: Act, paused: bool) -> Act:
    """In the introduction only four moves exist."""
    if act in {Act.READY, Act.NOT_READY, Act.PAUSE, Act.OTHER_LANGUAGE}:
        return Act.READY if paused and act is Act.NOT_READY else act
    return Act.NOT_READY if act is Act.CLARIFY else Act.READY


async def _score(draft: Draft, item: int, revises: bool, team: Team) -> None:
    state, started = draft.state, time.perf_counter()
    turns = state.replies.get(item, ())
    if not turns:
        response = ItemResponse(item_id=item, score=0, ambiguity=10, confidence=0.0, declined=True)
        output, answer = tools.ScoreOutput(response=response), None
    else:
        answer = _answer(state, item, turns, revises)
        scoring = await team.scorer.score(answer)
        output = _output(state, item, turns, scoring)
    draft.add(
        ev.ScoreCalled(
            engine=output.response.engine,
            ms=_since(started),
            input=tools.ScoreInput(item_id=item, answer=answer, revises=revises),
            output=output,
        )
    )


def _answer(state: State, item: int, turns: tuple[int, ...], revises: bool) -> Answer:
    said = [state.transcript[turn].text for turn in turns]
    return Answer(
        item=item,
        question=None if revises else state.asking,
        reply=said[0],
        followup_reply=said[-1] if len(said) > 1 else None,
    )


def _output(state: State, item: int, turns: tuple[int, ...], scoring: Scoring) -> tools.ScoreOutput:
    response = ItemResponse(
        item_id=item,
        score=scoring.score,
        ambiguity=scoring.ambiguity,
        confidence=scoring.confidence,
        evidence_quotes=tuple(_quote(turns, evidence) for evidence in scoring.evidence),
        follow_up_asked=item in state.followed_up,
        engine=scoring.engine,
        note=scoring.note,
    )
    return tools.ScoreOutput(response=response, needs_follow_up=scoring.needs_followup, missing=scoring.missing)


def _quote(turns: tuple[int, ...], evidence: Evidence) -> Quote:
    turn = turns[0] if evidence.source == "reply" else turns[-1]
    return Quote(text=evidence.text, turn=turn, start=evidence.start, end=evidence.end)


async def _ask_next(draft: Draft, team: Team) -> None:
    state, started = draft.state, time.perf_counter()
    purpose, item = _choice(state)
    text = await team.interviewer.say(_brief(state, purpose, item))
    draft.add(
        ev.NextCalled(
            engine=team.interviewer.name,
            ms=_since(started),
            input=tools.NextInput(pending=state.pending, item=state.item, needs_follow_up=state.needs is not None),
            output=tools.NextOutput.model_validate({"purpose": purpose, "item": item, "text": text}),
        )
    )
    _tell(draft, purpose, item, text)


def _choice(state: State) -> tuple[Purpose, int | None]:
    if state.needs is not None and state.item not in state.followed_up:
        return Purpose.FOLLOW_UP, state.item
    if state.pending:
        return Purpose.QUESTION, state.pending[0]
    return Purpose.CLOSING, None


async def _speak(draft: Draft, purpose: Purpose, item: int | None, team: Team) -> None:
    text = await team.interviewer.say(_brief(draft.state, purpose, item))
    _tell(draft, purpose, item, text)


def _brief(state: State, purpose: Purpose, item: int | None) -> Brief:
    last = state.transcript[-1].text if state.transcript and state.transcript[-1].role == "patient" else ""
    response = state.responses.get(state.item) if state.item is not None else None
    return Brief(
        purpose=purpose,
        item=item,
        reply=last,
        previous=state.asking,
        missing=state.needs,
        seed=state.seed,
        attempt=state.rephrased,
        declined=response is not None and response.declined,
        first=not state.asked,
        last=len(state.pending) == 1,
        locale=state.locale,
    )


def _tell(draft: Draft, purpose: Purpose, item: int | None, text: str) -> None:
    state = draft.state
    draft.add_message(
        ev.Told(
            turn=len(state.transcript),
            text=text,
            item_id=item,
            purpose=purpose,
            phase=state.phase,
            progress=progress(state),
        )
    )


def _send_script(draft: Draft, team: Team) -> None:
    _tell(draft, Purpose.SCRIPT, None, team.script(draft.state.locale))
    draft.add(ev.Ended(status=SessionStatus.TERMINATED_FOR_SAFETY, at=datetime.now(UTC)))


def _store(draft: Draft) -> None:
    state = draft.state
    draft.add(
        ev.StoreCalled(
            engine="log",
            ms=0.0,
            input=tools.StoreInput(
                phase=state.phase, session_status=state.status, question_state=question_state(state)
            ),
            output=tools.StoreOutput(stored=True, turns=len(state.transcript)),
        )
    )


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
