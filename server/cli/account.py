"""Create and manage staff accounts. A new account has no password: give it a link with `anamnesis sign-in-link`."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from agents.errors import AnamnesisError, CorrectInput

if TYPE_CHECKING:
    from server.accounts.repository import Accounts
    from server.accounts.tables import Account


def configure(parser: argparse.ArgumentParser) -> None:
    """add, list, disable, enable."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = actions.add_parser("add", help="create an account")
    add.add_argument("email")
    add.add_argument("--role", choices=("therapist", "admin"), default="therapist")
    add.add_argument("--name", default="")
    actions.add_parser("list", help="show all accounts")
    for action, does in (("disable", "disable an account and sign its browsers out"), ("enable", "let it in again")):
        actions.add_parser(action, help=does).add_argument("email")


def execute(options: argparse.Namespace) -> int:
    """Do it: 0 done, 1 the input was not right, 2 the database cannot be used."""
    try:
        said = asyncio.run(_do(options))
    except CorrectInput as wrong:
        sys.stderr.write(f"anamnesis: {wrong}\n")
        return 1
    except AnamnesisError as failed:
        sys.stderr.write(f"anamnesis: {failed}\n")
        return 2
    sys.stdout.write(f"{said}\n")
    return 0


async def _do(options: argparse.Namespace) -> str:
    from server.accounts.repository import Accounts
    from server.installation import migrated_database
    from server.settings import Settings

    async with migrated_database(Settings()) as database:
        accounts = Accounts(database)
        if options.action == "list":
            rows = await accounts.everybody()
            return "\n".join(f"{row.email}\t{row.role}\t{'disabled' if row.disabled else 'active'}" for row in rows)
        if options.action == "add":
            account = await accounts.add(options.email, options.role, options.name)
            return f"Created {account.email} ({account.role}). Next: anamnesis sign-in-link {account.email}"
        account = await _known(accounts, options.email)
        await accounts.disable(account.id, options.action == "disable")
        return f"{account.email} is {options.action}d."


async def _known(accounts: "Accounts", email: str) -> "Account":
    account = await accounts.by_email(email)
    if account is None:
        raise CorrectInput(f"There is no account for {email}.")
    return account
