"""The second reading of a message: a language model may find more than the rules did; it can take nothing back."""

from datetime import UTC, date, datetime

from agents.domain.risk import Reading, highest
from agents.errors import TryAgain
from agents.interview import events as ev
from agents.interview.state import State
from agents.llm.errors import ModelFailed
from agents.risk.port import Message, RiskReader


async def second_reading(state: State, reader: RiskReader) -> tuple[ev.RiskRaised | ev.Noticed, ...]:
    """The reader's result for the patient's last message: a reading that raises its tier or makes claims without the
    message's words; a notice where the second reading fails, or works again. Empty when it finds no more than the
    rules."""
    turn = state.transcript[-1].index
    try:
        reading = await reader.read(message_of(state, datetime.now(UTC).date()))
    except (ModelFailed, TryAgain) as failed:
        text = f"{reader.name} did not read turn {turn} for risk ({failed}); the rules did."
        notice = ev.Noticed(code="risk", text=text, engine=reader.name, role="risk", turn=turn)
        return () if "risk" in state.silent else (notice,)
    more = more_than_the_rules(state, reading)
    found = (ev.RiskRaised(turn=turn, reading=more),) if more else ()
    text = f"{reader.name} reads for risk again."
    again = ev.Noticed(code="risk", text=text, engine=reader.name, role="risk", turn=turn, over=True)
    return (again, *found) if "risk" in state.silent else found


def message_of(state: State, on: date | None = None) -> Message:
    """The patient's last message as a reader is given it; `on` is the day on which it was written."""
    turn = state.transcript[-1]
    earlier = tuple(finding for finding in state.findings if finding.turn != turn.index)
    return Message(text=turn.text, context=state.heard_with, item=turn.item_id, prior=earlier, on=on)


def more_than_the_rules(state: State, reading: Reading) -> Reading | None:
    """What a reading of the patient's last message adds; None where it finds no more than the rules."""
    if reading.tier.rank > state.heard.rank:
        return reading
    if highest(one.tier for one in reading.unlocated).rank > state.heard.rank:
        return Reading(unlocated=reading.unlocated, engine=reading.engine)
    return None
