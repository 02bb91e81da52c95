"""The second reading of a message: a language model may find more than the rules did; it can take nothing back."""

from agents.domain.risk import Reading, highest
from agents.errors import TryAgain
from agents.interview import events as ev
from agents.interview.state import State
from agents.llm.errors import ModelFailed
from agents.risk.port import Message, RiskReader


async def second_reading(state: State, reader: RiskReader) -> ev.RiskRaised | ev.Noticed | None:
    """The reader's result for the patient's last message: a reading that raises its tier or makes claims without the
    message's words, a notice that the second reading failed, or None when it finds no more than the rules."""
    turn = state.transcript[-1]
    earlier = tuple(finding for finding in state.findings if finding.turn != turn.index)
    message = Message(text=turn.text, context=state.heard_with, item=turn.item_id, prior=earlier)
    try:
        reading = await reader.read(message)
    except (ModelFailed, TryAgain) as failed:
        return ev.Noticed(
            code="risk", text=f"{reader.name} did not read turn {turn.index} for risk ({failed}); the rules did."
        )
    if reading.tier.rank > state.heard.rank:
        return ev.RiskRaised(turn=turn.index, reading=reading)
    if highest(one.tier for one in reading.unlocated).rank > state.heard.rank:
        return ev.RiskRaised(turn=turn.index, reading=Reading(unlocated=reading.unlocated, engine=reading.engine))
    return None
