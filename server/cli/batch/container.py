"""What kind of file was given instead of JSON Lines: told once, not at each of its lines."""

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from agents.errors import CorrectInput
from server.json_lines import Line

_NEEDED: Final = "one JSON object a line is needed"
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_HEADINGS: Final = re.compile(rb'"?[\w .-]+"?([,;\t])"?[\w .-]+"?(\1"?[\w .-]+"?)*')


def checked(lines: Iterator[Line], remedy: str = "") -> Iterator[Line]:
    """The same lines, as they come. Raises CorrectInput where they are none of JSON Lines; `remedy` says what makes
    some. A bad line among good ones is no such file."""
    begin = list(islice(lines, 1))
    kind = _kind(begin[0].raw) if begin else None
    if begin and kind is None and not begin[0].raw.startswith(b"{"):
        begin += islice(lines, 1)
        if len(begin) == 2 and not begin[1].raw.startswith(b"{"):
            kind = "a CSV file" if _HEADINGS.fullmatch(begin[0].raw) else "no JSON Lines"
    if kind is not None:
        raise CorrectInput(f"this looks like {kind}: {_NEEDED}, in UTF-8{remedy}")
    return chain(begin, lines)


def _kind(first: bytes) -> str | None:
    """What the first line alone shows."""
    if first.startswith(_WIDE) or b"\0" in first[:2]:
        return "UTF-16"
    if first.startswith(b"["):
        return "one JSON array"
    return "one JSON object over several lines" if first == b"{" else None
