"""What the clinician does to an interview in progress, as events to store: hold it, give it back, close it, write down
what was said, score an item in person. Words that are written down are read for risk like any patient's message."""

from datetime import datetime
from typing import Final, Literal, NamedTuple

from agents.domain.evidence import Quote, whole
from agents.domain.level1 import HARM_ITEM, items
from agents.domain.phase import OVER, Phase
from agents.domain.profile import CLINICIAN, ItemResponse, SessionStatus
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.duties import send_script, store
from agents.interview.in_person import ELSEWHERE, NOT_HELD, QUESTIONS_OVER, to_ask
from agents.interview.presence import Held, InPerson, Released
from agents.interview.safety.alerts import alert, of_score
from agents.interview.state import SendScript, State
from agents.interview.turn import respond
from agents.interview.turn_draft import TurnDraft, progress
from agents.interviewer.port import Act
from agents.quotes.sentences import shortened
from agents.reading.subjects import rather
from agents.risk.port import Message
from agents.scorer.matter import names
from agents.scorer.port import Answer, Scoring
from agents.scorer.rules import score
from agents.team import Team

_FEW: Final = 3
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


class Proposal(NamedTuple):
    """The rule engine's score of what was written down at an item, None where it tells of another one: `about`."""

    scoring: Scoring | None
    about: int | None = None


def proposed(state: State, item: int) -> Proposal | None:
    """What is proposed from the words that were written down, of those that tell of the item; None where there are
    none."""
    said = [state.transcript[turn].text for turn in state.written.get(item, ())]
    if not said:
        return None
    others = [_of_another(state, item, one) for one in said]
    own = [one for one, other in zip(said, others, strict=True) if other is None]
    return Proposal(_read(state, item, *own)) if own else Proposal(None, others[-1])


def _read(state: State, item: int, *said: str) -> Scoring:
    answer = Answer(
        item=item,
        reply=said[0],
        question=items()[item].text,
        followup_reply=said[-1] if len(said) > 1 else None,
        language=state.language,
    )
    return score(answer)


def _of_another(state: State, item: int, said: str) -> int | None:
    """The other item that words tell of rather than of this one; a few have to name its matter ("half a thought" tells
    of none)."""
    other = rather(said, item, state.language)
    return None if other and len(said.split()) <= _FEW and not names(said, other, state.language) else other


def _grounds(state: State, item: int, tapped: int) -> tuple[tuple[Quote, ...], str]:
    """The words that a tapped score rests on, and what a reader should know of those that it does not: words that tell
    of another item, that tell no score, or that were read as there where it is not, and the other way round."""
    turns, found = state.written.get(item, ()), proposed(state, item)
    own = (turn for turn in turns if _of_another(state, item, state.transcript[turn].text) is None)
    quotes = tuple(whole(turn, state.transcript[turn].text) for turn in own)
    if found is None or found.scoring is None:
        return (), "the words written down tell rather of another item" if found else ""
    read = found.scoring
    if not read.answered:
        return (), "no score could be told from the words written down"
    if bool(read.score) != bool(tapped):
        return (), f"the words written down were read as {read.in_words}"
    return quotes, ""


def settle_item(
    state: State, item: int, how: Settled, tapped: int, by: str, name: str, at: datetime, again: bool = False
) -> TurnDraft:
    """The clinician's score of an item, `tapped`, or that it was declined or not asked; `again` where it was settled
    before. Raises NotNow."""
    if not again and item != to_ask(state):
        raise NotNow(ELSEWHERE)
    draft, told = TurnDraft(state), {"not_asked": "not asked", "declined": "declined"}.get(how, "answered")
    turns, known = state.written.get(item, ()), how == "scored"
    quotes, besides = _grounds(state, item, tapped) if known else ((), "")
    note = f"{told} in person, {name or by}, {at:%Y-%m-%d %H:%M} UTC"
    response = ItemResponse(
        item_id=item,
        score=tapped if known else 0,
        ambiguity=1 if known else 10,
        confidence=1.0 if known else 0.0,
        evidence_quotes=quotes,
        declined=how == "declined",
        unclear=how == "not_asked",
        engine=CLINICIAN,
        note=f"{note}; {besides}" if besides else note,
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
    return of_score(turn, quotes, response.score)
