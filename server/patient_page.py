"""What every page of a patient has from the first paint: its words, whom to call, and a way to leave at once."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

from litestar import Request

from agents.language import resolved
from agents.risk.help.helplines import helplines
from agents.risk.help.script import nearest
from server.settings import Settings

PLACE_COOKIE: Final = "place"
"""Names the locale of the interview that this browser opened last, for pages that cannot ask the database."""
ENGLISH: Final = "en.toml"
Words = Mapping[str, Any]
_LOCALE = re.compile(r"[a-z]{2}-[A-Z]{2}")


@dataclass(frozen=True, slots=True)
class Mark:
    """The clinic's logo: where it is and how large. A change has another digest, so a browser may keep it for ever."""

    digest: str | None
    width: int
    height: int

    @property
    def href(self) -> str:
        """Its address."""
        return f"/clinic/logo/{self.digest}"


@runtime_checkable
class Marks(Protocol):
    """What pages ask of `server/clinic/logos.py`, which stands above the rooms that show them."""

    async def mark(self) -> Mark | None:
        """The logo that counts; None where there is none."""
        ...


def words(locale: str, folder: Path, familiar: bool = False) -> Words:
    """The pages' words for a locale, from the `LANGUAGE.toml` files of a folder; in English where there are none, in
    Spanish with usted or tú. A sentence without a translation stands in English."""
    known = {path.stem.lower(): path for path in sorted(folder.glob("*.toml"))}
    path = known.get(nearest(locale, list(known)) or "", folder / ENGLISH)
    return _merged(_read(folder / ENGLISH, False), _read(path, familiar))


def patient_page(settings: Settings, locale: str) -> dict[str, Any]:
    """The context of a patient's page."""
    return {
        "words": words(locale, settings.templates / "pages" / "words", settings.familiar_spanish),
        "help": helplines(locale, settings.safety),
        "leave_to": settings.leave_to,
    }


def place_of(request: Request[Any, Any, Any], settings: Settings) -> str:
    """The locale that this browser's last interview had; the installation's where none was opened."""
    told = request.cookies.get(PLACE_COOKIE, "")
    return told if _LOCALE.fullmatch(told) else settings.locale


@cache
def _read(path: Path, familiar: bool) -> Words:
    told: Words = resolved(tomllib.loads(path.read_text("utf-8")), familiar)
    return told


def _merged(english: Words, given: Words) -> Words:
    return {
        name: _merged(value, given.get(name, {})) if isinstance(value, dict) else given.get(name, value)
        for name, value in english.items()
    }
