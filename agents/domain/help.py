"""Immediate help for a patient who has disclosed danger: helplines, as words and as numbers to tap."""

import re
from collections.abc import Iterable
from typing import Final, Literal

from pydantic import Field

from agents.domain.value import Value

Care = Literal["crisis", "abuse"]
"""What help is for: thoughts of suicide and self-harm, or being hurt by others."""


class Way(Value):
    """One way to reach somebody: the words on the button, and the number as a `tel:` or `sms:` address, or the
    `https:` address of a chat."""

    label: str = Field(min_length=1)
    href: str = Field(pattern=r"^(tel:\+?\d{2,15}|sms:\+?\d{2,15}(\?body=[\w%]+)?|https://[\w.-]+(/[\w./-]*)?)$")


class Helpline(Value):
    """A helpline's name, and how to reach it."""

    name: str = Field(min_length=1)
    ways: tuple[Way, ...] = Field(min_length=1)


class Help(Value):
    """A plain sentence and the helplines, in the language of `locale`. `text` is all of it for a reader who cannot tap,
    kept exactly as it was said."""

    locale: str
    said: str = Field(min_length=1)
    lines: tuple[Helpline, ...] = Field(min_length=1)
    text: str


def offered(locale: str, said: str, lines: tuple[Helpline, ...]) -> Help:
    """The sentence, with the helplines below it, one per line."""
    listed = (f"- {line.name}: {' / '.join(way.label for way in line.ways)}" for line in lines)
    return Help(locale=locale, said=said, lines=lines, text="\n".join((f"{said}\n", *listed)))


_NUMBER: Final = re.compile(r"tel:(\+?\d+)$")
_DIGITS: Final = re.compile(r"\d[\d -]*\d")
_EMERGENCY: Final = frozenset({"911", "999", "112", "000"})


def to_call(lines: tuple[Helpline, ...]) -> tuple[str, ...]:
    """The first number to call of each line, as its button writes it."""
    ways = [next((way for way in line.ways if _NUMBER.match(way.href)), None) for line in lines]
    return tuple(found[0] if (found := _DIGITS.search(way.label)) else way.href[4:] for way in ways if way)


def numbers_of(help_: Help, locale: str) -> tuple[str, ...]:
    """The numbers to call of a locale; none where the help is another one's."""
    return to_call(help_.lines) if help_.locale.lower() == locale.replace("_", "-").lower() else ()


def in_danger(numbers: Iterable[str]) -> str | None:
    """The emergency number among them."""
    return next((number for number in numbers if number in _EMERGENCY), None)
