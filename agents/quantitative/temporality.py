"""How it is now, where an answer also tells how it was: "it used to be daily. now it's Mondays"."""

from typing import Final

from agents.quantitative.exchanges import Answer
from agents.quantitative.lexicon import Span, pattern
from agents.reading.mention import Mention

_KINDS: Final = frozenset({"count", "share", "rate", "list", "week", "weekend", "day", "twice", "times", "several"})


def by_now(answer: Answer) -> Mention | None:
    """How often it is now, where that is told behind a tale of how it was: "it used to be daily. now it's Mondays"."""
    for start, end in answer.sentences[1:]:
        if not of_now(answer, (start, end)):
            continue
        return next((one for one in answer.mentions if start <= one.start < end and _counts(one)), None)
    return None


def of_now(answer: Answer, span: Span) -> bool:
    """Whether a sentence opens with how it is now."""
    return pattern("by_now").match(answer.text, span[0], span[1] + 1) is not None


def _counts(one: Mention) -> bool:
    return one.firm and one.kind in _KINDS
