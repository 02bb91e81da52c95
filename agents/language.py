"""The languages that an interview can be held in, and where their texts are: `bank.es.toml` beside `bank.en.toml`.

Spanish addresses people as usted or as tú; its texts hold both forms as `[usted|tú]`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

Language = Literal["en", "es", "es-tu"]
"""The language of an interview; `es-tu` is Spanish with tú."""
ENGLISH: Final[Language] = "en"
_FORMS: Final = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")


def language_of(locale: str, familiar: bool = False) -> Language:
    """The language of a locale such as `es-US`, with tú where that is wanted; English for one that is not covered."""
    if locale.replace("_", "-").lower().split("-")[0] != "es":
        return ENGLISH
    return "es-tu" if familiar else "es"


def addressed(text: str, familiar: bool) -> str:
    """A text with the form for usted, or with that for tú."""
    return _FORMS.sub(lambda match: match[1 + familiar], text)


@cache
def texts(path: Path, language: Language) -> Mapping[str, Any]:
    """The texts of a module in a language: the file `NAME.LANGUAGE.toml` beside it, in one form of address."""
    own = path.with_suffix(f".{language.split('-')[0]}.toml").read_text("utf-8")
    told: Mapping[str, Any] = resolved(tomllib.loads(own), language == "es-tu")
    return told


def resolved(told: Any, familiar: bool) -> Any:
    """The texts of a file in one form of address, whatever they are nested in."""
    if isinstance(told, dict):
        return {key: resolved(one, familiar) for key, one in told.items()}
    if isinstance(told, list):
        return [resolved(one, familiar) for one in told]
    return addressed(told, familiar) if isinstance(told, str) else told


_BARE: Final = str.maketrans("áàâäãåéèêëíìîïóòôöõúùûüñç’‘¿¡\n", "aaaaaaeeeeiiiiooooouuuunc''   ")


def flat(text: str) -> str:
    """A text in lower case without accents and opening marks, each character in its place."""
    lower = text.lower()
    return (lower if len(lower) == len(text) else "".join(one.lower()[:1] for one in text)).translate(_BARE)
