"""The server's memory and its answers to /healthz while it assesses transcripts few-shot, with a large reference store.

A store of 58 invented participants in 4,096 dimensions is built; then transcripts are assessed, several at once, by a
scripted provider over real HTTP, while /healthz is asked every 20 ms. The store has no tags, so that every search goes
through every passage. The provider works its answers out by rules and takes much of a processor for it; as a real one
is no work of this machine, all else goes before it.

    python tests/load/reference_store.py [--participants 58] [--dimensions 4096] [--at-once 8] [--rounds 3]

The last line is one JSON object. `serverMiB` is the highest resident memory of the server's process (VmHWM), the
worker in it; `postgresMiB` the memory of PostgreSQL's processes, shared pages counted once (PSS), highest of all
looks. `wokenLate` is how much later than it had asked to the machine woke the process that asks, a part of each
answer's time: where that nears the limit, the machine is too busy for this measurement.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import tempfile
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from model_turns import command, percentile
from turns import free_port, fresh_database, services

STORE = "load"
MODEL = "openai/scripted"
LIMIT_MIB = 400
LIMIT_MS = 50
PAUSE = 0.02
LINES = 90
ASKED = (
    "How have you been sleeping lately?",
    "What do you do for work?",
    "How is your appetite?",
    "Tell me about your family.",
    "How do you feel most days?",
    "Do you get tired easily?",
    "What do you do to relax?",
    "Can you keep your mind on things?",
)
SAID = (
    "i wake up around four on most nights and then i just lie there",
    "i've been at the bakery for six years and i like the early shift",
    "i skip lunch on maybe three days of the week, i'm not hungry",
    "my sister lives around the corner, we cook together on sundays",
    "down, really, nearly every day for the last two weeks",
    "i'm worn out by noon more than half the days",
    "i fix old radios, that still makes me happy",
    "i read the same page four times and it doesn't stick, every day lately",
    "no, not at all, that's never been a problem",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--participants", type=int, default=58)
    parser.add_argument("--dimensions", type=int, default=4096)
    parser.add_argument("--at-once", type=int, default=8, help="transcripts under way at a time")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, services(Path(folder)) as (postgres, redis):
        database = fresh_database(postgres, "references")
        chunks = asyncio.run(build(database, options.participants, options.dimensions))
        stub, product = free_port(), free_port()
        given = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "ANAMNESIS_DATA": folder,
            "OPENAI_BASE_URL": f"http://127.0.0.1:{stub}/v1",
            "OPENAI_API_KEY": "any",
            "ANAMNESIS_ASSESSMENT": MODEL,
            "ANAMNESIS_REFERENCES": STORE,
            "ANAMNESIS_REFERENCES_SCORES": "participant",
            "ANAMNESIS_REFERENCES_TAGS": "false",
            "ANAMNESIS_REFERENCES_SIMILARITY": "0.1",
            "ANAMNESIS_OPEN_REFERENCE": "false",
        }
        with (
            command(["stub-llm", "--port", str(stub), "--delay-ms", "100"], {}, stub, last=True),
            command(["run", "--port", str(product)], given, product),
        ):
            token = json.loads((Path(folder) / "server.json").read_text())["token"]
            process = listening(product)
            measured = asyncio.run(measure(f"http://127.0.0.1:{product}", token, process, options))
    tell({"benchmark": "reference_store", "participants": options.participants, "dimensions": options.dimensions,
          "passages": chunks, **measured})  # fmt: skip


def tell(figures: dict[str, Any]) -> None:
    """One line for people and one for programs."""
    healthz = figures["healthz"]
    print(f"server {figures['serverMiB']} MiB (at most {LIMIT_MIB}), /healthz at most {healthz['max']} ms ({LIMIT_MS})")
    within = figures["serverMiB"] < LIMIT_MIB and healthz["max"] <= LIMIT_MS
    print(json.dumps({**figures, "withinLimits": within}))


def transcript(seed: int) -> str:
    """An invented interview."""
    chance = random.Random(seed)
    lines = []
    for _ in range(LINES):
        lines += [f"Interviewer: {chance.choice(ASKED)}", f"Participant: {' and '.join(chance.sample(SAID, 2))}"]
    return "\n".join(lines)


async def build(url: str, participants: int, dimensions: int) -> int:
    """The store; how many passages it holds."""
    from agents.assessment.formats.reading import read
    from agents.domain import phq8
    from agents.llm.providers import Providers
    from agents.llm.spec import Credentials
    from rag.references.building import Builder, Labelled
    from rag.references.embedding import embedding
    from rag.references.options import Build
    from rag.references.rows import Rows
    from server.database import open_database
    from server.schema import migrate

    await asyncio.to_thread(migrate, url)
    database = await open_database(url, 2)
    items = [item.key for item in phq8.instrument().items]
    people = [
        Labelled(f"p{n}", read(transcript(n)), {item: (n + place) % 4 for place, item in enumerate(items)})
        for n in range(participants)
    ]
    name = f"hashed/{dimensions}"
    builder = Builder(Rows(database.pool), embedding(name, Providers(Credentials())), None)
    stored = await builder.build(STORE, people, Build(embedder=name, scorer=None), "invented")
    await database.close()
    return stored.chunks


async def measure(base: str, token: str, process: int, options: argparse.Namespace) -> dict[str, Any]:
    """Assess, ask /healthz meanwhile, look at the memory."""
    over = asyncio.Event()
    answered: list[float] = []
    late: list[float] = []
    async with httpx.AsyncClient(base_url=base, follow_redirects=True, timeout=300) as staff:
        await staff.get(f"/welcome/{token}")
        staff.headers.update({"x-csrftoken": staff.cookies["anamnesis_csrf"], "accept": "application/json"})
        looking = asyncio.create_task(postgres_memory(over))
        seconds: list[float] = []
        found = 0
        with asking(base, answered, late):
            for round_ in range(options.rounds):
                texts = [transcript(1000 + round_ * options.at_once + n) for n in range(options.at_once)]
                answers = await asyncio.gather(*(timed(assess(staff, text)) for text in texts))
                seconds += [took for took, _ in answers]
                found += sum(number for _, number in answers)
        over.set()
        return {
            "serverMiB": highest(process),
            "postgresMiB": await looking,
            "healthz": {f"p{share}": percentile(answered, share) for share in (50, 99)}
            | {"max": percentile(answered, 100), "count": len(answered)},
            "wokenLate": {"p99": percentile(late, 99), "max": percentile(late, 100)},
            "assessment": {f"p{share}": percentile(seconds, share) for share in (50, 95)},
            "assessments": len(seconds),
            "references": found,
        }


async def assess(staff: httpx.AsyncClient, text: str) -> int:
    """One assessment through the door; how many references its scoring was shown."""
    answer = await staff.post("/transcripts/assess", json={"transcript": text})
    told = answer.raise_for_status().json()
    assert told["missing"] == [], told["missing"]
    return len(told["references"]["found"])


@contextmanager
def asking(base: str, answered: list[float], late: list[float]) -> Iterator[None]:
    """While the block runs a process of its own asks /healthz, so that nothing else of this program delays it; then
    the seconds of each answer, and the seconds by which the machine woke that process too late each time."""
    processes = multiprocessing.get_context("spawn")
    here, there = processes.Pipe()
    process = processes.Process(target=healthz, args=(base, there))
    process.start()
    here.recv()  # it is there
    yield
    here.send("end")
    told = here.recv()
    answered += told[0]
    late += told[1]
    process.join()


def healthz(base: str, pipe: Connection) -> None:
    """Ask until told to end, then send the seconds of each answer and of each late waking."""
    answered: list[float] = []
    late: list[float] = []
    with httpx.Client(base_url=base) as client:
        client.get("/healthz")
        pipe.send("begun")
        paused = time.perf_counter()
        while not pipe.poll(PAUSE):
            started = time.perf_counter()
            late.append(started - paused - PAUSE)
            client.get("/healthz").raise_for_status()
            paused = time.perf_counter()
            answered.append(paused - started)
    pipe.send((answered, late))


async def timed(waiting: Awaitable[Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    found = await waiting
    return time.perf_counter() - started, found


def listening(port: int) -> int:
    """The process that listens on a port."""
    import psutil

    return next(
        one.pid or 0
        for one in psutil.net_connections("tcp")
        if one.status == psutil.CONN_LISTEN and one.laddr.port == port
    )


def highest(process: int) -> float:
    """The highest resident memory of a process since its start, in MiB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return round(int(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) / 1024, 1)


async def postgres_memory(over: asyncio.Event) -> float:
    """The highest sum over PostgreSQL's processes that belong to this run, in MiB."""
    import psutil

    most = 0.0
    while not over.is_set():
        summed = 0
        for one in psutil.Process().children(recursive=True):
            try:
                summed += one.memory_full_info().pss if one.name().startswith("postgres") else 0
            except psutil.Error:
                continue
        most = max(most, summed / 1024**2)
        await asyncio.sleep(1)
    return round(most, 1)


if __name__ == "__main__":
    main()
