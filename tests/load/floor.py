"""The floor: a bare Litestar socket that does the same two commits a turn as the product, to the same Postgres.

It reads no message, scores nothing, keeps no machine; the rows it writes are a real turn's, recorded beforehand. It
sends the acknowledgement and the question, where the product sends the acknowledgement and every event of the turn.
Each commit is one statement on a connection of a pool. With FLOOR_TUNED the commits go by the product's own quicker
way (server/interviews/group_commit.py).
Run by uvicorn with the database's URL and the recorded turn in the environment (tests/load/turns.py does).
"""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from litestar import Litestar, WebSocket, websocket
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from server.interviews.group_commit import Block, GroupCommit, Head, Row

_APPEND = """
with head as (
  update interview set last_seq = %(last)s, phase = %(phase)s, paused = %(paused)s, answered = %(answered)s,
    tier = %(tier)s, alerted_at = case when %(alert)s > 0 then %(at)s else alerted_at end,
    acknowledged_at = case when %(alert)s > 0 then null when %(seen)s then %(at)s else acknowledged_at end,
    completed_at = %(completed)s, updated_at = %(at)s
  where id = %(id)s and last_seq = %(before)s returning id)
insert into event (interview_id, seq, kind, body, client_id, at)
select head.id, e.seq, e.kind, e.body::jsonb, e.client_id, %(at)s from head,
  unnest(%(seqs)s::bigint[], %(kinds)s::text[], %(bodies)s::text[], %(clients)s::text[])
    as e(seq, kind, body, client_id)
"""


@websocket("/interviews/{interview_id:uuid}/socket")
async def floor_socket(socket: WebSocket, interview_id: UUID) -> None:
    await socket.accept()
    pool, turn = socket.app.state.pool, socket.app.state.turn
    seq = turn["last"]
    while (message := await socket.receive())["type"] == "websocket.receive":
        frame = json.loads(message["text"])
        if frame["type"] != "message":
            continue
        for rows in (turn["said"], turn["answered"]):
            clients = [frame["id"] if rows is turn["said"] else None, *([None] * (len(rows) - 1))]
            values = _values(interview_id, seq, rows, clients)
            if os.environ.get("FLOOR_TUNED"):
                await socket.app.state.commits.store(_block(interview_id, seq, values))
            else:
                async with pool.connection() as connection:
                    await connection.execute(_APPEND, values, prepare=True)
            seq += len(rows)
            if rows is turn["said"]:
                await _send(socket, json.dumps({"v": 1, "type": "ack", "id": frame["id"], "seq": seq}))
        await _send(socket, turn["question"])


def _values(interview: UUID, before: int, rows: list[list[str]], clients: list[str | None]) -> dict[str, Any]:
    return {
        "id": interview,
        "before": before,
        "last": before + len(rows),
        "phase": "ASK_ITEM",
        "paused": False,
        "answered": 1,
        "tier": "none",
        "alert": 0,
        "seen": False,
        "completed": None,
        "at": datetime.now(UTC),
        "seqs": list(range(before + 1, before + len(rows) + 1)),
        "kinds": [kind for kind, _ in rows],
        "bodies": [body for _, body in rows],
        "clients": clients,
    }


def _block(interview: UUID, before: int, values: dict[str, Any]) -> Block:
    head = Head(**{field.name: values[field.name] for field in fields(Head)})
    rows = zip(values["kinds"], values["bodies"], values["clients"], strict=True)
    return Block(interview, before, head, tuple(Row(*row) for row in rows))


async def _send(socket: WebSocket, text: str) -> None:
    await socket.send({"type": "websocket.send", "text": text, "bytes": None})


def create() -> Litestar:
    """The application, for `uvicorn --factory`."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncConnectionPool[AsyncConnection](
            os.environ["FLOOR_DATABASE"], min_size=2, max_size=10, kwargs={"autocommit": True, "prepare_threshold": 1}
        ) as pool:
            app.state.pool, app.state.turn = pool, json.loads(os.environ["FLOOR_TURN"])
            app.state.commits = GroupCommit(pool)
            yield

    return Litestar([floor_socket], lifespan=[lifespan])
