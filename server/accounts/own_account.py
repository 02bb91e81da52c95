"""One's own account: name, e-mail and password, and how alerts reach it. Tokens: `server/accounts/token_routes.py`."""

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Response, Template

from agents.errors import CorrectInput
from server.accounts.account_view import account_view
from server.accounts.alert_choice import chosen
from server.accounts.api_tokens import ApiTokens
from server.accounts.entrance import Entrance
from server.accounts.passwords import Passwords
from server.accounts.repository import Accounts
from server.accounts.sign_in import HOME
from server.accounts.tables import Account
from server.addresses import tidy
from server.http.security import staff
from server.openapi.contract import PAGE, described, form_of
from server.settings import Settings

Form = Body(media_type=RequestEncodingType.URL_ENCODED)
Asked = Request[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Description:
    """What the account form sends; an empty password leaves the old one."""

    name: str
    email: str
    password: str = ""


@dataclass(frozen=True, slots=True)
class AlertForm:
    """What the form about alerts sends; `email` is left out where it is not ticked."""

    email: str = ""
    second: str = ""
    webhook: str = ""


@get("/account", guards=[staff], **described("account_page", "Page of one's own account", gives=PAGE))
async def account_page(
    account: NamedDependency[Account],
    accounts: NamedDependency[Accounts],
    tokens: NamedDependency[ApiTokens],
    settings: NamedDependency[Settings],
) -> Template:
    """Name, e-mail and password of whoever is signed in, how alerts reach them, and their tokens for programs."""
    stored = await accounts.get(account.id) or account
    return await account_view(stored, settings, tokens, first=stored.password_hash is None)


@post(
    "/account",
    guards=[staff],
    **described(
        "change_account",
        "Change one's own account",
        takes=form_of(Description),
        gives={200: (PAGE,), 303: (), 422: (PAGE,)},
    ),
)
async def change_account(
    request: Asked,
    account: NamedDependency[Account],
    data: Annotated[Description, Form],
    accounts: NamedDependency[Accounts],
    passwords: NamedDependency[Passwords],
    entrance: NamedDependency[Entrance],
    tokens: NamedDependency[ApiTokens],
    settings: NamedDependency[Settings],
) -> Response[Any]:
    """Save the form. A new password signs every other browser out and gives this one a new session."""
    stored = await accounts.get(account.id) or account
    try:
        hashed = await passwords.hash(data.password) if data.password else None
        await accounts.describe(account.id, data.name, data.email, hashed)
    except CorrectInput as wrong:
        given = {"name": data.name, "email": data.email}
        return await account_view(stored, settings, tokens, account=given, error=str(wrong), status_code=422)
    if hashed is None:
        given = {"name": data.name.strip(), "email": tidy(data.email)}
        return await account_view(stored, settings, tokens, account=given, saved=True)
    return await entrance.let_in(request, account.id, f"{HOME}?password=saved", alone=True)


@post(
    "/account/alerts",
    guards=[staff],
    status_code=200,
    **described(
        "choose_alerts",
        "Choose how alerts reach one's own account",
        takes=form_of(AlertForm),
        gives={200: (PAGE,), 422: (PAGE,)},
    ),
)
async def choose_alerts(
    account: NamedDependency[Account],
    data: Annotated[AlertForm, Form],
    accounts: NamedDependency[Accounts],
    tokens: NamedDependency[ApiTokens],
    settings: NamedDependency[Settings],
) -> Template:
    """Save the form. It counts for alerts from now on; messages that are already due are not changed."""
    try:
        await accounts.choose_alerts(account.id, chosen(settings, bool(data.email), data.second, data.webhook))
    except CorrectInput as wrong:
        stored = await accounts.get(account.id) or account
        given = {"email": data.email, "second": data.second, "webhook": data.webhook}
        return await account_view(stored, settings, tokens, given=given, alerts_error=str(wrong), status_code=422)
    return await account_view(await accounts.get(account.id) or account, settings, tokens, alerts_saved=True)


HANDLERS = (account_page, change_account, choose_alerts)
