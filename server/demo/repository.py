"""What is invented for an account: written once, found again, and removed for good in one go."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4, uuid5

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.errors import NotNow
from agents.team import Team
from server.accounts.tables import Account
from server.demo.history import Step, afterwards, hold, store
from server.demo.player import persona_of
from server.demo.scripts import Person, Visit, cast
from server.interviews.invented import SCRIPTED
from server.interviews.lists.removal import FOR_GOOD

JUST_NOW: Final = timedelta(minutes=12)
"""What is under way began so long ago."""
_LIKE: Final = f"{SCRIPTED}%"
_STANDING: Final = """
select exists (
    select from interview where deleted_at is null and persona_id is null and (%(all)s or owner_id = %(me)s)),
  (select count(*) from interview where deleted_at is null and persona_id like %(like)s and owner_id = %(me)s),
  (select count(*) from client where invented and owner_id = %(me)s)
"""
_GOING: Final = """
select (select count(*) from client where invented and owner_id = %(me)s),
  count(*) filter (where scripted),
  count(*) filter (where not scripted and not stands),
  count(*) filter (where not scripted and stands)
from (
  select coalesce(i.persona_id like %(like)s, false) as scripted,
    i.alerted_at is not null and i.acknowledged_at is null as stands
  from interview i left join client c on c.id = i.client_id
  where i.owner_id = %(me)s and i.deleted_at is null and (i.persona_id like %(like)s or c.invented)) as mine
"""
_FOUND: Final = """
select id from interview where owner_id = %s and persona_id = %s and deleted_at is null and archived_at is null
  and (status = 'active') = %s
order by created_at desc limit 1
"""
_LATEST: Final = """
select i.id from interview i join client c on c.id = i.client_id
where c.invented and c.owner_id = %s and i.deleted_at is null and i.status = 'completed' and (
  select count(*) from interview o where o.client_id = c.id and o.status = 'completed' and o.deleted_at is null) > 1
order by c.code, i.completed_at desc limit 1
"""
_CLIENT: Final = """
insert into client (id, owner_id, code, birth_year, invented, created_at) values (%s, %s, %s, %s, true, %s)
on conflict do nothing returning id
"""
_NOTE: Final = """
insert into interview_note (id, interview_id, author, name, body, screen, result, at)
values (%s, %s, %s, %s, %s, %s, %s, %s)
"""
_INTERVIEW: Final = """
insert into interview (id, owner_id, label, mode, locale, persona_id, phase, client_id, created_at, archived_at)
values (%s, %s, %s, %s, 'en-US', %s, 'INTRO', %s, %s, %s)
"""
_REMOVE: Final = f"""
with gone as (
  select i.id from interview i left join client c on c.id = i.client_id
  where i.owner_id = %(me)s and (i.persona_id like %(like)s
    or c.invented and (i.alerted_at is null or i.acknowledged_at is not null)) for update of i),
{FOR_GOOD}"""  # noqa: S608


class _Written(NamedTuple):
    """One interview with everything that is stored of it."""

    id: UUID
    persona: str
    visit: Visit
    steps: list[Step]


class Standing(NamedTuple):
    """What an account sees: whether there are interviews with anybody real; and how many invented interviews and
    clients are its own."""

    real: bool
    interviews: int
    clients: int

    @property
    def any(self) -> bool:
        """Whether something can be removed."""
        return bool(self.interviews or self.clients)


class Going(NamedTuple):
    """What goes with everything invented of an account: clients, interviews in which a script answered, and those that
    somebody `tried` by hand with an invented client. `kept` are such ones in which an alert stands: they stay."""

    clients: int
    scripted: int
    tried: int
    kept: int

    @property
    def any(self) -> bool:
        """Whether something goes."""
        return bool(self.clients or self.scripted or self.tried)


class Demo:
    """The repository. `team` makes engines for what is written at once: the rules, so that no provider is asked."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], team: Callable[[], Team], node: str) -> None:
        self._pool, self._team, self._node = pool, team, node
        self.filling: tuple[int, int] | None = None
        """While this process fills a month in: how many of how many clients are there."""

    async def standing(self, account: Account) -> Standing:
        """What there is for an account."""
        values = {"all": account.role == "admin", "me": account.id, "like": _LIKE}
        return Standing(*(await self._row(_STANDING, values) or (False, 0, 0)))

    async def going(self, account: Account) -> Going:
        """What `remove` would remove now."""
        return Going(*(await self._row(_GOING, {"me": account.id, "like": _LIKE}) or (0, 0, 0, 0)))

    async def found(self, account: Account, persona: str, running: bool) -> UUID | None:
        """The account's latest interview of a persona that is going on, or one that is over."""
        row = await self._row(_FOUND, (account.id, persona, running))
        return row[0] if row else None

    async def report(self, account: Account) -> tuple[UUID, bool]:
        """The latest finished interview of an invented client with several, and whether it was written just now. Raises
        NotNow where every such client has been handed over."""
        row = await self._row(_LATEST, (account.id,))
        if row is not None:
            return row[0], False
        for person in cast().client:
            await self._fill_one(account, person)
            if row := await self._row(_LATEST, (account.id,)):
                return row[0], True
        raise NotNow("Everybody invented is with a colleague now; they can remove them on their page.")

    async def fill(self, account: Account) -> tuple[list[UUID], int]:
        """Write a small clinic's month for this account, except for clients who are there already. The interviews of
        which a card is to be made, and how many interviews were written."""
        written: list[_Written] = []
        everybody = cast().client
        try:
            for place, person in enumerate(everybody):
                self.filling = place, len(everybody)
                written += await self._fill_one(account, person)
        finally:
            self.filling = None
        return [one.id for one in written if one.visit.card], len(written)

    async def remove(self, account: Account) -> int:
        """Remove everything invented of this account, for good; how many interviews that were. What a person said to an
        alert that stands stays."""
        async with self._pool.connection() as connection, connection.transaction():
            done = await connection.execute(_REMOVE, {"me": account.id, "like": _LIKE})
            await connection.execute("delete from client where invented and owner_id = %s", (account.id,))
            return done.rowcount

    async def mine(self, account: Account) -> list[UUID]:
        """The account's interviews in which a script answers."""
        async with self._pool.connection() as connection:
            query = "select id from interview where owner_id = %s and persona_id like %s"
            return [row[0] for row in await (await connection.execute(query, (account.id, _LIKE))).fetchall()]

    async def _fill_one(self, owner: Account, person: Person) -> list[_Written]:
        """One client with their interviews, all or nothing; nothing where they are there already."""
        number = uuid5(owner.id, person.code)
        if await self._row("select 1 from client where id = %s", (number,)):
            return []
        held = [await self._held(owner, person, place, visit) for place, visit in enumerate(person.visit)]
        async with self._pool.connection() as connection, connection.transaction():
            code = await _free(connection, owner, person.code)
            client = (number, owner.id, code, person.birth_year, held[0].steps[0].at)
            if await (await connection.execute(_CLIENT, client)).fetchone() is None:
                return []  # another process was faster
            for one in held:
                begun, ended = one.steps[0].at, one.steps[-1].at
                about = (one.id, owner.id, code, one.visit.mode.value, one.persona, number, begun)
                await connection.execute(_INTERVIEW, (*about, ended if one.visit.archived else None))
                await store(connection, self._node, one.id, one.steps)
                await _noted(connection, owner, one.id, one.visit, ended)
            await _kept(connection, owner, number, person)
        return held

    async def _held(self, owner: Account, person: Person, place: int, visit: Visit) -> _Written:
        number, persona = uuid4(), persona_of(person.code, place)
        now = datetime.now(UTC)
        then = (now - timedelta(days=visit.days)).replace(hour=visit.hour, minute=4, second=0, microsecond=0)
        begun = then if visit.days else now - JUST_NOW
        steps = await hold(visit, self._team(), number, person.code, persona, begun)
        return _Written(number, persona, visit, [*steps, *afterwards(visit, steps, owner)])

    async def _row(self, query: str, values: Any) -> tuple[Any, ...] | None:
        async with self._pool.connection() as connection:
            return await (await connection.execute(query, values)).fetchone()


async def _free(connection: AsyncConnection, owner: Account, code: str) -> str:
    """The code, or one like it that the owner has not given to somebody else."""
    rows = await connection.execute("select code from client where owner_id = %s", (owner.id,))
    taken = {row[0] for row in await rows.fetchall()}
    while code in taken:
        code += "a"
    return code


async def _noted(connection: AsyncConnection, by: Account, interview: UUID, visit: Visit, at: datetime) -> None:
    if visit.note:
        said = (visit.note, visit.screen, visit.result)
        await connection.execute(_NOTE, (uuid4(), interview, by.email, by.name, *said, at))


async def _kept(connection: AsyncConnection, by: Account, client: UUID, person: Person) -> None:
    """The client's notes, and when the next interview is due."""
    notes: Sequence[tuple[Any, ...]] = [(uuid4(), client, by.email, body) for body in person.notes]
    for note in notes:
        await connection.execute("insert into client_note (id, client_id, author, body) values (%s, %s, %s, %s)", note)
    if person.every_weeks is not None:
        due = datetime.now(UTC).date() - timedelta(days=person.visit[-1].days) + timedelta(weeks=person.every_weeks)
        query = "insert into client_plan (client_id, every_weeks, next_on) values (%s, %s, %s)"
        await connection.execute(query, (client, person.every_weeks, due))
