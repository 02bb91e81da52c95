"""The interview's state machine: pure, one event at a time. `state.duty` is what the server must do next.

Nothing here reads, scores or phrases anything; it only decides what must be done. A restart replays the log through
`advance` and continues with the resulting duty, so no acknowledged message is lost and no question is asked twice.
"""

from collections.abc import Iterable
from typing import assert_never

from agents.domain import level1
from agents.domain.phase import OVER, Phase, follows
from agents.domain.profile import ItemResponse, RiskFlags, SessionStatus
from agents.domain.risk import Reading, Tier, highest
from agents.domain.transcript import Role, Turn
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.in_person import by_clinician, completed, in_hand
from agents.interview.pointing import next_owed, revised
from agents.interview.presence import Held, InPerson, Released
from agents.interview.safety.there_now import alarmed, checked
from agents.interview.silence import noted
from agents.interview.state import (
    BidFarewell,
    ChooseNext,
    Duty,
    Edited,
    EraseWords,
    ScoreItem,
    SendScript,
    Speak,
    State,
    with_entry,
)
from agents.interview.told import left_open, started, told
from agents.interviewer.port import Act, Purpose
from agents.quotes.sentences import last_sentence

_BREAKS = {
    Act.LEAVE: Purpose.LEFT,
    Act.ERASE: Purpose.ERASURE,
    Act.PERSON: Purpose.PERSON,
    Act.HELP: Purpose.HELP,
    Act.UNSAFE: Purpose.UNSAFE,
}
"""What is said before a break, or to ask whether to stop for good; PAUSED where the patient only asks for a break."""

_STILL = (Act.PAUSE, Act.ASK)  # what changes nothing while nothing is asked until the patient says to go on


def advance(state: State, event: ev.Event) -> State:
    """The state after one event of the log. Raises NotNow for an event that the phase does not allow."""
    after = _apply(state, event)
    if not follows(state.phase, after.phase):
        raise NotNow(f"{event.kind} cannot lead from {state.phase} to {after.phase}")
    return after


def replay(events: Iterable[ev.Event], state: State | None = None) -> State:
    """The state after a whole log, or after a further stretch of one."""
    state = state or State()
    for event in events:
        state = advance(state, event)
    return state


def _apply(state: State, event: ev.Event) -> State:
    match event:
        case ev.Said():
            return _said(state, event)
        case ev.Told():
            return told(state, event)
        case ev.ScoreCalled():
            return next_owed(_scored(state, event))
        case ev.Started():
            return started(event)
        case ev.Skipped() | ev.Paused():
            return _pressed(state, event)
        case ev.RiskRaised():
            return _read(state, event.reading, event.turn)
        case ev.Ended() | ev.Erased():
            return _ended(state, event)
        case ev.Alerted() | ev.Acknowledged():
            return alarmed(state, event)
        case (
            ev.Rated() | ev.Unrated() | ev.Signed() | ev.Reopened() | ev.Discarded() | Held() | Released() | InPerson()
        ):
            return by_clinician(state, event)
        case ev.Noticed() | ev.Reread():
            return noted(state, event)
        case (
            ev.NextCalled()
            | ev.Removed()
            | ev.Reported()
            | ev.StoreCalled()
            | ev.RetrieveCalled()
            | ev.DiagnoseCalled()
            | ev.ReportCalled()
        ):
            return completed(state) if isinstance(event, ev.StoreCalled) else state
        case _:
            assert_never(event)


def _read(state: State, reading: Reading, turn: int) -> State:
    """Risk comes before anything else: the tier never falls, and STOP ends the interview from any phase."""
    if reading.tier is Tier.NONE and not reading.findings:
        return state
    found = tuple(finding.model_copy(update={"turn": turn}) for finding in reading.findings)
    state = state._replace(tier=highest((state.tier, reading.tier)), findings=state.findings + found)
    if reading.tier is not Tier.STOP or state.phase is Phase.SAFETY_STOP:
        return state
    return state._replace(
        phase=Phase.SAFETY_STOP,
        status=SessionStatus.TERMINATED_FOR_SAFETY,
        duty=SendScript(),
        paused=False,
        held=None,
        completed_at=None,
    )


def _pressed(state: State, event: ev.Skipped | ev.Paused) -> State:
    state = state._replace(owed=())
    if isinstance(event, ev.Paused):
        return _halted(state, Act.PAUSE)
    if event.late:
        return _again(state)
    if state.reviewing:
        return state._replace(reviewed=True, duty=ChooseNext())
    if state.checking:
        return checked(state, Act.READY if state.aside is Purpose.GO_ON else Act.SAFETY)
    return state._replace(paused=False, duty=state.resumes) if state.paused else _passed_over(state)


def _said(state: State, event: ev.Said) -> State:
    turn = Turn(index=event.turn, role=Role.PATIENT, text=event.text, item_id=event.item_id)
    answered = state.question if event.answers is None else state.transcript[event.answers].text
    if answered and state.phase is Phase.INTRO and not state.checking:
        answered = last_sentence(answered)  # the introduction names what will be asked about
    state = state._replace(transcript=(*state.transcript, turn), heard=event.risk.tier, heard_with=answered, owed=())
    state = _read(state, event.risk, event.turn)
    if state.phase in OVER or state.held:
        return in_hand(state, event)
    return _moved(state, event)


def _moved(state: State, event: ev.Said) -> State:
    if state.waiting and (event.act in _STILL or (event.act is Act.LATE and not event.then)):
        return state._replace(duty=Speak(Purpose.WAITING))
    if event.sure and event.act in (Act.LEAVE, Act.ERASE):
        return state._replace(duty=BidFarewell(erase=event.act is Act.ERASE), check=None)
    if event.act in _BREAKS or event.act is Act.PAUSE or (event.act is Act.LATE and event.then):
        return _halted(state, event.then or event.act)
    if event.act is Act.LATE or (event.act is Act.SAFETY and not state.checking):
        return _again(state)
    if event.act is Act.ASK and state.aside in (Purpose.LEFT, Purpose.ERASURE):
        return state._replace(duty=Speak(state.aside))
    if state.checking and event.act is not Act.CORRECT:
        added = (*state.added, event.turn) if event.act is Act.ADDED else state.added
        return checked(state._replace(added=added), event.act)
    if event.act is Act.ADDED:
        return _added(state, event.turn)
    return _reviewed(state, event) if state.reviewing else _went_on(state, event)


def _added(state: State, turn: int) -> State:
    """The state after something that is kept and scores nothing: in the review, or when asked whether to end."""
    state = state._replace(added=(*state.added, turn))
    if state.reviewing:
        return state._replace(duty=Speak(Purpose.ADDED))
    if state.open_item is None or state.between:
        return _open(state)
    return state._replace(paused=False, duty=Speak(Purpose.CORRECTED, state.open_item))


def _reviewed(state: State, event: ev.Said) -> State:
    """The state after an answer to whether there is anything to change or to add."""
    match event.act:
        case Act.READY:
            return state._replace(reviewed=True, duty=ChooseNext())
        case Act.CLARIFY | Act.ASK:
            return state._replace(duty=Speak(Purpose.REVIEW))
        case _:
            return _went_on(state, event)


def _went_on(state: State, event: ev.Said) -> State:
    was_paused, state = state.paused, state._replace(paused=False)
    match event.act:
        case Act.OTHER_LANGUAGE:
            return state._replace(duty=Speak(Purpose.LANGUAGE, state.open_item))
        case Act.NOT_READY:
            return state._replace(duty=Speak(Purpose.REASSURE))
        case Act.READY | Act.ANSWER | Act.CLARIFY | Act.ASK | Act.DECLINE if was_paused and state.between:
            closes = event.act is Act.DECLINE and state.at_end
            return _open(state._replace(reviewed=state.reviewed or closes))
        case Act.READY:
            return _open(state) if was_paused or state.open_item else state._replace(duty=ChooseNext())
        case Act.CLARIFY | Act.ASK:
            answer = Purpose.ABOUT if event.act is Act.ASK else Purpose.REPHRASE
            return state._replace(duty=Speak(answer, state.open_item))
        case Act.ELSEWHERE if event.about is not None:
            return _kept(state, event)._replace(duty=Speak(Purpose.KEPT, state.open_item))
        case Act.BACK:
            return state._replace(duty=Speak(Purpose.REVISIT, event.item_id))
        case Act.DECLINE:
            return _passed_over(state)
        case Act.WHICH:
            return state._replace(duty=Speak(Purpose.WHICH))
        case Act.CORRECT:
            added = (*state.added, event.turn) if event.then is Act.ADDED else state.added
            return _answered(revised(state, event)._replace(revisiting=event.item_id, added=added), event)
        case Act.ANSWER:
            known = revised(_kept(state, event), event)
            return _answered(_halted(known, event.then) if event.then else known, event)
        case _:
            raise NotNow(f"{event.act} is no way to go on")


def _kept(state: State, event: ev.Said) -> State:
    """The state with what a message tells of later items kept for them."""
    for item in () if event.about is None else (event.about, *event.also):
        state = state._replace(kept=with_entry(state.kept, item, event.turn))
    return state


def _halted(state: State, act: Act) -> State:
    """The state in a break, or while it is asked whether to stop for good; what was asked about now is asked again."""
    purpose = _BREAKS.get(act, Purpose.PAUSED)
    check = Purpose.NOW if state.aside is Purpose.NOW else state.check
    return state._replace(paused=True, aside=None, deferred=None, halt=purpose, check=check, duty=Speak(purpose))


def _answered(state: State, event: ev.Said) -> State:
    item = state.open_item
    if item is None:
        raise NotNow("no question is open yet")
    before = state.replies.get(item, ()) if state.awaits_follow_up else ()
    return state._replace(
        phase=Phase.SCORE_ITEM,
        replies=with_entry(state.replies, item, (*before, event.turn)),
        duty=ScoreItem(item, revises=state.revisiting is not None),
    )


def _passed_over(state: State) -> State:
    """The state after a declined question: the answer given before the open follow-up, or before the revisit, is
    kept."""
    if state.revisiting is not None:
        left = state._replace(paused=False, revisiting=None)
        return left._replace(duty=ChooseNext() if left.between else Speak(Purpose.REPHRASE, state.item))
    if state.item is None:
        return state._replace(paused=False, duty=ChooseNext())
    if state.follow_up:
        known = left_open(state) if state.needs == "endorsement" else state
        return known._replace(phase=Phase.SCORE_ITEM, paused=False, follow_up=False, needs=None, duty=ChooseNext())
    return state._replace(phase=Phase.SCORE_ITEM, paused=False, duty=ScoreItem(state.item))


def _open(state: State) -> State:
    """Ask again after a pause: the open question, or the next one, or the first."""
    return state._replace(paused=False, duty=ChooseNext() if state.phase is Phase.INTRO else state.resumes)


def _again(state: State) -> State:
    """After a message meant for an earlier question: the open question is asked again, and nothing else changes."""
    if state.checking:
        return state._replace(duty=state.duty or Speak(Purpose.GO_ON))
    if state.between:
        return state._replace(paused=False, duty=ChooseNext())
    return state._replace(paused=False, duty=state.duty or Speak(Purpose.REPEATED, state.open_item))


def _scored(state: State, event: ev.ScoreCalled) -> State:
    response, earlier = event.output.response, state.responses.get(event.input.item_id)
    flags = event.output.risk_flags | RiskFlags(self_harm_ideation=_admits_harm(response))
    if flags != RiskFlags():
        state = state._replace(flags=state.flags | flags)
    state = state._replace(strays=state.strays + 1 if response.unclear and not response.declined else 0)
    responses = with_entry(state.responses, response.item_id, response)
    tier = highest((state.tier, Tier.FLAG)) if _admits_harm(response) else state.tier
    if event.input.revises:
        stays = response.unclear and earlier is not None  # a reply that does not answer does not replace an answer
        edited = Edited(response.item_id, earlier, took=not stays)
        put_right = state._replace(revisiting=None, edited=(*state.edited, edited))
        after = put_right._replace(duty=_after_revision(put_right))
        gone = state.superseded + ((earlier,) if earlier else ())
        return after if stays else after._replace(responses=responses, tier=tier, superseded=gone)
    may_ask = event.output.needs_follow_up and response.item_id not in state.followed_up
    needs, proposed = (event.output.missing, event.output.follow_up) if may_ask else (None, None)
    return state._replace(
        responses=responses, tier=tier, follow_up=False, needs=needs, proposed=proposed, duty=ChooseNext()
    )


def _after_revision(state: State) -> Duty:
    if state.checking and state.aside:
        return Speak(state.aside)
    return ChooseNext() if state.between or state.paused else Speak(Purpose.CORRECTED, state.item)


def _admits_harm(response: ItemResponse) -> bool:
    return response.item_id == level1.HARM_ITEM and response.score >= 1


def _ended(state: State, event: ev.Ended | ev.Erased) -> State:
    if isinstance(event, ev.Erased) or event.status is SessionStatus.TERMINATED_FOR_SAFETY:
        return state._replace(duty=None)
    if event.status is SessionStatus.COMPLETED and state.phase not in (Phase.REPORT, Phase.DONE):
        raise NotNow(f"{event.kind} cannot lead from {state.phase} to {Phase.DONE}")
    done = state._replace(phase=Phase.DONE, status=event.status, duty=None)
    if event.status is not SessionStatus.COMPLETED:
        return done._replace(
            paused=False, held=None, aside=None, deferred=None, duty=EraseWords() if event.erases else None
        )
    return done._replace(completed_at=event.at)
