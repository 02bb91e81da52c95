"""Words of denial that deny nothing: "I can't stop ...", "never so ...", "nobody knows how ...", "not a day without".

One list (`sham` in english/polarity.toml) for every engine; which words deny and how far is each engine's own. The
shape is that of ConText's pseudo-negations (Harkema et al. 2009, doi:10.1016/j.jbi.2009.05.002).
"""

from collections.abc import Sequence
from typing import Final

from agents.reading.vocabulary import pattern

_IRREGULAR: Final = {"can't": "can not", "cannot": "can not", "won't": "will not", "i'm": "i am", "i've": "i have"}
_CUES: Final = frozenset({"no", "not", "never", "nobody", "without", "cannot", "lying"})


def empty(words: Sequence[str]) -> frozenset[int]:
    """The places of words, in lower case and with or without their contractions, that belong to a denial which denies
    nothing."""
    if not any(word in _CUES or word.endswith("n't") for word in words):
        return frozenset()
    text, owners = " ", [0]
    for place, word in enumerate(words):
        plain = _IRREGULAR.get(word) or (f"{word[:-3]} not" if word.endswith("n't") else word)
        text += f"{plain} "
        owners += [place] * (len(plain) + 1)
    found: set[int] = set()
    for match in pattern("sham").finditer(text):
        found.update(owners[match.start() + 1 : match.end()])
    return frozenset(found)
