"""What is a telephone number, an address or an account: Presidio's pattern recognisers, and patterns in the same frame
for what it has none for. No language model of spaCy's is needed or looked for.

Presidio is an extra of the installation. It is imported when the first mask is made, not before.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from agents.llm.errors import NotConfigured

if TYPE_CHECKING:
    from presidio_analyzer import PatternRecognizer
    from presidio_analyzer.predefined_recognizers import PhoneRecognizer

LACKING: Final = (
    "masking is turned on (ANAMNESIS_MASK), and Presidio, which recognises numbers and addresses, is not installed:"
    " install the package presidio-analyzer, or turn masking off"
)
_LEAST: Final = 0.4
"""Presidio's own certainty of a hit. Below it are patterns that need a word beside them: any nine digits are one."""
_REGIONS: Final = ("US", "GB", "CA", "IE", "AU", "MX", "ES", "DE", "FR", "IN", "BR")
_FEWEST_DIGITS: Final = 7
"""Of a telephone number: fewer may be how often."""
_ANY: Final = re.compile(r"\d|@|\w[.:]\S")
"""A text without one of these holds no number and no address."""
_UNNEEDED: Final = ("torch", "transformers")
_MONTH: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul"
    r"|Aug|Sept?|Oct|Nov|Dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|se[pt]tiembre|octubre|noviembre"
    r"|diciembre)"
)
_WEB: Final = r"\bhttps?://\S+|\bwww\.\S+|\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.(?:(?:com|org|net|edu|gov)\b(?:/\S*)?|[a-z]{2,3}/\S+)"
"""Presidio's takes three seconds for 4,000 letters and dots, and "tired.me" for an address."""
_ACCOUNT: Final = r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b"
_HANDLE: Final = r"(?<!\w)@\w{3,}"
_DATE: Final = (
    rf"\b{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+|de\s+)?{_MONTH}\s+(?:del?\s+)?\d{{4}}\b"
)
_IN_GROUPS: Final = (
    rf"(?<!\w)(?!(?:19|20)\d\d[ -](?:19|20)\d\d\b)(?=[+(]?(?:\d[ ().-]{{0,2}}){{{_FEWEST_DIGITS}}})"
    r"(?:\+?\d{1,3}[ .-]?)?(?:\(\d{2,5}\)[ .-]?)?\d{2,4}(?:[ .-]\d{2,8}){1,4}(?!\w)"
)
"""Presidio takes telephone numbers that are assigned and accounts that add up; mistyped they tell as much. Two
years are no number."""
_IN_A_ROW: Final = r"\b[A-Z]{0,3}\d{5,}\b"


class Finder(NamedTuple):
    """Where in a text something of this kind stands: `[start, end)`."""

    kind: str
    find: Callable[[str], Iterable[tuple[int, int]]]


def lacking() -> str | None:
    """What has to be installed before anything can be masked; None where all is there."""
    return None if find_spec("presidio_analyzer") else LACKING


@cache
def numbers() -> tuple[Finder, ...]:
    """Finders of numbers and addresses, in the order in which they look. Raises NotConfigured without Presidio.

    Of `EmailRecognizer` the patterns alone: its check of an address's ending fetches a list from the net."""
    if lacking():
        raise NotConfigured(LACKING)
    with _hidden(_UNNEEDED):
        from presidio_analyzer import Pattern, PatternRecognizer
        from presidio_analyzer import predefined_recognizers as known

    def own(pattern: str, flags: int = re.IGNORECASE) -> PatternRecognizer:
        return PatternRecognizer("NUMBER", patterns=[Pattern("own", pattern, 1.0)], global_regex_flags=flags)

    return (
        _number(PatternRecognizer("EMAIL_ADDRESS", patterns=known.EmailRecognizer.PATTERNS)),
        _number(own(_WEB)),
        _number(known.IbanRecognizer()),
        _number(own(_ACCOUNT, flags=0)),
        _number(known.CreditCardRecognizer()),
        _number(known.CryptoRecognizer()),
        _number(known.UsSsnRecognizer()),
        _number(known.UsMbiRecognizer()),
        _number(known.NhsRecognizer()),
        _number(known.UkNinoRecognizer()),
        _number(known.UkDrivingLicenceRecognizer()),
        *(_number(own(one.regex, flags=0)) for one in known.UkPostcodeRecognizer.PATTERNS),
        _number(known.EsNifRecognizer()),
        _number(known.EsNieRecognizer()),
        _number(own(_HANDLE)),
        _number(known.MacAddressRecognizer()),
        _number(known.IpRecognizer()),
        _number(known.DateRecognizer()),
        _number(own(_DATE)),
        _number(known.PhoneRecognizer(supported_regions=_REGIONS), _is_long),
        _number(own(_IN_GROUPS)),
        _number(own(_IN_A_ROW)),
    )


def words(own: Iterable[str]) -> tuple[Finder, ...]:
    """A finder of these words, whole and in any case. Raises NotConfigured without Presidio."""
    listed = sorted({word.strip() for word in own if word.strip()}, key=len, reverse=True)
    if not listed:
        return ()
    numbers()
    from presidio_analyzer import PatternRecognizer

    return (Finder("WORD", _spans(PatternRecognizer("WORD", deny_list=listed))),)


def _number(
    recogniser: "PatternRecognizer | PhoneRecognizer", counts: Callable[[str, int, int], bool] | None = None
) -> Finder:
    find = _spans(recogniser, counts)
    return Finder("NUMBER", lambda text: find(text) if _ANY.search(text) else ())


def _spans(
    recogniser: "PatternRecognizer | PhoneRecognizer", counts: Callable[[str, int, int], bool] | None = None
) -> Callable[[str], Iterator[tuple[int, int]]]:
    entities = recogniser.supported_entities

    def find(text: str) -> Iterator[tuple[int, int]]:
        for hit in recogniser.analyze(text, entities):
            if hit.score >= _LEAST and (counts is None or counts(text, hit.start, hit.end)):
                yield hit.start, hit.end

    return find


def _is_long(text: str, start: int, end: int) -> bool:
    return sum(map(str.isdigit, text[start:end])) >= _FEWEST_DIGITS


@contextmanager
def _hidden(names: tuple[str, ...]) -> Iterator[None]:
    """Modules that an import finds missing if they are not there yet. spaCy would import these for language models,
    which takes 8 seconds and 400 MB."""
    hidden = [name for name in names if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # what the import system takes for "not there"
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
