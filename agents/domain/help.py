"""Immediate help for a patient who has disclosed danger: helplines, as words and as numbers to tap."""

from pydantic import Field

from agents.domain.value import Value


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
