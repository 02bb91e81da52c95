"""Questions about the conversation and insults, which answer nothing."""

import re
from typing import Final

from agents.language import ENGLISH
from agents.questions.catalogue import RUDE, Entry, entries
from agents.reading.model.folding import folded
from agents.risk.port import Message
from agents.risk.ruleset import table

_QUESTION: Final = 8
"""Words of a question about the conversation that leave no room for more."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+")


def about_the_talk(message: Message) -> bool:
    """Whether a message is nothing but questions about the conversation that the catalogue knows ("will you tell my
    mom") or insults, which answer nothing."""
    english = message.language == ENGLISH
    text = message.text.lower().replace("’", "'") if english else folded(message.text)
    said = [" ".join(one.split()) for one in _SENTENCE.findall(text) if any(map(str.isalpha, one))]
    if any(len(one.split()) > _QUESTION for one in said) or re.search(table("about.toml")["grave"], text):
        return False
    return bool(said) and all(any(_fits(known, one) for known in entries(message.language)) for one in said)


def _fits(known: Entry, sentence: str) -> bool:
    """Whether a sentence is a question about the conversation, or an insult and no more."""
    if known.key == RUDE:
        return known.leaves_nothing(sentence)
    return bool(known.asked) and not known.of_item and known.fits(sentence)
