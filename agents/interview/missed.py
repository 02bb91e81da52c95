"""What a model missed in an interview while it gave no usable answer, and its reading of that afterwards."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from agents.domain.profile import SessionStatus
from agents.interview import events as ev
from agents.interview.machine import advance
from agents.interview.safety.alerts import alert, harm
from agents.interview.scoring import in_context
from agents.interview.second_reading import message_of, more_than_the_rules
from agents.interview.state import State
from agents.llm.failover import stands_in
from agents.risk.port import Message, RiskReader
from agents.scorer.grounds import held
from agents.scorer.port import Answer, Scorer

NEVER: Final = frozenset(
    {SessionStatus.TERMINATED_FOR_SAFETY, SessionStatus.ENDED_BY_PATIENT, SessionStatus.ENDED_BY_CLINICIAN}
)
"""Interviews that ended so are never read again."""


class Unread(NamedTuple):
    """A message that only the rules read for risk: how a reader is given it, and the state when it was said."""

    message: Message
    state: State


class Missed(NamedTuple):
    """Answers that the rules scored in a model's place, by item, and messages that the model did not read, by turn."""

    answers: Mapping[int, Answer]
    messages: Mapping[int, Unread]

    @property
    def many(self) -> int:
        """How much there is to read."""
        return len(self.answers) + len(self.messages)


NOTHING: Final = Missed({}, {})


def missed(log: Iterable[ev.Event]) -> Missed:
    """What a log tells of, without what was read again since. Of an interview that was stopped for safety or ended by
    the patient nothing; of one that is signed off, and of answers that the clinician has confirmed, no answer."""
    state, answers, messages = State(), dict[int, Answer](), dict[int, Unread]()
    for event in log:
        state = advance(state, event)
        match event:
            case ev.ScoreCalled():
                _scored(event, state, answers)
            case ev.Said() if "risk" in state.silent:
                messages[event.turn] = Unread(message_of(state), state)
            case ev.Noticed(role="risk", turn=int(turn), over=over):
                _read(messages, turn, None if over else Unread(message_of(state), state))
            case ev.Reread():
                answers.pop(event.item_id or 0, None)
                messages.pop(-1 if event.turn is None else event.turn, None)
    if state.status in NEVER:
        return NOTHING
    return Missed({} if state.signed else {k: v for k, v in answers.items() if not state.rated.get(k)}, messages)


def _scored(event: ev.ScoreCalled, state: State, answers: dict[int, Answer]) -> None:
    item, response = event.input.item_id, event.output.response
    if state.responses.get(item) != response:
        return
    answers.pop(item, None)
    if event.input.answer is not None and stands_in(response.note):
        answers[item] = in_context(event.input.answer, state)


def _read(messages: dict[int, Unread], turn: int, unread: Unread | None) -> None:
    """The notice follows the message at once, so that the state is that of the message."""
    messages.pop(turn, None)
    if unread is not None:
        messages[turn] = unread


async def scored_again(item: int, answer: Answer, scorer: Scorer) -> ev.Reread:
    """The model's score of an answer that it missed. Raises ModelFailed, TryAgain."""
    return ev.Reread(engine=scorer.name, item_id=item, scoring=held(await scorer.score(answer), answer))


def with_alert(state: State, read: ev.Reread) -> list[ev.Event]:
    """A score with the alert that it raises, where it finds something in the answer about suicide or self-harm."""
    scoring = read.scoring
    told = harm(state, read.item_id, scoring) if scoring is not None and scoring.answered else None
    return [read, told.model_copy(update={"later": True})] if told else [read]


async def read_again(turn: int, unread: Unread, reader: RiskReader) -> tuple[ev.Reread, ev.Alerted | None]:
    """The model's reading of a message that it missed, and the alert that it raises. Raises ModelFailed, TryAgain."""
    reading = await reader.read(unread.message)
    more = more_than_the_rules(unread.state, reading)
    told = alert(unread.state, turn, unread.message.text, more) if more else None
    later = told.model_copy(update={"later": True}) if told else None
    return ev.Reread(engine=reader.name, turn=turn, reading=reading), later
