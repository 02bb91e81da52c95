"""Durable turns a second: the product against its floor, in one run, on one machine, with one Postgres.

A turn is one patient message: stored and acknowledged, read for risk, scored, answered with the next question, all
committed. The floor (tests/load/floor.py) does the same commits and nothing else; `tuned` is the floor with the
product's own way to commit. Usage:

    python tests/load/turns.py [--sockets 1 50 500] [--turns 4000]

The last line is one JSON object: per number of sockets the turns/s of all, and the product's ratio to either floor.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import psycopg
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[2]
TURNS_EACH = 20  # of one interview: fewer than its items, so that no report is written in the measured time
REPLIES = (
    "Three or four days, mostly in the evenings.",
    "No, not at all.",
    "Nearly every day, if I'm honest. It starts in the morning and stays.",
    "Twice, I think. Last Tuesday and again at the weekend.",
    "Not really, I'm all right there. Work has been busy but fine.",
    "More than half the days, I'd say nine.",
)


@dataclass(frozen=True)
class Side:
    """One of the two servers: its name, its port, and the interviews prepared for it with their cookies."""

    name: str
    port: int
    interviews: list[tuple[UUID, str]]
    last_seq: int

    @property
    def warm_up(self) -> "Side":
        """The last interview alone, spent before anything is measured."""
        return replace(self, interviews=self.interviews[-1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, nargs="+", default=[1, 50, 500])
    parser.add_argument("--turns", type=int, default=4000, help="turns to measure for each number of sockets")
    options = parser.parse_args()
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, services(Path(folder)) as (postgres, redis):
        for sockets in options.sockets:
            figures[str(sockets)] = one_size(postgres, redis, Path(folder), sockets, options.turns)
            print(f"{sockets} sockets: {figures[str(sockets)]}", flush=True)
    print(json.dumps({"benchmark": "turns", "unit": "durable turns/s", "sockets": figures}))


def one_size(postgres: str, redis: str, folder: Path, sockets: int, turns: int) -> dict[str, float]:
    rounds = max(1, min(round(turns / (sockets * TURNS_EACH)), 100))
    measured = {}
    for name in ("floor", "tuned", "product"):
        database = fresh_database(postgres, f"{name}_{sockets}")
        prepared = asyncio.run(prepare(database, sockets * rounds + 1))
        start = start_product if name == "product" else start_tuned if name == "tuned" else start_floor
        with start(database, redis, folder / f"{name}-{sockets}", prepared.turn) as port:
            side = Side(name, port, prepared.interviews, prepared.turn["last"])
            asyncio.run(drive(side.warm_up, 1, 1))
            measured[name] = asyncio.run(drive(side, sockets, rounds))
    ratios = {"ratio": measured["product"] / measured["floor"], "ratioTuned": measured["product"] / measured["tuned"]}
    return measured | {name: round(ratio, 3) for name, ratio in ratios.items()}


@dataclass(frozen=True)
class Prepared:
    """Interviews ready for their first answer, and one recorded turn."""

    interviews: list[tuple[UUID, str]]
    turn: dict[str, Any]


async def prepare(url: str, count: int) -> Prepared:
    """Interviews with their introduction spoken and the first question asked, each with a patient's cookie."""
    from agents.diagnostician.port import Mode
    from agents.interview.patient_input import Words
    from agents.rules_team import rules_team
    from server.accounts.repository import Accounts
    from server.database import open_database
    from server.interviews.access import InterviewAccess, patient_cookie
    from server.interviews.event_log import EventLog
    from server.interviews.live.rooms import Rooms
    from server.interviews.patient_links import PatientLinks
    from server.interviews.repository import Interviews
    from server.schema import migrate

    await asyncio.to_thread(migrate, url)
    database = await open_database(url)

    async def no_report(interview: UUID) -> None:
        raise AssertionError(f"{interview} reached its end while being prepared")

    rooms = Rooms(
        lambda driver: rules_team(lambda locale: "script"),
        EventLog(database.pool),
        lambda interview, entries: None,
        no_report,
    )
    interviews, access = Interviews(database, rooms), InterviewAccess(database.pool)
    links = PatientLinks(database.pool, "load", access)
    owner = await Accounts(database).first_admin("load@localhost")
    ready = []
    for _ in range(count):
        row = await interviews.start(owner, "load", Mode.SCREENING, "en-US")
        room = rooms.room(row.id)
        await room.accept(Words("ready", "Yes, let's begin."))
        await room.settle()
        link = await links.new(row.id)
        entered = await access.enter(link.token or "")
        assert entered is not None
        ready.append((row.id, f"{patient_cookie(row.id)}={entered.token}"))
    turn = await record_turn(url, rooms, await interviews.start(owner, "recorded", Mode.SCREENING, "en-US"))
    await database.close()
    return Prepared(ready, turn)


async def record_turn(url: str, rooms: Any, row: Any) -> dict[str, Any]:
    """The rows and the question frame of one ordinary turn."""
    from agents.interview.patient_input import Words
    from server.interviews.live.frames import entry

    room = rooms.room(row.id)
    await room.accept(Words("ready", "Yes, let's begin."))
    await room.settle()
    first = room.seq
    await room.accept(Words("answer", REPLIES[0]))
    await room.settle()
    stored = [entry(seq, event, at) for seq, event, at in await rooms.log.read(row.id, first)]
    rows = [[one.kind, one.body] for one in stored]
    question = next(one for one in stored[1:] if one.kind == "message")
    return {"last": first, "said": rows[:1], "answered": rows[1:], "question": question.for_patient()}


async def drive(side: Side, sockets: int, rounds: int) -> float:
    """Turns/s over all rounds; connecting is not counted."""
    turns = seconds = 0.0
    for round_ in range(rounds):
        mine = side.interviews[round_ * sockets : (round_ + 1) * sockets]
        connections = await asyncio.gather(*(enter(side, number, cookie) for number, cookie in mine))
        started = time.perf_counter()
        await asyncio.gather(*(answer(connection, place) for place, connection in enumerate(connections)))
        seconds += time.perf_counter() - started
        turns += sockets * TURNS_EACH
        await asyncio.gather(*(connection.close() for connection in connections))
    return round(turns / seconds, 1)


async def enter(side: Side, interview: UUID, cookie: str) -> ClientConnection:
    connection = await connect(
        f"ws://127.0.0.1:{side.port}/interviews/{interview}/socket",
        additional_headers={"Cookie": cookie},
        origin=f"http://127.0.0.1:{side.port}",  # type: ignore[arg-type]  # a NewType of str
        compression=None,
        open_timeout=60,
        max_queue=None,
    )
    await connection.send(json.dumps({"v": 1, "type": "resume", "lastSeq": side.last_seq}))
    return connection


async def answer(connection: ClientConnection, place: int) -> None:
    for number in range(TURNS_EACH):
        text = REPLIES[(place + number) % len(REPLIES)]
        message = json.dumps({"v": 1, "type": "message", "id": f"m{number}", "text": text})
        await connection.send(message)
        acknowledged = asked = False
        while not (acknowledged and asked):
            frame = await asyncio.wait_for(connection.recv(), 60)
            assert isinstance(frame, str)
            if '"code": "try_again"' in frame:
                await connection.send(message)
                continue
            assert '"type": "error"' not in frame, frame
            acknowledged = acknowledged or '"type": "ack"' in frame
            asked = asked or '"role":"interviewer"' in frame


@contextmanager
def services(folder: Path) -> Iterator[tuple[str, str]]:
    """A durable Postgres and a Redis of this run's own."""
    from server.embedded import Postgres, Redis

    postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
    try:
        postgres.start()
        redis.start()
        yield postgres.url, redis.url
    finally:
        redis.stop()
        postgres.stop()


def fresh_database(url: str, name: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'create database "{name}"'.encode())
    head, _, tail = url.partition("?")
    base = head.rsplit("/", 1)[0]
    return f"{base}/{name}" + (f"?{tail}" if tail else "")


def start_tuned(database: str, redis: str, folder: Path, turn: dict[str, Any]) -> AbstractContextManager[int]:
    return start_floor(database, redis, folder, turn, tuned=True)


@contextmanager
def start_floor(database: str, redis: str, folder: Path, turn: dict[str, Any], tuned: bool = False) -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "--factory", "floor:create", "--port", str(port)]
    command += ["--log-level", "error", "--ws-max-size", "65536", "--ws-per-message-deflate", "false"]
    environment = {
        "FLOOR_DATABASE": database,
        "FLOOR_TURN": json.dumps(turn),
        "FLOOR_TUNED": "yes" if tuned else "",
        "PYTHONPATH": str(ROOT / "tests" / "load"),
    }
    with process(command, environment):
        wait_for(port)
        yield port


@contextmanager
def start_product(database: str, redis: str, folder: Path, turn: dict[str, Any]) -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "-m", "server.cli", "run", "--port", str(port)]
    environment = {"DATABASE_URL": database, "REDIS_URL": redis, "ANAMNESIS_DATA": str(folder)}
    environment["ANAMNESIS_OPEN_REFERENCE"] = "false"  # nothing is read into the library in the measured time
    with process(command, environment):
        wait_for(port)
        yield port


@contextmanager
def process(command: list[str], environment: dict[str, str]) -> Iterator[None]:
    running = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        running.terminate()
        running.wait(60)


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=2)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing answers on port {port}")


if __name__ == "__main__":
    main()
