"""Inside the child process: opens the file, and writes lines of JSON to the parent."""

import json
import sys
from typing import Any


class Refused(Exception):
    """Ends the reading; the text is one of the reason words that `reading` knows."""


def say(what: dict[str, Any]) -> None:
    """One line to the parent."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def opened(path: str) -> Any:
    """The file opened by pypdfium2. Raises Refused."""
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise Refused("encrypted" if "password" in str(error).lower() else "damaged") from error
