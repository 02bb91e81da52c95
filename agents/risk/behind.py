"""What words tell behind the question that they answer."""

from dataclasses import replace
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.language import ENGLISH
from agents.questions.bank import wording
from agents.reading.however_asked import however_asked
from agents.reading.model.reader import Learnt, reader
from agents.reading.written import Written
from agents.risk.port import Message
from agents.risk.ruleset import rules

BY_ITSELF: Final = 0.8
"""How likely a stop has to be in words without their question, where the patient denied it, and in few words that a
rule has read with their question."""

HARDLY: Final = 0.1
"""An alarm less likely than this behind its question, in the answer to an item that has nothing to do with risk,
ends nothing: it is a stretch of a longer story that sounds like danger by itself."""
HOWEVER: Final = 0.55
PLAINLY: Final = 0.9
"""How likely a stop has to be there as a mean over the ways in which the item is asked, or by its words alone: one
wording ("hopeless") made a goodbye of "a bit sorry for myself on Saturday". Of 416 dangers under such items that stop,
4 are less likely."""
_OF_MEANS: Final = 23
"""The item on drugs, which hears its own matter in the means of a plan."""


def behind(message: Message, text: str, written: Written) -> Learnt:
    """The reading of a text behind its question. Words that do no more than say yes weigh what a plain one does; an
    answer to the item on self-harm weighs the same in whichever words it was asked."""
    told = reader().read(message.context, text, message.item)
    if not message.context:
        return told
    if message.item == HARM_ITEM:
        others = (one for one in wording(HARM_ITEM, message.language).questions if one != message.context)
        return replace(told, tiers=however_asked(text, HARM_ITEM, (message.context, *others)).tiers)
    if message.item is None and rules(message.language).answers["plain"].search(written.text):
        plain = reader().read(message.context, "Yes." if message.language == ENGLISH else "Sí.")
        if plain.danger >= max(BY_ITSELF, told.danger):
            return replace(plain, span=(0, len(text)))
    return told


def hardly(message: Message, text: str, told: Learnt, bare: Learnt) -> bool:
    """Whether the answer to an item that has nothing to do with risk is hardly a stop behind its question: too
    unlikely, or by one wording alone and not plainly by its words."""
    if message.item in (None, HARM_ITEM):
        return False
    if told.behind < HARDLY or bare.danger >= PLAINLY or message.item == _OF_MEANS:
        return told.behind < HARDLY
    return however_asked(text, message.item, wording(message.item, message.language).questions).tiers[3] < HOWEVER
