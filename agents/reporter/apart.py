"""What can be kept of a sentence of which one part may not be shown: a part before it or behind it that is a sentence
by itself."""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

Test = Callable[[str], bool]
"""Says whether a part of a sentence is of some kind."""

_JOINT: Final = re.compile(
    r"\s*;\s+|\s+[–—-]\s+"
    r"|,?\s+(?:and|but|while|whereas|yet|so|along with|alongside|as well as|together with|accompanied by|including)\s+"
    r"|,\s+"
)
"""Where a sentence may be cut. Not at "or" and "nor", which may carry a denial."""
_VERB: Final = re.compile(
    r"\b(?:was|were|is|are|had|has|felt|slept|spoke|told|said|lay|woke|stood|stands|came|met|shows?|reach(?:es|ed)|\w{3,}ed)\b"
)
_RELATIVE: Final = re.compile(r",?\s+(?:who|whose|which|that)\b")
_FRAGMENT: Final = re.compile(
    r"(?:although|though|even|while|whereas|despite|in (?:spite|addition|contrast)|besides?|beyond|because|since|as"
    r"|when|if|given|apart|along|alongside|with|without|neither|both|either|not|no|nothing|nobody)\b"
)
_PERSON: Final = re.compile(
    r"(?:the (?:patient|client|person|participant)|she|he)\s+(?!(?:who|whose|with|or|nor)\b)[a-z]"
)


class _Piece(NamedTuple):
    """`text` from `start` to `end` of its sentence."""

    start: int
    end: int
    text: str


def apart(sentence: str, bad: Test, tells: Test, begins: Test) -> str:
    """The sentences that can be made of a sentence without its `bad` parts: what stands before the first of these, and
    what stands behind the last one. Each `tells` something of the interview; what stands behind also `begins` with a
    name of the form or with the patient, so that it says nothing of the bad part. Empty where nothing is left."""
    pieces = list(_pieces(sentence))
    wrong = [place for place, piece in enumerate(pieces) if bad(piece.text)]
    if not wrong:
        return ""
    before = sentence[: pieces[wrong[0] - 1].end] if wrong[0] else ""
    behind = (sentence[piece.start :] for piece in pieces[wrong[-1] + 1 :])
    found = [before] if _stands(before) else []
    found += [text for text in behind if _stands(text) and (begins(text) or _PERSON.match(text.lower()))][:1]
    return " ".join(_ended(text) for text in found if tells(text) and not bad(text))


def _pieces(sentence: str) -> Iterator[_Piece]:
    start = 0
    for joint in _JOINT.finditer(sentence):
        yield _Piece(start, joint.start(), sentence[start : joint.start()])
        start = joint.end()
    yield _Piece(start, len(sentence), sentence[start:])


def _stands(text: str) -> bool:
    """Whether a part looks like a sentence by itself."""
    plain = text.lower()
    whole = plain.count("(") == plain.count(")") and not _FRAGMENT.match(plain)
    return whole and bool(_VERB.search(_RELATIVE.split(plain)[0]))


def _ended(text: str) -> str:
    whole = f"{text[:1].upper()}{text[1:]}"
    return whole if whole.rstrip("”\"')")[-1:] in ".!?" else f"{whole}."
