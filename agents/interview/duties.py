"""Carries out the machine's duties: score, ask, speak, send the script. Each adds events to a draft."""

import time
from datetime import UTC, datetime
from typing import Final

from agents import tools
from agents.domain.evidence import Quote
from agents.domain.level1 import HARM_ITEM
from agents.domain.profile import ItemResponse, SessionStatus
from agents.domain.risk import Tier
from agents.domain.transcript import Role
from agents.interview import events as ev
from agents.interview.answered import edited, elsewhere, noted, question_of
from agents.interview.notices import Voice
from agents.interview.profile import question_state
from agents.interview.safety.alerts import harm, numbers, with_help
from agents.interview.scoring import answer_to, put_right, scored, scored_words
from agents.interview.silence import about_engine
from agents.interview.state import BidFarewell, ChooseNext, ScoreItem, SendScript, Speak, State, TakeNote
from agents.interview.turn_draft import TurnDraft, progress
from agents.interviewer.port import Brief, Purpose, Utterance
from agents.llm.clock import ms_since
from agents.questions.catalogue import NOTHING_TOLD, Clinic
from agents.scorer.port import Evidence, Scoring
from agents.team import Team

LONGEST_SHOWN: Final = 200
"""Characters of what is shown to the patient again with the question that it belongs to."""
RECENT: Final = 16
"""Turns in which the interviewer's words are not repeated."""


async def settle(state: State, team: Team) -> TurnDraft:
    """Carry out duties until none is left, or until only the report is."""
    draft = TurnDraft(state)
    while True:
        match draft.state.duty:
            case ScoreItem(item, revises):
                await _score(draft, item, revises, team)
            case ChooseNext() | Speak() if draft.state.must_check:
                await check(draft, team)
            case ChooseNext() if draft.state.paused:
                await _speak(draft, draft.state.halt, None, team)
            case ChooseNext():
                await _ask_next(draft, team)
            case Speak(purpose, about):
                await _speak(draft, purpose, about, team)
            case TakeNote():
                store(draft)
                return draft
            case SendScript():
                send_script(draft, team)
                return draft
            case BidFarewell(erase):
                await _speak(draft, Purpose.FAREWELL, None, team)
                erases = erase and team.clinic.erases
                draft.add(ev.Ended(status=SessionStatus.ENDED_BY_PATIENT, at=datetime.now(UTC), erases=erases))
                return draft
            case _:
                break
    if draft.events:
        store(draft)
    return draft


async def check(draft: TurnDraft, team: Team) -> None:
    """Ask what follows a disclosure: whether it is there now, or whether to go on; what was to be said waits."""
    await _speak(draft, draft.state.check or Purpose.NOW, None, team)


async def _score(draft: TurnDraft, item: int, revises: bool, team: Team) -> None:
    state, started = draft.state, time.perf_counter()
    turns = state.replies.get(item, ())
    if not turns:
        asked = question_of(state, item)
        response = ItemResponse(item_id=item, score=0, ambiguity=10, confidence=0.0, declined=True, question=asked)
        output, answer = tools.ScoreOutput(response=response), None
    else:
        answer = answer_to(state, item, turns, revises)
        scoring, turns = await scored(state, answer, turns, team.scorer)
        output = _output(state, item, turns, scoring, state.responses.get(item) if revises else None)
    draft.add(
        ev.ScoreCalled(
            engine=output.response.engine,
            ms=ms_since(started),
            input=tools.ScoreInput(item_id=item, answer=answer, revises=revises),
            output=output,
        )
    )
    if raised := harm(state, item, output.response):
        draft.add(raised)
    engine, note = output.response.engine, output.response.note
    stands_in = note if engine != team.scorer.name else None  # a scorer's own remark goes into the report
    _notice(draft, "scorer", team.scorer.name, engine, stands_in)


def _output(
    state: State, item: int, turns: tuple[int, ...], scoring: Scoring, earlier: ItemResponse | None
) -> tools.ScoreOutput:
    quotes = tuple(_quote(state, turns, evidence) for evidence in scoring.evidence)
    quoted = {one.turn for one in quotes}
    response = ItemResponse(
        item_id=item,
        score=scoring.score,
        ambiguity=scoring.ambiguity,
        confidence=scoring.confidence,
        evidence_quotes=quotes,
        unclear=not scoring.answered,
        follow_up_asked=item in state.followed_up,
        engine=scoring.engine,
        second=scoring.second,
        note=scoring.note,
        yes_alone=scoring.yes_alone,
        question=question_of(state, item),
        turns=tuple(sorted(quoted)) or turns[-1:],
    )
    return tools.ScoreOutput(
        response=put_right(response, earlier),
        needs_follow_up=scoring.needs_followup,
        missing=scoring.missing,
        follow_up=scoring.follow_up,
        risk_flags=scoring.risk_flags,
    )


def _quote(state: State, turns: tuple[int, ...], evidence: Evidence) -> Quote:
    """The patient's own characters, also those that were no part of the answer."""
    turn = turns[0] if evidence.source == "reply" else turns[-1]
    turn = turn if evidence.turn is None else evidence.turn
    text = state.transcript[turn].text[evidence.start : evidence.end]
    return Quote(text=text, turn=turn, start=evidence.start, end=evidence.end)


async def _ask_next(draft: TurnDraft, team: Team) -> None:
    state, started = draft.state, time.perf_counter()
    purpose, item = _choice(state)
    said = await _say(state, purpose, item, team)
    draft.add(
        ev.NextCalled(
            engine=said.engine,
            ms=ms_since(started),
            input=tools.NextInput(pending=state.pending, item=state.item, needs_follow_up=state.needs is not None),
            output=tools.NextOutput.model_validate({"purpose": purpose, "item": item, "text": said.text}),
        )
    )
    _utter(draft, purpose, item, said, team)


def _choice(state: State) -> tuple[Purpose, int | None]:
    if state.needs is not None and state.item not in state.followed_up:
        return Purpose.FOLLOW_UP, state.item
    if state.pending:
        return Purpose.QUESTION, state.pending[0]
    if state.review and not state.reviewed:
        return Purpose.REVIEW, None
    return Purpose.CLOSING, None


async def _speak(draft: TurnDraft, purpose: Purpose, item: int | None, team: Team) -> None:
    _utter(draft, purpose, item, await _say(draft.state, purpose, item, team), team)


async def _say(state: State, purpose: Purpose, item: int | None, team: Team) -> Utterance:
    return await team.interviewer.say(brief(state, purpose, item, team.clinic, numbers(state.locale, team)))


def _utter(draft: TurnDraft, purpose: Purpose, item: int | None, said: Utterance, team: Team) -> None:
    """Add the interviewer's words, with what the therapist is told of them: a stand-in, a question of the patient's."""
    _notice(draft, "interviewer", team.interviewer.name, said.engine, said.note)
    if said.question is not None:
        draft.add(ev.Noticed(code="question", text=f"The patient asked: “{said.question}”"))
    _tell(draft, purpose, item, said.text, team)


def brief(
    state: State,
    purpose: Purpose,
    item: int | None,
    clinic: Clinic = NOTHING_TOLD,
    known: tuple[str, ...] = (),
) -> Brief:
    """The information that the interviewer needs for its next words."""
    spoke = state.transcript[-1] if state.transcript and state.transcript[-1].role == "patient" else None
    last = spoke.text if spoke and not state.written_down(spoke.index) else ""
    if purpose is Purpose.FOLLOW_UP and item is not None and item in state.replies:
        last = _asked_about(state, item)
    told = [one for one, turn in state.kept.items() if turn == len(state.transcript) - 1]
    response = state.responses.get(state.item) if state.item is not None else None
    return Brief(
        purpose=purpose,
        item=item,
        reply=last,
        previous=state.asking,
        spoken=tuple(one.text for one in state.transcript[-RECENT:] if one.role is Role.INTERVIEWER),
        missing=state.needs,
        proposed=state.proposed if purpose is Purpose.FOLLOW_UP else None,
        seed=state.seed,
        attempt=state.rephrased,
        declined=response is not None and response.declined,
        noted=noted(state, response) if response is not None else None,
        open=response is not None and response.unclear and not response.declined,
        asked=len(state.asked),
        first=not state.asked,
        strays=state.strays,
        again=_again(state, purpose),
        last=len(state.pending) == 1,
        locale=state.locale,
        familiar=state.familiar,
        alerted=bool(state.alerted),
        danger=state.heard is not Tier.NONE,
        care=state.care is not None or state.checking or state.gently,
        about=next(iter(told), None),
        also=tuple(told[1:]),
        earlier=_kept(state, item) if item is not None and purpose is Purpose.QUESTION else "",
        clinic=clinic,
        numbers=known,
        edits=edited(state),
        answers=spoke is not None and spoke.index in state.replies.get(state.item or 0, ()),
        kept=spoke is not None and spoke.index in state.added,
        erase=isinstance(state.duty, BidFarewell) and state.duty.erase,
    )


def _again(state: State, purpose: Purpose) -> bool:
    """Whether something is asked once more, or in the review after its first words."""
    match purpose:
        case Purpose.NOW:
            return state.unsure
        case Purpose.GO_ON:
            return state.check is not None
        case Purpose.LEFT | Purpose.ERASURE:
            return state.aside is purpose
        case _:
            return state.item is None


def _asked_about(state: State, item: int) -> str:
    """The words that a follow-up asks about: those that the answer pointed back to, else its own."""
    response, turns = state.responses[item], state.replies[item]
    if response.turns and response.turns[-1] not in turns:
        return " ".join(quote.text for quote in response.evidence_quotes)
    return scored_words(state, turns[-1], item)


def _kept(state: State, item: int) -> str:
    """What the patient told of an item before it was asked."""
    if item == HARM_ITEM:
        told = (one for one in reversed(elsewhere(state)) if not state.written_down(one.turn))
        return next((one.text for one in told if len(one.text) <= LONGEST_SHOWN), "")
    return state.transcript[state.kept[item]].text if item in state.kept else ""


def _notice(draft: TurnDraft, role: Voice, first: str, answered: str, note: str | None) -> None:
    """Tell the therapist that another engine stands in, once, and that the first one answers again."""
    if notice := about_engine(draft.state, role, first, answered, note):
        draft.add(notice)


def _tell(draft: TurnDraft, purpose: Purpose, item: int | None, text: str, team: Team, in_person: bool = False) -> None:
    state = draft.state
    told = ev.Told(
        turn=len(state.transcript),
        text=text,
        item_id=item,
        purpose=purpose,
        in_person=in_person or state.held is not None,
        phase=state.phase,
        progress=progress(state),
    )
    draft.add_message(with_help(state, told, team))


def send_script(draft: TurnDraft, team: Team, in_person: bool = False) -> None:
    """Send the fixed words, and end the interview; `in_person` where what called for them was written down."""
    _tell(draft, Purpose.SCRIPT, None, team.script(draft.state.locale), team, in_person)
    draft.add(ev.Ended(status=SessionStatus.TERMINATED_FOR_SAFETY, at=datetime.now(UTC)))


def store(draft: TurnDraft) -> None:
    """Record that the turn is complete."""
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
