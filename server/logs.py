"""Logging that cannot reveal what a patient said.

The product's own messages never contain patient text. Other packages' messages may (an exception's text quotes the
wrong value), so only their template is written, and of every exception only its type and where it came from: also of
one that is the message itself, and of a traceback that is one.
"""

import logging
import sys
import time
import traceback
from types import TracebackType

OURS = ("server.", "agents.", "benchmarks.", "rag.")
"""Loggers whose messages are written whole: these packages, and what they hold."""
QUIET_SECONDS = 60.0
_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Time, level, logger and a message, without the values in other packages' messages."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """The record as one entry."""
        plain = logging.makeLogRecord(record.__dict__ | {"exc_text": None})  # which another handler may have filled
        if isinstance(record.msg, BaseException):
            plain.msg, plain.args = type(record.msg).__name__, None
        elif not f"{record.name}.".startswith(OURS):
            plain.msg, plain.args = str(record.msg).partition("\n")[0], None
            if "Traceback (most recent call last)" in plain.msg:
                plain.exc_info = sys.exc_info()
        return super().format(plain)

    def formatException(self, ei: _Raised) -> str:  # noqa: N802  # logging's own name
        """The exception's places and its type, without its text, after those of what it came of."""
        if ei[1] is None:
            return "no exception"
        return "\n".join(line for one in _came_of(ei[1]) for line in _places(one))


class Stretches:
    """One warning for a stretch of the same trouble: with the first of it, and anew once it was quiet for a minute."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger, self._last = logger, -QUIET_SECONDS

    def warn(self, message: str, *values: object) -> None:
        """Log it, unless it goes on."""
        now = time.monotonic()
        quiet, self._last = now - self._last, now
        if quiet >= QUIET_SECONDS:
            self._logger.warning(message, *values)


def _came_of(raised: BaseException) -> list[BaseException]:
    """The exceptions of a group, causes, and what was being handled, each once and before what came of it."""
    waiting: list[BaseException | None] = [raised]
    found: list[BaseException] = []
    while waiting:
        one = waiting.pop()
        if one is None or any(one is known for known in found):
            continue
        found.append(one)
        waiting += one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        waiting.append(one.__cause__ if one.__suppress_context__ else one.__context__)
    return found[::-1]


def _places(raised: BaseException) -> list[str]:
    frames = traceback.extract_tb(raised.__traceback__)
    return [*(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames), type(raised).__name__]


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Send messages of at least this level to stderr, in the discreet form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet())
    logging.basicConfig(level=level, handlers=[handler], force=True)
