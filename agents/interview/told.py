"""What the interview stands at when it begins, and after the interviewer has spoken."""

from typing import Final, assert_never

from agents.domain.phase import Phase
from agents.domain.profile import ItemResponse
from agents.domain.transcript import Role, Turn
from agents.interview import events as ev
from agents.interview.state import Speak, State, WriteReport, with_entry
from agents.interviewer.port import Purpose

_WAITS: Final = frozenset({Purpose.PERSON, Purpose.HELP, Purpose.UNSAFE, Purpose.WAITING})
"""Words after which nothing is asked until the patient says to go on."""
_ABOUT_DANGER: Final = frozenset({Purpose.NOW, Purpose.GO_ON})
_ASKS: Final = frozenset({Purpose.QUESTION, Purpose.FOLLOW_UP, Purpose.RESUMED, Purpose.REPHRASE, Purpose.ABOUT})
"""Words that ask an item."""


def started(event: ev.Started) -> State:
    """The state in which an interview begins: the introduction is to be said."""
    return State(
        session_id=event.session_id,
        mode=event.mode,
        locale=event.locale,
        model=event.model,
        prompt_version=event.prompt_version,
        persona_id=event.synthetic_persona_id,
        seed=event.seed,
        review=event.review,
        familiar=event.familiar,
        duty=Speak(Purpose.INTRO),
    )


def told(state: State, event: ev.Told) -> State:
    """The state after a message of the interviewer: what it asks stands until the patient answers."""
    after = _spoken(state, event)
    return after._replace(shown=with_entry(after.shown, event.turn, after.standing))


def _spoken(state: State, event: ev.Told) -> State:
    turn = Turn(index=event.turn, role=Role.INTERVIEWER, text=event.asks, item_id=event.item_id)
    helped = event.help and Turn(index=event.turn - 1, role=Role.INTERVIEWER, text=event.help.text)
    transcript = (*state.transcript, helped, turn) if helped else (*state.transcript, turn)
    after, unsure = state.duty, state.unsure and event.purpose is Purpose.NOW
    state = state._replace(transcript=transcript, care=None, aside=None, unsure=unsure, duty=None)
    state = state._replace(waits=event.purpose in _WAITS, gently=_gently(state, event.purpose))
    if event.purpose not in (Purpose.NOW, Purpose.GO_ON):
        state = state._replace(edited=())
    waiting = Phase.FOLLOW_UP if state.follow_up else Phase.ASK_ITEM
    match event.purpose:
        case Purpose.QUESTION:
            assert event.item_id is not None
            return state._replace(
                phase=Phase.ASK_ITEM,
                item=event.item_id,
                asked=(*state.asked, event.item_id),
                asking=event.asks,
                follow_up=False,
                needs=None,
                rephrased=0,
            )
        case Purpose.FOLLOW_UP:
            assert event.item_id is not None
            return state._replace(
                phase=Phase.FOLLOW_UP,
                asking=event.asks,
                follow_up=True,
                followed_up=(*state.followed_up, event.item_id),
                responses=with_entry(state.responses, event.item_id, _followed_up(state, event.item_id)),
                rephrased=0,
            )
        case Purpose.NOW | Purpose.GO_ON | Purpose.LEFT | Purpose.ERASURE | Purpose.WHICH:
            if event.purpose in (Purpose.NOW, state.check):
                state = state._replace(check=None, deferred=state.deferred or after)
            return state._replace(aside=event.purpose)
        case Purpose.REVIEW | Purpose.ADDED:
            known = state._replace(phase=Phase.SCORE_ITEM, revisiting=None)  # an answer gone back to is left as it was
            return known._replace(aside=event.purpose, item=None, follow_up=False, needs=None)
        case Purpose.REVISIT:
            return state._replace(phase=Phase.ASK_ITEM, revisiting=event.item_id)
        case Purpose.REPHRASE | Purpose.ABOUT | Purpose.KEPT:
            phase = Phase.ASK_ITEM if state.revisiting is not None else waiting
            return state._replace(phase=phase, rephrased=state.rephrased + 1)
        case Purpose.CORRECTED:
            return state._replace(phase=waiting)
        case Purpose.CLOSING:
            return state._replace(
                phase=Phase.REPORT, item=None, follow_up=False, needs=None, held=None, duty=WriteReport()
            )
        case (
            Purpose.INTRO
            | Purpose.REASSURE
            | Purpose.PAUSED
            | Purpose.FAREWELL
            | Purpose.PERSON
            | Purpose.HELP
            | Purpose.UNSAFE
            | Purpose.WAITING
            | Purpose.RESUMED
            | Purpose.REPEATED
            | Purpose.LANGUAGE
            | Purpose.SCRIPT
        ):
            return state
        case _:
            assert_never(event.purpose)


def _gently(state: State, purpose: Purpose) -> bool:
    """Whether the next question is the first after a disclosure, whatever came between them."""
    return purpose in _ABOUT_DANGER or (state.gently and purpose not in _ASKS)


def _followed_up(state: State, item: int) -> ItemResponse:
    return state.responses[item].model_copy(update={"follow_up_asked": True})


def left_open(state: State) -> State:
    """The state after nobody said whether the open item's problem was there at all: no guess of it stands."""
    item = state.open_item or 0
    if (guess := state.responses.get(item)) is None or guess.unclear:
        return state
    none = {"score": 0, "ambiguity": 10, "confidence": 0.1, "unclear": True, "evidence_quotes": ()}
    return state._replace(responses=with_entry(state.responses, item, guess.model_copy(update=none)))
