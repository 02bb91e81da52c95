"""Staff accounts, for admins: who may sign in, and links for those who can't."""

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from agents.errors import CorrectInput, NotFound
from server.accounts.account_view import span
from server.accounts.alert_choice import by_mail
from server.accounts.repository import Accounts, Role
from server.accounts.tables import Account
from server.http.security import admin
from server.openapi.contract import NOTHING, described, form_of
from server.openapi.contract import PAGE as HTML
from server.settings import Settings

PAGE = "/admin/accounts"
ROLES: tuple[Role, ...] = ("therapist", "admin")
Asked = Request[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What the form sends."""

    email: str
    name: str = ""
    role: str = "therapist"


Form = Body(media_type=RequestEncodingType.URL_ENCODED)


@get(PAGE, guards=[admin], **described("accounts_page", "Page of the accounts", gives=HTML))
async def accounts_page(
    account: NamedDependency[Account], accounts: NamedDependency[Accounts], settings: NamedDependency[Settings]
) -> Template:
    """Every account, and the form for a new one."""
    return await _page(account, accounts, settings)


@post(
    PAGE,
    guards=[admin],
    **described("add_account", "Add an account", takes=form_of(Newcomer), gives={200: (HTML,), 422: (HTML,)}),
)
async def add_account(
    request: Asked,
    account: NamedDependency[Account],
    data: Annotated[Newcomer, Form],
    accounts: NamedDependency[Accounts],
    settings: NamedDependency[Settings],
) -> Template:
    """A new account with a link that signs it in once, shown this one time."""
    role = next((one for one in ROLES if one == data.role), None)
    try:
        if role is None:
            raise CorrectInput(f"The role is one of {', '.join(ROLES)}.")
        added = await accounts.add(data.email, role, data.name)
    except CorrectInput as wrong:
        return await _page(account, accounts, settings, error=str(wrong), given=data, status_code=422)
    return await _page(account, accounts, settings, link=await _link(request, accounts, settings, added), of=added)


@post(
    PAGE + "/{account_id:uuid}/link",
    guards=[admin],
    status_code=200,
    **described("new_sign_in_link", "Make a sign-in link", takes=NOTHING, gives=HTML, errors=(NotFound,)),
)
async def new_link(
    request: Asked,
    account_id: FromPath[UUID],
    account: NamedDependency[Account],
    accounts: NamedDependency[Accounts],
    settings: NamedDependency[Settings],
) -> Template:
    """A link that signs somebody in once, as after a forgotten password. Raises NotFound."""
    found = await _known(accounts, account_id)
    return await _page(account, accounts, settings, link=await _link(request, accounts, settings, found), of=found)


@post(
    PAGE + "/{account_id:uuid}/disable",
    guards=[admin],
    **described(
        "disable_account", "Shut an account out", takes=NOTHING, gives={303: (), 422: (HTML,)}, errors=(NotFound,)
    ),
)
async def disable(
    account_id: FromPath[UUID],
    account: NamedDependency[Account],
    accounts: NamedDependency[Accounts],
    settings: NamedDependency[Settings],
) -> Redirect | Template:
    """Shut an account out, signed-in browsers too; never one's own. Raises NotFound."""
    found = await _known(accounts, account_id)
    if found.id == account.id:
        return await _page(account, accounts, settings, error="You cannot shut yourself out.", status_code=422)
    await accounts.disable(found.id)
    return Redirect(PAGE, status_code=303)


@post(
    PAGE + "/{account_id:uuid}/enable",
    guards=[admin],
    **described("enable_account", "Let an account in again", takes=NOTHING, gives={303: ()}, errors=(NotFound,)),
)
async def enable(account_id: FromPath[UUID], accounts: NamedDependency[Accounts]) -> Redirect:
    """Let an account in again. Raises NotFound."""
    await accounts.disable((await _known(accounts, account_id)).id, disabled=False)
    return Redirect(PAGE, status_code=303)


async def _known(accounts: Accounts, account: UUID) -> Account:
    found = await accounts.get(account)
    if found is None:
        raise NotFound("There is no such account.")
    return found


async def _link(request: Asked, accounts: Accounts, settings: Settings, account: Account) -> str:
    token = await accounts.sign_in_link(account.id, settings.sign_in_link_lifetime)
    base = (settings.public_url or str(request.base_url)).rstrip("/")
    return f"{base}/welcome/{token}"


async def _page(
    account: Account, accounts: Accounts, settings: Settings, *, status_code: int = 200, **shown: Any
) -> Template:
    everybody = await accounts.everybody()
    context = {
        "me": account,
        "accounts": everybody,
        "told": {one.id: by_mail(settings, one) for one in everybody} if settings.smtp_url is not None else {},
        "wait": span(settings.alert_second_after),
        "roles": ROLES,
        **shown,
    }
    return Template("accounts.html.j2", context=context, status_code=status_code)


HANDLERS = (accounts_page, add_account, new_link, disable, enable)
