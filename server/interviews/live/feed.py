"""Feeds: entries of an interview are published once and sent to each of its sockets in order, without a gap.

Entries that are made in this process go to its sockets at once. Of those made elsewhere only the number is heard
(server/interviews/live/listening.py); the sockets' feeds then read on from the log, which is the truth.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from psycopg import OperationalError

from server.interviews.event_log import EventLog
from server.interviews.live.frames import Entry, entry

logger = logging.getLogger(__name__)
AGAIN_SECONDS = 0.5
"""After which a feed whose log is out of reach reads again."""


class Bulletin:
    """Which interviews have grown, for somebody who watches many; `missed` when any of them may have."""

    def __init__(self) -> None:
        self.grown: set[UUID] = set()
        self.missed = False
        self.closed = False
        self.rung = asyncio.Event()

    def taken(self) -> tuple[set[UUID], bool]:
        """The interviews that have grown since the last call, and whether any news may have been missed."""
        told = self.grown, self.missed
        self.grown, self.missed = set(), False
        self.rung.clear()
        return told


class Feeds:
    """The open feeds of this process by their interview, and the bulletins."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._open: defaultdict[UUID, set[Feed]] = defaultdict(set)
        self._bulletins: set[Bulletin] = set()

    def of(self, interview: UUID, staff: bool) -> "Feed":
        """A feed for one viewer of an interview."""
        return Feed(self, self._log, interview, staff)

    def publish(self, interview: UUID, entries: Sequence[Entry]) -> None:
        """Show new entries to every socket on their interview."""
        for feed in self._open.get(interview, ()):
            feed.hear(entries)
        for bulletin in self._bulletins:
            bulletin.grown.add(interview)
            bulletin.rung.set()

    def grown(self, interviews: Iterable[UUID]) -> None:
        """These interviews have entries that were made elsewhere: read on."""
        for interview in interviews:
            self.publish(interview, ())

    def drafted(self, interview: UUID, frame: str) -> None:
        """Show a draft to the staff who watch this interview now."""
        for feed in self._open.get(interview, ()):
            feed.hear(frame)

    def all_grown(self) -> None:
        """News may have been missed: read on in every interview that is watched."""
        self.grown(tuple(self._open))
        for bulletin in self._bulletins:
            bulletin.missed = True
            bulletin.rung.set()

    def close(self) -> None:
        """The server is shutting down: release everybody who waits for a bulletin."""
        for bulletin in self._bulletins:
            bulletin.closed = True
            bulletin.rung.set()

    @contextmanager
    def bulletin(self) -> Iterator[Bulletin]:
        """While the block runs: what grows here and elsewhere."""
        one = Bulletin()
        self._bulletins.add(one)
        try:
            yield one
        finally:
            self._bulletins.discard(one)

    @contextmanager
    def opened(self, interview: UUID, feed: "Feed") -> Iterator[None]:
        """While the block runs, the feed hears of new entries."""
        self._open[interview].add(feed)
        try:
            yield
        finally:
            self._open[interview].discard(feed)
            if not self._open[interview]:
                del self._open[interview]


class Feed:
    """The entries of one interview for one kind of viewer."""

    def __init__(self, feeds: Feeds, log: EventLog, interview: UUID, staff: bool) -> None:
        self._feeds, self._log, self._interview, self._staff = feeds, log, interview, staff
        self._heard: asyncio.Queue[Sequence[Entry] | str] = asyncio.Queue()

    def hear(self, news: Sequence[Entry] | str) -> None:
        """Receive new entries (none means that they have to be read from the log), or a draft's frame."""
        if self._staff or not isinstance(news, str):
            self._heard.put_nowait(news)

    async def after(self, seq: int) -> AsyncGenerator[str, None]:
        """Every frame after a number: first what is stored, then what comes, drafts among it, without end. While the
        database is out of reach it waits."""
        with self._feeds.opened(self._interview, self):
            entries: Sequence[Entry] = ()
            while True:
                fresh = [one for one in entries if one.seq > seq]
                if not entries or (fresh and fresh[0].seq > seq + 1):
                    fresh = await self._stored(seq)
                for one in fresh:
                    seq = one.seq
                    yield one.for_staff() if self._staff else one.for_patient()
                while isinstance(heard := await self._heard.get(), str):
                    yield heard
                entries = heard

    async def _stored(self, after: int) -> list[Entry]:
        while True:
            try:
                return [entry(seq, event, at) for seq, event, at in await self._log.read(self._interview, after)]
            except OperationalError as passing:
                logger.warning("interview %s: %s; reading again", self._interview, type(passing).__name__)
                await asyncio.sleep(AGAIN_SECONDS)
