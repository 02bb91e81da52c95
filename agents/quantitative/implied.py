"""What an answer implies where no word of it names the item: bare counts, exceptions to "fine", bad days by good."""

import re
from typing import Final

from agents.quantitative.exchanges import Answer
from agents.quantitative.fortnight import in_two_weeks, no_relief
from agents.quantitative.lexicon import Span, pattern
from agents.quantitative.replies import long_past, others_only
from agents.reading.mention import Mention

_DOING: Final = re.compile(
    r" (?:i|we) (?:(?:have|still|always|also|just) )*(?:(?:been|am|was) (?:up|to|out|down|at|in|on) |go|went|walk"
    r"|walked|run|ran|swim|swam|play|played|cook|cooked|sing|sang|garden|gardened|dance|danced)(?= )?"
)
_AGED: Final = re.compile(r" (?:was|aged?|turned|am) $")
_FEW: Final = 16
"""Words of a sentence that may be an answer by frequency alone."""
_SOON: Final = 3
"""Words of a sentence behind which "most nights .." no longer opens it."""
_READ: Final = 4
"""Sentences of an answer in which how often is looked for."""
_ONCE: Final = 1.5
_COUNTED: Final = frozenset(
    {"count", "share", "rate", "list", "week", "weekend", "day", "twice", "times", "several", "rare"}
)
_OPENING: Final = frozenset({"share", "rate", "all", "nearly all", "most", "several", "rare", "list", "week", "count"})


def counts_alone(answer: Answer, first: Span) -> bool:
    """Whether the first words only say how often: "just a couple days", "every single morning"."""
    until = answer.sentences[min(1, len(answer.sentences) - 1)][1]
    if no_relief(answer.text[first[0] : first[1]] + " "):
        return True
    if others_only(answer, *first):
        return False
    mentions = [one for one in answer.mentions if first[0] <= one.start < until and one.firm]
    mentions = [one for one in mentions if not _AGED.search(answer.text, first[0], one.start + 1)]
    mentions += in_two_weeks(answer.text, first[0], until)
    return any(not _tale(answer, one) for one in mentions) and answer.text.count(" ", *first) <= _FEW


def _tale(answer: Answer, one: Mention) -> bool:
    """Whether a mention only tells how often the participant does something: "I've been up the allotment every day"."""
    start = next(a for a, b in reversed(answer.sentences) if a <= one.start)
    return _DOING.search(answer.text, start, one.start + 1) is not None


def days_alone(answer: Answer, gloomy: bool) -> Mention | None:
    """How often, in the first sentences of an answer that names neither the problem nor its absence; where `gloomy`,
    only behind words that bode ill: "like somebody let the air out. every day"."""
    for start, end in answer.sentences[:_READ]:
        if others_only(answer, start, end) or long_past(answer, start, end):
            return None
        if pattern("bright").search(answer.text, start, end + 1):
            return None
        told = [one for one in answer.mentions if start <= one.start < end and one.firm and one.days > _ONCE]
        told = [one for one in told if one.kind in _OPENING]
        if not told:
            continue
        opens = answer.text.count(" ", start, told[0].start) <= _SOON
        dark = pattern("dark").search(answer.text, 0, end + 1) is not None
        return told[0] if dark or (opens and not gloomy) else None
    return None


def exception(answer: Answer) -> Mention | None:
    """The days that are an exception to an answer that all is well: "good. there were two days I .."."""
    for start, end in answer.sentences:
        if others_only(answer, start, end) or long_past(answer, start, end):
            continue
        match = pattern("exception").search(answer.text, start, end + 1)
        if not match:
            continue
        for one in answer.mentions:
            if match.start() <= one.start < end and one.firm and one.kind in _COUNTED and not denied(answer.text, one):
                return one
    return None


def denied(text: str, one: Mention) -> bool:
    """Whether one day or time is named to say that there was none: "not one day", "never once"."""
    return one.days <= 1 and text[: one.start + 1].endswith((" not ", " never ", " not even ", " not the "))


def no_last(answer: Answer, span: Span, sentence: int) -> bool:
    """Whether words stand behind "I can't remember the last time I ..", which says that it does not happen."""
    start = answer.sentences[sentence][0]
    found = pattern("no_last").search(answer.text, start, span[0] + 1)
    return found is not None and " . " not in answer.text[found.end() : span[0]]
