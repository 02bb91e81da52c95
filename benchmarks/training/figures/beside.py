"""The same risk messages with an ordinary sentence added: ordinary content must not hide a sign of danger, nor the
other way round."""

import re
from collections.abc import Sequence

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read
from benchmarks.training.figures.labelled import ItemReply, RiskMessage

_FEWEST, _MOST = 3, 25
"""The fewest and the most words of an ordinary sentence."""
_ANSWERS = ("no", "yes", "not")
_ENDS = ".!?"


def ordinary(replies: Sequence[ItemReply]) -> list[str]:
    """The sentences of item replies in which the reader sees no risk, in order, without those that answer yes or no."""
    found = {sentence.strip() for one in replies for sentence in re.split(r"(?<=[.!?])\s+", one.reply)}
    return [
        _ended(sentence)
        for sentence in sorted(found)
        if _FEWEST <= len(sentence.split()) <= _MOST
        and not sentence.lower().startswith(_ANSWERS)
        and read(Message(text=sentence)).tier is Tier.NONE
    ]


def beside(messages: Sequence[RiskMessage], sentences: Sequence[str]) -> list[RiskMessage]:
    """Each message with an ordinary sentence after it and, where it answers no question, with one before it."""
    found = []
    for number, one in enumerate(messages):
        behind, before = (sentences[(2 * number + place) % len(sentences)] for place in (0, 1))
        told = _ended(one.text.strip())
        found.append(one.model_copy(update={"text": f"{told} {behind}"}))
        if not one.context:
            found.append(one.model_copy(update={"text": f"{before} {told}"}))
    return found


def _ended(text: str) -> str:
    return text if text.endswith(tuple(_ENDS)) else f"{text}."
