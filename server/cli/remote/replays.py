"""Replays through the websocket of a running server, several at once."""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from agents.errors import AnamnesisError, CorrectInput, TryAgain
from agents.interview.machine import replay
from benchmarks.personas.patient import Patient
from benchmarks.personas.replay import Outcome, outcome_of
from server.cli.batch.interviews import Case, case, described, turns
from server.cli.batch.lines import NOT_STARTED, Batch, say
from server.cli.batch.progress import watched
from server.cli.remote.patient import SocketPatient
from server.cli.remote.server import Server, welcome_link


def replay_file(options: argparse.Namespace) -> int:
    """Replays every line; the answers come in the order of the lines."""
    from server.settings import Settings

    try:
        batch = Batch(options.file)
        link = welcome_link(options.via_server, options.sign_in, Settings().data / "server.json")
        return asyncio.run(_replay_all(batch, link, options))
    except AnamnesisError as error:
        say(str(error))
        return NOT_STARTED


async def _replay_all(batch: Batch, link: str, options: argparse.Namespace) -> int:
    tally, started = Tally(), time.perf_counter()
    async with Server(link) as server:
        room = asyncio.Semaphore(options.sockets)
        cases = list(_cases(batch))
        running = [asyncio.create_task(_hold(server, room, given, options.mode)) for _, given in cases]
        for (number, given), task in zip(cases, watched(running, "interviews", len(running)), strict=True):
            try:
                outcome = await task
            except (TryAgain, httpx.HTTPError, WebSocketException, OSError) as error:
                batch.complain(number, f"{given.id}: {error}")
                continue
            tally.add(outcome)
            batch.write(described(given.id, outcome, given.held, options.profile))
    sys.stdout.buffer.flush()
    say(tally.summary(time.perf_counter() - started))
    return batch.code


def _cases(batch: Batch) -> Iterator[tuple[int, Case]]:
    for line in batch.lines():
        try:
            yield line.number, case(line.value())
        except CorrectInput as error:
            batch.complain(line.number, str(error))


async def _hold(server: Server, room: asyncio.Semaphore, given: Case, mode: str) -> Outcome:
    async with room:
        interview = await server.start(str(given.id), mode)
        cookies = await server.patient_cookies(interview)
        await SocketPatient(server.origin, interview, cookies, Patient(given.held)).run()
        log = await server.log(interview)
        held_there = outcome_of(replay(log), log)
        return held_there.model_copy(update={"profile": await server.profile(interview)})


class Tally:
    """What came of the interviews so far."""

    def __init__(self) -> None:
        self._statuses: Counter[str] = Counter()
        self._rules: Counter[str] = Counter()
        self._turns = 0

    def add(self, outcome: Outcome) -> None:
        """Count one interview."""
        self._statuses[outcome.profile.session_status.value] += 1
        self._rules.update(outcome.stopped_by)
        self._turns += turns(outcome.profile)

    def summary(self, seconds: float) -> str:
        """One line: how many ended how and why, and how fast."""
        stopped = self._statuses["terminated_for_safety"]
        why: Any = f" ({', '.join(f'{rule} {n}' for rule, n in self._rules.most_common())})" if self._rules else ""
        pace = f"{self._turns} turns in {seconds:.1f} s, {self._turns / seconds:.0f} turns/s"
        return f"{self._statuses['completed']} completed, {stopped} stopped for safety{why}; {pace}"
