"""Tokens for programs, on the page of one's own account: make one, end one."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from agents.errors import CorrectInput, NotFound
from server.accounts.account_view import account_view
from server.accounts.api_tokens import LIFETIMES, ApiTokens
from server.accounts.repository import Accounts
from server.accounts.tables import Account
from server.digits import number
from server.http.security import staff
from server.openapi.contract import NOTHING, PAGE, described, form_of
from server.settings import Settings

Asked = Request[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class TokenForm:
    """What the form sends: a name, the days for which the token works, and each scope that is ticked."""

    name: str
    days: str
    scope: list[str] = field(default_factory=list)


@post(
    "/account/tokens",
    guards=[staff],
    status_code=200,
    **described(
        "make_token", "Make a token for programs", takes=form_of(TokenForm), gives={200: (PAGE,), 422: (PAGE,)}
    ),
)
async def make_token(
    request: Asked,
    account: NamedDependency[Account],
    accounts: NamedDependency[Accounts],
    tokens: NamedDependency[ApiTokens],
    settings: NamedDependency[Settings],
) -> Template:
    """A new token, shown this one time."""
    data = await _form(request)
    stored = await accounts.get(account.id) or account
    try:
        made = await tokens.make(account.id, data.name, data.scope, number(data.days, max(LIFETIMES)) or 0)
    except CorrectInput as wrong:
        return await account_view(stored, settings, tokens, asked=data, tokens_error=str(wrong), status_code=422)
    return await account_view(stored, settings, tokens, made=made, made_name=data.name.strip())


@post(
    "/account/tokens/{token_id:uuid}/revoke",
    guards=[staff],
    **described("revoke_token", "End a token", takes=NOTHING, gives={303: ()}, errors=(NotFound,)),
)
async def revoke_token(
    token_id: FromPath[UUID], account: NamedDependency[Account], tokens: NamedDependency[ApiTokens]
) -> Redirect:
    """End a token of one's own, at once; a second time changes nothing. Raises NotFound."""
    if not await tokens.revoke(account.id, token_id):
        raise NotFound("There is no such token.")
    return Redirect("/account#tokens", status_code=303)


async def _form(request: Asked) -> TokenForm:
    form = await request.form()
    words = {name: [one for one in form.getall(name, []) if isinstance(one, str)] for name in ("name", "days", "scope")}
    return TokenForm("".join(words["name"][:1]), "".join(words["days"][:1]), words["scope"])


HANDLERS = (make_token, revoke_token)
