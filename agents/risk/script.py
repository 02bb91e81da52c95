"""The safety script: the fixed words that end an interview, one file per locale, the clinic's to replace."""

from functools import cache
from pathlib import Path

FALLBACK = "en-US"


@cache
def script(locale: str, folder: Path) -> str:
    """The script of a locale; of its language where there is none; else the en-US one.

    `folder` holds `<locale>.md.j2` files. Raises FileNotFoundError when even en-US is missing."""
    exact = folder / f"{locale}.md.j2"
    language = sorted(folder.glob(f"{locale.partition('-')[0]}-*.md.j2"))
    chosen = next((path for path in (exact, *language) if path.is_file()), folder / f"{FALLBACK}.md.j2")
    return chosen.read_text("utf-8").strip()
