"""A model that gives no usable answer in an interview: said once for each of its roles, until it answers again."""

from typing import Final

from agents.interview import events as ev
from agents.interview.notices import Voice
from agents.interview.state import State, with_entry
from agents.reporter.doubts import UNCLEAR

_NO_ANSWER: Final = "the model read it again later and found no answer to the question in it"
_AGAIN: Final = "the model read it again later"


def noted(state: State, event: ev.Noticed | ev.Reread) -> State:
    """The state after one of the two."""
    if isinstance(event, ev.Reread):
        return _compared(state, event)
    if event.role is None:
        return state
    return state._replace(silent=state.silent - {event.role} if event.over else state.silent | {event.role})


def about_engine(state: State, role: Voice, first: str, answered: str, note: str | None) -> ev.Noticed | None:
    """What is to be said after a turn in which `answered` answered for the engine that should have: `note` says that it
    stood in. None where that is known."""
    turn = len(state.transcript) - 1
    if note is not None and role not in state.silent:
        return ev.Noticed(code="engine", text=note, engine=first, role=role, turn=turn)
    if note is None and role in state.silent and answered == first:
        return ev.Noticed(code="engine", text=f"{first} answers again.", engine=first, role=role, turn=turn, over=True)
    return None


def _compared(state: State, event: ev.Reread) -> State:
    """The rules' answer with the model's beside it, where the two differ. The rules' score stays."""
    scoring = event.scoring
    answer = state.responses.get(event.item_id) if event.item_id is not None else None
    if answer is None or scoring is None or (scoring.answered and answer.known and scoring.score == answer.score):
        return state
    changes: dict[str, object] = {"second": scoring.score} if scoring.answered else {}
    if not scoring.answered and answer.known:
        changes["ambiguity"] = max(answer.ambiguity, UNCLEAR)
    word = _AGAIN if scoring.answered else _NO_ANSWER
    changed = answer.model_copy(update={**changes, "note": f"{answer.note}; {word}" if answer.note else word})
    return state._replace(responses=with_entry(state.responses, answer.item_id, changed))
