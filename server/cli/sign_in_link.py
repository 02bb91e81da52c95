"""Print a one-time link that signs an account in, for whoever is locked out. The server may be running or not."""

import argparse
import asyncio
import json
import sys

from agents.errors import AnamnesisError, CorrectInput


def configure(parser: argparse.ArgumentParser) -> None:
    """Whose link."""
    parser.add_argument("email", help="the account's e-mail address")


def execute(options: argparse.Namespace) -> int:
    """Print the link: 0 done, 1 no such account, 2 the database cannot be used."""
    try:
        link = asyncio.run(_link(options.email))
    except CorrectInput as wrong:
        sys.stderr.write(f"anamnesis: {wrong}\n")
        return 1
    except AnamnesisError as failed:
        sys.stderr.write(f"anamnesis: {failed}\n")
        return 2
    sys.stdout.write(f"{link}\n")
    return 0


async def _link(email: str) -> str:
    from server.accounts.repository import Accounts
    from server.installation import migrated_database
    from server.settings import Settings

    settings = Settings()
    async with migrated_database(settings) as database:
        accounts = Accounts(database)
        account = await accounts.by_email(email)
        if account is None or account.disabled:
            raise CorrectInput(f"There is no account for {email}, or it is disabled.")
        token = await accounts.sign_in_link(account.id, settings.sign_in_link_lifetime)
    base = settings.public_url
    if base is None:
        told = settings.data / "server.json"
        base = json.loads(told.read_text())["url"] if told.exists() else f"http://{settings.host}:{settings.port}"
    return f"{base}/welcome/{token}"
