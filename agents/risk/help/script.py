"""The safety script: the one fixed text that a patient is sent when the interview stops for safety."""

from collections.abc import Iterator
from pathlib import Path

_DEFAULT = "en-US"
_NEAREST = {"es": ("es-us",)}
"""Which of a language's locales stands for those without files: most who speak Spanish call 911."""
_SUFFIX = ".md.j2"
NUMBERS = "{numbers}"
"""Stands in a clinic's own words for what is never reworded."""


def script(locale: str, folder: Path) -> str:
    """The script for a locale (`en-GB`; case and `_` do not matter) from a folder of `LOCALE.md.j2` files.

    Falls back to the first file of the same language in alphabetical order, then to en-US. The text is sent as it
    stands; a clinic replaces it by giving its own folder. Raises FileNotFoundError where even en-US is missing: read it
    once at start, so that an incomplete folder is found before a script is needed.
    """
    files = {path.name.removesuffix(_SUFFIX).lower(): path for path in sorted(folder.glob(f"*{_SUFFIX}"))}
    name = nearest(locale, list(files))
    if name is None:
        raise FileNotFoundError(folder / f"{_DEFAULT}{_SUFFIX}")
    return files[name].read_text(encoding="utf-8").strip()


def numbers_of(text: str) -> str:
    """What of a script is never reworded: the list of whom to call, with the line in bold that leads to it. Empty where
    a script has no list."""
    parts = text.split("\n\n")
    lists = [place for place, part in enumerate(parts) if part.startswith("- ")]
    if not lists:
        return ""
    first = lists[0] - 1 if lists[0] and parts[lists[0] - 1].startswith("**") else lists[0]
    return "\n\n".join(parts[first : lists[-1] + 1])


def words_of(text: str) -> str:
    """A script with a mark where its numbers stand; empty where it has none."""
    numbers = numbers_of(text)
    return text.replace(numbers, NUMBERS) if numbers else ""


def reworded(text: str, own: str) -> str:
    """A script in a clinic's own words around its numbers. As it stands without either: nobody in danger is left
    without a number."""
    numbers = numbers_of(text)
    return own.replace(NUMBERS, numbers) if numbers and NUMBERS in own else text


def nearest(locale: str, known: list[str]) -> str | None:
    """The best of the known locales (in lower case) for one: itself, its language, then en-US; None without any."""
    return next(_names(locale.replace("_", "-").lower(), known), None)


def _names(locale: str, known: list[str]) -> Iterator[str]:
    """The names to use, best first, of those that are known."""
    language = locale.split("-")[0]
    wanted = [
        locale,
        language,
        *_NEAREST.get(language, ()),
        *(name for name in known if name.split("-")[0] == language),
        _DEFAULT.lower(),
    ]
    return (name for name in wanted if name in known)
