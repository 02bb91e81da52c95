"""What the page of one's own account shows."""

from typing import Any

from litestar.response import Template

from server.accounts.api_tokens import LIFETIMES, LONGEST_NAME, ApiTokens
from server.accounts.scopes import SCOPES
from server.accounts.tables import Account
from server.settings import Settings


async def account_view(
    stored: Account, settings: Settings, tokens: ApiTokens, *, status_code: int = 200, **shown: Any
) -> Template:
    """The page; `shown` goes before what is stored."""
    context = {
        "account": stored,
        "no_password": stored.password_hash is None,
        "given": {
            "email": stored.alert_email,
            "second": stored.alert_second or "",
            "webhook": stored.alert_webhook or "",
        },
        "secret": stored.alert_webhook_secret,
        "quotes": settings.alert_quotes,
        "mail": settings.smtp_url is not None,
        "hosts": settings.alert_webhook_hosts,
        "wait": span(settings.alert_second_after),
        "tokens": await tokens.of(stored.id),
        "uses": await tokens.uses(stored.id),
        "scopes": SCOPES,
        "lifetimes": LIFETIMES,
        "longest_name": LONGEST_NAME,
    }
    return Template("account.html.j2", context=context | shown, status_code=status_code)


def span(seconds: float) -> str:
    """The time in words: minutes, where they are whole or many."""
    if seconds < 60:
        return f"{seconds:g} seconds"
    minutes = round(seconds / 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"
