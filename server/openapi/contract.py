"""What one route promises, written at the route: what it is for, takes and gives, and which errors it answers with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypedDict

from server.accounts.scopes import Scope

KEY: Final = "contract"
"""Where a handler keeps its contract: Litestar's `opt`."""


class Body(NamedTuple):
    """A body of one media type. `model` is a Pydantic model, or any type that Pydantic can describe; None for text and
    bytes. `event` names the server-sent events that each carry one `model`."""

    kind: str
    model: Any = None
    event: str | None = None


PAGE: Final = Body("text/html; charset=utf-8")
TEXT: Final = Body("text/plain")
NOTHING: Final[tuple[Body, ...]] = ()


def json_of(model: Any) -> Body:
    """JSON of this model."""
    return Body("application/json", model)


def form_of(model: Any) -> Body:
    """A form, as a browser sends it."""
    return Body("application/x-www-form-urlencoded", model)


def events_of(name: str, model: Any) -> Body:
    """A stream of server-sent events of this name."""
    return Body("text/event-stream", model, name)


@dataclass(frozen=True, slots=True)
class Contract:
    """`gives` are the bodies by status; a redirect has none. `takes` are the bodies that are read, empty for none; None
    says nothing, which only a GET may. `errors` are what the handler raises; what its guards,
    its address and its method bring besides is added in `server/openapi/document.py`. `query` and `headers` are read by
    the handler itself, each with what it says. `stable`: docs/http.md names it among those that stay. `scope`: a token
    for programs that has it may ask; without one, no token may."""

    gives: Mapping[int, tuple[Body, ...]]
    takes: tuple[Body, ...] | None = None
    errors: tuple[type[Exception], ...] = ()
    query: Mapping[str, str] | None = None
    headers: Mapping[str, str] | None = None
    stable: bool = False
    scope: Scope | None = None


class Described(TypedDict):
    """The arguments of Litestar's `get` and `post` that describe a route."""

    operation_id: str
    summary: str
    opt: dict[str, Any]


def described(
    name: str,
    summary: str,
    *,
    gives: Body | Mapping[int, tuple[Body, ...]],
    takes: Body | tuple[Body, ...] | None = None,
    errors: tuple[type[Exception], ...] = (),
    query: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    stable: bool = False,
    scope: Scope | None = None,
) -> Described:
    """Describe a route: `@get(PATH, **described("read_job", "Read a job", gives=json_of(JobShown)))`. `name` is its
    operation id; one body alone is given with status 200."""
    given = {200: (gives,)} if isinstance(gives, Body) else gives
    taken = (takes,) if isinstance(takes, Body) else takes
    contract = Contract(given, taken, errors, query, headers, stable, scope)
    return {"operation_id": name, "summary": summary, "opt": {KEY: contract}}


def contract_of(opt: Mapping[str, Any]) -> Contract | None:
    """The contract of the handler with these options; None where it says nothing."""
    found = opt.get(KEY)
    return found if isinstance(found, Contract) else None
