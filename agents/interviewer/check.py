"""What an interviewer must never say, as a check on text: used on this bank by the tests and on models' questions."""

import re
from functools import cache
from typing import Final

from agents.domain.level1 import instrument, items

LONGEST: Final = 320
RUN: Final = 4

NOT_A_QUESTION: Final = "not a question"
SEVERAL_QUESTIONS: Final = "more than one question"
TOO_LONG: Final = "too long"
QUOTES_ITEM: Final = "quotes the item's wording"
ADVICE: Final = "gives advice"
DIAGNOSIS: Final = "names a diagnosis"
INTERPRETATION: Final = "interprets, praises or claims to feel with the patient"
LEADING: Final = "leads the answer"

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_QUESTION = re.compile(r"[?？؟]+")
_SAID = {
    ADVICE: re.compile(
        r"\b(?:you (?:should|must|need to|ought to|had better|might want to|could try)|(?:try|trying) to|have you tried"
        r"|i(?:'d| would)? (?:recommend|suggest|advise|encourage)|(?:it|that|this) (?:may|might|could|would|will|can) help"
        r"|why (?:don't|not) you|make sure|don't worry|reach out|seek (?:help|support)|(?:talk|speak) (?:to|with) (?:a|your)"
        r"|my advice|consider (?:talking|seeing|taking|doing)|take a deep breath|remember that you)\b"
    ),
    DIAGNOSIS: re.compile(
        r"\b(?:diagnos\w*|disorders?|syndrome|depress(?:ion|ive)|bipolar|mani[ac]\w*|hypomani\w*|psycho(?:sis|tic)"
        r"|schizo\w+|ptsd|ocd|adhd|autis\w+|borderline|addict\w*|alcoholi(?:c|sm)s?(?! (?:drink|beverage)\w*)|paranoi\w+|delusion\w*"
        r"|hallucinat\w+|obsessi\w+|compulsi\w+|dissociat\w+|mentally ill|mental illness|patholog\w+|insomnia"
        r"|panic attacks?|suicidal ideation)\b"
    ),
    INTERPRETATION: re.compile(
        r"\b(?:i (?:completely |totally |really |can |do )*(?:understand|know|imagine|see) how (?:you|hard|difficult|that)"
        r"|(?:that|it|this) (?:must|sounds|seems|means|suggests|indicates|shows)\b|you (?:seem|sound|appear|must (?:be|feel))"
        r"|it's (?:clear|likely|understandable|normal|common)|probably because|because you (?:are|feel|have)"
        r"|(?:great|good|excellent|nice) (?:job|work|answer|insight)|well done|proud of you|very brave|so strong"
        r"|no wonder|that's (?:great|wonderful|terrible|awful|normal|understandable|a sign)|signs? of)\b"
    ),
    LEADING: re.compile(
        r"\b(?:surely|of course you|i assume|i take it|(?:don't|didn't|aren't|isn't|haven't) (?:you|it)(?: \w+)?\s*\?)|, right\s*\?"
    ),
}


def words(text: str) -> tuple[str, ...]:
    """The text's words, lower-case, apostrophes straightened."""
    return tuple(_WORD.findall(text.lower().replace("’", "'")))


def runs(text: str, length: int = RUN) -> frozenset[tuple[str, ...]]:
    """Every run of `length` successive words."""
    found = words(text)
    return frozenset(found[i : i + length] for i in range(len(found) - length + 1))


@cache
def _own(item: int) -> frozenset[tuple[str, ...]]:
    return runs(items()[item].text) | runs(instrument().stem)


def quotes_item(text: str, item: int) -> bool:
    """Whether the text shares a run of four words with the item or with the instrument's stem."""
    return not _own(item).isdisjoint(runs(text))


def problems(text: str, item: int) -> tuple[str, ...]:
    """What is wrong with `text` as the question for an item (1-23); empty when nothing is.

    A question holds exactly one question mark and at most 320 characters. Raises KeyError for a number that is no item.
    """
    asked = len(_QUESTION.findall(text))
    lower = text.lower().replace("’", "'")
    found = [NOT_A_QUESTION] if asked == 0 else [SEVERAL_QUESTIONS] if asked > 1 else []
    if len(text) > LONGEST:
        found.append(TOO_LONG)
    if quotes_item(text, item):
        found.append(QUOTES_ITEM)
    found.extend(name for name, pattern in _SAID.items() if pattern.search(lower))
    return tuple(found)
