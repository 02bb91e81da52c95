"""Staff accounts and the one-time links that sign them in."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID, uuid4

from sqlalchemy import delete, func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from agents.errors import CorrectInput, NotFound
from server.accounts.alert_choice import AlertChoice
from server.accounts.tables import Account, AccountChange, ApiToken, SignInLink
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

    async def change(self, by: Account, account: UUID, role: Role | None = None, second: str | None = None) -> None:
        """An admin gives an account another role or second person ("" for nobody; None leaves either as it is); what is
        another one is kept with their address. A role counts from its next request on, a second person for alerts from
        then on. Raises NotFound; CorrectInput for one's own role, a second person who is the account itself, and who
        may no longer change accounts."""
        async with self._database.session() as session:
            await _still_admin(session, by)
            stored = await session.get(Account, account, populate_existing=True)
            if stored is None:
                raise NotFound("There is no such account.")
            if role not in (None, stored.role) and account == by.id:
                raise CorrectInput("Your own role can only be changed by another admin.")
            if second == stored.email:
                raise CorrectInput("The second person is somebody else: they are told if this account does not react.")
            before = stored.role, stored.alert_second or ""
            after = role or before[0], before[1] if second is None else second
            for what, was, now in zip(("role", "second person"), before, after, strict=True):
                if was != now:
                    session.add(_changed(by, account, what, was, now))
            stored.role, stored.alert_second = after[0], after[1] or None
            session.add(stored)

    async def changes(self) -> dict[UUID, list[AccountChange]]:
        """What admins changed of each account, the latest first."""
        found: dict[UUID, list[AccountChange]] = {}
        async with self._database.session() as session:
            latest = select(AccountChange).order_by(col(AccountChange.number).desc())
            for one in (await session.exec(latest)).all():
                found.setdefault(one.account_id, []).append(one)
        return found

    async def disable(self, account: UUID, disabled: bool = True, by: Account | None = None) -> None:
        """Disable an account, or enable it again; kept with the address of the admin who did so on the pages. Its
        sessions end with it: they count only while it is enabled. Its tokens end for good. Raises CorrectInput for an
        admin who may no longer change accounts."""
        ended = update(ApiToken).where(col(ApiToken.account_id) == account, col(ApiToken.revoked_at).is_(None))
        async with self._database.session() as session:
            if by is not None:
                await _still_admin(session, by)
            if disabled:
                await session.exec(ended.values(revoked_at=func.now()))
            other = update(Account).where(col(Account.id) == account, col(Account.disabled).is_not(disabled))
            changed = (await session.exec(other.values(disabled=disabled))).rowcount
            if by is not None and changed:
                words = ("enabled", "disabled") if disabled else ("disabled", "enabled")
                session.add(_changed(by, account, "access", *words))

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


async def _still_admin(session: AsyncSession, by: Account) -> None:
    """Two admins who change each other at once do so one after the other: so one of them is always left."""
    if by.id not in {one.id for one in (await session.exec(_admins.with_for_update())).all()}:
        raise CorrectInput("You may no longer change accounts: another admin has just changed yours.")


def _changed(by: Account, account: UUID, what: str, before: str, after: str) -> AccountChange:
    return AccountChange(account_id=account, what=what, before=before, after=after, by=by.email)


_admins = (
    select(Account)
    .where(col(Account.role) == "admin", col(Account.disabled).is_(False))
    .order_by(col(Account.created_at), col(Account.id))
)
