"""A message cut into what it does: its sentences, and within them the question or request that follows an answer
without a full stop ("most days, why do you ask", "terrible every night can we stop")."""

import re
from collections.abc import Iterator
from typing import Final

from agents.interviewer.item_reference import SURE, weights
from agents.interviewer.telling import often
from agents.language import Language
from agents.reading.model import topics
from agents.reading.model.folding import folded

_LONGEST: Final = 300
"""Characters of a sentence that is looked through."""
_PART: Final = re.compile(r"(?:(?!\s(?:and|but|y|pero|e|plus|also|ademas)\s)[^.!?;,\n])+|.", re.DOTALL)
_RIVAL: Final = 2.0
"""How much more a part has to tell of another item that it only hints at."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
_DOES: Final = r"(?:do|does|did|is|are|r|was|will|would|can|could|should|shall|may)"
_WHOM: Final = r"(?:yo)?u|i|we|they|it|this|that|he|she|my|the|any\w*|some\w*"
_ASKS: Final = (
    rf"(?:(?:why|what|who|how|where|when) (?:{_DOES}|many|much|long|happens|if|else)\b"
    rf"|who(?:'?s| reads| sees)\b|{_DOES} (?:{_WHOM})\b|(?:by|por) que|quien(?:es)? |cuant[oa]s? (?:faltan?|quedan?)|"
    rf"cuando |para que|(?:puedo|podemos|puede) )"
)
_BEGINS: Final = r"(?:(?:and|but|so|also|ok|oh|btw|sorry|wait|please|pls|y|pero|perdon|oiga|oye)[, ]+)*"
_BEHIND_MARK: Final = re.compile(rf"[,;–-]+\s*(?={_BEGINS}{_ASKS})")
_WITHOUT: Final = re.compile(
    r"\s+(?=(?:(?:and|but|so|y|pero) )?"
    r"(?:(?:can|could|may) (?:we|i) (?:please |just )?(?:stop|take|go|leave|skip|talk|quit|end)\b"
    r"|how (?:many|much) (?:more|left|longer)\b|podemos (?:parar|dejarlo|terminar)\b|puedo (?:parar|salir)\b"
    r"|cuant[oa]s? (?:faltan|quedan)\b))"
)
_ABOUT_QUESTION: Final = re.compile(r"(?:[\w']+[\s,]+){1,7}?(?:question|pregunta)(?:[\s,]+(?:that|esa))?\W*")
_PLAIN: Final = str.maketrans("áéíóú’", "aeiou'")
_EMBEDS: Final = re.compile(
    r"\b(?:know|knew|wonder\w*|ask|asked|asking|see|sure|understand|remember|forget|tell|told|think|thought|idea|figure|is"
    r"|was|of|about|on|to|like|matter|when|if|that|which|who|where|why|how|se|sabe|pregunto|que)\W*$"
)
"""Ends a clause that the next one belongs to ("i don't know how many more")."""


def pieces(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Each piece's place, and the piece in lower case with straight quotes and single blanks."""
    for match in _SENTENCE.finditer(text):
        start, end = match.span()
        cut = _cut(match.group()) if end - start <= _LONGEST else 0
        for first, last in ((start, start + cut), (start + cut, end)) if cut else ((start, end),):
            piece = " ".join(text[first:last].lower().replace("’", "'").split())
            if any(map(str.isalnum, piece)) or "?" in piece:
                yield (first, last), piece


def _cut(sentence: str) -> int:
    """Where a question or request behind an answer begins; 0 where there is none."""
    said = sentence.lower().translate(_PLAIN)
    if len(said) != len(sentence):
        return 0
    for way in (_BEHIND_MARK, _WITHOUT):
        for match in way.finditer(said):
            before = said[: match.start()]
            if before.strip() and (way is _BEHIND_MARK or not _EMBEDS.search(before)):
                return match.end()
    return 0


def other_part(text: str, item: int | None, language: Language) -> tuple[int, tuple[int, int]] | None:
    """The later item of which a part of an answer says how often, in words that name it and not the open one, and the
    part's place: "low most days and i drink every night". None where no other part answers."""
    parts = [match.span() for match in _PART.finditer(text)] if item and len(text) <= _LONGEST else []
    for start, end in parts[1:]:
        said, rest = folded(text[start:end]), folded(text[:start])
        later = _later(said, item or 0, language) if often(said, language) and often(rest, language) else None
        if later is not None:
            return later, (start, end)
    return None


def own_part(text: str, item: int, language: Language) -> str:
    """An answer without the part that answers a later item, and without what is only said of the question ("what a
    good question"), where anything is left."""
    kept = list(without_other(text, item, language))
    for (start, end), piece in pieces(text):
        if _of_question(piece, language):
            kept[start:end] = " " * (end - start)
    own = "".join(kept)
    return own if any(map(str.isalnum, own)) else text


def _of_question(piece: str, language: Language) -> bool:
    """Whether a sentence says no more than how the question is, or how good it is: "what a good question"."""
    return _ABOUT_QUESTION.fullmatch(piece) is not None and not often(folded(piece), language)


def without_other(text: str, item: int, language: Language) -> str:
    """An answer without the part that answers a later item; blanks hold its place."""
    found = other_part(text, item, language)
    if found is None:
        return text
    start, end = found[1]
    return text[:start] + " " * (end - start) + text[end:]


def _later(said: str, item: int, language: Language) -> int | None:
    found = weights(said, language)
    best = max((one for one in found if one > item), key=found.__getitem__, default=None)
    if best is None or found.get(item, 0):
        return None
    other, more = topics.rival(said, item)
    return best if found[best] >= SURE or (other == best and more >= _RIVAL) else None
