"""A patient's message as a log entry: read for risk with the question that it answers, then interpreted as a move.

A message written for a question that is no longer open is kept and read for risk like any other, and answers nothing.
"""

from dataclasses import replace

from agents.domain.level1 import HARM_ITEM
from agents.domain.phase import Phase
from agents.domain.risk import Reading, Tier, highest
from agents.errors import CorrectInput, NotNow
from agents.interview import events as ev
from agents.interview.duties import send_script
from agents.interview.patient_input import Words
from agents.interview.pointing import pointed
from agents.interview.safety.alerts import alert, call, disclosed
from agents.interview.safety.second_thoughts import affirmed, means_another, second_thoughts
from agents.interview.safety.there_now import settled, unsettled
from agents.interview.safety.waiting import closes, says_only_to_go_on, waiting
from agents.interview.state import Question, SendScript, State
from agents.interview.turn_draft import TurnDraft, progress
from agents.interviewer.item_reference import also_named
from agents.interviewer.pieces import other_part
from agents.interviewer.port import Act, Heard, Purpose, Situation
from agents.interviewer.repairs import value
from agents.interviewer.speech import alone
from agents.interviewer.telling import first_alone, often, tells
from agents.quotes.sentences import last_sentence
from agents.reading.model.folding import folded
from agents.risk.port import Message
from agents.team import Team

_ASIDE = {Purpose.NOW: "now", Purpose.GO_ON: "go_on", Purpose.LEFT: "leave", Purpose.ERASURE: "erase"}
_ASIDE |= {Purpose.WHICH: "which", Purpose.REVIEW: "review", Purpose.ADDED: "review"}
_ENDINGS = (Purpose.LEFT, Purpose.ERASURE)
_TELLS = {Act.ANSWER, Act.ELSEWHERE}
"""What tells of an item. Asked whether to end, it does so only where it says how often: "the pain" only says that
something else was meant, and is kept."""
_UNHEARD = {Act.ANSWER, Act.ELSEWHERE, Act.OTHER_LANGUAGE, Act.UNSAFE}
"""What words to go on may be taken for after somebody came in, though nobody said so."""
_NOT_ACTS = {Act.READY, Act.NOT_READY}
_NO_ANSWERS = frozenset(Act) - {Act.ANSWER, Act.READY, Act.NOT_READY, Act.CLARIFY, Act.DECLINE, Act.LATE}
"""Moves that do not answer the question at hand, so that it does not matter which question that is."""
_INTRODUCED = frozenset(Act) - {Act.ANSWER, Act.CLARIFY, Act.DECLINE, Act.BACK, Act.CORRECT, Act.LATE, Act.ASK}
"""Moves that exist in the introduction."""


async def hear(draft: TurnDraft, words: Words, to: int | None, team: Team) -> None:
    """Add a message with all that must be stored before it is acknowledged. `to` is the turn that it answers.

    Raises NotNow where the interview accepts no more messages, CorrectInput for an edit of an item that has no answer,
    unless its words are a stop: these are accepted, as an ordinary message."""
    state = draft.state
    seen = None if words.item is not None else state.late(to)
    reading = _read(state, words, to, team)
    told = alert(state, len(state.transcript), words.text, reading)
    if state.phase is Phase.SAFETY_STOP or ((state.held or state.phase in {Phase.REPORT, Phase.DONE}) and told is None):
        raise NotNow("the interview has ended")
    if reading.tier is Tier.STOP and words.item not in state.responses:
        words = replace(words, item=None)
    heard = await _act(state, words, to, seen, team)
    if words.item != HARM_ITEM and (again := _of_harm(heard, words.text, state)) is not None:
        reading = _graver(reading, _read(state, replace(words, item=HARM_ITEM, text=again), None, team))
        told = alert(state, len(state.transcript), words.text, reading)
    if (taken := affirmed(reading, heard, words.text)) is not reading:
        reading, told = taken, alert(state, len(state.transcript), words.text, taken)
    if disclosed(reading.findings):
        heard = _asked_about(heard, left=_left(state, to))
    elif state.aside in _ENDINGS and _to_aside(state, to) and heard.act in _TELLS:
        heard = heard if often(folded(words.text), state.language) else Heard(act=Act.ADDED, item=heard.item)
    asked_now = heard.act is Act.SAFETY and state.aside is Purpose.NOW and reading.tier is not Tier.STOP
    other = asked_now and means_another(state, reading, words.text)
    if asked_now and not other and not settled(words.text, reading, state.language):
        heard = Heard(act=Act.UNSURE)
        reading = unsettled(words.text, reading) if state.unsure else reading
        told = alert(state, len(state.transcript), words.text, reading)
    draft.add_message(
        ev.Said(
            turn=len(state.transcript),
            text=words.text,
            item_id=heard.item,
            client_id=words.client_id,
            act=heard.act,
            then=heard.then,
            sure=heard.sure,
            about=heard.about,
            also=heard.also,
            revises=heard.revises,
            answers=to if seen else None,
            risk=reading,
            phase=state.phase,
            progress=progress(state),
        )
    )
    if told := told or call(len(state.transcript), words.text, heard.then or heard.act):
        draft.add(told)
    if isinstance(draft.state.duty, SendScript):
        send_script(draft, team)


def stop_script(state: State, words: Words, to: int | None, team: Team) -> str | None:
    """The safety script if these words are a stop by the rules, else None: for words that can't be stored now. Needs
    neither a database nor a model."""
    return team.script(state.locale) if _read(state, words, to, team).tier is Tier.STOP else None


def alarming(state: State, words: Words, to: int | None, team: Team) -> bool:
    """Whether these words would raise an alert by the rules; needs no more than `stop_script` does."""
    return alert(state, len(state.transcript), words.text, _read(state, words, to, team)) is not None


def _read(state: State, words: Words, to: int | None, team: Team) -> Reading:
    seen = None if words.item is not None else state.late(to)
    return team.floor(_message(state, words, to if seen else None))


def _of_harm(heard: Heard, text: str, state: State) -> str | None:
    """What a message says anew of the item on self-harm, each other character a blank; None where it says nothing."""
    if part := next((one for one in heard.revises if one.item == HARM_ITEM and one.new < one.end), None):
        return " " * part.new + text[part.new : part.end]
    corrects = heard.act is Act.CORRECT and heard.item == HARM_ITEM
    return value(text, state.language, revises=True) if corrects else None


def _graver(one: Reading, other: Reading) -> Reading:
    """A message put right for the item on self-harm is read as an answer to it as well; the higher tier counts."""
    return one if highest((one.tier, other.tier)) is one.tier else other


def _message(state: State, words: Words, to: int | None) -> Message:
    """The words with the question that they answer. That of the introduction is its last sentence. On a break it is the
    one that waits, not what was said of the break; the item on self-harm doesn't count then, since "I'm back" is no
    answer to it."""
    asked = state.standing if to is None else state.shown[to]
    context = state.question if to is None else state.transcript[to].text
    if state.aside is Purpose.ERASURE and _to_aside(state, to):
        context, asked = state.question, Question()
    elif to is None and state.paused:
        waits = asked.item if asked.item and not state.between else None
        context = state.words_about(waits) if waits else None
        asked = asked if waits and waits != HARM_ITEM else Question()
    if words.item is not None:
        asked, context = Question(words.item), state.words_about(words.item)
    context = alone(context, state.language, asked.item) if context else context
    if context and state.phase is Phase.INTRO and not state.checking:
        context = last_sentence(context)
    return Message(
        text=words.text,
        context=context,
        item=asked.item,
        prior=state.findings,
        ends=_left(state, to),
        language=state.language,
    )


def _asked_about(heard: Heard, left: bool) -> Heard:
    """A move beside a danger: nothing ends before that is asked about, and what tells that life was meant is no answer
    to an item."""
    if left and heard.act in _TELLS:
        return Heard(act=Act.LEAVE, item=heard.item)
    return heard._replace(sure=False)


def _left(state: State, to: int | None) -> bool:
    """Whether a message answers what a wish to end is about."""
    return state.aside is Purpose.LEFT and _to_aside(state, to)


def _to_aside(state: State, to: int | None) -> bool:
    """Whether a message may answer what was asked last beside the items: it was written for no older question."""
    return to is None or to == max(state.shown, default=to)


async def _act(state: State, words: Words, to: int | None, seen: Question | None, team: Team) -> Heard:
    """The move that a message makes, adapted to the moves that the phase allows."""
    if words.item is not None:
        if words.item not in state.responses:
            raise CorrectInput("that question has no answer yet; answer it when it is asked")
        open_follow_up = words.item == state.open_item and state.awaits_follow_up
        return Heard(act=Act.ANSWER if open_follow_up else Act.CORRECT, item=words.item)
    asked = seen or state.standing
    aside = state.aside if state.aside not in _ENDINGS or _to_aside(state, to) else None
    situation = Situation(
        item=asked.item,
        awaiting=_ASIDE[aside] if aside else "follow_up" if asked.follow_up else "reply",
        paused=state.paused,
        answered=state.completed,
        just=state.just_answered,
        question=alone(state.asking, state.language, asked.item),
        language=state.language,
    )
    heard = _known(await team.interviewer.hear(words.text, situation), state)
    if state.waiting and seen is None:
        unsafe = state.halt is Purpose.UNSAFE
        return waiting(heard, words.text, asked.item, state.language, unsafe, at_end=state.at_end)
    pauses = state.paused and state.at_end and state.aside not in _ENDINGS
    if pauses and seen is None and closes(words.text, state.language):
        return Heard(act=Act.DECLINE)
    if heard.act is Act.ASK and asked.item and pointed(state, asked.item, words.text) is not None:
        heard = Heard(act=Act.ANSWER, item=asked.item)  # "I already told you", and they did
    if (state.checking or state.reviewing) and seen is None:
        return heard
    if heard.act is Act.ANSWER and heard.about is None and situation.awaiting in ("reply", "follow_up"):
        other = other_part(words.text, asked.item, state.language)
        heard = heard if other is None or other[0] in state.asked else heard._replace(about=other[0])
    if heard.about is not None:
        answers = first_alone(words.text, asked.item or 0, state.language) != words.text
        heard = heard._replace(act=Act.ANSWER) if answers and heard.act is Act.ELSEWHERE else heard
        told = also_named(words.text, {asked.item, heard.about, *state.asked}, state.language)
        heard = heard._replace(also=told)
    if seen is None:
        heard = second_thoughts(state, heard, words.text)
    taken = _taken(state, heard, words.text, asked.item)
    if seen is None or taken.act in _NO_ANSWERS:
        return taken
    if taken.revises and not taken.then:  # the answer comes late, and what it puts right does not
        return Heard(act=Act.CORRECT, item=taken.revises[0].item, revises=taken.revises)
    return Heard(act=Act.LATE, item=asked.item, then=taken.then)


def _known(heard: Heard, state: State) -> Heard:
    """The move with new answers to items alone that have one."""
    parts = tuple(one for one in heard.revises if one.item in state.responses and one.item != state.open_item)
    item = parts[0].item if parts and heard.act is Act.CORRECT else heard.item
    return heard._replace(item=item, revises=parts)


def _taken(state: State, heard: Heard, text: str, current: int | None) -> Heard:
    about_earlier = heard.act in {Act.CORRECT, Act.BACK}
    if about_earlier and heard.item in state.responses and heard.item != state.open_item:
        return heard
    if current is None:
        return heard._replace(act=_before_the_first(heard.act), item=None)
    if about_earlier:
        return Heard(act=Act.ANSWER if heard.act is Act.CORRECT else Act.CLARIFY, item=current)
    if heard.act in _UNHEARD and not state.paused and _only_goes_on(text, state, current):
        return Heard(act=Act.READY, item=current)
    if heard.act in _NOT_ACTS and not state.paused:
        return Heard(act=Act.ANSWER, item=current)
    if heard.act is Act.ELSEWHERE and any(state.transcript[turn].item_id == current for turn in state.kept.values()):
        return Heard(act=Act.ANSWER, item=current)  # what was kept once while this item was open is asked about now
    act = Act.READY if heard.act is Act.NOT_READY else heard.act
    return heard._replace(act=act, item=current)


def _only_goes_on(text: str, state: State, item: int) -> bool:
    """Whether a message at an open question only says to go on, as somebody does whom another one interrupted."""
    return says_only_to_go_on(text, of_harm=item == HARM_ITEM) and not tells(folded(text), state.language)


def _before_the_first(act: Act) -> Act:
    """In the introduction nothing is answered and nothing can be skipped yet."""
    if act in _INTRODUCED:
        return act
    return Act.NOT_READY if act is Act.CLARIFY else Act.READY
