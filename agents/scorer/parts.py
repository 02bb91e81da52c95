"""The part of a reply that is about the item asked: how often another matter was there, told in the same breath, is not
how often this one was."""

import re
from collections.abc import Sequence
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.language import ENGLISH, Language
from agents.questions.bank import wording
from agents.reading.afterthought import behind_no, tells, tells_else
from agents.reading.asking import may_ask
from agents.reading.document import document
from agents.reading.experiencer import of_others
from agents.reading.vocabulary import Span
from agents.scorer.items import item_ways
from agents.scorer.matter import another
from agents.scorer.often import often
from agents.scorer.port import Answer

_TAKEN_SERIOUSLY: Final = 10
"""The item on which what others do is the answer."""
_PART: Final = re.compile(
    r"(?:(?!,?\s+(?:and|but|though|although|pero|aunque|y)\s|[.!?;\n]|(?<=^no),|(?<=^s[ií]),).)+", re.DOTALL | re.I
)
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?\n]*")
_FLATLY: Final = re.compile(r"\W*(?:no|nunca|nada|s[ií])\b", re.IGNORECASE)
_YES: Final = re.compile(r"(?:yes|yeah|yep|yup|s[ií])\b", re.IGNORECASE)
_MOST: Final = 20
"""Words of a reply that may tell of two matters; the parts of a longer one tell one story."""


def told_after_all(answer: Answer) -> Answer:
    """The answer to the item on self-harm that begins with a no: where something behind it tells of such thoughts, the
    parts that do ("no, but sometimes I do"); else without what tells of something else there ("no. I just feel down
    sometimes"). Blanks hold the place of the rest."""
    if answer.item != HARM_ITEM:
        return answer
    questions = wording(HARM_ITEM, answer.language).questions
    return answer.rewritten(lambda said: _after_all(said, questions))


def _after_all(said: str, questions: Sequence[str]) -> str:
    behind = behind_no(said)
    if not behind or any(_YES.match(said, start) for start, _ in behind):
        return said
    told = [one for one in behind if tells(said[slice(*one)], HARM_ITEM, questions)]
    others = [one for one in behind if not tells_else(said[slice(*one)], HARM_ITEM, questions)]
    return _left(said, told or [(0, behind[0][0]), *others])


def _left(said: str, spans: Sequence[Span]) -> str:
    """The text with blanks for all but the spans."""
    inside = {place for start, end in spans for place in range(start, end)}
    return "".join(letter if place in inside else " " for place, letter in enumerate(said))


def of_the_patient(answer: Answer) -> Answer:
    """The answer without what it says of how often others have or do something ("my father drinks every day, I
    don't"); blanks hold its place. Of an item to which what others do may belong, only what they hear, see, feel or
    believe is left out."""
    ways = item_ways(answer.item)
    if ways.id == _TAKEN_SERIOUSLY:
        return answer
    return answer.rewritten(lambda said: _own(said, answer.language, senses=not ways.own))


def _own(said: str, language: Language, *, senses: bool) -> str:
    kept = said
    for start, end in of_others(said, language, senses=senses):
        if counts(said[start:end], language):
            kept = kept[:start] + " " * (end - start) + kept[end:]
    return kept


def without_questions(answer: Answer) -> Answer:
    """The answer without what the patient asks in it, where something else is left ("why do you ask? I know who I am");
    blanks hold its place. A question that counts days stays ("not sure. would 5 days be right?"); about thoughts of
    self-harm everything does."""
    return answer if answer.item == HARM_ITEM else answer.rewritten(lambda said: _told(said, answer.language))


def _told(said: str, language: Language) -> str:
    kept = said
    for sentence in _SENTENCE.finditer(said) if "?" in said else ():
        asked = sentence.group()
        if asked.rstrip().endswith("?") and may_ask(asked) and not counts(asked, language):
            kept = kept[: sentence.start()] + " " * len(sentence.group()) + kept[sentence.end() :]
    return kept if any(map(str.isalnum, kept)) else said


def own_part(answer: Answer) -> Answer:
    """The answer without the parts of its first reply that say how often another item's matter was there and don't name
    this one's, where another part answers: each of their characters is a blank, so that places stay."""
    text, item, language = answer.reply, answer.item, answer.language
    if len(text.split()) > _MOST or not another(text, 0, language):
        return answer
    parts = [match.span() for match in _PART.finditer(text) if any(map(str.isalnum, match.group()))]
    others = [
        (start, end)
        for start, end in parts
        if another(text[start:end], item, language) and counts(text[start:end], language)
    ]
    own = [text[start:end] for start, end in parts if (start, end) not in others]
    if not others or not any(counts(part, language) or _denies(part, language) for part in own):
        return answer
    kept = list(text)
    for start, end in others:
        behind = len(text[end:]) - len(text[end:].lstrip(" .,!?;\n"))
        kept[start : end + behind] = " " * (end + behind - start)
    return answer.model_copy(update={"reply": "".join(kept)})


def _denies(part: str, language: Language) -> bool:
    """Whether a part begins with a yes or no, where days beside it would count all the same; in English a no is heard
    first."""
    return language != ENGLISH and _FLATLY.match(part) is not None


def counts(part: str, language: Language) -> bool:
    """Whether words say how often, by whichever reading of the language."""
    return bool(document(part).mentions) if language == ENGLISH else often(part, language) is not None
