"""The places where a patient can be. They decide the language of the interview, the wording of the safety message and
its emergency numbers."""

from collections.abc import Mapping
from typing import Final, Literal

Locale = Literal["en-US", "en-GB", "es-US", "es-ES"]
LOCALES: Final[Mapping[Locale, str]] = {
    "en-US": "United States",
    "en-GB": "United Kingdom",
    "es-US": "United States, in Spanish",
    "es-ES": "Spain, in Spanish",
}
"""By what people choose them; a test holds this list to `Locale` and to the files in templates/safety."""
