"""Which item each exchange of an interview is about.

The exchanges are aligned with the form as a whole: the words of each question against the items
(`benchmarks.runs.item_words`), and the form's order as the expectation, by dynamic programming. Interviewers quote an
item, paraphrase it, ask again, leave one out or change the order, and logs lose turns; a question without telling words
is placed by its neighbours.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.domain import level1
from benchmarks.runs.item_words import weights

STATEMENT: Final = 0.3  # a sentence that asks nothing often echoes the answer before
NUMBERED: Final = 2.5
QUOTED: Final = 4.0  # for an item quoted in full; half its words earn nothing yet
CLEAR: Final = 10.0  # more evidence than this changes nothing
MARGIN: Final = 3.5  # items this far behind the best are not candidates
LEFT_OUT: Final = 1.5
FAR: Final = 5.0
BACKWARDS: Final = 2.0
PLAIN: Final = 5.0  # a question with this much evidence is not an aside
BEAM: Final = 7.0  # a path this far behind the best is given up
SAME_WORDS: Final = 0.3
INTRODUCTION: Final = 1.0
READY: Final = 4.0
FAREWELL: Final = 2.0

WORD: Final = re.compile(r"[a-z0-9]+")
_SENTENCE = re.compile(r"[^.?!\n]+[.?!\n]*")
_FOLLOW_UP = re.compile(
    r"\bhow (?:often|frequent|many|much|long|severe|intense)|\bon a scale\b|\b0 ?(?:to|-|–) ?4\b"
    r"|\bmore about (?:that|this|it)\b"
    r"|\b(?:can|could|would) you (?:describe|elaborate|clarify|say|give|tell|share|be)\b|\bfor example\?"
    r"|\bwhat do you mean\b|\bwhen you say\b|\bspecific|\bevery day\b|\bmost days\b"
    r"|\b(?:does|did|is|was|do) (?:that|this|it|these|those)\b"
)
_READY = re.compile(r"\bready\b|\bshall we\b|\bcomfortable\b|\b(?:may|can|should) (?:we|i) (?:begin|start|proceed)\b")
_FAREWELL = re.compile(
    r"\bthank you (?:\w+ )?for (?:answering|completing|your (?:time|cooperation|participation|openness|honesty))"
    r"|\b(?:conclude|completed?|finished|end of)\b.{0,40}\b(?:question|assessment|interview|measure)"
    r"|\ball (?:of )?(?:the|my|these) questions\b|\banything else\b|\btake care\b"
    r"|\bnext steps?\b|\bfinal thoughts\b|\bgoodbye\b"
)
_TO_TWELFTH = r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
_TO_LAST = r"|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
_ORDINALS: Final = (*f"{_TO_TWELFTH}{_TO_LAST}".split("|"), "twenty-first", "twenty-second", "twenty-third")
_NUMBERED = re.compile(r"^\W*\d|#|\b(?:question|item|number|q\d|no\.|one\b)")
_NUMBER = re.compile(
    r"(?:\b(?:question|item|number|q|no\.)\s*#?\s*|^\W*|#)(\d{1,2})(?=\s*(?:[.:)\]–—-]|of\b|out of\b|/|,))"
    rf"|\b({'|'.join(reversed(_ORDINALS))}) (?:question|item|one)\b"
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and the reply to it; either may be empty where the log lost a turn."""

    question: str
    reply: str


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an exchange in the form: `item` None for introduction, small talk and closing."""

    item: int | None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """The exchanges so far, each with its place; `position` is the last item asked, `total` is evidence minus costs."""

    total: float
    position: int
    place: Place | None = None
    before: "Path | None" = None

    def on(self, gain: float, position: int, place: Place) -> "Path":
        """This path with one more exchange."""
        return Path(self.total + gain, position, place, self)

    def places(self) -> tuple[Place, ...]:
        """Every place, first to last."""
        found: list[Place] = []
        path: Path | None = self
        while path is not None and path.place is not None:
            found.append(path.place)
            path = path.before
        return tuple(reversed(found))


def align(exchanges: Sequence[Exchange]) -> tuple[Place, ...]:
    """The most plausible place of every exchange: most evidence, least departure from the form's order."""
    paths = [Path(0.0, 0)]
    for exchange in exchanges:
        step: dict[int, Path] = {}
        for path in _extended(paths, exchange):
            rival = step.get(path.position)
            if rival is None or rival.total < path.total:
                step[path.position] = path
        best = max(path.total for path in step.values())
        paths = [path for path in step.values() if path.total > best - BEAM]
    return max(paths, key=_total).places()


def _total(path: Path) -> float:
    return path.total


def _extended(paths: Sequence[Path], exchange: Exchange) -> Iterable[Path]:
    """Every continuation: with the same item, or with one of those that the question's words allow."""
    question = exchange.question.lower().replace("'", "").replace("’", "")
    evidence = _evidence(question, exchange.reply)
    clear = max(evidence.values(), default=0.0) >= PLAIN
    aside = FAREWELL if not clear and _FAREWELL.search(question) else 0.0
    again = 0.3 if clear else _again(question)
    for path in paths:
        yield _stayed(path, question, evidence, aside, again)
    for item in _candidates(evidence):
        gain = min(evidence.get(item, 0.0), CLEAR)
        ways = [(path.total - _jump(path.position, item), path) for path in paths if path.position != item]
        if ways:
            total, path = max(ways, key=_first)
            yield Path(total + gain, item, Place(item), path)


def _first(way: tuple[float, Path]) -> float:
    return way[0]


def _stayed(path: Path, question: str, evidence: dict[int, float], aside: float, again: float) -> Path:
    """The path where the exchange still belongs to the same item, or to none."""
    here = path.position
    if here == 0:
        ready = READY if _READY.search(question) else INTRODUCTION
        return path.on(aside + ready, 0, Place(None))
    same = again + SAME_WORDS * min(evidence.get(here, 0.0), CLEAR)
    if same >= aside or not aside:
        return path.on(same, here, Place(here, again=True))
    return path.on(aside, here, Place(None))


def _jump(position: int, item: int) -> float:
    """The cost of asking this item after that position: nothing in the form's order."""
    if item < position:
        return BACKWARDS
    return min(LEFT_OUT * (item - position - 1), FAR)


def _again(question: str) -> float:
    """How much a question sounds like another one on the same item. A bare word ("Next") announces a new item."""
    if len(question.split()) < 3:
        return -0.5
    return 1.3 if _FOLLOW_UP.search(question) else 0.3


def _candidates(evidence: dict[int, float]) -> Iterable[int]:
    best = max(evidence.values(), default=0.0)
    if best < MARGIN:
        return level1.items()
    return [item for item, weight in evidence.items() if weight >= best - MARGIN]


def _evidence(question: str, reply: str) -> dict[int, float]:
    """How much each item is asked for. A question that says next to nothing is supplemented by its reply."""
    found = _said(question)
    for number in _numbers(question):
        found[number] = found.get(number, 0.0) + NUMBERED
    for item, weight in found.items():
        found[item] = weight + QUOTED * min(max(2 * weight / quoted()[item] - 1, 0.0), 1.0)
    if max(found.values(), default=0.0) < 1.0:
        for item, weight in _said(reply.lower().replace("'", "").replace("’", "")).items():
            found[item] = found.get(item, 0.0) + 0.3 * weight
    return found


@cache
def quoted() -> Mapping[int, float]:
    """The evidence that each item's own wording has."""
    return {number: _said(item.text.lower())[number] for number, item in level1.items().items()}


def _numbers(question: str) -> Iterable[int]:
    """Item numbers that the interviewer gives: "Question 5:", "5.", "the fifth question"."""
    if not _NUMBERED.search(question):
        return
    for match in _NUMBER.finditer(question):
        number = int(match[1]) if match[1] else _ORDINALS.index(match[2]) + 1
        if number in level1.items():
            yield number


def _said(text: str) -> dict[int, float]:
    """The evidence of the words in a text: each word once, with less weight in a sentence that asks nothing."""
    factors: dict[str, float] = {}
    sentences = _SENTENCE.findall(text)
    for number, sentence in enumerate(sentences, start=1):
        asks = "?" in sentence or (number == len(sentences) and "?" not in text)
        for word in WORD.findall(sentence):
            factors[word] = max(factors.get(word, 0.0), 1.0 if asks else STATEMENT)
    found: dict[int, float] = {}
    for word, factor in factors.items():
        for item, weight in weights(word):
            found[item] = found.get(item, 0.0) + weight * factor
    return found
