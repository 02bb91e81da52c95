"""Background jobs as a list: filtered, newest first, a page at a time, with what is stuck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

PAGE: Final = 30
_LATE_SECONDS: Final = 60
"""A job that is due for so long and that nobody has begun is stuck."""
_STUCK: Final = f"""
(j.state = 'queued' and j.not_before < now() - interval '{_LATE_SECONDS} seconds'
 or j.state = 'running' and j.lease_until < now())
"""
_LIST: Final = f"""
select j.id, j.kind, j.key, j.state, j.progress, j.error, j.attempts, j.created_at, j.started_at, j.finished_at,
  {_STUCK} as stuck, a.email as owner, coalesce(i.label, t.label, nullif(d.book, ''), d.name) as label,
  coalesce('/interviews/' || i.id, '/transcripts/' || t.id, '/admin/documents/' || d.id) as page
from job j left join account a on a.id = j.owner_id
left join snapshot s on s.digest = j.key
left join interview i on i.id::text = coalesce(s.interview_id::text, j.key) and i.deleted_at is null
left join assessment t on j.kind = 'assess' and t.id::text = j.key
left join document d on j.kind = 'ingest' and d.id::text = j.key and d.removed_at is null
where %(where)s and (%(kind)s::text is null or j.kind = %(kind)s)
order by j.created_at desc, j.id offset %(skip)s limit %(most)s
"""  # noqa: S608
KINDS: Final[Mapping[str, str]] = {
    "interview_report": "Report of an interview",
    "reread": "Interview read again by the model",
    "report_card": "Report card",
    "assess": "Assessment of a transcript",
    "ingest": "Reading of a book for the library",
}


class Which(StrEnum):
    """Which jobs the list shows."""

    ALL = "all"
    STUCK = "stuck"
    QUEUED = "queued"
    RUNNING = "running"
    FAILED = "failed"
    CANCELLED = "cancelled"
    DONE = "done"


_STATES: Final[Mapping[Which, str]] = {
    Which.ALL: "true",
    Which.STUCK: _STUCK,
    **{one: f"j.state = '{one}' and ({_STUCK}) is not true" for one in (Which.QUEUED, Which.RUNNING)},
    **{one: f"j.state = '{one}'" for one in (Which.FAILED, Which.CANCELLED, Which.DONE)},
}
"""What is stuck counts as nothing else."""
_COUNTS: Final = f"""
select {", ".join(f"count(*) filter (where {where})" for where in _STATES.values())}
from job j where %(kind)s::text is null or kind = %(kind)s
"""  # noqa: S608
WORDS: Final[Mapping[Which, str]] = {
    Which.ALL: "All",
    Which.QUEUED: "Waiting",
    Which.RUNNING: "Running",
    Which.STUCK: "Stuck",
    Which.FAILED: "Failed",
    Which.CANCELLED: "Cancelled",
    Which.DONE: "Done",
}
MEANS: Final[Mapping[Which, str]] = {
    Which.QUEUED: "It begins by itself as soon as it is its turn, or after a failure when it is time to try again.",
    Which.RUNNING: "It is worked on now.",
    Which.STUCK: "It is due, and nobody has worked on it for a minute: the background work may not be running.",
    Which.FAILED: "It was tried as often as it may be and gave an error each time. It rests until you try it again.",
    Which.CANCELLED: "Somebody took it out. You can try it again.",
    Which.DONE: "It came to its end, and nothing is to be done.",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """One job. `label` and `page` are of what it is about, where that is still there. `stuck`: it is due, or was begun,
    and nobody works on it."""

    id: UUID
    kind: str
    key: str
    state: str
    progress: dict[str, Any]
    error: str | None
    attempts: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    stuck: bool
    owner: str | None
    label: str | None
    page: str | None

    @property
    def what(self) -> str:
        """The kind in words."""
        return KINDS.get(self.kind, self.kind.replace("_", " "))

    @property
    def stands(self) -> Which:
        """The one state in which it is."""
        return Which.STUCK if self.stuck else Which(self.state)

    @property
    def since(self) -> datetime:
        """When it came to the state that it is in."""
        return self.finished_at or self.started_at or self.created_at

    @property
    def live(self) -> bool:
        """Whether it can be cancelled."""
        return self.state in ("queued", "running")


class JobList:
    """Reads the table of jobs for admins."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool

    async def read(self, which: Which, kind: str | None, page: int) -> tuple[Sequence[Listed], bool]:
        """One page, and whether there are more."""
        values = {"kind": kind, "skip": (page - 1) * PAGE, "most": PAGE + 1}
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(_LIST.replace("%(where)s", _STATES[which]), values)
            found = [Listed(**row) for row in await cursor.fetchall()]
        return found[:PAGE], len(found) > PAGE

    async def counts(self, kind: str | None = None) -> Mapping[Which, int]:
        """How many there are of each."""
        async with self._pool.connection() as connection:
            row = await (await connection.execute(_COUNTS, {"kind": kind})).fetchone()
        return dict(zip(_STATES, row or (0,) * len(_STATES), strict=True))
