"""The watcher of an ingestion: receives its progress, and may stop it."""

from typing import Any, Protocol


class Cancelled(Exception):
    """The edition is no longer wanted by whoever asked for it."""


class Report(Protocol):
    """The watcher's contract; a job's `Work` satisfies it, and so does a terminal."""

    async def progress(self, news: dict[str, Any]) -> None:
        """Report changes, which replace earlier values: `stage` (waiting, reading, vectors, index), counts of `pages`
        of `pagesTotal`, `sections`, `kept`, `chunks` and `vectors`, `perSecond`, `secondsLeft`."""
        ...

    async def cancelled(self) -> bool:
        """Whether to stop."""
        ...


async def go_on(report: Report) -> None:
    """Raises Cancelled when the watcher wants to stop."""
    if await report.cancelled():
        raise Cancelled
