"""What the interview stands at while the clinician holds it: paused, or carried on in person."""

from typing import Final

from agents.domain import level1
from agents.domain.phase import OVER, Phase
from agents.domain.profile import CLINICIAN, ItemResponse, RiskFlags
from agents.domain.risk import Tier, highest
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.confirming import confirmed
from agents.interview.presence import Held, InPerson, Released
from agents.interview.state import ChooseNext, Speak, State, TakeNote, with_entry

QUESTIONS_OVER: Final = "The questions of this interview are over."
NOT_HELD: Final = "The interview is with the patient; take it over first."
ELSEWHERE: Final = "This question was answered or passed in the meantime. Look again; nothing was changed."


def by_clinician(
    state: State, event: ev.Rated | ev.Unrated | ev.Signed | ev.Reopened | ev.Discarded | Held | Released | InPerson
) -> State:
    """The state after what the clinician said or did. Raises NotNow."""
    return in_person(state, event) if isinstance(event, Held | Released | InPerson) else confirmed(state, event)


def in_person(state: State, event: Held | Released | InPerson) -> State:
    """The state after the clinician took the interview, answered an item, or gave it back. Raises NotNow."""
    if state.phase in OVER:
        raise NotNow(QUESTIONS_OVER)
    if isinstance(event, Held):
        return state._replace(held=event, revisiting=None, duty=None)
    if state.held is None:
        raise NotNow(NOT_HELD)
    if isinstance(event, Released):
        asked = state.aside if state.checking and state.phase is not Phase.INTRO else None
        return state._replace(held=None, paused=False, duty=Speak(asked) if asked else state.resumes)
    return _answered(state, event.response)


def in_hand(state: State, event: ev.Said) -> State:
    """The state after words that reach an interview in which nothing is answered to the patient: what the clinician
    wrote down belongs to its item."""
    if state.held is None:
        return state
    if not event.by:
        return state._replace(duty=TakeNote())
    if event.item_id is None:
        return state
    turns = (*state.written.get(event.item_id, ()), event.turn)
    return state._replace(
        replies=with_entry(state.replies, event.item_id, turns),
        written=with_entry(state.written, event.item_id, turns),
    )


def completed(state: State) -> State:
    """The state once a turn is complete: what the patient wrote meanwhile is noted."""
    return state._replace(duty=None) if isinstance(state.duty, TakeNote) else state


def to_ask(state: State) -> int | None:
    """The item that is read aloud next, also where only its follow-up is due; None where every item is settled."""
    if state.item is not None and (state.item not in state.responses or state.unsettled(state.item)):
        return state.item
    return next(iter(state.pending), None)


def left(state: State) -> tuple[int, ...]:
    """The items that the patient skipped, or whose answers left them open: they can be asked in person, none has to
    be."""
    unknown = (item for item, one in sorted(state.responses.items()) if not one.known and one.engine != CLINICIAN)
    return tuple(item for item in unknown if item != to_ask(state))


def _answered(state: State, response: ItemResponse) -> State:
    item, earlier = response.item_id, state.responses.get(response.item_id)
    if item not in state.asked and item not in state.pending[:1]:
        raise NotNow(ELSEWHERE)
    harm = response.known and item == level1.HARM_ITEM and response.score >= 1
    asked = state.asked if item in state.asked else (*state.asked, item)
    after = state._replace(
        phase=Phase.ASK_ITEM if state.phase is Phase.INTRO else Phase.SCORE_ITEM,
        asked=asked,
        item=asked[-1],
        responses=with_entry(state.responses, item, response),
        superseded=state.superseded + ((earlier,) if earlier else ()),
        tier=highest((state.tier, Tier.FLAG)) if harm else state.tier,
        flags=state.flags | RiskFlags(self_harm_ideation=harm),
        follow_up=state.follow_up and item != state.item,
        needs=state.needs if item in state.asked[:-1] else None,
        aside=None,
        strays=0,
    )
    if to_ask(after) is not None:
        return after
    return after._replace(paused=False, check=None, care=None, reviewed=True, duty=ChooseNext())
