"""Everything of a client as one zip that is made while it is sent: never more of it in memory than one interview."""

import io
import json
import zipfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from litestar.concurrency import sync_to_thread

from agents.assessment.result_json import result_json
from agents.errors import NotFound
from server.accounts.tables import Account
from server.assessments.repository import Assessments, assessment_of
from server.clients.handing import Handing
from server.clients.repository import Clients
from server.clients.tables import Handover, Note, Plan
from server.clinic.clock import IN_UTC, Clock
from server.exports.archive import contents
from server.exports.material import Exports, Material
from server.exports.spreadsheets import research_csv, trend_csv
from server.interviews.tables import Client

Table = list[str]


class _Sent(io.RawIOBase):
    """A file to write to that cannot be sought in: what has been written is taken away piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, given: object) -> int:
        """Keep it until it is taken."""
        part = bytes(given)  # type: ignore[call-overload]  # whatever holds bytes
        self._parts.append(part)
        return len(part)

    def taken(self) -> bytes:
        """What was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


@dataclass(frozen=True)
class ClientFile:
    """A client and what is kept of them beside their interviews, read once. `interviews` are numbers, the newest
    first."""

    client: Client
    plan: Plan | None
    notes: Sequence[Note]
    handovers: Sequence[Handover]
    interviews: Sequence[UUID]
    research: Table = field(default_factory=list)
    trend: Table = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the file is called: never the code."""
        return f"client-{str(self.client.id)[:8]}"


async def file_of(clients: Clients, handing: Handing, account: Account, client: UUID) -> ClientFile:
    """What goes into the zip of a client, for somebody who may see them. Raises NotFound."""
    found = await clients.get_for(account, client)
    held = [interview.id for interview, _ in await clients.interviews(client)]
    beside = await clients.plan(client), await clients.notes(client), await handing.of(client)
    return ClientFile(found, *beside, held)


async def packed(
    file: ClientFile, account: Account, exports: Exports, assessments: Assessments, clock: Clock = IN_UTC
) -> AsyncIterator[bytes]:
    """The zip, piece by piece; the clock tells times to people. An interview that was deleted meanwhile is left out."""
    sent = _Sent()
    with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, file.name, _beside(file, clock))
        for number in file.interviews:
            try:
                material = await exports.of(account, number, clock)
            except NotFound:
                continue
            await sync_to_thread(_add_interview, archive, file, material)
            row = await assessments.of_interview(account, number) if material.completed else None
            if row is not None:
                written = json.dumps(result_json(assessment_of(row)), ensure_ascii=False, indent=1) + "\n"
                _add(archive, file.name, [(f"transcripts/{material.name}.json", written)])
            yield sent.taken()
        for row in await assessments.of_client(account, file.client.id):
            written = json.dumps(result_json(assessment_of(row)), ensure_ascii=False, indent=1) + "\n"
            _add(archive, file.name, [(f"transcripts/transcript-{str(row.id)[:8]}.json", written)])
        _add(archive, file.name, [("research.csv", research_csv([]) + "".join(file.research))])
        _add(archive, file.name, [("trend.csv", trend_csv([]) + "".join(file.trend))])
    yield sent.taken()


def _add_interview(archive: zipfile.ZipFile, file: ClientFile, material: Material) -> None:
    """All files of one interview, and its rows for the client's tables."""
    _add(archive, f"{file.name}/interviews/{material.name}", contents(material))
    file.research.append(research_csv([material]).removeprefix(research_csv([])))
    file.trend.append(trend_csv([material]).removeprefix(trend_csv([])))


def _add(archive: zipfile.ZipFile, folder: str, files: Iterable[tuple[str, str | bytes]]) -> None:
    for name, content in files:
        archive.writestr(f"{folder}/{name}", content)


def _beside(file: ClientFile, clock: Clock) -> Iterator[tuple[str, str]]:
    client, plan = file.client, file.plan
    told = {
        "code": client.code,
        "birthYear": client.birth_year,
        "since": client.created_at.isoformat(),
        "repeats": {"everyWeeks": plan.every_weeks, "nextOn": plan.next_on.isoformat()} if plan else None,
        "interviews": [str(number) for number in file.interviews],
        "handovers": [
            {"at": one.at.isoformat(), "by": one.by, "from": one.giver, "to": one.taker} for one in file.handovers
        ],
    }
    yield "client.json", json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    notes = (f"{clock.of(one.at)}, {one.author}\n{one.body}\n" for one in file.notes)
    yield "notes.txt", "\n".join(notes) or "There are no notes.\n"
