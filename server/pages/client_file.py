"""Everything of a client, taken away as a file."""

from typing import Annotated
from uuid import UUID

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, Parameter
from litestar.response import Stream

from agents.errors import CorrectInput, NotFound
from server.accounts.tables import Account
from server.assessments.repository import Assessments
from server.clients.handing import Handing
from server.clients.repository import Clients
from server.clinic.clock import ZONE
from server.database import Database
from server.exports.material import Exports
from server.http.security import staff
from server.openapi.contract import Body, described
from server.pages.client_archive import file_of, packed

_ZIP = "application/zip"


@get(
    "/clients/{client_id:uuid}/everything.zip",
    guards=[staff],
    **described(
        "client_as_zip",
        "Download everything of a client",
        gives=Body(_ZIP),
        errors=(CorrectInput, NotFound),
        stable=True,
    ),
)
async def client_as_zip(
    client_id: FromPath[UUID],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    database: NamedDependency[Database],
    exports: NamedDependency[Exports],
    assessments: NamedDependency[Assessments],
    zone: Annotated[str, Parameter(max_length=64, description=ZONE)] = "",
) -> Stream:
    """Every interview's files, the notes, the plan, the trend, and assessments of transcripts. Raises NotFound and
    CorrectInput."""
    file = await file_of(clients, Handing(database), account, client_id)
    headers = {"content-disposition": f'attachment; filename="{file.name}.zip"'}
    clock = await exports.clock(zone)
    return Stream(packed(file, account, exports, assessments, clock), media_type=_ZIP, headers=headers)


HANDLERS = (client_as_zip,)
