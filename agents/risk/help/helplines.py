"""The numbers that a patient is offered by locale, from the files beside the safety scripts."""

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import Field, ValidationError, field_validator

from agents.domain.help import Care, Help, Helpline, offered
from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.resources import TEMPLATES
from agents.risk.help.script import nearest

FOLDER: Final = TEMPLATES / "safety"
_SUFFIX: Final = ".toml"
_DEFAULT: Final = "en-us"


class Told(Value):
    """The sentences on what is known about who was told, beside the script. Slots: `{to}` (`therapist` or `clinic`),
    `{therapist}`, `{clinic}`, `{phone}`."""

    therapist: str
    clinic: str
    sending: str
    sent: str
    waiting: str
    failed: str
    failed_phone: str

    @field_validator("*")
    @classmethod
    def _fits(cls, text: str) -> str:
        """Every slot is one of those that are filled in."""
        try:
            text.format(to="", therapist="", clinic="", phone="")
        except (KeyError, IndexError) as unknown:
            raise ValueError(f"the slots are {{to}}, {{therapist}}, {{clinic}} and {{phone}}, not {unknown}") from None
        return text


class _Lines(Value):
    said: str = Field(min_length=1)
    lines: tuple[Helpline, ...] = Field(min_length=1)


class _Written(_Lines):
    """What a file holds; `thanks` are said first to somebody who has disclosed something, `abuse` are the lines for
    those whom others hurt."""

    thanks: str = ""
    abuse: _Lines | None = None
    told: Told | None = None


def helplines(locale: str, folder: Path = FOLDER, *, thanks: bool = True, care: Care = "crisis") -> Help:
    """The lines for a locale from a folder of `LOCALE.toml` files. The very locale comes first, the folder's own before
    the product's; then the folder falls back by language and to en-US, like the script, and the product's files behind
    it. A file that cannot be used is passed over (`checked` names it): somebody waits for a number. Where a folder's
    file has no lines for abuse, the product's for the same locale have; else the lines for a crisis are given."""
    path, found = next(_usable(locale, folder))
    places = _usable(locale, folder) if care == "abuse" else ()
    same = (one.abuse for other, one in places if other.name.lower() == path.name.lower())
    lines = next(filter(None, same), found)
    said = f"{found.thanks} {lines.said}".lstrip() if thanks else lines.said
    return offered(path.name.removesuffix(_SUFFIX), said, lines.lines)


def told(locale: str, folder: Path = FOLDER) -> Told:
    """The sentences on who was told, looked for in the same order; those of the product where a file has none."""
    return next(found.told for _, found in _usable(locale, folder) if found.told)


def _usable(locale: str, folder: Path) -> Iterator[tuple[Path, _Written]]:
    exact = locale.replace("_", "-").lower()
    given, own = _files(folder), _files(FOLDER)
    wanted = (given.get(exact), own.get(exact), given.get(nearest(locale, list(given)) or ""))
    for path in filter(None, wanted):
        with suppress(CorrectInput):
            yield path, _read(path)
    for name in (nearest(locale, list(own)) or _DEFAULT, _DEFAULT):
        yield own[name], _read(own[name])


def checked(folder: Path = FOLDER) -> int:
    """How many locales have lines of their own there. Raises CorrectInput for a file that cannot be used."""
    return len([_read(path) for path in _files(folder).values()])


def _files(folder: Path) -> dict[str, Path]:
    return {path.name.removesuffix(_SUFFIX).lower(): path for path in sorted(folder.glob(f"*{_SUFFIX}"))}


@cache
def _read(path: Path) -> _Written:
    try:
        return _Written.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise CorrectInput(f"{path.name}: {wrong}") from wrong
    except ValidationError as wrong:
        first = wrong.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise CorrectInput(
            f"{path.name}: {where}: {first['msg']}; write it like templates/safety/en-US.toml"
        ) from wrong
