"""The simulated patient at a socket that drops, repeats and refuses: what it says arrives once, and in order."""

import json
import random
from datetime import UTC, datetime

import pytest
from websockets.asyncio.server import ServerConnection, serve

from agents.domain import level1
from agents.domain.profile import SessionStatus
from agents.errors import TryAgain
from agents.interview import events as ev
from agents.interview.patient_input import Skip
from agents.interview.session import Session
from benchmarks.personas.patient import Held, Patient, Reply
from server.cli.batch.offline_team import offline_team
from server.cli.remote.patient import SocketPatient
from server.interviews.live.frames import entry
from server.interviews.live.protocol import Refused, Resume, ack, error, read

NOW = datetime(2025, 1, 1, tzinfo=UTC)
HELD = Held(
    items={
        item: Reply(reply="My sleep is poor.", followup="Every night.")
        if item == 14
        else Reply(reply=f"No, never {item}.")
        for item in level1.items()
        if item != 9
    }
)


class UnsteadyServer:
    """One interview in memory behind the product's frames. It loses connections before and after storing."""

    def __init__(self, session: Session, seed: int, drops: float) -> None:
        self.session, self._chance, self._drops = session, random.Random(seed), drops
        self._stored: dict[str, int] = {}
        self.connections = 0

    async def serve(self, socket: ServerConnection) -> None:
        self.connections += 1
        sent = 0
        async for text in socket:
            frame = read(str(text))
            if isinstance(frame, Resume):
                sent = frame.last_seq
            elif self._unlucky():
                await socket.send(error(Refused("too_fast", "Please wait a moment.", frame.client_id)))
                continue
            else:
                if frame.client_id not in self._stored:
                    if self._unlucky():
                        return
                    await (self.session.skip() if isinstance(frame, Skip) else self.session.say(frame.text))
                    await self.session.finish()
                    self._stored[frame.client_id] = len(self.session.events)
                if self._unlucky():
                    return
                await socket.send(ack(frame.client_id, self._stored[frame.client_id]))
            for seq, event in enumerate(self.session.events[sent:], start=sent + 1):
                await socket.send(entry(seq, event, NOW).for_patient())
                sent = seq
                if self._unlucky():
                    return

    def _unlucky(self) -> bool:
        return self._chance.random() < self._drops


@pytest.mark.parametrize(("seed", "drops"), [(1, 0.0), (2, 0.04), (3, 0.04)])
async def test_an_interview_comes_to_its_end_over_any_connection(seed, drops):
    session = await Session.start(offline_team(), "socket")
    server = UnsteadyServer(session, seed, drops)
    async with serve(server.serve, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        await SocketPatient(f"http://127.0.0.1:{port}", "any", "", Patient(HELD)).run()
    assert (server.connections > 1) is (drops > 0)
    assert session.state.status is SessionStatus.COMPLETED
    said = [event.text for event in session.events if isinstance(event, ev.Said)]
    assert len(said) == len(set(said)) == 24
    assert [response.item_id for response in session.state.responses.values() if response.declined] == [9]
    assert session.state.responses[14].score == 4


async def test_a_refusal_that_waiting_does_not_cure_is_told():
    async def refuse(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(json.dumps({"v": 1, "type": "error", "code": "not_allowed", "message": "Staff only watch."}))
        await socket.wait_closed()

    async with serve(refuse, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        with pytest.raises(TryAgain, match="not_allowed"):
            await SocketPatient(f"http://127.0.0.1:{port}", "any", "", Patient(HELD)).run()
