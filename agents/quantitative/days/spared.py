"""Days without the problem: asked for, excepted, or said to be good ones."""

import re
from typing import Final

from agents.quantitative.implied import no_last
from agents.quantitative.lexicon import Span, pattern
from agents.quantitative.lines import Line
from agents.quantitative.replies import answering, no_good_day
from agents.quantitative.signs import Status
from agents.reading.stance import Lead

_SOON: Final = 2
"""Sentences in which "not a day" agrees with a question that says that something is not so."""
_CLOSE: Final = 24
"""Characters before a sign in which the no stands that it names the problem by."""
_EXCEPT: Final = re.compile(
    r" (?:except(?:ing)?|apart from|bar|barring|but for|save for|other than|aside from|besides)"
    r"(?: for)?(?: on)?(?: the| these| those)? $"
)
_PERFECT: Final = re.compile(r" (?:have|has|had) (?:not|never|hardly|barely)(?= )")
_DENYING: Final = re.compile(r" (?:not|no|never|nothing|none|without|lost)(?= )")


def relieved(line: Line, start: int, end: int, clause: Span) -> bool:
    """Whether words near a mention of days say that they were good ones."""
    text = line.answer.text
    limit = line.answer.sentences[line.sentence][1]
    limit = min(limit, _weekend(line, end))
    after = text[end : min(limit, max(clause[1], end + 45))] + " "
    before = text[clause[0] : start + 1]
    if re.search(
        r" (?:not|except(?: for)?|besides|but not|apart from|other than|minus) (?:the |on |on the |for |for the )?$",
        before,
    ):
        return True
    if re.match(r"[ ,]*(?:no|nope|nah|none|not so much|nothing|not)(?= [.,;!]| $)", after):
        return True
    ends = [a for a, _ in line.answer.marks["reply.relief"] if clause[0] <= a < min(limit, max(clause[1], end + 45))]
    named = [sign.span for sign in line.signs if sign.status is Status.PRESENT]
    ends = [a for a in ends if not any(first <= a < last for first, last in named)]
    return any(not line.answer.clauses.negated(a + 1) for a in ends)


def turning(line: Line, end: int) -> int | None:
    """Where behind a mention the sentence goes over to other days ("monday to friday, weekends I .."), or None."""
    text, limit = line.answer.text, line.answer.sentences[line.sentence][1]
    rest = pattern("rest").search(text, end, limit)
    found = min(rest.start() if rest else limit, _weekend(line, end))
    return found if found < limit else None


def _weekend(line: Line, end: int) -> int:
    """Where behind a comma the weekend is named; the end of the sentence if it is not."""
    text = line.answer.text
    found = [
        one.start
        for one in line.answer.mentions_in(line.sentence)
        if one.start > end and one.kind == "weekend" and text[: one.start].endswith(" ,")
    ]
    return min(found, default=line.answer.sentences[line.sentence][1])


def praised(line: Line, start: int) -> bool:
    """Whether the sentence says that all was well before it names the exception."""
    return line.answer.has("reply.good", line.answer.sentences[line.sentence][0], start)


def excepted(line: Line, start: int) -> bool:
    """Whether days are named as the exception: "fine except for the three days .."."""
    return _EXCEPT.search(line.answer.text[line.answer.sentences[line.sentence][0] : start + 1]) is not None


def asked_for(line: Line) -> bool:
    """Whether the question asks for good days: "any day when you were hungry?"."""
    return line.answer.question.of_good_days and not line.signs


def none_at_all(line: Line) -> bool:
    """Whether it is a plain no to the question for good days."""
    return line.answer.question.of_good_days and not line.sentence and no_good_day(line.answer) is not None


def never_relieved(line: Line) -> bool:
    """Whether a sentence that names the problem by what is missing ends in "not one day"."""
    if line.answer.question.negated and line.sentence < _SOON and pattern("no_day").search(line.text):
        return True
    if _never_asked(line):
        return True
    if any(sign.status is Status.PRESENT and no_last(line.answer, sign.span, sign.sentence) for sign in line.signs):
        return True
    problems = [sign for sign in line.signs if sign.status is Status.PRESENT]
    if not problems or len(problems) < len(line.signs):
        return False
    text = line.answer.text
    ends = pattern("not_1_day").search(line.text) or (
        _PERFECT.search(line.text) and pattern("in_weeks").search(line.text) and not line.answer.marks["time.past"]
    )
    return (
        ends is not None
        and bool(ends)
        and any(_DENYING.search(text[max(0, sign.span[0] - _CLOSE) : sign.span[1] + 1]) for sign in problems)
    )


def _never_asked(line: Line) -> bool:
    """Whether it is a plain no to "do you ever sleep through?"."""
    asked = line.answer.question
    return (
        line.sentence == 0
        and " ever " in asked.text
        and any(sign.status is Status.PRESENT and sign.item in asked.well for sign in line.signs)
        and not line.answer.mentions_in(line.sentence)
        and answering(line.answer)[0] is Lead.NO
    )
