"""The clinic's logo over HTTP: admins hand it in, everybody's pages show it."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from agents.errors import CorrectInput, NotFound
from server.accounts.tables import Account
from server.clinic.logo import drawn_anew
from server.clinic.logos import Logos
from server.clinic.routes import PAGE, clinic_view
from server.clinic.store import ClinicStore
from server.http.security import admin
from server.interviews.locales import LOCALES
from server.openapi.contract import NOTHING, Body, described
from server.openapi.contract import PAGE as HTML
from server.settings import Settings

_PNG: Final = "image/png"


@dataclass(frozen=True, slots=True)
class LogoForm:
    """A PNG or JPEG file."""

    logo: bytes


@post(
    PAGE + "/logo",
    guards=[admin],
    **described(
        "save_logo",
        "Save the clinic's logo",
        takes=Body("multipart/form-data", LogoForm),
        gives={303: (), 422: (HTML,)},
    ),
)
async def save_logo(
    request: Request[Any, Any, Any],
    account: NamedDependency[Account],
    clinic: NamedDependency[ClinicStore],
    logos: NamedDependency[Logos],
    settings: NamedDependency[Settings],
) -> Template | Redirect:
    """Keep the picture, drawn anew at 240 by 80 pixels at most."""
    given = (await request.form()).get("logo")
    try:
        file = await given.read() if isinstance(given, UploadFile) else b""
        await logos.save(await asyncio.to_thread(drawn_anew, file), account.email)
    except CorrectInput as wrong:
        return await clinic_view(clinic, logos, settings, next(iter(LOCALES)), status_code=422, logo_error=str(wrong))
    return Redirect(f"{PAGE}?saved=logo#saved", status_code=303)


@post(
    PAGE + "/logo/remove",
    guards=[admin],
    **described("remove_logo", "Take the clinic's logo away", takes=NOTHING, gives={303: ()}),
)
async def remove_logo(account: NamedDependency[Account], logos: NamedDependency[Logos]) -> Redirect:
    """No page shows a logo any more."""
    await logos.save(None, account.email)
    return Redirect(f"{PAGE}?saved=logo#saved", status_code=303)


@get(
    "/clinic/logo/{digest:str}",
    **described("clinic_logo", "The clinic's logo", gives=Body(_PNG), errors=(NotFound,)),
)
async def clinic_logo(digest: FromPath[str], logos: NamedDependency[Logos]) -> Response[bytes]:
    """The picture. Raises NotFound."""
    png = await logos.png(digest)
    if png is None:
        raise NotFound("There is no such logo.")
    return Response(png, media_type=_PNG)


HANDLERS = (save_logo, remove_logo, clinic_logo)
