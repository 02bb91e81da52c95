"""Report cards while their workers are killed 20 times and Redis is emptied: nothing lost, nothing done twice.

    python tests/load/killed_workers.py [--cards 8] [--kills 20]

Two `anamnesis worker` processes make the cards. Each time some part has been made, one of the two gets SIGKILL within a
few seconds and is started again; where all cards are made before the last kill, they are asked for again. Redis is
flushed three times. Every write of a part is counted: `twice` are parts that one job wrote more than once. The last
line is one JSON object; it exits with 1 when anything is lost or duplicated.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, LiteralString
from uuid import UUID

from psycopg import AsyncConnection

from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.interview.patient_input import Words
from agents.resources import CHECKOUT as ROOT
from server.accounts.repository import Accounts
from server.app import Parts, create_app
from server.cards.repository import Cards
from server.database import Database, open_database
from server.embedded import Postgres, Redis
from server.interviews.tables import Interview
from server.jobs.queue import open_queue
from server.schema import migrate
from server.settings import Settings

MOST_SECONDS = 4.0
"""How long after a part was made one of the workers is killed, at most."""
COUNT_WRITES = (
    "create table write_of_part (job_id uuid, key text)",
    """create function count_write() returns trigger language plpgsql as $$
    begin insert into write_of_part values (new.job_id, new.key); return new; end $$""",
    "create trigger count_write after insert or update on card_part for each row execute function count_write()",
)
PATIENCE = 900.0
REPLIES = {
    1: "Nearly every day, I can't enjoy the choir.",
    2: "Nearly every day.",
    14: "I lie awake nearly every night.",
}


def main() -> int:
    """Run it in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=8)
    parser.add_argument("--kills", type=int, default=20)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
    try:
        postgres.start()
        redis.start()
        migrate(postgres.url)
        settings = Settings(database_url=postgres.url, redis_url=redis.url, data=folder)
        figures = asyncio.run(killing(settings, options.cards, options.kills))
    finally:
        postgres.stop()
        redis.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps(figures))
    return int(bool(figures["lost"] or figures["duplicated"] or figures["twice"] or figures["jobs"] != figures["done"]))


async def killing(settings: Settings, cards: int, kills: int) -> dict[str, Any]:
    """Ask for the cards, kill while they are made, count what is there."""
    database = await open_database(settings.database_url or "", 8)
    queue = await open_queue(settings.redis_url or "")
    parts = create_app(settings, database, queue).state.parts
    table = parts.cards
    rows = await held(parts, database, cards)
    async with database.pool.connection() as connection:
        for statement in COUNT_WRITES:
            await connection.execute(statement)
    jobs = await press(table, rows)
    started, made, workers = time.monotonic(), 0, [start(settings), start(settings)]
    try:
        for kill in range(kills):
            made = await busy(database, table, rows, jobs, made)
            await asyncio.sleep(random.uniform(0, MOST_SECONDS))
            workers[kill % 2].kill()
            workers[kill % 2].wait()
            if kill % max(1, kills // 3) == 1:
                await queue.flushdb()
            workers[kill % 2] = start(settings)
            print(f"kill {kill + 1} of {kills}: {await states(database)}", file=sys.stderr, flush=True)
        async with asyncio.timeout(PATIENCE):
            while set(await states(database)) & {"queued", "running"}:  # noqa: ASYNC110  # others do the work
                await asyncio.sleep(0.5)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    found = await counted(database, table, jobs)
    await database.close()
    await queue.aclose()
    return {"cards": cards, "kills": kills, "seconds": round(time.monotonic() - started, 1), **found}


async def busy(database: Database, table: Cards, rows: list[Interview], jobs: set[UUID], made: int) -> int:
    """Wait until more parts are made than `made`; how many. Where no job is left, ask for all cards again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with database.pool.connection() as connection:
                now = await one(connection, "select count(*) from write_of_part")
            if now > made:
                return now
            if not set(await states(database)) & {"queued", "running"}:
                jobs |= await press(table, rows)
            await asyncio.sleep(0.2)


async def press(table: Cards, rows: list[Interview]) -> set[UUID]:
    """Press Benchmark twice on each interview."""
    pressed = [[(await table.start(row, ("rules",), judged=False)).id for _ in range(2)] for row in rows]
    assert all(first == second for first, second in pressed)
    return {first for first, _ in pressed}


async def held(parts: Parts, database: Database, cards: int) -> list[Interview]:
    """As many completed interviews."""
    owner = await Accounts(database).add("load@example.org", "therapist", "L.")
    rows = []
    for number in range(cards):
        row = await parts.interviews.start(owner, f"K-{number}", Mode.DIAGNOSTIC, "en-US")
        room, said = parts.rooms.room(row.id), 0
        while room.state.phase is not Phase.REPORT:
            said += 1
            words = REPLIES.get(room.state.open_item or 0, "No, not at all.")
            await room.accept(Words(client_id=f"c{said}", text=words))
            await room.settle()
        await room.write_report(row.label)
        rows.append(row)
    return rows


def start(settings: Settings) -> subprocess.Popen[bytes]:
    """A worker process."""
    given = {"DATABASE_URL": settings.database_url or "", "REDIS_URL": settings.redis_url or ""}
    given["ANAMNESIS_DATA"] = str(settings.data)
    command = [sys.executable, "-m", "server.cli", "worker"]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **given}, stderr=subprocess.DEVNULL)


async def states(database: Database) -> dict[str, int]:
    """How many jobs are in each state."""
    async with database.pool.connection() as connection:
        rows = await connection.execute("select state, count(*) from job where kind = 'report_card' group by state")
        return dict(await rows.fetchall())


async def counted(database: Database, table: Cards, jobs: set[UUID]) -> dict[str, int]:
    """Jobs and parts: those that should be there and are not, and those that are there too often."""
    async with database.pool.connection() as connection:
        rows = await connection.execute("select id, key, state, attempts from job where kind = 'report_card'")
        found = await rows.fetchall()
        stored = await one(connection, "select count(*) from card_part")
        twice = await one(connection, "select count(*) - count(distinct (job_id, key)) from write_of_part")
        writes = await one(connection, "select count(*) from write_of_part")
    lost = len(jobs - {number for number, _, _, _ in found})
    wanted = 0
    for digest in {digest for _, digest, _, _ in found}:
        card, parts = await table.card(digest), (await table.asked(digest)).parts
        lost += len(set(parts) - {part.key for part in card.parts})
        wanted += len(parts)
    return {
        "jobs": len(found),
        "done": sum(state == "done" for _, _, state, _ in found),
        "lost": lost,
        "duplicated": stored - wanted + lost + len(found) - len(jobs),
        "twice": twice,
        "starts": sum(attempts for _, _, _, attempts in found),
        "parts": stored,
        "writes": writes,
    }


async def one(connection: AsyncConnection, query: LiteralString) -> int:
    """The number that a query answers with."""
    row = await (await connection.execute(query)).fetchone()
    return int(row[0]) if row else 0


if __name__ == "__main__":
    sys.exit(main())
