"""What an answer to the item on self-harm tells beside a no ("no, but sometimes I think about it")."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Finding, Reading, Tier
from agents.questions.bank import wording
from agents.reading.afterthought import behind_no, parts, tells
from agents.reading.model.reader import reader
from agents.reading.written import Written
from agents.risk.catalogue import AFFIRMED
from agents.risk.port import Message
from agents.risk.ruleset import rules

_BY_ITSELF: Final = 0.7
"""How likely urgent or a stop has to be in a rest that answers nothing."""
_STOPS: Final = 0.8
"""How likely a stop has to be in it by itself: "no, but I did" goes back to what was asked, and that were thoughts."""


def beyond(message: Message, reading: Reading, read: Callable[[Message], Reading]) -> Iterator[Finding]:
    """The findings in what stands behind the no, read as the answer; none where it tells of nothing. Where it
    begins otherwise, and nothing was found, each of several parts that tells of such thoughts."""
    if message.item != HARM_ITEM:
        return
    text, behind = message.text, behind_no(message.text)
    whole = parts(text) if behind is None and reading.tier is Tier.NONE else []
    if len(whole) > 1:
        yield from (_affirmed(text, start, end) for start, end in whole if _tells(message, text[start:end]))
    for start, end in behind or ():
        if _tells(message, text[start:end]) or reader().read(None, text[start:end]).alarm >= _BY_ITSELF:
            yield from _from(message, start, read)
            return


def _tells(message: Message, said: str) -> bool:
    return tells(said, HARM_ITEM, wording(HARM_ITEM, message.language).questions)


def _affirmed(text: str, start: int, end: int) -> Finding:
    return Finding(rule=AFFIRMED, tier=Tier.FLAG, about="self_harm", start=start, end=end, text=text[start:end])


def _from(message: Message, start: int, read: Callable[[Message], Reading]) -> Iterator[Finding]:
    """The findings of a message from a place on; a stop where it tells of a plan or is one by itself."""
    text = message.text.rstrip()
    said = text[start:]
    plans = re.search(rules(message.language).answers["soon"], Written(said, message.language).text)
    stops = plans is not None or reader().read(None, said).danger >= _STOPS
    found = read(message.model_copy(update={"text": " " * start + said})).findings
    for one in found or (_affirmed(text, start, len(text)),):
        yield one if stops or one.tier is not Tier.STOP else one.model_copy(update={"tier": Tier.URGENT})
