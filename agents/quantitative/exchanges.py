"""A transcript as questions and answers: what was asked, what the participant said to it, sentence by sentence."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from agents.domain.transcript import Role, Transcript, Turn
from agents.quantitative.lexicon import ITEMS, Span, marks_in, question_marks
from agents.reading.clauses import Clauses, split
from agents.reading.document import Document, document
from agents.reading.mention import Mention
from agents.reading.mentions import find
from agents.reading.stance import Lead
from agents.reading.words import Words
from agents.reading.words import read as words_of
from agents.stages.cache import remembered

_ROOM: Final = 3_500
"""Characters read together; the word reader leaves out the middle of what is longer than its own limit."""
_NOISE: Final = re.compile(r"<[^<>]{0,40}>|\[[^\[\]]{0,40}\]")
_ASKING: Final = re.compile(
    r" (?:do|did|are|have|has|had|is|can|any|ever) (?:you|your|it|of|trouble|times|days|nights|think|feel|\w+)(?= )"
)
"""What a question begins with that names the problem in words of its own: "do you find yourself .."."""
_DAYS_ASKED: Final = re.compile(
    r" (?:how many|any|(?:are|were|is|was|have) there(?: been)?|which)(?: \w+){0,2}?"
    r" (?:days?|nights?|mornings?|evenings?)(?= )"
)
_ASIDE: Final = re.compile(
    r"(?: (?:besides|apart from|aside from|other than|as well as)(?: (?:feeling|being|the|your|just|so|very)){0,2}"
    r"| (?:to|like|you|things|it|do) (?:\w+ )?(?:when|while|if) you (?:are|feel|get)"
    r"(?: (?:feeling|being|that|so|this|very|really)){0,2}"
    r") $"
)
_NOT: Final = re.compile(r" (?:not|no|never)(?= )")
_OPEN: Final = re.compile(r" (?:(?:and|so|okay|um) )*(?:how|what|when|where|who|tell)(?= )(?! about| many)")
_BRIEF: Final = 5
_QUESTIONS: Final = 512
"""Questions that are remembered."""
_OPENING: Final = 16
"""Characters by which a question that is a statement has named whom it speaks of."""
_EM: Final = re.compile(r"(?<![\w])['’](?=em\b|cause\b|til\b)", re.IGNORECASE)
_SOUNDS: Final = ("um", "uh", "hm", "erm", "know", "mean")
"""One of these is in every filler."""
_FILLER: Final = re.compile(r"\b(?:um+|uh+|hm+|erm|you know|i mean)\b,?", re.IGNORECASE)


@dataclass(frozen=True)
class Question:
    """What was asked before an answer. `well` holds the items that it asks after in their absence ("rested?"), `denied`
    those whose problem it says is not there ("you're not restless")."""

    text: str
    problem: frozenset[str]
    well: frozenset[str]
    marks: Mapping[str, list[Span]]
    denied: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Whether the question has words of that list."""
        return bool(self.marks[name])

    @cached_property
    def topics(self) -> frozenset[str]:
        """The items that it asks about at all; none for what has long passed or would be."""
        if self.has("past"):
            return frozenset()
        if self.has("of_others") and not self.has("own"):
            return frozenset()
        return self.problem | self.well

    @cached_property
    def of_good_days(self) -> bool:
        """Whether it asks for days without the problem: "how many days did you eat well?"."""
        if self.has("good_days"):
            return True
        return bool(self.well) and not self.problem and _DAYS_ASKED.search(self.text) is not None

    @cached_property
    def negated(self) -> bool:
        """Whether it states that something is not so, for the answer to agree: "you don't sleep much then"."""
        return any(start < _OPENING for start, _ in self.marks["negated"])

    @cached_property
    def last(self) -> str:
        """The last sentence of it, blanks around."""
        asked = self.text.rstrip(" .?")
        return " " + asked.rsplit(" . ", 1)[-1].rsplit(" ? ", 1)[-1].strip() + " "

    @cached_property
    def closed(self) -> bool:
        """Whether it can be answered by yes or no."""
        return _OPEN.match(self.last) is None

    @cached_property
    def mentions(self) -> list[Mention]:
        """Every mention of how often that it makes itself, in order."""
        return find(split(self.text))

    @cached_property
    def follows(self) -> bool:
        """Whether it goes on with what was said before."""
        return self.has("follow_up") or not self.text.strip()


@dataclass(frozen=True)
class Answer:
    """What a participant said in a row. `origins` are places in `words.raw` where a turn begins, with the turn."""

    question: Question
    document: Document
    origins: tuple[tuple[int, Turn, int], ...]

    @property
    def words(self) -> Words:
        """See Document."""
        return self.document.words

    @property
    def clauses(self) -> Clauses:
        """See Document."""
        return self.document.clauses

    @cached_property
    def text(self) -> str:
        """The plain words."""
        return self.clauses.text

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences, each from the mark before its first word to the mark behind its last."""
        starts = [*self.clauses.sentences, len(self.text)]
        return tuple((a, b) for a, b in pairwise(starts) if self.text[a:b].strip(" .!?;,"))

    @cached_property
    def marks(self) -> Mapping[str, list[Span]]:
        """See `marks_in`."""
        return marks_in(self.text)

    @cached_property
    def leading(self) -> tuple[Lead, int, int]:
        """The answering particle at the start, with its span."""
        return self.document.lead, *self.document.said

    @cached_property
    def mentions(self) -> list[Mention]:
        """Every mention of how often, in order."""
        return list(self.document.mentions)

    def mentions_in(self, sentence: int) -> list[Mention]:
        """The mentions of how often in the sentence of this number."""
        start, end = self.sentences[sentence]
        return [one for one in self.mentions if start <= one.start < end]

    def has(self, name: str, start: int, end: int) -> bool:
        """Whether a mark of that name begins in a stretch of the text."""
        found = self.marks[name]
        first = bisect_left(found, (start, 0))
        return first < len(found) and found[first][0] < end

    def place(self, span: Span) -> tuple[Turn, int, int]:
        """The turn of a span of the plain words, and its characters there."""
        ((start, end),) = self.words.originals([span])
        base, turn, shift = max((one for one in self.origins if one[0] <= start), key=lambda one: one[0])
        return turn, start - base + shift, min(end - base + shift, len(turn.text))


@remembered
def exchanges(transcript: Transcript) -> tuple[Answer, ...]:
    """`read_exchanges`, remembered for the last few transcripts: several stages ask for the same."""
    return tuple(read_exchanges(transcript))


def read_exchanges(transcript: Transcript) -> Iterator[Answer]:
    """The answers in order; what is said before any question answers an empty one."""
    asked: list[str] = []
    said: list[Turn] = []
    for turn in transcript:
        if turn.role is Role.PATIENT:
            said.append(turn)
            continue
        if said:
            yield from _answers(" ".join(asked), said)
            asked, said = [], []
        asked.append(turn.text)
    if said:
        yield from _answers(" ".join(asked), said)


def _answers(asked: str, said: list[Turn]) -> Iterator[Answer]:
    """One answer, or several where it is too long to be read at once."""
    asking = question(asked)
    raw = ""
    origins: list[tuple[int, Turn, int]] = []
    for turn in said:
        for shift in range(0, max(1, len(turn.text)), _ROOM):
            piece = turn.text[shift : shift + _ROOM]
            if raw and len(raw) + len(piece) > _ROOM:
                yield _answer(asking, raw, origins)
                raw, origins, asking = "", [], question("")
            origins.append((len(raw), turn, shift))
            raw += piece + "\n"
    yield _answer(asking, raw, origins)


def _answer(asking: Question, raw: str, origins: list[tuple[int, Turn, int]]) -> Answer:
    return Answer(asking, document(_blanked(raw)), tuple(origins))


def _blanked(raw: str) -> str:
    """The text with noises and fillers blanked out, every other character in its place."""
    if "<" in raw or "[" in raw:
        raw = _NOISE.sub(_blank, raw)
    lower = raw.lower()
    if any(sound in lower for sound in _SOUNDS):
        raw = _FILLER.sub(_blank, raw)
    return _EM.sub(_blank, raw) if "'" in raw or "’" in raw else raw


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


@lru_cache(_QUESTIONS)
def question(asked: str) -> Question:
    """The question read for what it asks about. Interviewers who follow a script ask the same again and again."""
    text = words_of(_blanked(asked)).text
    marks = question_marks(text)
    brief = text.rstrip(" .?!").count(" ") < _BRIEF
    named = marks_in(text) if brief or _ASKING.search(text) or _DAYS_ASKED.search(text) else {}
    problem = _asked(text, marks, ".asks") | _asked(text, named, ".problem")
    well = _asked(text, marks, ".asks_well")
    if marks["trouble"]:
        problem |= well
    well -= problem
    return Question(text, problem, well, marks, _denied(text, marks, named))


def _asked(text: str, marks: Mapping[str, list[Span]], name: str) -> frozenset[str]:
    """The items of whose words one stands in the question itself, not only in what it leaves aside ("besides tired") or
    takes as known ("when you are that tired", "the things you used to enjoy")."""
    return frozenset(item for item in ITEMS if any(not _aside(text, start) for start, _ in marks.get(item + name, ())))


def _aside(text: str, start: int) -> bool:
    if text.startswith(" used to ", start) and text.endswith((" things you", " things that you"), 0, start):
        return True
    return _ASIDE.search(text, 0, start + 1) is not None


def _denied(text: str, marks: Mapping[str, list[Span]], named: Mapping[str, list[Span]]) -> frozenset[str]:
    """The items whose problem a question that states something names behind its no."""
    said = next((span for span in marks["negated"] if span[0] < _OPENING), None)
    denial = _NOT.search(text, said[0]) if said else None
    if denial is None:
        return frozenset()
    spans = {item: [*marks[f"{item}.asks"], *named.get(f"{item}.problem", [])] for item in ITEMS}
    return frozenset(item for item, found in spans.items() if found and all(a > denial.start() for a, _ in found))
