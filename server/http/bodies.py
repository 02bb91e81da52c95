"""What a request's body holds, read as the model that the route's contract names."""

from typing import Any, Final, TypeVar

from litestar import Request
from pydantic import BaseModel, ValidationError

from agents.errors import CorrectInput
from server.http.bearer import bearer

JSON: Final = "application/json"
FORMS: Final = frozenset({"multipart/form-data", "application/x-www-form-urlencoded"})
LONGEST_NAME: Final = 60
"""Characters of an unknown field's name that are said again."""
M = TypeVar("M", bound=BaseModel)


async def fields_of(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What a form or a JSON object holds. Raises CorrectInput for anything else."""
    kind = request.content_type[0]
    if kind in FORMS:
        return dict(await request.form())
    if kind != JSON:
        raise CorrectInput(f"body: send JSON, with the header `content-type: {JSON}`")
    return _object(await request.json())


def by_page(request: Request[Any, Any, Any]) -> bool:
    """Whether one of our pages sent this form, which is answered by the next page; a token is answered in JSON."""
    return request.content_type[0] in FORMS and bearer(request.scope["headers"]) is None


def parsed(model: type[M], given: object) -> M:
    """The body as this model. Raises CorrectInput that names the field that is wrong, and one that is unknown."""
    known(model, given)
    try:
        return model.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise CorrectInput(f"{'.'.join(map(str, first['loc'])) or 'body'}: {first['msg']}") from error


def known(model: type[BaseModel], given: object) -> None:
    """Raises CorrectInput unless this is an object with no other fields than the model's."""
    names = [field.alias or name for name, field in model.model_fields.items()]
    if unknown := _object(given).keys() - model.model_fields.keys() - set(names):
        name = min(unknown).encode(errors="replace").decode()[:LONGEST_NAME]
        raise CorrectInput(f"{name}: there is no such field here, only {', '.join(names)}")


def _object(given: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise CorrectInput("body: a JSON object is needed")
    return given
