"""Signing in and out."""

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Response, Template

from server.accounts.attempts import Attempt, Attempts
from server.accounts.devices import Devices
from server.accounts.entrance import Entrance
from server.accounts.passwords import Passwords
from server.accounts.repository import Accounts
from server.accounts.sessions import STAFF_COOKIE
from server.addresses import tidy
from server.http.security import staff
from server.openapi.contract import NOTHING, PAGE, described, form_of

HOME = "/today"
WRONG = "The e-mail address or the password is not right."
WAIT = (
    "Too many wrong passwords. You can try again in {}. If you cannot wait, or have forgotten the password, ask an "
    "admin for a one-time sign-in link: it works at once."
)


@dataclass(frozen=True, slots=True)
class Credentials:
    """What the sign-in form sends."""

    email: str
    password: str


Form = Body(media_type=RequestEncodingType.URL_ENCODED)
Asked = Request[Any, Any, Any]


@get(
    "/",
    sync_to_thread=False,
    **described("start", "Go to the start", gives={303: ()}),
)
def start(request: Asked) -> Redirect:
    """The bare address: to the page of today, or to sign in."""
    return Redirect(HOME if request.user else "/sign-in", status_code=303)


@get(
    "/sign-in",
    sync_to_thread=False,
    **described("sign_in_page", "Page that signs in", gives={200: (PAGE,), 303: ()}),
)
def sign_in_page(request: Asked, devices: NamedDependency[Devices]) -> Response[Any]:
    """The form, unless somebody is signed in already. A browser without a name gets one."""
    if request.user:
        return Redirect(HOME, status_code=303)
    form = _form()
    if devices.of(request) is None:
        form.set_cookie(devices.cookie(devices.new_name()))
    return form


@post(
    "/sign-in",
    **described(
        "sign_in",
        "Sign in with a password",
        takes=form_of(Credentials),
        gives={303: (), 401: (PAGE,), 429: (PAGE,)},
    ),
)
async def sign_in(
    request: Asked,
    data: Annotated[Credentials, Form],
    accounts: NamedDependency[Accounts],
    passwords: NamedDependency[Passwords],
    attempts: NamedDependency[Attempts],
    devices: NamedDependency[Devices],
    entrance: NamedDependency[Entrance],
) -> Response[Any]:
    """Check the password; the same answer after the same time whether or not there is such an account."""
    attempt = Attempt(tidy(data.email), devices.of(request), _address(request))
    wait = await attempts.wait_seconds(attempt)
    if wait:
        return _form(data.email, WAIT.format(_minutes(wait)), 429, wait)
    account = await accounts.by_email(attempt.email)
    stored = account.password_hash if account and not account.disabled else None
    if not await passwords.matches(stored, data.password) or account is None:
        return _form(data.email, WRONG, 401)
    await attempts.right(attempt)
    return await entrance.let_in(request, account.id, HOME)


@get(
    "/welcome/{token:str}",
    **described("sign_in_by_link", "Sign in by a link", gives={303: (), 410: (PAGE,)}, stable=True),
)
async def welcome(request: Asked, token: FromPath[str], entrance: NamedDependency[Entrance]) -> Response[Any]:
    """A one-time link, or this server's own local token: signs in at once."""
    account = await entrance.account_for(token)
    if account is None:
        return Template("link_used.html.j2", status_code=410)
    return await entrance.let_in(request, account, HOME)


@post("/sign-out", guards=[staff], **described("sign_out", "Sign out", takes=NOTHING, gives={303: ()}, stable=True))
async def sign_out(request: Asked, entrance: NamedDependency[Entrance]) -> Redirect:
    """End this browser's session."""
    await entrance.let_out(request)
    return Redirect("/sign-in", status_code=303, cookies=[Cookie(key=STAFF_COOKIE, path="/", max_age=0)])


def _form(email: str = "", error: str | None = None, status_code: int = 200, wait: int = 0) -> Template:
    headers = {"retry-after": str(wait)} if wait else {}
    return Template(
        "sign_in.html.j2", context={"email": email, "error": error}, status_code=status_code, headers=headers
    )


def _minutes(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"


def _address(request: Asked) -> str:
    return request.client.host if request.client else "local"


HANDLERS = (start, sign_in_page, sign_in, welcome, sign_out)
