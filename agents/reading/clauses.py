"""Where one thought ends and the next begins, and what in a clause turns its sense about."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from agents.reading.vocabulary import Span, scan_common

_PARTICIPLE = re.compile(r" , (?:always |and )?(?!nothing|something|anything|everything|feeling|being)\w+ing ")
"""How a clause begins that carries on with the subject of the one before: "my brother was a pain, shouting at us"."""
_BRIEF = 4
"""Blanks in a clause that only leads in the next one: "otherwise no, I'm no drinker"."""
_TURNED = re.compile(
    r" (?:(?:is|are|was|were|has|have) (?:(?:really|just|quite) )?not (?:been )?(?:(?:really|even|quite|exactly) )?"
    r"(?:a thing|in it|in (?:me|my)|part of (?:it|this|that|me|my)|something i|my thing|my problem|my style|"
    r"the (?:issue|problem|trouble|word)|an issue|a problem|a word i|me(?= [.,;!]))|"
    r"is the last thing i|(?:is|was) (?:far )?too strong a word)(?= )"
)
"""How a clause denies what it began with: "worry isn't my thing", "lively is the last thing I am"."""
_NAMED_NO = (" , no .", " , no ;", " , no !", " , no , ", " , not really .", " , not at all .", " , not exactly .")
_WORDED = re.compile(r" (?!(?:but|though|although|however|whereas|yet|because|besides|so|and) )\w")
_NEAR = 60
_REACH = 90
"""How many characters back a negation is looked for."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses and sentences of a text in plain words, as offsets where each begins; the first is 0.

    `marks` are the spans of turning words and wordings of frequency by name (see `polarity.toml`, `frequency.toml`),
    `_denying` the negations that really deny, `_shunning` what says that something is avoided or was given up.
    """

    text: str
    starts: tuple[int, ...]
    sentences: tuple[int, ...]
    marks: Mapping[str, list[Span]]
    _clauses: list[Span]
    _sentences: list[Span]
    _denying: tuple[Span, ...]
    _shunning: tuple[Span, ...]

    def around(self, position: int) -> Span:
        """The clause that holds a position, which is not negative."""
        return self._clauses[bisect_right(self.starts, position) - 1]

    @property
    def pieces(self) -> list[Span]:
        """Every clause that holds a word, without the marks and the "but" in front of it."""
        found = (_WORDED.search(self.text, start, end + 1) for start, end in self._clauses)
        return [(match.start(), end) for match, (_, end) in zip(found, self._clauses, strict=True) if match]

    def sentence(self, position: int) -> Span:
        """The sentence that holds a position, which is not negative."""
        return self._sentences[bisect_right(self.sentences, position) - 1]

    def has(self, name: str, start: int, end: int) -> bool:
        """Whether a phrase of a list begins in a stretch of the text."""
        found = self.marks[name]
        if not found:
            return False
        i = bisect_left(found, (start, 0))
        return i < len(found) and found[i][0] < end

    @property
    def bounded(self) -> list[Span]:
        """Where it is said that there was no more of it after what was told; none where all is long past."""
        return [] if self.marks["past"] else self.marks["bounded"]

    def no_more(self, position: int) -> bool:
        """Whether the clause at a position only denies that there was more of it."""
        start, end = self.around(position)
        if self.marks["past"] or not self.marks["bounded"]:
            return False
        if start not in self.sentences and self.text.startswith(" ,", start):
            first, last = self.around(start - 1)
            brief = self.text.count(" ", first, last) <= _BRIEF and self.text.find(" otherwise ", first, last + 1) >= 0
            start = first if brief else start
        return self.has("bounded", start, end)

    def carried_on(self, position: int) -> bool:
        """Whether the clause at a position goes on with the subject of the one before."""
        start, _ = self.around(position)
        return start > 0 and _PARTICIPLE.match(self.text, start) is not None

    def of_others(self, position: int) -> bool:
        """Whether the clause at a position tells of a relative or friend and not of the patient."""
        start, end = self.around(position)
        if self.carried_on(position):
            return self.of_others(start - 1)
        if not self.has("kin", start, end):
            return False
        clause = self.text[start : end + 1] + " "
        return " i " not in clause and " me " not in clause and not self.text.startswith(" my ", position - 4)

    def negated(self, position: int, shunned: bool = True) -> bool:
        """Whether an odd number of negations reaches the word at this position. `shunned`: what is avoided or was given
        up counts as negated."""
        scope = self._scope(position) if self._denying or self._shunning else 0
        count = self._count(self._denying, scope, position)
        if shunned:
            count += self._count(self._shunning, scope, position)
        return (count + self._turned_after(position)) % 2 == 1 or (count == 0 and self._named_for_no(position))

    def _named_for_no(self, position: int) -> bool:
        """Whether the word is only named for a no: "Nervous, no. It's more that I'm worn out"."""
        if " , no" not in self.text:
            return False
        start, end = self.around(position)
        return (
            self.text.startswith(_NAMED_NO, end)
            and self.text.count(" ", start, end) <= _BRIEF
            and self.sentence(position)[0] in (start, 0)
            and " i " not in self.text[start : end + 1]
        )

    def _turned_after(self, position: int) -> bool:
        """Whether the clause denies what it began with: "lively is the last thing I am"."""
        text = self.text
        if " not " not in text and " last thing i " not in text and " strong a word " not in text:
            return False
        end = min(self.around(position)[1], position + _NEAR)
        return _TURNED.search(text, position, end + 1) is not None

    def wanting(self, position: int) -> bool:
        """Whether something good at this position is denied, scarce, hard or over: its absence is the problem."""
        start = self._scope(position)
        count = self._count(self.marks["negator"], start, position)
        count += self._count(self.marks["shunned"], start, position)
        return count % 2 == 1 or (count == 0 and self._count(self.marks["scarce"], start, position) > 0)

    def _count(self, spans: list[Span] | tuple[Span, ...], start: int, position: int) -> int:
        if not spans:
            return 0
        first = bisect_left(spans, (start, 0))
        last = bisect_left(spans, (position, 0))
        return sum([end < position for _, end in spans[first:last]])

    def _scope(self, position: int) -> int:
        """Where the words begin from which a negation could reach this position."""
        ends = self.marks["scope_end"]
        i = bisect_left(ends, (position - 1, 0))
        while i and ends[i - 1][1] >= position:
            i -= 1
        return max(ends[i - 1][1] if i else 0, position - _REACH, 0)


def _outside_sham(marks: Mapping[str, list[Span]], name: str) -> tuple[Span, ...]:
    """The words of a list outside "not only", "can't stop" and their like."""
    sham = marks["sham"]
    if not sham:
        return tuple(marks[name])
    kept = []
    for span in marks[name]:
        i = bisect_right(sham, (span[0], 1 << 30))
        if not i or sham[i - 1][1] <= span[0]:
            kept.append(span)
    return tuple(kept)


def split(text: str) -> Clauses:
    """Cut plain words into clauses and sentences and mark the words that turn their sense."""
    marks = scan_common(text)
    starts, clauses = _pieces(text, marks["clause_end"])
    sentence_starts, sentences = _pieces(text, marks["sentence_end"])
    denying, shunning = _outside_sham(marks, "negator"), _outside_sham(marks, "shunned")
    return Clauses(text, starts, sentence_starts, marks, clauses, sentences, denying, shunning)


def _pieces(text: str, ends: list[Span]) -> tuple[tuple[int, ...], list[Span]]:
    """Where each piece begins, and the pieces."""
    starts = (0, *[start for start, _ in ends])
    return starts, list(zip(starts, (*starts[1:], len(text)), strict=True))
