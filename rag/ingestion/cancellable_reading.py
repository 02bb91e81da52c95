"""Reads a document in its subprocess while a watcher sees the progress and may stop it."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Final

from rag.documents.values import Document, Progress
from rag.ingestion.progress import Cancelled, Report

EVERY_SECONDS: Final = 0.3


class _Stopped(Exception):
    """Raised in the reading thread: the reader then ends its subprocess."""


async def read_along(path: Path, report: Report) -> Document:
    """The document as it was read. Raises CorrectInput with a message for the admin, Cancelled when stopped."""
    from rag.documents.reading import read_document

    latest, stop, started = Progress(pages_done=0, pages_total=0), threading.Event(), time.monotonic()

    def heard(progress: Progress) -> None:
        nonlocal latest
        latest = progress
        if stop.is_set():
            raise _Stopped

    reading = asyncio.create_task(asyncio.to_thread(read_document, path, on_progress=heard))
    reading.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # retrieved, if by nobody else
    try:
        while not reading.done():
            await report.progress(_told(latest, time.monotonic() - started))
            if await report.cancelled():
                stop.set()
            await asyncio.wait({reading}, timeout=EVERY_SECONDS)
        read = reading.result()
    except _Stopped:
        raise Cancelled from None
    finally:
        stop.set()
    await report.progress({"stage": "reading", "pages": read.pages, "pagesTotal": read.pages})
    return read


def _told(latest: Progress, spent: float) -> dict[str, object]:
    done, total = latest.pages_done, latest.pages_total
    rate = done / spent if spent > 0 and done else None
    return {
        "stage": "reading",
        "pages": done,
        "pagesTotal": total or None,
        "perSecond": round(rate, 1) if rate else None,
        "secondsLeft": round((total - done) / rate) if rate else None,
    }
