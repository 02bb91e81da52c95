"""Interviews that are over, held through the product's own rooms without a socket."""

from itertools import count
from typing import Any
from uuid import UUID

import httpx

from agents.domain.phase import Phase
from agents.interview.patient_input import Words
from server.interviews.live.rooms import Rooms

NEARLY = "Nearly every day for these two weeks."
HALF = "On more than half the days."
NO = "No, not at all."
ALL = "No, that is all."
REPLIES = {1: "Nearly every day, I can't enjoy the choir any more.", 2: NEARLY, 6: HALF, 14: NEARLY}
STOP = "I have written the note and I will kill myself tonight."
numbers = count(1)


async def started(client: httpx.AsyncClient, mode: str = "diagnostic") -> UUID:
    """A new interview of the signed-in therapist."""
    answer = await client.post("/interviews", json={"label": f"F-{next(numbers)}", "mode": mode})
    return UUID(answer.json()["id"])


async def completed(client: httpx.AsyncClient, rooms: Rooms, mode: str = "diagnostic") -> UUID:
    """A completed interview with its report."""
    interview = await started(client, mode)
    room = rooms.room(interview)
    while room.state.phase not in (Phase.REPORT, Phase.DONE):
        await say(room, ALL if room.state.reviewing else REPLIES.get(room.state.open_item or 1, NO))
    await room.write_report("F")
    assert room.state.phase is Phase.DONE
    return interview


async def ended_for_safety(client: httpx.AsyncClient, rooms: Rooms) -> UUID:
    """An interview that was ended for safety."""
    interview = await started(client)
    room = rooms.room(interview)
    for words in ("Yes, let's begin.", STOP):
        await say(room, words)
    assert room.state.phase is Phase.SAFETY_STOP
    return interview


async def say(room: Any, text: str) -> None:
    await room.accept(Words(text=text, client_id=f"c{next(numbers)}"))
    await room.settle()
