"""How a text is written before the learnt reader sees it: one way of writing for what means the same."""

import re
import unicodedata
from typing import Final

_QUOTES: Final = str.maketrans("’‘ʼ`“”–—…", "''''\"\"--.")
_BARE: Final = str.maketrans("áàâäãåéèêëíìîïóòôöõúùûüñç«»", 'aaaaaaeeeeiiiiooooouuuunc""', "¿¡")
"""Many write Spanish without accents, and without the marks that open a question."""
_HIDDEN: Final = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
_DRAWN_OUT: Final = re.compile(r"([^\W\d_])\1{2,}")
_SPACES: Final = re.compile(r"\s+")


def folded(text: str) -> str:
    """The text in lower case with plain quotation marks and single blanks; a letter three times or more stands twice,
    accents and invisible characters are gone. Never raises."""
    plain = _HIDDEN.sub("", unicodedata.normalize("NFKC", text).translate(_QUOTES)).lower().translate(_BARE)
    return _SPACES.sub(" ", _DRAWN_OUT.sub(r"\1\1", plain)).strip()


def joined(reply: str, second: str | None) -> str:
    """A reply with that to the follow-up question, as one text."""
    return f"{reply} / {second}" if second else reply
