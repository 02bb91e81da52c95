"""The offline risk reader: outright statements and answers by rules, and what the learnt reader makes of the message.

Deterministic, in-process, first in line; nothing after it lowers what it found.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Finding, Reading, Tier, highest
from agents.language import ENGLISH, Language
from agents.questions.bank import wording
from agents.reading.asking import marked
from agents.reading.written import Written
from agents.risk.abuse import ABOUT, beside
from agents.risk.answers import answered, asks_of_harm, meant, returned
from agents.risk.beyond import beyond
from agents.risk.escalation import escalated
from agents.risk.language import foreign, in_spanish, unlearnt
from agents.risk.learnt import raised
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.statements import stated
from agents.risk.taken_back import taken_back

SPANISH: Final[Language] = "es"


def read(message: Message, policy: Policy = Policy()) -> Reading:  # noqa: B008  # frozen value
    """Read one message by the rules and by the learnt reader; the higher tier counts. Never raises on any text; the
    same message always gives the same reading. A question without its mark is read with it as well: that lowers nothing
    but a flag which the words have from the question before them alone ("what does that mean")."""
    said, text = _read(message, policy), marked(message.text, message.language)
    if text == message.text:
        return said
    asks = _within(_read(message.model_copy(update={"text": text}), policy), message.text)
    if asks.tier.rank >= said.tier.rank:
        return asks
    alone = _read(message.model_copy(update={"context": None, "item": None}), policy)
    return asks if said.tier is Tier.FLAG and alone.tier is Tier.NONE else said


def _within(reading: Reading, text: str) -> Reading:
    """The reading with every span inside the text."""
    found = {"findings": reading.findings, "denials": reading.denials}
    return reading.model_copy(update={name: tuple(_cut(one, text) for one in ones) for name, ones in found.items()})


def _cut(found: Finding, text: str) -> Finding:
    end = min(found.end, len(text))
    return found.model_copy(update={"end": end, "text": text[found.start : end]})


def _read(message: Message, policy: Policy) -> Reading:
    """As the answer to what was asked; where that tells of nothing, and thoughts of self-harm were asked for as the
    form's item asks for them, as an answer to that item."""
    found = _as_told(message, policy)
    if found.tier is Tier.NONE and asks_of_harm(message):
        return _as_told(message.model_copy(update={"item": HARM_ITEM}), policy)
    return found


def _as_told(message: Message, policy: Policy) -> Reading:
    written = Written(message.text, message.language)
    if taken_back(message):
        return _quiet()
    english = written if message.language == ENGLISH else Written(message.text, ENGLISH)
    found = [*stated(message.text, english, ENGLISH, policy), *foreign(message, english)]
    other = SPANISH if message.language == ENGLISH else message.language  # people mix languages
    spanish = Written(message.text, other) if message.language == ENGLISH else written
    found += stated(message.text, spanish, other, policy)
    found += filter(None, (answered(message, written, policy), meant(message, written), returned(message, written)))
    hurt = [one for one in found if one.about == ABOUT and one.tier is not Tier.NONE]
    reading = assembled(one for one in found if one.about != ABOUT)
    reading = reading if unlearnt(english) else raised(reading, message, written)
    if message.language == ENGLISH and in_spanish(english):
        abroad = _abroad(message, policy)
        more = abroad.findings if abroad.tier.rank > reading.tier.rank else ()
        reading = assembled([*reading.findings, *reading.denials, *more])
    risky = [*(beside(reading, hurt, message.text) if hurt else reading.findings), *beyond(message, reading, _alone)]
    return assembled(escalated([*risky, *reading.denials], message.prior))


def _abroad(message: Message, policy: Policy) -> Reading:
    """A message in Spanish, in an English interview, read as the answer to the same item in Spanish, or to what else
    was asked."""
    asked = wording(message.item, SPANISH).questions[0] if message.item else message.context
    return _read(message.model_copy(update={"language": SPANISH, "context": asked}), policy)


def _alone(message: Message) -> Reading:
    return read(message.model_copy(update={"prior": ()}))


@cache
def _quiet() -> Reading:
    return Reading()


def assembled(found: Iterable[Finding]) -> Reading:
    """The reading of all findings: risky ones by place, denials apart."""
    unique = sorted(dict.fromkeys(found), key=lambda one: (one.start, one.end, one.rule))
    if not unique:
        return _quiet()
    risky = tuple(one for one in unique if one.tier is not Tier.NONE)
    denials = tuple(one for one in unique if one.tier is Tier.NONE)
    return Reading(tier=highest(one.tier for one in risky), findings=risky, denials=denials)
