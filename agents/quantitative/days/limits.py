"""What limits a count: "every night, but only when ..", "only Friday and Saturday", "the odd one where I .."."""

import re
from typing import Final

from agents.quantitative.lines import Line
from agents.reading.mention import Mention

_BUT_ONLY: Final = re.compile(r"(?: [\w,]+){0,5}? but (?:\w+ ){0,3}?(?:only|just)(?= )")
_ONLY: Final = re.compile(r" (?:only|just) (?:on |the |at |for |about |like |maybe )*$")
_ODD: Final = re.compile(r" (?:the|an) odd (?:1|day|night|morning|evening|time)s?(?= )")
_UNLESS: Final = re.compile(
    r" (?:that |when |where )?i (?:do|am|have|did) not (?:have|work|got|drive|teach|train|see|on)(?= )"
)
_AFTER: Final = 60
"""Characters behind "every night I don't have .." in which words of the problem would make it no condition."""
_NAMED: Final = frozenset({"day", "list", "weekend", "week", "count", "share", "rate"})


def limited(line: Line, mention: Mention) -> bool:
    """Whether "every" day is taken back, or holds under a condition that is not told to be met: "every night they're in
    there, but they only wake me when ..", "every night I don't have a match"."""
    text, end = line.answer.text, line.answer.sentences[line.sentence][1]
    if _BUT_ONLY.match(text, mention.end, end):
        return True
    if not _UNLESS.match(text, mention.end, end):
        return False
    return not any(mention.end <= sign.span[0] < mention.end + _AFTER for sign in line.signs)


def only_these(line: Line, mention: Mention) -> bool:
    """Whether the days are said to be the only ones, so that those named before them in the sentence are not."""
    start = line.answer.sentences[line.sentence][0]
    return mention.kind in _NAMED and _ONLY.search(line.answer.text, start, mention.start + 1) is not None


def odd_ones(line: Line) -> bool:
    """Whether a sentence tells of the odd day that was otherwise."""
    return _ODD.search(line.text) is not None
