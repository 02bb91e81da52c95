"""Days without the problem: asked for, named in the sentence before, or the only ones that were counted."""

import re
from typing import Final

from agents.quantitative.implied import no_last
from agents.quantitative.lexicon import Span, pattern
from agents.quantitative.lines import Line
from agents.quantitative.replies import answering, no_good_day
from agents.quantitative.signs import Status
from agents.reading.mention import Mention
from agents.reading.stance import Lead

_POINTS_BACK: Final = re.compile(
    r"[ .,]* (?:and |so |but )*(?:those|that|these|which) (?:is|are|was|were|makes?|made)(?= )"
)
_EACH_ASKED: Final = re.compile(
    r" (?:every|each|all|most) (?:\w+ )?(?:day|night|morning|evening|time|days|nights|1)s?(?= )"
)
_SOON: Final = 2
"""Sentences in which "not a day" agrees with a question that says that something is not so."""
_CLOSE: Final = 24
"""Characters before a sign in which the no stands that it names the problem by."""
_OTHER_DAYS: Final = re.compile(r"[ .,]* (?:and |but |so )*(?:the )?(?:other|rest|remaining)(?= )")
_EXCEPT: Final = re.compile(
    r" (?:except(?:ing)?|apart from|bar|barring|but for|save for|other than|aside from|besides)"
    r"(?: for)?(?: on)?(?: the| these| those)? $"
)
_I_DO: Final = (" i do ", " i am ", " it does ", " it is ", " i was ", " i did ")
_NAMED: Final = frozenset({"day", "list", "weekend"})
_PERFECT: Final = re.compile(r" (?:have|has|had) (?:not|never|hardly|barely)(?= )")
_NOT_ONE: Final = re.compile(
    r"[ .,]* (?:no ,? ?)?(?:not|never|no) (?:even |on )*(?:the |a |any )?(?:1 |single )*"
    r"(?:day|night|morning|time|once|1) [.,;!]* *$"
)
_DENYING: Final = re.compile(r" (?:not|no|never|nothing|none|without|lost)(?= )")


def relieved(line: Line, start: int, end: int, clause: Span) -> bool:
    """Whether words near a mention of days say that they were good ones."""
    if pattern("spared").search(line.text):
        return True
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
    if ended := pattern("then_over").search(text, end, limit):
        limit = min(limit, ended.start())
    ends = [a for a, _ in line.answer.marks["reply.relief"] if clause[0] <= a < min(limit, max(clause[1], end + 45))]
    if line.answer.question.problem:
        ends = [a for a in ends if not text.startswith(_I_DO, a)]
    named = [sign.span for sign in line.signs if sign.status is Status.PRESENT]
    ends = [a for a in ends if not any(first <= a < last for first, last in named)]
    bare = [a for a in ends if text[a + 1 : a + 4] not in ("not", "no ", "can", "cou", "out", "off")]
    return any(not line.answer.clauses.negated(a + 1) for a in bare)


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


def by_neighbour(line: Line, mention: Mention, lines: list[Line], number: int) -> bool:
    """Whether the sentence before or behind one without signs says that its days are good ones: "weekends I have my
    girl. can't be sad around her", "I'm okay when they visit. that's three a week"."""
    if _spares_some(line, lines, number):
        return True
    if line.signs:
        return False
    if _POINTS_BACK.match(line.text) and number and lines[number - 1].answer is line.answer:
        before = lines[number - 1]
        return _only_well(before) or (not before.signs and _calm(before))
    if number + 1 < len(lines) and lines[number + 1].answer is line.answer and _bad_rest(lines[number + 1]):
        return True
    behind = lines[number + 1] if number + 1 < len(lines) else None
    return (
        behind is not None and behind.answer is line.answer and mention.kind in _NAMED and _only_well(behind)
    ) and not any(one.start >= behind.answer.sentences[behind.sentence][0] for one in behind.answer.mentions)


def _spares_some(line: Line, lines: list[Line], number: int) -> bool:
    """Whether the first words of an answer to "every night?" are the exception: "a couple a week I sleep. the rest ..",
    "there's three I'm fine, the others ..", with nothing good said of the rest."""
    if line.sentence or number + 1 >= len(lines) or not _EACH_ASKED.search(line.answer.question.text):
        return False
    rest, whole = lines[number + 1], line.answer.sentences[0]
    if rest.answer is not line.answer or not _OTHER_DAYS.match(rest.text):
        return False
    plain = all(sign.span == whole for sign in line.signs)
    return plain and not _calm(rest) and not any(sign.status is Status.ABSENT for sign in rest.signs)


def not_one(lines: list[Line], number: int) -> bool:
    """Whether a line is nothing but "not one night", said of a good that the sentence before denies."""
    line, before = lines[number], lines[max(0, number - 1)]
    if line.signs or before is line or before.answer is not line.answer or not _NOT_ONE.match(line.text):
        return False
    lacks = [sign for sign in before.signs if sign.status is Status.PRESENT]
    text = before.answer.text
    return bool(lacks) and all(
        _DENYING.search(text[max(0, sign.span[0] - _CLOSE) : sign.span[1] + 1]) for sign in before.signs
    )


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


def _only_well(line: Line) -> bool:
    return bool(line.signs) and all(sign.status is Status.ABSENT for sign in line.signs)


def _bad_rest(line: Line) -> bool:
    """Whether a sentence names the problem on the other days."""
    return (
        bool(line.signs)
        and all(sign.status is Status.PRESENT for sign in line.signs)
        and _OTHER_DAYS.match(line.text) is not None
    )


def _calm(line: Line) -> bool:
    start, end = line.answer.sentences[line.sentence]
    return relieved(line, start, end, (start, end))
