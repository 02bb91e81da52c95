"""Who watches an ingestion: is told how far it is, and may stop it."""

from typing import Any, Protocol


class Cancelled(Exception):
    """Whoever asked for the edition does not want it any more."""


class Report(Protocol):
    """A job's `Work` is one; a terminal another."""

    async def progress(self, news: dict[str, Any]) -> None:
        """What changed, to be put over what was told before: `stage` (waiting, reading, vectors, index), counts of
        `pages` of `pagesTotal`, `sections`, `kept`, `chunks` and `vectors`, `perSecond`, `secondsLeft`."""
        ...

    async def cancelled(self) -> bool:
        """Whether to stop."""
        ...


async def go_on(report: Report) -> None:
    """Raises Cancelled when the watcher wants no more."""
    if await report.cancelled():
        raise Cancelled
