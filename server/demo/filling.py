"""A small clinic's month that never was, filled in once for an account: `anamnesis run --demo`."""

from typing import Protocol

from server.accounts.tables import Account
from server.cards.repository import Cards
from server.demo.repository import Demo
from server.interviews.repository import Interviews
from server.settings import RULES


class Parts(Protocol):
    """What filling needs."""

    @property
    def demo(self) -> Demo:
        """What is invented."""

    @property
    def cards(self) -> Cards:
        """Report cards."""

    @property
    def interviews(self) -> Interviews:
        """All interviews."""


async def fill(parts: Parts, owner: Account) -> int:
    """Write the clients who are not there yet, with their interviews, and have the cards made; how many interviews were
    written. Raises psycopg's errors."""
    to_card, many = await parts.demo.fill(owner)
    for interview in to_card:
        await parts.cards.start(await parts.interviews.get_for(owner, interview), (RULES,), judged=False)
    return many


def told(many: int) -> str:
    """The one line about it."""
    where = "“Remove everything invented” on Today removes it."
    if not many:
        return f"The invented clinic is there already, and nothing was added. {where}"
    return f"An invented clinic's month is filled in, {many} interviews. {where}"
