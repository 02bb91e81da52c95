"""Logging that cannot reveal what a patient said.

The product's own messages never contain patient text. Other packages' messages may (an exception's text quotes the
wrong value), so only their template is written, and of every exception only its type and where it came from.
"""

import logging
import sys
import traceback
from types import TracebackType

OURS = ("server.", "agents.", "benchmarks.", "rag.", "uvicorn.error.")
"""Loggers whose messages are written whole: these packages, and what they hold."""
_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Time, level, logger and a message, without the values in other packages' messages."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """The record as one entry."""
        if f"{record.name}.".startswith(OURS):
            return super().format(record)
        plain = logging.makeLogRecord(record.__dict__)
        plain.msg, plain.args = str(record.msg).partition("\n")[0], None
        return super().format(plain)

    def formatException(self, ei: _Raised) -> str:  # noqa: N802  # logging's own name
        """The exception's type and its frames, without its text; of a group, those of each in it before its own."""
        kind, raised, trace = ei
        frames = traceback.extract_tb(trace)
        places = [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
        inner = raised.exceptions if isinstance(raised, BaseExceptionGroup) else ()
        grouped = [self.formatException((type(one), one, one.__traceback__)) for one in inner]
        return "\n".join([*grouped, *places, kind.__name__ if kind else "no exception"])


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Send messages of at least this level to stderr, in the discreet form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet())
    logging.basicConfig(level=level, handlers=[handler], force=True)
