"""How a member of staff wants alerts to reach them, beside the page."""

from typing import NamedTuple, Protocol

from agents.domain.value import Value
from agents.errors import CorrectInput
from server.addresses import host_of, valid, webhook
from server.settings import Settings


class AlertChoice(Value):
    """By e-mail to the account's address, by a webhook of its own, and to whom an alert goes that nobody
    acknowledges. The fields are the account's columns."""

    alert_email: bool
    alert_webhook: str | None
    alert_second: str | None


class Reached(Protocol):
    """An account as far as e-mails about its alerts go."""

    @property
    def email(self) -> str: ...
    @property
    def disabled(self) -> bool: ...
    @property
    def alert_email(self) -> bool: ...
    @property
    def alert_second(self) -> str | None: ...


class ByMail(NamedTuple):
    """To which addresses an alert goes at once, and to which later, unless somebody acknowledges it; no address twice
    in either."""

    at_once: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def others(self) -> tuple[str, ...]:
        """Who is told later and was not told at once: a second person. Nobody is their own."""
        return tuple(address for address in self.later if address not in self.at_once)


def by_mail(settings: Settings, account: Reached) -> ByMail:
    """Who is told by e-mail of the alerts in an account's interviews: nobody where there is no mail server."""
    if settings.smtp_url is None:
        return ByMail((), ())
    own = [account.email] if account.alert_email and not account.disabled else []
    second = [account.alert_second] if account.alert_second else []
    at_once = dict.fromkeys([*own, *settings.alert_emails])
    return ByMail(tuple(at_once), tuple(dict.fromkeys([*settings.alert_second_emails, *second])))


def chosen(settings: Settings, email: bool, second: str, hook: str) -> AlertChoice:
    """The choice that a form makes. Raises CorrectInput for an address that cannot be one, and for a webhook on a host
    that the clinic has not allowed."""
    address = webhook(hook) if hook.strip() else None
    if address and host_of(address) not in settings.alert_webhook_hosts:
        allowed = ", ".join(settings.alert_webhook_hosts) or "none"
        raise CorrectInput(f"Your webhook must be on a host that the clinic has allowed ({allowed}).")
    person = valid(second) if second.strip() else None
    return AlertChoice(alert_email=email, alert_webhook=address, alert_second=person)
