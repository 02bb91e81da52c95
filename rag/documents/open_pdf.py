"""Inside the child process: the file opened, and lines of JSON to whoever started it."""

import json
import sys
from typing import Any


class Refused(Exception):
    """Ends reading; the text is one of the words that `reading` knows."""


def say(what: dict[str, Any]) -> None:
    """One line to the parent."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def opened(path: str) -> Any:
    """The file as pypdfium2 has it. Raises Refused."""
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise Refused("encrypted" if "password" in str(error).lower() else "damaged") from error
