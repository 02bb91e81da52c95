"""Signs: words in an answer that speak of an item, each for or against it, of the participant and now, or not."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from agents.quantitative.exchanges import Answer
from agents.quantitative.implied import counts_alone, days_alone, exception, no_last
from agents.quantitative.lexicon import ITEMS, Span, pattern
from agents.quantitative.replies import answering, first_own, long_past, no_good_day, well_as_asked
from agents.quantitative.speakers import not_own, of_other
from agents.quantitative.temporality import by_now
from agents.reading.mention import Mention
from agents.reading.stance import Lead

_PAST_TENSE: Final = re.compile(
    r"(?<! have)(?<! has)(?<! have not)(?<! has not)(?<! have been)(?<! has been)"
    r" (?:was|were|had|did|felt|got|could not|could|thought|went|came|would|used to|lost|slept|woke|cried|kept|took|"
    r"made|ran|fell|spent|let|ate|lay|stood|sat|hated|carried|\w{3,}ed)(?= )"
)
_PRESENT_TENSE: Final = re.compile(
    r"(?<! did not)(?<! did)(?<! could)(?<! could not)(?<! would)(?<! would not)"
    r" (?:am|is|are|do|does|feel|feels|get|gets|wake|sleep|go|keep|can|can not|have|has|eat|lie|want|look|sit|think|"
    r"will|know|start|read|try|cry|pace|hit|need|enjoy|come|comes|make|makes|stay|lay|run|let|hate)(?= )"
)

_NEGATION: Final = re.compile(r" (?:not|never|no|hardly|barely|nothing) ")
_NOT: Final = re.compile(r" (?:not|never|no|hardly|barely|nothing)(?= )")
_FAR: Final = 90
_TURN: Final = re.compile(r" (?:but|though|although|except|only|just|well|still|yet)(?= )")
_NEAR: Final = 40


class Status(Enum):
    """What a sign says. The last three are no evidence for the score."""

    PRESENT = "present"
    ABSENT = "absent"
    PAST = "past"
    OTHER = "other"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign, its place in the answer's plain words and the number of its sentence. `direct`: it answers a question
    about the item."""

    item: str
    status: Status
    span: Span
    sentence: int
    direct: bool


def signs(answer: Answer, topics: frozenset[str], earlier_past: bool) -> list[Sign]:
    """All signs of an answer in order; `topics` are the items that its question is taken to ask about."""
    reader = _Reader(answer, topics, earlier_past)
    found = [sign for item in ITEMS for sign in reader.of(item)]
    answered = [sign.span for sign in found if sign.direct and sign.span[1] > sign.span[0]]
    found = [sign for sign in found if sign.direct or not _touches(sign.span, answered)]
    return sorted(found, key=lambda sign: sign.span)


def tells_of_past(answer: Answer) -> bool:
    """Whether an answer, or its question, is about earlier times only."""
    return (bool(answer.marks["time.past"]) or answer.question.has("past")) and not answer.marks["time.present"]


class _Reader:
    """Reads one answer for all items."""

    def __init__(self, answer: Answer, topics: frozenset[str], earlier_past: bool) -> None:
        self._answer = answer
        self._topics = topics
        self._earlier_past = earlier_past or answer.question.has("past")
        self._text = answer.text

    def of(self, item: str) -> list[Sign]:
        answer, direct = self._answer, item in self._topics
        problems = list(answer.marks[f"{item}.problem"])
        wells = answer.marks.get(f"{item}.well", [])
        if not (direct or problems or wells):
            return []
        if direct:
            problems += [
                s
                for s in answer.marks.get(f"{item}.weak", [])
                if not _touches(s, problems + wells) and self._leads(s) and not self._denies(item, s)
            ]
        found = [self._problem(item, span, direct) for span in problems if not self._idle(span)]
        if direct:
            wells = wells + [s for s in answer.marks.get(f"{item}.weak_well", []) if self._leads(s)]
        inner = [s for s in problems if any(a < s[0] and s[1] <= b for a, b in wells)]
        found = [sign for sign in found if sign.span not in inner]
        problems = [s for s in problems if s not in inner]
        wells = [s for s in wells if not _touches(s, problems) and not self._idle(s)]
        found += [self._well(item, span, direct) for span in wells]
        if direct and answer.question.of_good_days:
            none = None if found else no_good_day(answer)
            return [Sign(item, Status.PRESENT, none, 0, True)] if none else found
        if direct and not self._doubtful():
            found += self._lead(item, found)
            found += self._implied(item, found)
        return found

    def _implied(self, item: str, found: list[Sign]) -> list[Sign]:
        """Days that are an exception to "fine", where no word names the problem."""
        if any(sign.status is Status.PRESENT for sign in found):
            return []
        absent = [sign for sign in found if sign.status is Status.ABSENT]
        if not absent and (now := by_now(self._answer)):
            return self._told(item, now)
        if absent:
            days = exception(self._answer)
            later = days and all(sign.span[0] < days.start for sign in absent[:1])
            return self._told(item, days if later else None)
        return []

    def _denies(self, item: str, span: Span) -> bool:
        """Whether weak words belong to the no to a question for the problem: "any trouble? not really"."""
        kind, start, end = answering(self._answer)
        if kind not in (Lead.NO, Lead.WEAK_NO) or item in self._answer.question.well or span[0] < start:
            return False
        later = self._sentence(span)
        if later > self._sentence((start, end)) and any(one.firm for one in self._answer.mentions_in(later)):
            return False
        return _TURN.search(self._text, end - 1, span[0] + 1) is None

    def _leads(self, span: Span) -> bool:
        """Whether a span stands in the first two sentences, where weak words answer the question."""
        return self._sentence(span) < 2

    def _sentence(self, span: Span) -> int:
        return max(i for i, (start, _) in enumerate(self._answer.sentences) if start <= span[0] or i == 0)

    def _idle(self, span: Span) -> bool:
        """Whether the words stand in a question back, or are a figure of speech."""
        start, end = self._answer.sentences[self._sentence(span)]
        words = self._text.count(" ", start, end)
        asked = self._text.startswith(" ? ", end) and words <= 7
        return asked or self._answer.has("time.unreal", start, end)

    def _problem(self, item: str, span: Span, direct: bool) -> Sign:
        negated = self._answer.clauses.negated(span[0] + 1)
        negated = negated and not self._denies_itself(span)
        negated = negated or no_last(self._answer, span, self._sentence(span))
        late = pattern("late_denial").match(self._text, span[1])
        if negated and item in self._answer.question.well and self._answers_no(span):
            negated = False
        negated = (negated or late is not None) and " than not " not in self._text[
            max(0, span[0] - _NEAR) : span[0] + 1
        ]
        return self._sign(item, Status.ABSENT if negated else Status.PRESENT, span, direct)

    def _denies_itself(self, span: Span) -> bool:
        """Whether words that hold their own no stand behind another: "I haven't drawn, nothing appeals to me"."""
        if not _NEGATION.match(self._text, span[0]):
            return False
        before = self._text[max(0, span[0] - _FAR) : span[0] + 1]
        last = max((match.end() for match in _NOT.finditer(before)), default=0)
        return " , " in before[last - 1 :] and last > 0

    def _well(self, item: str, span: Span, direct: bool) -> Sign:
        wanting = self._answer.clauses.wanting(span[0] + 1) and not self._answers_no(span)
        wanting = wanting or no_last(self._answer, span, self._sentence(span))
        return self._sign(item, Status.PRESENT if wanting else Status.ABSENT, span, direct)

    def _answers_no(self, span: Span) -> bool:
        """Whether the only no before a span is the answering one: "no I can sit for hours"."""
        kind, _, end = self._answer.leading
        return kind is Lead.NO and end <= span[0] and _NEGATION.search(self._text, end - 1, span[0] + 1) is None

    def _sign(self, item: str, status: Status, span: Span, direct: bool) -> Sign:
        sentence = self._sentence(span)
        if of_other(self._answer, span, sentence) or not_own(self._answer, span, sentence):
            status = Status.OTHER
        elif self._is_past(span, sentence, direct):
            status = Status.PAST
        elif status is Status.PRESENT and self._is_trait(sentence):
            status = Status.ALWAYS
        return Sign(item, status, span, sentence, direct)

    def _is_past(self, span: Span, sentence: int, direct: bool) -> bool:
        sentences, answer = self._answer.sentences, self._answer
        start, end = sentences[sentence]
        if answer.has("time.present", start, end):
            return False
        if long_past(answer, start, end):
            return True
        if answer.question.has("now") and direct:
            return False
        if not self._past_tense(span, start):
            return False
        following = sentences[sentence + 1 : sentence + 3]
        if any(answer.has("time.past", *after) for after in following):
            return True
        if following and answer.has("time.present", *following[0]):
            return False
        if self._earlier_past or any(answer.has("time.past", *one) for one in sentences[:sentence]):
            return True
        return not (direct or answer.marks["time.present"] or answer.question.follows)

    def _past_tense(self, span: Span, start: int) -> bool:
        before = self._text[max(start, span[0] - 60) : span[0] + 1]
        here = self._text[span[0] : span[1] + 1] + " "
        pasts = [m.start() for m in _PAST_TENSE.finditer(before)]
        presents = [m.start() for m in _PRESENT_TENSE.finditer(before)]
        if not pasts and not presents:
            return bool(_PAST_TENSE.search(here)) and not _PRESENT_TENSE.search(here)
        if _PAST_TENSE.search(here) and not _PRESENT_TENSE.search(here) and not presents:
            return True
        return max(pasts, default=-1) > max(presents, default=-1)

    def _is_trait(self, sentence: int) -> bool:
        return any(
            self._answer.has("time.trait", *self._answer.sentences[number])
            for number in (sentence, sentence + 1)
            if number < len(self._answer.sentences)
        )

    def _doubtful(self) -> bool:
        """Whether the answer begins with not knowing."""
        if not self._answer.sentences:
            return True
        end = self._answer.sentences[min(1, len(self._answer.sentences) - 1)][1]
        return self._answer.has("reply.doubt", 0, end)

    def _lead(self, item: str, found: list[Sign]) -> list[Sign]:
        """What the first words answer, where no sign stands in the first sentence."""
        if any(sign.sentence == 0 and sign.status in (Status.PRESENT, Status.ABSENT) for sign in found):
            return []
        fine = well_as_asked(self._answer)
        if fine and all(sign.status is not Status.PRESENT for sign in found):
            return [Sign(item, Status.ABSENT, fine, self._sentence(fine), True)]
        kind, start, end = answering(self._answer)
        well = item in self._answer.question.well
        first = self._answer.sentences[0]
        span = (start, end) if end > start else first
        late = start >= first[1]
        if not late and self._led_astray(first):
            return []
        if kind in (Lead.YES, Lead.NO) and self._answer.question.negated:
            status = Status.ABSENT if item in self._answer.question.denied else Status.PRESENT
            return [Sign(item, status, span, self._sentence(span), True)]
        if kind in (Lead.NO, Lead.WEAK_NO) and self._answer.question.closed:
            return [Sign(item, Status.PRESENT if well else Status.ABSENT, span, self._sentence(span), True)]
        if kind is Lead.YES and self._answer.question.closed:
            if well and pattern("half_yes").match(self._text, start):
                return [Sign(item, Status.PRESENT, span, 0, True)]
            return [Sign(item, Status.ABSENT if well else Status.PRESENT, span, 0, True)]
        if well:
            told = self._open(item, first_own(self._answer))
            return told or self._told(item, days_alone(self._answer, gloomy=True) if not found else None)
        if self._answer.question.closed and counts_alone(self._answer, first):
            return [Sign(item, Status.PRESENT, first, 0, True)]
        return self._told(
            item, days_alone(self._answer, gloomy=not self._answer.question.closed) if not found else None
        )

    def _told(self, item: str, days: Mention | None) -> list[Sign]:
        """The problem as days alone tell it."""
        if days is None:
            return []
        span = (days.start, days.end)
        return [Sign(item, Status.PRESENT, span, self._sentence(span), True)]

    def _led_astray(self, first: Span) -> bool:
        """Whether the first sentence speaks of earlier times, of a trait or of what might be."""
        return long_past(self._answer, *first) or any(
            self._answer.has("time." + name, *first) for name in ("trait", "unreal")
        )

    def _open(self, item: str, number: int) -> list[Sign]:
        """An answer to "how is ..", in the sentence of this number: good or bad."""
        own = self._answer.sentences[number]
        bad = [span for span in self._answer.marks["reply.bad"] if own[0] <= span[0] < own[1]]
        good = [s for s in self._answer.marks["reply.good"] if own[0] <= s[0] < own[1] and not _touches(s, bad)]
        if item == "Depressed" or not (bad or good):
            return []
        negated = good and not bad and self._answer.clauses.negated(good[0][0] + 1)
        status = Status.PRESENT if bad or negated else Status.ABSENT
        return [Sign(item, status, (bad or good)[0], number, True)]


def _touches(span: Span, others: list[Span]) -> bool:
    return any(a < span[1] and span[0] < b for a, b in others)
