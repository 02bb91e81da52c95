"""Which edition of a book is searched: one takes the place of another, steps back, is removed or taken back, alone or
with its document. Each is a part of the caller's transaction."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.sql import SQL

from rag.partitions import table


async def go_live(connection: AsyncConnection, edition: UUID) -> None:
    """Retire the editions that this one replaces: the same book's, and the open reference's if this is another
    manual."""
    await connection.execute(
        "update edition old set state = 'retired', retired_at = now() from document d, edition new "
        "join document mine on mine.id = new.document_id where new.id = %s and old.id <> new.id "
        "and old.state = 'live' and d.id = old.document_id and (old.book = new.book or (d.open and not mine.open "
        "and exists (select 1 from section s where s.edition_id = new.id and s.kept and s.kind = 'criteria')))",
        (edition,),
    )
    await connection.execute(
        "update edition set state = 'live', published_at = now(), retired_at = null where id = %s", (edition,)
    )


async def one_before(connection: AsyncConnection, book: str) -> None:
    """Make the book's most recently replaced edition live again."""
    found = await connection.execute(
        "select id from edition where book = %s and state = 'retired' order by retired_at desc limit 1", (book,)
    )
    if (row := await found.fetchone()) is not None:
        await go_live(connection, row[0])


async def remove(connection: AsyncConnection, edition: UUID) -> None:
    """Take an edition out of sight. `retired_at` stays empty where it was live: then it is searched again once it is
    taken back, and until then the one before is."""
    found = await connection.execute(
        "update edition e set state = 'removed', removed_at = now() from edition before "
        "where e.id = %s and before.id = e.id and e.state in ('live', 'retired') returning before.state, e.book",
        (edition,),
    )
    row = await found.fetchone()
    if row is not None and row[0] == "live":
        await one_before(connection, row[1])


async def restore(connection: AsyncConnection, edition: UUID) -> None:
    """Take a removed edition back. Where a newer one has been built meanwhile, that stays live."""
    found = await connection.execute(
        "update edition e set state = 'retired', removed_at = null, retired_at = coalesce(e.retired_at, now()) "
        "from edition before where e.id = %s and before.id = e.id and e.state = 'removed' "
        "returning before.retired_at is null and not exists (select 1 from edition newer where newer.book = e.book "
        "and newer.state = 'live' and newer.created_at > before.removed_at)",
        (edition,),
    )
    row = await found.fetchone()
    if row is not None and row[0]:
        await go_live(connection, edition)


async def remove_document(connection: AsyncConnection, document: UUID) -> None:
    """Take a document out of sight with all of its editions, the one that is searched last."""
    await connection.execute("update document set removed_at = now() where id = %s", (document,))
    found = await connection.execute(
        "select id from edition where document_id = %s and state in ('live', 'retired') order by state = 'live'",
        (document,),
    )
    for (edition,) in await found.fetchall():
        await remove(connection, edition)


async def restore_document(connection: AsyncConnection, document: UUID) -> bool:
    """Take a removed document back with the editions that went with it; False where there is none such."""
    found = await connection.execute(
        "update document d set removed_at = null from document before where d.id = %s and before.id = d.id "
        "and before.removed_at is not null returning before.removed_at",
        (document,),
    )
    row = await found.fetchone()
    if row is None:
        return False
    went = await connection.execute(
        "select id from edition where document_id = %s and removed_at = %s", (document, *row)
    )
    for (edition,) in await went.fetchall():
        await restore(connection, edition)
    return True


async def removed_since(connection: AsyncConnection, age: timedelta) -> list[UUID]:
    """Editions that were removed so long ago or longer, locked: none of them is taken back any more."""
    found = await connection.execute(
        "select id from edition where state = 'removed' and removed_at <= now() - %s for update", (age,)
    )
    return [row[0] for row in await found.fetchall()]


async def drop(connection: AsyncConnection, editions: Sequence[UUID]) -> None:
    """Editions and all their passages are gone for good; an unknown one counts as gone."""
    for edition in editions:
        await connection.execute(SQL("drop table if exists {}").format(table(edition)))
    await connection.execute("delete from edition where id = any(%s)", (list(editions),))
