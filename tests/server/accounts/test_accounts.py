"""The repository of accounts."""

import asyncio

import pytest

from agents.errors import CorrectInput
from server.accounts.repository import Accounts
from server.addresses import valid
from server.database import open_database
from tests.conftest import Cluster


async def test_two_first_starts_at_once_make_one_admin(cluster: Cluster) -> None:
    database = await open_database(cluster.fresh_database(), size=4)
    accounts = Accounts(database)
    admins = await asyncio.gather(*(accounts.first_admin("Admin@Localhost") for _ in range(4)))
    assert len({admin.id for admin in admins}) == 1
    assert [(one.email, one.role) for one in await accounts.everybody()] == [("admin@localhost", "admin")]
    await accounts.disable(admins[0].id)
    with pytest.raises(CorrectInput, match="account enable"):
        await accounts.first_admin("admin@localhost")
    second = await accounts.first_admin("other@example.org")
    assert second.email == "other@example.org"
    await database.close()


@pytest.mark.parametrize("address", ["", "name", "@host", "name@", "na me@host", "name@host\n.org", f"{'x' * 320}@h"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(CorrectInput):
        valid(address)


def test_addresses_are_kept_in_one_form() -> None:
    assert valid("  Robin@Example.ORG ") == "robin@example.org"
