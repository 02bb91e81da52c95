"""Staff accounts and the one-time links that sign them in."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID, uuid4

from sqlalchemy import delete, func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from agents.errors import CorrectInput
from server.accounts.alert_choice import AlertChoice
from server.accounts.tables import Account, ApiToken, SignInLink
from server.addresses import tidy, valid
from server.database import Database
from server.tokens import digest, fresh_token

Role = Literal["therapist", "admin"]


class Accounts:
    """The accounts of one installation. Rows come back detached: change them through `update`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_email(self, email: str) -> Account | None:
        """The account of an e-mail address in any spelling, disabled ones too; None when there is none."""
        async with self._database.session() as session:
            return (await session.exec(select(Account).where(col(Account.email) == tidy(email)))).first()

    async def get(self, account: UUID) -> Account | None:
        """The account with this id."""
        async with self._database.session() as session:
            return await session.get(Account, account)

    async def everybody(self) -> list[Account]:
        """All accounts, the oldest first."""
        async with self._database.session() as session:
            return list((await session.exec(select(Account).order_by(col(Account.created_at)))).all())

    async def others(self, account: Account) -> dict[UUID, str]:
        """The names of everybody else, or else their addresses, by number, for whoever sees what is theirs; of nobody
        for a therapist."""
        if account.role != "admin":
            return {}
        return {one.id: one.name or one.email for one in await self.everybody() if one.id != account.id}

    async def add(self, email: str, role: Role, name: str = "") -> Account:
        """A new account without a password. Raises CorrectInput for a bad address or one in use."""
        account = Account(id=uuid4(), email=valid(email), name=name.strip(), role=role)
        try:
            async with self._database.session() as session:
                session.add(account)
        except IntegrityError as taken:
            raise CorrectInput(f"There is an account for {account.email} already.") from taken
        return account

    async def first_admin(self, email: str) -> Account:
        """The oldest admin who may sign in; made with this address when there is none yet.

        Raises CorrectInput when the address belongs to an account that is no admin or is disabled."""
        found = await self._an_admin()
        if found is None:
            with suppress(CorrectInput):  # another server may have been quicker
                return await self.add(email, "admin")
            found = await self._an_admin()
        if found is None:
            raise CorrectInput(
                "No admin may sign in: `anamnesis account enable EMAIL`, or another ANAMNESIS_ADMIN_EMAIL."
            )
        return found

    async def _an_admin(self) -> Account | None:
        async with self._database.session() as session:
            return (await session.exec(_admins)).first()

    async def describe(self, account: UUID, name: str, email: str, password_hash: str | None) -> None:
        """Change name and e-mail, and the password unless it is None. Raises CorrectInput like `add`."""
        changes = {"name": name.strip(), "email": valid(email)}
        if password_hash is not None:
            changes["password_hash"] = password_hash
        try:
            async with self._database.session() as session:
                await session.exec(update(Account).where(col(Account.id) == account).values(changes))
        except IntegrityError as taken:
            raise CorrectInput(f"There is an account for {changes['email']} already.") from taken

    async def choose_alerts(self, account: UUID, choice: AlertChoice) -> None:
        """Change how alerts reach this account. A webhook gets a secret of its own, which is kept as long as it has a
        webhook."""
        changes = choice.model_dump(by_alias=False)
        kept = func.coalesce(col(Account.alert_webhook_secret), fresh_token()) if choice.alert_webhook else None
        async with self._database.session() as session:
            statement = update(Account).where(col(Account.id) == account)
            await session.exec(statement.values(changes | {"alert_webhook_secret": kept}))

    async def disable(self, account: UUID, disabled: bool = True) -> None:
        """Disable an account, or enable it again. Its sessions end with it: they count only while it is enabled. Its
        tokens end for good."""
        ended = update(ApiToken).where(col(ApiToken.account_id) == account, col(ApiToken.revoked_at).is_(None))
        async with self._database.session() as session:
            if disabled:
                await session.exec(ended.values(revoked_at=func.now()))
            await session.exec(update(Account).where(col(Account.id) == account).values(disabled=disabled))

    async def sign_in_link(self, account: UUID, lifetime: timedelta) -> str:
        """The token of a new one-time link."""
        token = fresh_token()
        async with self._database.session() as session:
            await session.exec(delete(SignInLink).where(col(SignInLink.expires_at) < func.now()))
            expires = datetime.now(UTC) + lifetime
            session.add(SignInLink(token_hash=digest(token), account_id=account, expires_at=expires))
        return token

    async def redeem(self, token: str) -> UUID | None:
        """The account that a one-time link signs in, once; None if the link is unknown, used or expired, or the
        account disabled."""
        mine = select(Account.id).where(col(Account.id) == SignInLink.account_id, col(Account.disabled).is_(False))
        use = (
            update(SignInLink)
            .where(
                col(SignInLink.token_hash) == digest(token),
                col(SignInLink.used_at).is_(None),
                col(SignInLink.expires_at) > func.now(),
                mine.exists(),
            )
            .values(used_at=func.now())
            .returning(col(SignInLink.account_id))
        )
        async with self._database.session() as session:
            row = (await session.exec(use)).first()
        return row[0] if row else None


_admins = (
    select(Account)
    .where(col(Account.role) == "admin", col(Account.disabled).is_(False))
    .order_by(col(Account.created_at), col(Account.id))
)
