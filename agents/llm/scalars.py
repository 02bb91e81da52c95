"""Single values as models write them: `"2 (several days)"` for 2, `"80%"` for .8, `"N/A"` for nothing. No meaning is
changed: whatever stays unclear is left for validation to refuse."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

_NOTHING: Final = re.compile(
    r"(?:n\s*/?\s*a|null|nil|none|nothing|undefined|unknown|unclear|unsure|undetermined|indeterminate"
    r"|not (?:applicable|available|needed|known|determined|mentioned|discussed|addressed)"
    r"|no (?:mention|quotes?|findings?)"
    r"|no (?:further )?follow[- ]?up(?: question)?(?: (?:is )?(?:needed|required|necessary))?|-+|—)?[.!]?",
    re.IGNORECASE,
)
_ABSENT: Final = re.compile(r"(?:not (?:mentioned|discussed|addressed)|no (?:mention|quotes?))[.!]?", re.IGNORECASE)
"""Said of words that are not there, and by no patient."""
_NUMBER: Final = re.compile(
    r"(?:score|rating|value|level|tier|items?|question|no\.?|#)?\s*[:=]?\s*([+-]?\d+(?:\.\d+)?)\s*(%)?"
    r"(?:\s*(?:/|out of|of)\s*\d+)?"
    r"\s*(?:[(\[].*|[:,;=–—-]+\s*(?=[^\d\s]).*)?[.]?",
    re.IGNORECASE | re.DOTALL,
)
_SPELT: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLAIN: Final = re.compile(r"[^a-z0-9]+")
_FRACTION: Final = re.compile(r"(\d+(?:\.\d+)?)\s*(?:/|out of)\s*(\d+)")


def share(given: Any) -> Any:
    """A confidence from 0 to 1: `"80%"`, 80, 8 (of 10), 4 (of 5), `"8/10"` and `"0.8"` are .8, no answer is .5. A 1 is
    left as it is."""
    if given is None or (isinstance(given, str) and is_nothing(given)):
        return 0.5
    if isinstance(given, str) and (named := _LIKELY.get(given.strip().lower())) is not None:
        return named
    if isinstance(given, str) and (part := _FRACTION.fullmatch(given.strip())) and float(part[2]):
        return float(part[1]) / float(part[2])
    if isinstance(given, str) and (found := _NUMBER.fullmatch(given.strip())):
        given = float(found[1]) / (100 if found[2] else 1)
    if isinstance(given, bool) or not isinstance(given, int | float) or given != given // 1:
        return given
    of = 5 if 1 < given <= 5 else 10 if 5 < given < 10 else 100 if 10 <= given <= 100 else 1
    return given / of


def is_nothing(given: str) -> bool:
    """Whether a text says that there is nothing."""
    return bool(_NOTHING.fullmatch(given.strip()))


def is_absent(given: Any) -> bool:
    """Whether an entry of a list says that there is none."""
    return given is None or (isinstance(given, str) and (not given.strip() or bool(_ABSENT.fullmatch(given.strip()))))


def is_fraction(given: str) -> bool:
    """Whether a text is one number of another: `8/10`."""
    return bool(_FRACTION.fullmatch(given.strip()))


def maybe(given: Any) -> Any:
    """Nothing for a text that says that there is nothing: `"null"`, `"N/A"`, `"No follow-up needed."`."""
    return None if isinstance(given, str) and is_nothing(given) else given


def labelled(labels: Mapping[str, int]) -> Callable[[Any], Any]:
    """Gives the number for a label of a scale, written as the scale has it, whatever stands in brackets behind it;
    anything else stays as it is."""
    known = {plain(label.partition("(")[0]): number for label, number in labels.items()}
    return lambda given: known.get(plain(given.partition("(")[0]), given) if isinstance(given, str) else given


def whole(given: Any) -> Any:
    """A whole number; true and false, which would pass for 1 and 0, are none. Raises ValueError for these."""
    if isinstance(given, bool):
        raise ValueError("true and false are no numbers")
    return given


_LIKELY: Final = {"high": 0.8, "very high": 0.9, "medium": 0.5, "moderate": 0.5, "low": 0.3, "very low": 0.1}
Share = Annotated[float, BeforeValidator(share), Field(ge=0, le=1)]
Whole = Annotated[int, BeforeValidator(whole)]
Maybe = Annotated[str | None, BeforeValidator(maybe)]


def number(text: str) -> Any:
    """The number in a text, a whole one as an int; the text where it holds none that is plain."""
    bare = text.strip().strip("*_`")
    if bare.lower() in _SPELT:
        return _SPELT.index(bare.lower())
    found = _NUMBER.fullmatch(bare)
    if found is None:
        return text
    number = float(found[1])
    return text if found[2] else int(number) if number == number // 1 else number


def plain(name: object) -> str:
    """A name in small letters and digits alone, by which names are compared."""
    return _PLAIN.sub("", str(name).lower())
