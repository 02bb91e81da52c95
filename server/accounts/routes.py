"""Staff accounts, for admins: who may sign in, and links for those who can't."""

from dataclasses import dataclass
from typing import Annotated, Any, Protocol, runtime_checkable
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
from server.addresses import valid
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


@dataclass(frozen=True, slots=True)
class Change:
    """What the form sends; an empty `second` stands for nobody. What is as the form showed it, in `role_shown` and
    `second_shown`, is no change, whatever it has become since."""

    role: str = ""
    second: str | None = None
    role_shown: str | None = None
    second_shown: str | None = None


@runtime_checkable
class Doors(Protocol):
    """Where members of staff look on live."""

    def recheck_staff(self) -> None:
        """An account has changed: whoever is connected and may no longer be is let go."""


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
    try:
        added = await accounts.add(data.email, _role(data.role), data.name)
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
    access: NamedDependency[Doors],
) -> Redirect | Template:
    """Shut an account out, signed-in browsers and tokens too; never one's own. Raises NotFound."""
    found = await _known(accounts, account_id)
    try:
        if found.id == account.id:
            raise CorrectInput("You cannot shut yourself out.")
        await accounts.disable(found.id, by=account)
    except CorrectInput as wrong:
        return await _page(account, accounts, settings, error=str(wrong), status_code=422)
    access.recheck_staff()
    return Redirect(f"{PAGE}#account-{found.id}", status_code=303)


@post(
    PAGE + "/{account_id:uuid}/enable",
    guards=[admin],
    **described(
        "enable_account", "Let an account in again", takes=NOTHING, gives={303: ()}, errors=(NotFound, CorrectInput)
    ),
)
async def enable(
    account_id: FromPath[UUID], account: NamedDependency[Account], accounts: NamedDependency[Accounts]
) -> Redirect:
    """Let an account in again. Raises NotFound."""
    found = await _known(accounts, account_id)
    await accounts.disable(found.id, disabled=False, by=account)
    return Redirect(f"{PAGE}#account-{found.id}", status_code=303)


@post(
    PAGE + "/{account_id:uuid}/change",
    guards=[admin],
    **described(
        "change_other_account",
        "Change an account's role and second person",
        takes=form_of(Change),
        gives={303: (), 422: (HTML,)},
        errors=(NotFound,),
    ),
)
async def change(
    account_id: FromPath[UUID],
    account: NamedDependency[Account],
    data: Annotated[Change, Form],
    accounts: NamedDependency[Accounts],
    settings: NamedDependency[Settings],
    access: NamedDependency[Doors],
) -> Redirect | Template:
    """What is left out stays. The account's next requests follow; never one's own role. Raises NotFound."""
    found = await _known(accounts, account_id)
    try:
        role = _role(data.role) if data.role not in ("", data.role_shown) else None
        second = data.second.strip() if data.second is not None and data.second != data.second_shown else None
        await accounts.change(account, found.id, role, valid(second) if second else second)
    except CorrectInput as wrong:
        given = {"of": found.id, "role": data.role, "second": data.second or ""}
        return await _page(account, accounts, settings, wrong=str(wrong), typed=given, status_code=422)
    access.recheck_staff()
    return Redirect(f"{PAGE}?changed={found.id}#account-{found.id}", status_code=303)


def _role(text: str) -> Role:
    if (role := next((one for one in ROLES if one == text), None)) is None:
        raise CorrectInput(f"The role is one of {', '.join(ROLES)}.")
    return role


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
        "lasts": span(settings.sign_in_link_lifetime.total_seconds()),
        "roles": ROLES,
        "changes": await accounts.changes(),
        **shown,
    }
    return Template("accounts.html.j2", context=context, status_code=status_code)


HANDLERS = (accounts_page, add_account, new_link, disable, enable, change)
