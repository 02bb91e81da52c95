"""The rule engine's rubric: the five criteria by counts. It reads no meaning, and says what it counted."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from agents.domain.level1 import ITEM_COUNT
from benchmarks.cards.card import Grade, Grades, Made, Trace
from benchmarks.cards.conversation import Conversation
from benchmarks.cards.criteria import COVERAGE, EMPATHY, FLOW, JUSTIFICATION, RELEVANCE
from benchmarks.cards.explainability import explainability
from benchmarks.cards.judging import mean
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Figure
from benchmarks.runs.alignment import WORD
from benchmarks.runs.item_words import weights

RULES: Final = "rules"
STEPS: Final = (0.5, 0.75, 0.9, 0.98)
"""A share below the first step is grade 1, at or above the last it is grade 5."""
CLEAR: Final = 2.0
"""Evidence of words (benchmarks/runs/item_words.py) from which a question is taken to ask for its item."""
_KIND: Final = re.compile(
    r"\b(?:thank|thanks|appreciate|sorry|understand|glad you|take your time|must be|sounds? (?:hard|tough|difficult)"
    r"|no rush|that's (?:okay|ok|fine|all right)|whenever you|only if you|feel free)\b",
    re.IGNORECASE,
)
_UNKIND: Final = re.compile(
    r"\b(?:you should|you must|you need to|you ought|calm down|don't worry|everything will be|cheer up|it's nothing"
    r"|that's wrong|you have (?:depression|bipolar|schizophrenia|ptsd|ocd|an? \w+ disorder))\b",
    re.IGNORECASE,
)


def rubric(snapshot: Snapshot) -> Made:
    """The rule engine's part of the card."""
    talk = Conversation(snapshot)
    grades = Grades(
        grades=(_coverage(talk), _relevance(talk), _flow(talk), _justification(snapshot), _empathy(talk)),
        served=RULES,
        prompt="",
    )
    return Made(engine=RULES, figures=(mean("rubric", grades),), detail=grades)


def graded(share: float) -> int:
    """The grade 1-5 of a share 0-1."""
    return 1 + sum(share >= step for step in STEPS)


def _grade(key: str, share: float | None, counted: str) -> Grade:
    return Grade(criterion=key, score=1 if share is None else graded(share), reason=counted)


def _coverage(talk: Conversation) -> Grade:
    responses = talk.snapshot.profile.item_responses
    asked = {turn.item_id for turn in talk.questions} - {None}
    found = {one.item_id for one in responses} or asked
    return _grade(COVERAGE, len(found) / ITEM_COUNT, f"{len(found)} of {ITEM_COUNT} items were asked for and taken up.")


def _relevance(talk: Conversation) -> Grade:
    asked = [turn for turn in talk.questions if turn.item_id is not None]
    clear = sum(_evidence(turn.text, turn.item_id or 0) >= CLEAR for turn in asked)
    share = clear / len(asked) if asked else None
    return _grade(RELEVANCE, share, f"{clear} of {len(asked)} questions use words that clearly ask for their item.")


def _evidence(text: str, item: int) -> float:
    plain = text.lower().replace("'", "").replace("’", "")
    return sum(dict(weights(word)).get(item, 0.0) for word in set(WORD.findall(plain)))


def _flow(talk: Conversation) -> Grade:
    said = [" ".join(text.lower().split()) for text in talk.interviewer]
    again = len(said) - len(set(said))
    order = [turn.item_id for turn in talk.questions if turn.item_id is not None]
    back = sum(b < a for a, b in pairwise(order))
    share = 1 - (again + back) / len(said) if said else None
    counted = f"{again} of {len(said)} turns repeat an earlier one word for word; the order goes back {back} times."
    return _grade(FLOW, share, counted)


def _justification(snapshot: Snapshot) -> Grade:
    made = explainability(snapshot)
    if not isinstance(made.detail, Trace):
        return _grade(JUSTIFICATION, None, "There is neither a diagnosis nor a report.")
    numbers = {figure.key.split(".")[1]: figure for figure in made.figures}
    quoted, cited = numbers["verbatim"].number, numbers["citations"].number
    steps = bool(made.detail.steps) or not (snapshot.diagnosis and snapshot.diagnosis.impressions)
    shares = [float(steps), 0.0 if quoted is None else quoted, *([] if cited is None else [cited])]
    counted = f"Steps are {'given' if steps else 'missing'}; {_told(numbers['verbatim'])} stand in the transcript."
    return _grade(JUSTIFICATION, sum(shares) / len(shares), counted)


def _told(figure: Figure) -> str:
    return "no quotes" if figure.number is None else f"{figure.number:.0%} of {figure.of}"


def _empathy(talk: Conversation) -> Grade:
    kind, unkind = _with(_KIND, talk.interviewer), _with(_UNKIND, talk.interviewer)
    share = min(1.0, 4 * kind / len(talk.interviewer)) if talk.interviewer else None
    score = 1 if share is None else max(1, graded(share) - 2 * min(unkind, 2))
    counted = (
        f"{kind} of {len(talk.interviewer)} turns have words of thanks or regard, {unkind} advise, judge or soothe."
    )
    return Grade(criterion=EMPATHY, score=score, reason=counted)


def _with(pattern: re.Pattern[str], texts: Sequence[str] | Iterable[str]) -> int:
    return sum(bool(pattern.search(text)) for text in texts)
