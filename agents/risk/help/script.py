"""The safety script: the one fixed text that a patient is sent when the interview stops for safety."""

from collections.abc import Iterator
from pathlib import Path

_DEFAULT = "en-US"
_NEAREST = {"es": ("es-us",)}
"""Which of a language's locales stands for those without files: most who speak Spanish call 911."""
_SUFFIX = ".md.j2"


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
