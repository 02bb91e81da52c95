"""What can be done with interviews from the list: archive, delete, take back, rename. As JSON or by the list's form."""

from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER
from pydantic import Field, ValidationError

from agents.domain.value import Value
from agents.errors import CorrectInput, NotFound, NotNow
from server.accounts.tables import Account
from server.http.security import staff
from server.interviews.lists.removal import Removal
from server.interviews.routes import LABEL_LENGTH
from server.openapi.contract import described, form_of, json_of
from server.undo import UNDO

MOST = 200
"""Interviews at once: more than a page of the list holds."""
Asked = Request[Any, Any, Any]


class Chosen(Value):
    """The interviews that are meant."""

    interviews: Annotated[tuple[UUID, ...], Field(min_length=1, max_length=MOST)]


class Changed(Value):
    """They have been changed. After a deletion: for how many minutes it can be undone."""

    interviews: tuple[UUID, ...]
    undo_minutes: int | None = None


class Renaming(Value):
    """Another label: a code, no names and no initials."""

    label: Annotated[str, Field(min_length=1, max_length=LABEL_LENGTH)]


Change = Callable[[Account, Collection[UUID]], Awaitable[None]]
_TAKEN = (json_of(Chosen), form_of(Chosen))
_GIVEN = {200: (json_of(Changed),), 303: ()}


@post(
    "/interviews/archive",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "archive_interviews", "Archive interviews", takes=_TAKEN, gives=_GIVEN, errors=(CorrectInput, NotFound)
    ),
)
async def archive_interviews(
    request: Asked, account: NamedDependency[Account], removal: NamedDependency[Removal]
) -> Response[Any]:
    """Off the list; they stay under "Archived". An alert in one of them stands."""
    return await _changed(request, account, removal.archive)


@post(
    "/interviews/unarchive",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "unarchive_interviews",
        "Take interviews out of the archive",
        takes=_TAKEN,
        gives=_GIVEN,
        errors=(CorrectInput, NotFound),
    ),
)
async def unarchive_interviews(
    request: Asked, account: NamedDependency[Account], removal: NamedDependency[Removal]
) -> Response[Any]:
    """Back onto the list."""
    return await _changed(request, account, removal.unarchive)


@post(
    "/interviews/delete",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "delete_interviews", "Delete interviews", takes=_TAKEN, gives=_GIVEN, errors=(CorrectInput, NotFound, NotNow)
    ),
)
async def delete_interviews(
    request: Asked, account: NamedDependency[Account], removal: NamedDependency[Removal]
) -> Response[Any]:
    """Out of sight at once, for the patient too; gone for good after half an hour. Answers 409 while an alert stands
    in one of them."""
    return await _changed(request, account, removal.delete, int(UNDO.total_seconds() // 60))


@post(
    "/interviews/restore",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described("restore_interviews", "Undo a deletion", takes=_TAKEN, gives=_GIVEN, errors=(CorrectInput, NotFound)),
)
async def restore_interviews(
    request: Asked, account: NamedDependency[Account], removal: NamedDependency[Removal]
) -> Response[Any]:
    """Undo a deletion, within half an hour of it."""
    return await _changed(request, account, removal.restore)


@post(
    "/interviews/{interview_id:uuid}/rename",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "rename_interview",
        "Rename an interview",
        takes=json_of(Renaming),
        gives=json_of(Renaming),
        errors=(CorrectInput, NotFound),
    ),
)
async def rename_interview(
    request: Asked, interview_id: FromPath[UUID], account: NamedDependency[Account], removal: NamedDependency[Removal]
) -> dict[str, Any]:
    """Give an interview another label. A report that is written keeps the label that it was written with."""
    label = _renaming(await request.json()).label.strip()
    await removal.rename(account, interview_id, label)
    return Renaming(label=label).model_dump(mode="json")


async def _changed(request: Asked, account: Account, change: Change, undo: int | None = None) -> Response[Any]:
    by_form = not request.content_type[0].startswith("application/json")
    given = {"interviews": (await request.form()).getall("interviews", [])} if by_form else await request.json()
    try:
        chosen = Chosen.model_validate(given)
    except ValidationError as error:
        raise CorrectInput(f"interviews: choose at least one and at most {MOST}, each by its number") from error
    await change(account, chosen.interviews)
    if by_form:
        return Redirect("/interviews", status_code=HTTP_303_SEE_OTHER)
    return Response(Changed(interviews=chosen.interviews, undo_minutes=undo).model_dump(mode="json"))


def _renaming(given: object) -> Renaming:
    try:
        renaming = Renaming.model_validate(given)
    except ValidationError as error:
        raise CorrectInput(f"label: a code, of 1 to {LABEL_LENGTH} characters") from error
    if not renaming.label.strip():
        raise CorrectInput("label: give the interview a code (no names, no initials), so that you find it again")
    return renaming


HANDLERS = (archive_interviews, unarchive_interviews, delete_interviews, restore_interviews, rename_interview)
