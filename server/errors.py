"""Errors, translated once: a page for browsers, `{"code", "message"}` for programs; never a stack trace."""

import logging
import re
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.response import Redirect, Response, Template
from psycopg import DataError, OperationalError
from psycopg.errors import ReadOnlySqlTransaction
from redis.exceptions import RedisError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from agents.domain.value import Value
from agents.errors import AnamnesisError, CorrectInput, NotFound, NotNow, TryAgain, Unreadable
from server.http.bearer import bearer
from server.patient_page import patient_page, place_of

logger = logging.getLogger(__name__)


class Problem(Value):
    """What a program is told of an error: `code` to tell errors apart by, `message` says what to do."""

    code: str
    message: str


class Answer(NamedTuple):
    """The answer to the caller."""

    status: int
    code: str
    message: str


TITLES = {
    401: "Please sign in",
    403: "Not allowed",
    404: "Not found",
    409: "Not now",
    422: "Please correct this",
    429: "Too many requests",
    503: "Please try again",
}
PATIENTS = ("/chat/", "/p/")
"""Where the pages of patients begin: theirs say whom to call, whatever went wrong."""
CODES = {
    400: "correct_input",
    401: "sign_in",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    409: "not_now",
    413: "too_large",
    414: "too_long",
    422: "correct_input",
    429: "too_fast",
    503: "try_again",
}
UNREADABLE_TITLE: Final = "This interview can't be read"
UNREADABLE_RECORD: Final = (
    "This interview's record holds an entry that can't be read, so it can't be shown. Nothing was deleted. If the "
    "patient may be in danger, don't wait for this page: call them. Then send its address to whoever runs this server."
)
_OUT_OF_REACH = "The server cannot reach its database or queue; please try again in a moment."
_NO_WRITES = "The server's database takes no writes at the moment; please try again in a moment."
_NOT_FOUND = "There is nothing here, or it is not yours to see."
_UNREADABLE = "The request cannot be read: send what the page or the documentation describes, as JSON or as a form."
_UNSTORABLE = "This holds a character that cannot be stored (NUL, or half of one); take it out and try again."
_NOT_UTF_8 = "The request is not UTF-8: save or send the text as UTF-8 and try again."
_STALE = "This page no longer fits your sign-in. Load it again, sign in where you are asked to, and try once more."
_OUR_FAULT = "Something went wrong on the server. It has been noted; please try again."


def answer_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The answer for any error that reaches the edge."""
    answer = _answer(error)
    if answer.status == 503:
        logger.warning("%s %s: %s", request.method, type(error).__name__, answer.code)
    elif answer.status >= 500 or isinstance(error, RecursionError):  # JSON nested too deeply, or a bug
        logger.error("%s %s: %s", request.method, type(error).__name__, answer.code, exc_info=error)
    if not browses(request):
        said = {"code": answer.code, "message": answer.message}
        return Response(said, status_code=answer.status, headers=getattr(error, "headers", None))
    if answer.status == 401 and request.method in ("GET", "HEAD"):
        return Redirect("/sign-in", status_code=303)
    if request.scope["path"].startswith(PATIENTS):
        settings = request.app.state["parts"].settings
        shown = patient_page(settings, place_of(request, settings))
        return Template("patient_error.html.j2", context=shown, status_code=answer.status)
    unreadable = isinstance(error, Unreadable)
    title = UNREADABLE_TITLE if unreadable else TITLES.get(answer.status, "That did not work")
    shown = {"status": answer.status, "title": title, "message": answer.message}
    return Template("error.html.j2", context=shown, status_code=answer.status)


def passes(error: Exception) -> bool:
    """Whether an error is no fault of ours or of the caller's and passes by itself, as a database that is away does."""
    return _answer(error).status == 503


def status_of(error: type[Exception]) -> int:
    """The HTTP status for errors of this kind."""
    return _answer(error()).status


def _answer(error: Exception) -> Answer:
    match error:
        case CorrectInput():
            return Answer(422, "correct_input", str(error))
        case NotFound():
            return Answer(404, "not_found", _NOT_FOUND)
        case NotNow():
            return Answer(409, "not_now", str(error))
        case TryAgain():
            return Answer(503, "try_again", str(error))
        case OperationalError() | NoConnection() | RedisError():
            return Answer(503, "try_again", _OUT_OF_REACH)
        case DBAPIError() if error.connection_invalidated or isinstance(error.orig, OperationalError):
            return Answer(503, "try_again", _OUT_OF_REACH)
        case DBAPIError(orig=ReadOnlySqlTransaction()) | ReadOnlySqlTransaction():
            return Answer(503, "try_again", _NO_WRITES)
        case DBAPIError(orig=DataError()) | DataError():
            return Answer(422, "correct_input", _UNSTORABLE)
        case UnicodeDecodeError() | SerializationException(__cause__=UnicodeDecodeError()):
            return Answer(422, "correct_input", _NOT_UTF_8)
        case SerializationException(__cause__=msgspec.DecodeError()) | RecursionError():
            return Answer(422, "correct_input", _UNREADABLE)
        case HTTPException():
            return _of_http(error)
        case _:
            return Answer(500, "server_error", UNREADABLE_RECORD if isinstance(error, Unreadable) else _OUR_FAULT)


def _of_http(error: HTTPException) -> Answer:
    status = error.status_code
    if status == 404:
        return Answer(404, "not_found", _NOT_FOUND)
    if status >= 500 and status != 503:
        return Answer(status, "server_error", _OUR_FAULT)
    if isinstance(error, ValidationException):
        return Answer(422, "correct_input", _fields(error) or _missing(error) or _UNREADABLE)
    message = _STALE if error.detail.startswith("CSRF") else error.detail
    return Answer(status, CODES.get(status, "refused"), message)


def _fields(error: ValidationException) -> str:
    """Which fields are wrong and how; never their values."""
    found = error.extra if isinstance(error.extra, list) else []
    return "; ".join(f"{part.get('key', 'body')}: {part.get('message', 'not valid')}" for part in found)


def _missing(error: ValidationException) -> str:
    """Which parameter the address or the headers lack, empty where it is none."""
    found = re.match(r"Missing required (\w+) parameter '([^']+)'", error.detail)
    return f"{found[2]}: this {found[1]} parameter is needed" if found else ""


def browses(request: Request[Any, Any, Any]) -> bool:
    """Whether the caller wants a page rather than JSON; nobody who sends a token does."""
    return "text/html" in request.headers.get("accept", "") and bearer(request.scope["headers"]) is None


HANDLED: dict[Any, Any] = {
    HTTPException: answer_error,
    AnamnesisError: answer_error,
    Exception: answer_error,
}
