"""Whom words in an answer speak of: the participant, somebody else, or what somebody else says."""

import re
from typing import Final

from agents.quantitative.exchanges import Answer
from agents.quantitative.lexicon import Span, pattern

_BESIDE: Final = frozenset(
    ["with", "to", "at", "for", "from", "about", "of", "on", "miss", "see", "told", "tell", "call", "called", "than",
     "like", "love", "by", "after"]
)  # fmt: skip
_BACK: Final = 3
"""Sentences back in which the one who is spoken of is looked for."""
_WHOLE: Final = 1 << 30
_DOES: Final = len(" does not ")
_THEY_DO: Final = re.compile(
    r" ?(?:[.,;!?] )*(?!(?:it|that|this|what|which|who|nothing|mind|head|brain|body|heart|stomach|appetite|food|energy|"
    r"sleep|mood|interest|life|everything|weight|focus|pain|just|really|still|\w+(?:ness|ion|ing|ue)) )"
    r"[a-z]+ does not (?:\w+ ?)?$"
)
"""What somebody with a name does not do, said at the beginning of a sentence: "walt does not sleep"."""
_MINE: Final = re.compile(r" (?:i|me|my|myself)(?= )")


def of_other(answer: Answer, span: Span, sentence: int) -> bool:
    """Whether the nearest one spoken of is somebody else."""
    if _MINE.search(answer.text, span[0], span[1] + 1):
        return False
    for number in range(sentence, max(sentence - _BACK, 0) - 1, -1):
        start, end = answer.sentences[number]
        until = span[0] + 1 if number == sentence else end
        own = _last(answer, "people.self", start, until)
        other = _last(answer, "people.other", start, until, span[0])
        if max(own, other) >= 0:
            return own < 0 if number < sentence else other > own
    return answer.question.has("of_others") and not answer.question.has("own") and not answer.question.topics


def not_own(answer: Answer, span: Span, sentence: int) -> bool:
    """Whether the words are another's: reported and not agreed to, or quoted ("he told me, I am in a hole")."""
    if only_reported(answer, span, sentence):
        return True
    start = answer.sentences[sentence][0]
    if _THEY_DO.match(answer.text[start : span[0] + _DOES]):
        return True
    said = answer.text[start : span[0] + len(" i am")]
    return pattern("quoting").search(f"{said} ") is not None


def only_reported(answer: Answer, span: Span, sentence: int) -> bool:
    """Whether somebody else says so and the participant does not agree: "my wife says .., but I .."."""
    start = answer.sentences[sentence][0]
    clause = pattern("reported").search(answer.text[start : span[0] + 1])
    end = answer.sentences[min(sentence + 1, len(answer.sentences) - 1)][1]
    return (
        clause is not None
        and _last(answer, "people.other", start, start + clause.end()) >= 0
        and pattern("disagrees").search(answer.text[span[1] : end] + " ") is not None
    )


def _last(answer: Answer, name: str, start: int, end: int, before: int = _WHOLE) -> int:
    """Where the last people of a name begin in a stretch, or -1; those who reach beyond `before` are left out."""
    found = [
        a
        for a, b in answer.marks[name]
        if start <= a < end and b <= before and (name.endswith("self") or _acts(answer, a, b))
    ]
    return found[-1] if found else -1


def _acts(answer: Answer, start: int, end: int) -> bool:
    """Whether people stand as the one who does something: not behind a preposition, not at the end."""
    before = answer.text[:start].rsplit(" ", 1)[-1]
    return before not in _BESIDE and answer.text[end : end + 3] not in (" . ", " , ", " ? ")
