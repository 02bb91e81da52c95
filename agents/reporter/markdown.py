"""Writes safe GitHub-flavoured Markdown: whatever a patient typed is shown literally and never becomes markup.

Special characters become numeric character references, not backslash escapes: a reference can't split a table cell or
open a tag, emphasis or link in any Markdown reader, and survives readers that escape the inside of `<quote>` again.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from agents.domain.evidence import Quote

MAX_QUOTE = 300
"""The most characters shown of one quote; a longer one is cut and marked, and the shown part stays verbatim."""

_SPECIAL = re.compile(r"[&<>|\\`*_~\[\]#$]")
_BLANK = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_SELF_LINKING = re.compile(
    r"(?<=http)(?=s?:)|(?<=www)(?=\.)|(?<=@)|(?<=mailto)(?=:)|(?<=xmpp)(?=:)|(?<=ftp)(?=:)", re.IGNORECASE
)


def escape(text: str) -> str:
    """One line of text, shown as it was typed; line breaks and control characters become a space."""
    shown = text if text.isprintable() else _BLANK.sub(" ", text)
    return _SPECIAL.sub(lambda found: f"&#{ord(found.group())};", shown)


def patient_words(text: str) -> str:
    """A patient's words in `<quote>`. Addresses that readers would turn into links are split over two tags."""
    shown = text[:MAX_QUOTE]
    may_link = ":" in shown or "@" in shown or "www." in shown.lower()
    parts = filter(None, _SELF_LINKING.split(shown) if may_link else [shown])
    tagged = "".join(f"<quote>{escape(part)}</quote>" for part in parts)
    return tagged + ("…" if len(text) > MAX_QUOTE else "")


def quoted(quote: Quote) -> str:
    """A quote with its turn."""
    return f"{patient_words(quote.text)} (turn {quote.turn})"


def placed(quote: Quote) -> str:
    """A quote with its turn and its start and end in that turn, in characters from 0, the end exclusive."""
    return f"{patient_words(quote.text)} (turn {quote.turn}), characters {quote.start}–{quote.end}"


@cache
def symptom(name: str) -> str:
    """The name of one of the form's symptoms or domains, tagged."""
    return f"<sym>{escape(name)}</sym>"


def medicine(name: str) -> str:
    """A substance or medicine, tagged."""
    return f"<med>{escape(name)}</med>"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of ready-made cells (already escaped); an empty cell stays empty."""
    lines = [_row(header), "|" + " --- |" * len(header)]
    lines += [_row(row) for row in rows]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def bullets(lines: Iterable[str]) -> str:
    """A bullet list of ready-made lines."""
    return "\n".join(f"- {line}" for line in lines)


def numbered(lines: Iterable[str]) -> str:
    """A numbered list of ready-made lines."""
    return "\n".join(f"{place}. {line}" for place, line in enumerate(lines, 1))
