"""What one version of the clinic's settings changed in the one before it, in lines: what it was, and what it is now."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from server.clinic.fields import FACTS, topic
from server.clinic.settings import ClinicSettings, LocaleTexts
from server.interviews.locales import LOCALES

_SHORT: Final = 60
"""Characters of a text that is shown whole; of a longer one only so many, from shortly before the change."""
_BEFORE: Final = 15
_GENERAL: Final = {
    "name": "Clinic's name",
    "phone": "Phone",
    "minutes": "Minutes to set aside",
    "exit_page": "Quick exit",
    "time_zone": "Time zone",
}
_PLACES: Final[dict[str, str]] = {str(locale): place for locale, place in LOCALES.items()}
_NONE: Final = "nothing"
_BUILT_IN: Final = "the built-in text"


def changes(before: ClinicSettings, after: ClinicSettings) -> tuple[str, ...]:
    """A line for each text that is another one now; none where nothing is."""
    return tuple(f"{name}: {_shift(old, new, empty)}" for name, old, new, empty in _texts(before, after) if old != new)


def _texts(before: ClinicSettings, after: ClinicSettings) -> Iterator[tuple[str, str, str, str]]:
    """Every text: its name, what it was and is, and what an empty one stands for."""
    for field, name in _GENERAL.items():
        yield name, str(getattr(before, field) or ""), str(getattr(after, field) or ""), _NONE
    yield "A patient's wish to delete", _erasure(before), _erasure(after), ""
    for locale in sorted({*before.locales, *after.locales}):
        was, now = before.locales.get(locale, LocaleTexts()), after.locales.get(locale, LocaleTexts())
        place = _PLACES.get(locale, locale)
        for key in {**was.clauses, **now.clauses}:
            name = FACTS[key].name if key in FACTS else key
            yield f"{name}, {place}", was.clauses.get(key, ""), now.clauses.get(key, ""), _NONE
        for key in {**was.answers, **now.answers}:
            yield f"Answer on “{topic(key)}”, {place}", was.answers.get(key, ""), now.answers.get(key, ""), _BUILT_IN
    for locale in sorted({*before.safety, *after.safety}):
        name = f"Message that ends a conversation, {_PLACES.get(locale, locale)}"
        yield name, before.safety.get(locale, ""), after.safety.get(locale, ""), _BUILT_IN


def _erasure(settings: ClinicSettings) -> str:
    return "done at once" if settings.erases else "passed on"


def _shift(old: str, new: str, empty: str) -> str:
    one, other = " ".join(old.split()), " ".join(new.split())
    differs = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    start = one.rfind(" ", 0, max(0, differs - _BEFORE)) + 1
    return f"{_shown(one, start, empty)} → {_shown(other, start, empty)}"


def _shown(line: str, start: int, empty: str) -> str:
    if len(line) <= _SHORT:
        return f"“{line}”" if line else empty
    part = line[start : start + _SHORT]
    if start + _SHORT >= len(line):
        return f"“{'…' if start else ''}{part}”"
    word = part.rfind(" ", _SHORT - _BEFORE)
    return f"“{'…' if start else ''}{part[:word] if word > 0 else part}…”"
