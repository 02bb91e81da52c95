"""Threads: of each item the sentences that speak of it, through the whole interview, with what follows on them."""

import re
from dataclasses import dataclass, field
from typing import Final

from agents.domain.transcript import Transcript
from agents.quantitative.corrected import standing
from agents.quantitative.exchanges import Answer, exchanges
from agents.quantitative.fortnight import in_two_weeks
from agents.quantitative.lexicon import ITEMS
from agents.quantitative.lines import Line
from agents.quantitative.replies import answering, others_only
from agents.quantitative.signs import Sign, Status, signs, tells_of_past
from agents.reading.mention import Mention
from agents.reading.stance import Lead

_FOLLOWING: Final = 4
"""Sentences without a sign that still belong to the sign before them, in one answer."""
_READ: Final = 4
"""Sentences of a reply to "how often?" in which a count is looked for."""
_REST_COUNTED: Final = re.compile(r" (?:the )?other \d+(?= )")
_VALID: Final = (Status.PRESENT, Status.ABSENT)
_COMPLEMENT: Final = re.compile(
    r" (?:the (?:other|rest|others|remaining)|other (?:days|nights|than)|otherwise|rest of)(?= )"
)


@dataclass(slots=True)
class Thread:
    """An item's lines in order, and the statuses of all its signs, the invalid ones too."""

    item: str
    lines: list[Line] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)


def threads(transcript: Transcript) -> dict[str, Thread]:
    """A thread for each of the eight items."""
    found = {item: Thread(item) for item in ITEMS}
    current: frozenset[str] = frozenset()
    past = False
    for answer in exchanges(transcript):
        if not answer.sentences:
            continue
        asked = answer.question.topics
        if asked:
            current, past = asked, False
        elif not answer.question.follows or answer.question.has("other_matters"):
            current, past = frozenset(), False
        found_signs = signs(answer, asked, past)
        if answer.question.has("frequency"):
            found_signs += _counted_in_reply(answer, found_signs, frozenset(i for i in current if not _gone(found[i])))
        if not (asked or found_signs):
            found_signs = _then_or_now(answer, found, current, past)
        current = _sorted_in(found, answer, found_signs, current)
        past = tells_of_past(answer) or (past and answer.question.follows and not answer.marks["time.present"])
    for thread in found.values():
        thread.lines = standing(thread.lines)
    return found


def _sorted_in(
    found: dict[str, Thread], answer: Answer, found_signs: list[Sign], current: frozenset[str]
) -> frozenset[str]:
    """Puts the sentences of an answer into the threads; returns the items that were spoken of last."""
    for sign in found_signs:
        found[sign.item].statuses.append(sign.status)
    following = 0
    for number in range(len(answer.sentences)):
        here = [sign for sign in found_signs if sign.sentence == number]
        valid = [sign for sign in here if sign.status in _VALID]
        if valid:
            current, following = frozenset(sign.item for sign in valid), 0
        elif here or others_only(answer, *answer.sentences[number]):
            continue
        else:
            following += 1
            if following > _FOLLOWING:
                continue
        for item in current:
            if valid and _speaks_of_rest(answer, number) and not _has(found[item], answer, number - 1):
                found[item].lines.append(Line(answer, number - 1, (), before_rest=True))
            own = tuple(sign for sign in valid if sign.item == item)
            confirmed = _confirmed(answer) if number == 0 else ()
            found[item].lines.append(Line(answer, number, own, confirmed=confirmed))
    return current


def _speaks_of_rest(answer: Answer, number: int) -> bool:
    start = answer.sentences[number][0]
    return number > 0 and _COMPLEMENT.search(answer.text[start : start + 40] + " ") is not None


def _has(thread: Thread, answer: Answer, number: int) -> bool:
    return any(line.answer is answer and line.sentence == number for line in thread.lines)


def _gone(thread: Thread) -> bool:
    """Whether the last that was said of an item is that it is no problem."""
    last = next((line.signs for line in reversed(thread.lines) if line.signs), ())
    return bool(last) and all(sign.status is Status.ABSENT for sign in last)


def _counted_in_reply(answer: Answer, found: list[Sign], current: frozenset[str]) -> list[Sign]:
    """A count in reply to "how often?" says that the problem is there."""
    kind = answer.leading[0]
    if answer.question.of_good_days:
        return []
    if answer.question.has("other_matters") or others_only(answer, *answer.sentences[0]):
        return []
    for number, span in enumerate(answer.sentences[:_READ]):
        if any(sign.sentence == number for sign in found):
            return []
        if kind in (Lead.NO, Lead.WEAK_NO):
            counts = _REST_COUNTED.search(answer.text, *span) is not None
        else:
            counts = _counts(answer, number)
        if counts and not others_only(answer, *span):
            return [Sign(item, Status.PRESENT, span, number, True) for item in sorted(current)]
    return []


def _counts(answer: Answer, number: int) -> bool:
    """Whether a sentence says how often, or agrees to what the question said."""
    start, end = answer.sentences[number]
    if in_two_weeks(answer.text, start, end) or (number == 0 and _confirmed(answer)):
        return True
    return any(start <= one.start < end and one.firm for one in answer.mentions)


def _then_or_now(answer: Answer, found: dict[str, Thread], current: frozenset[str], past: bool) -> list[Sign]:
    """The yes or no to "and these days?" after a tale of earlier times only."""
    kind, start, end = answering(answer)
    if not answer.question.has("now") or kind not in (Lead.YES, Lead.NO, Lead.WEAK_NO):
        return []
    status = Status.PRESENT if kind is Lead.YES else Status.ABSENT
    told = [item for item in sorted(current) if past or {Status.PAST, Status.ALWAYS} & set(found[item].statuses)]
    return [
        Sign(item, status, (start, end), 0, True) for item in told if not any(line.signs for line in found[item].lines)
    ]


def _confirmed(answer: Answer) -> tuple[Mention, ...]:
    """How often the question named, where the answer is a yes without a count of its own."""
    first = answer.sentences[0]
    if answer.leading[0] is not Lead.YES or any(one.start < first[1] and one.firm for one in answer.mentions):
        return ()
    if len(answer.sentences) > 1 and any(one.kind in ("day", "list", "rate") for one in answer.mentions_in(1)):
        return ()
    return tuple(
        one
        for one in answer.question.mentions
        if one.firm and one.kind in ("all", "most", "nearly all", "always", "several")
    )
