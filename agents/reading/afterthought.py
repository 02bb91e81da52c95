"""What an answer tells beside its no ("no, but sometimes I do"; "No. I've thought about it, that's all"): often the
answer, which the no would hide; as often something else ("No. I just feel down sometimes"), which takes nothing of the
no back."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from agents.reading.however_asked import however_asked
from agents.reading.model.reader import Learnt, reader
from agents.reading.vocabulary import Span

_ANSWERS: Final = 0.85
"""How likely words have to be an answer, as a mean over all wordings of the question; `_LIKELY` where any danger in
them is `_NEAR` likely, behind the question and by themselves, as a mean."""
_LIKELY: Final = 0.7
_NEAR: Final = 0.5
_THERE: Final = 0.65
"""How likely it has to be in them that the matter was there. These limits were chosen on published interviews."""
_NOT: Final = 0.5
"""How likely a never may be in what tells of something else, or in an exception to the no."""
_HARMLESS: Final = 0.25
"""How likely any danger may be in what tells of something else, behind the question and by itself."""
_NO: Final = re.compile(
    r"\W*(?:(?:um+|uh+|hm+|well|honestly|god|oh|pues|bueno|eh|m+|(?:la )?verdad(?: que| es que)?|en realidad)[\s,.]+)*"
    r"(?:no|not (?:really|exactly|at all|so much|as such|actually)|nope|nah|never|para nada|nunca)\b"
    r"(?:\W+(?:no|not (?:really|at all|exactly)|never)\b)*",
    re.IGNORECASE,
)
_ONLY: Final = r"(?:only|just|sometimes|maybe|once|solo|sólo|so\u0301lo|a veces|alguna vez)\b"
_EXCEPT: Final = r"(?:except|apart from|aside from|other than|unless|salvo|excepto)\b"
_EXCEPTION: Final = re.compile(_EXCEPT, re.IGNORECASE)
_CUT: Final = re.compile(
    rf"[.!?\n]+\s*|,?\s+(?:but|although|though|pero|aunque)\b\W*|,?\s+(?={_EXCEPT})|[,;]\s*(?={_ONLY})",
    re.IGNORECASE,
)
"""Where a part ends: a sentence, and before a `but`, an exception or an `only`."""
_BREATH: Final = re.compile(rf"[,;:]\s|\s(?={_ONLY})|{_CUT.pattern}", re.IGNORECASE)
_MOST: Final = 8
_EDGES: Final = " ,;:-"


def behind_no(text: str) -> list[Span] | None:
    """The parts of a text behind the no at its beginning, without what is said in one breath with it ("no I wouldn't
    do that"); None where it begins otherwise."""
    lead = _NO.match(text)
    if lead is None:
        return None
    cut = _BREATH.search(text, lead.end())
    return parts(text, cut.start()) if cut else []


def parts(text: str, start: int = 0) -> list[Span]:
    """The parts of a text from a place on: its sentences, and what follows a `but` in them. Questions are left out; the
    last of many parts holds the rest."""
    found = []
    cuts = [(one.start(), one.end(), "?" in one.group()) for one in islice(_CUT.finditer(text, start), _MOST)]
    for end, behind, asks in [*cuts, (len(text), len(text), False)]:
        said = text[start:end].strip(_EDGES)
        if any(map(str.isalpha, said)) and not asks:
            begin = text.index(said, start)
            found.append((begin, begin + len(said)))
        start = behind
    return found


def tells(said: str, item: int, questions: Sequence[str]) -> bool:
    """Whether words are an answer to an item, or an exception to its no, and say that its matter was there, however it
    is asked."""
    told = however_asked(said, item, questions)
    if _EXCEPTION.match(said):
        return told.scores[0] < _NOT
    least = _LIKELY if sum(_dangers(said, told)) / 2 >= _NEAR else _ANSWERS
    return 1 - told.scores[0] >= _THERE and told.acts[0] >= least


def tells_else(said: str, item: int, questions: Sequence[str]) -> bool:
    """Whether words say that something harmless was there, which is not the item's matter."""
    told = however_asked(said, item, questions)
    return told.scores[0] < _NOT and told.acts[0] < _ANSWERS and max(_dangers(said, told)) < _HARMLESS


def _dangers(said: str, told: Learnt) -> tuple[float, float]:
    """How likely any danger is in words, behind the question and by themselves."""
    return 1 - told.tiers[0], 1 - reader().read(None, said).tiers[0]
