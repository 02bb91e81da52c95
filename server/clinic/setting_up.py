"""What an installation still lacks before patients come: said to its admins, and only as long as it is so."""

from collections.abc import Sequence
from typing import NamedTuple

from server.accounts.alert_choice import by_mail
from server.accounts.tables import Account
from server.clinic.settings import ClinicSettings
from server.settings import Settings


class Step(NamedTuple):
    """What is lacking in a word, what that means, and the page where it is seen to."""

    about: str
    says: str
    href: str
    link: str


def reaches(settings: Settings) -> bool:
    """Whether alerts reach anybody who does not look at these pages."""
    return settings.smtp_url is not None or settings.alert_webhook is not None


def lacking(settings: Settings, clinic: ClinicSettings, accounts: Sequence[Account]) -> tuple[Step, ...]:
    """In the order in which to see to it; `accounts` are all that there are."""
    alerts = "They reach nobody who does not look at these pages. Whoever runs the server can have them sent by e-mail."
    told = "Patients who ask are told neither the clinic's name nor a phone number of it."
    open_ones = [one for one in accounts if not one.disabled]
    by_themselves = [one for one in open_ones if not by_mail(settings, one).others]
    whose = f"For {len(by_themselves)} of {len(open_ones)} accounts: if" if len(open_ones) > 1 else "If"
    second = f"{whose} an alert is not acknowledged, nobody else is told of it."
    alone = "There is no account but yours; each colleague needs their own."
    every = (
        (not reaches(settings), Step("Alerts", alerts, "/admin/messages", "How alerts go out")),
        (
            settings.smtp_url is not None and bool(by_themselves),
            Step("A second person", second, "/admin/accounts", "Who is told"),
        ),
        (not (clinic.name and clinic.phone), Step("Clinic", told, "/admin/clinic", "Name and phone")),
        (len(accounts) < 2, Step("Accounts", alone, "/admin/accounts", "Add an account")),
    )
    return tuple(step for lacks, step in every if lacks)
