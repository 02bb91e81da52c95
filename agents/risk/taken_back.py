"""A wish to have forgotten what was told before, which tells nothing new."""

import re

from agents.domain.risk import of_oneself
from agents.language import ENGLISH
from agents.questions.catalogue import UNSAID, entry
from agents.reading.model.folding import folded
from agents.risk.port import Message
from agents.risk.ruleset import table


def taken_back(message: Message) -> bool:
    """Whether a message only wants forgotten that suicide or self-harm was told of before, and tells nothing new."""
    if not any(map(of_oneself, message.prior)):
        return False
    english = message.language == ENGLISH
    text = (message.text.lower().replace("’", "'") if english else folded(message.text)).strip()
    said = re.search(table("about.toml")["taken_back"], text)
    return said is not None and not re.search(r"[.!?;\n].*\w", text) and entry(UNSAID, message.language).fits(text)
