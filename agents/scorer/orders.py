"""An answer without the orders to the software in it, for rules and for a model's quotes alike."""

from collections.abc import Iterable

from agents.domain.level1 import HARM_ITEM
from agents.reading.orders import without_orders
from agents.scorer.port import Answer, Evidence


def without_orders_to_score(answer: Answer) -> Answer:
    """The answer without orders to the software; about thoughts of self-harm everything counts."""
    if answer.item == HARM_ITEM:
        return answer
    told = answer.rewritten(without_orders)
    earlier = tuple(one.model_copy(update={"counts": without_orders(one.counts)}) for one in answer.earlier)
    return told if earlier == answer.earlier else told.model_copy(update={"earlier": earlier})


def as_typed(evidence: Iterable[Evidence], answer: Answer) -> tuple[Evidence, ...]:
    """The evidence, which is of the replies alone, with their words at its places."""
    replies = {"reply": answer.reply, "followup": answer.followup_reply or ""}
    return tuple(one.model_copy(update={"text": replies[one.source][one.start : one.end]}) for one in evidence)
