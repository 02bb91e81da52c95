"""What an answer to the item on self-harm tells behind a no and a `but` ("no, but sometimes I think about it")."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Finding, Reading, Tier
from agents.questions.bank import wording
from agents.reading.afterthought import beyond_no, tells
from agents.reading.model.reader import reader
from agents.reading.written import Written
from agents.risk.catalogue import AFFIRMED
from agents.risk.port import Message
from agents.risk.ruleset import rules

_BY_ITSELF: Final = 0.5
"""How likely urgent or a stop has to be in a rest that answers nothing."""
_STOPS: Final = 0.8
"""How likely a stop has to be in it by itself: "no, but I did" goes back to what was asked, and that were thoughts."""


def beyond(message: Message, read: Callable[[Message], Reading]) -> Iterator[Finding]:
    """The findings in what stands behind the no, read as the answer; none where it tells of nothing."""
    left = beyond_no(message.text) if message.item == HARM_ITEM else None
    if left is None:
        return
    said = left.strip()
    alone = reader().read(None, said)
    if alone.alarm < _BY_ITSELF and not tells(said, HARM_ITEM, wording(HARM_ITEM, message.language).questions):
        return
    plans = re.search(rules(message.language).answers["soon"], Written(said, message.language).text)
    stops = plans is not None or alone.danger >= _STOPS
    found = read(message.model_copy(update={"text": left})).findings
    if not found:
        start, end = left.index(said), left.index(said) + len(said)
        yield Finding(rule=AFFIRMED, tier=Tier.FLAG, about="self_harm", start=start, end=end, text=said)
    for one in found:
        yield one if stops or one.tier is not Tier.STOP else one.model_copy(update={"tier": Tier.URGENT})
