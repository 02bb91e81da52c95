"""How long a turn takes with language models: one round trip, not three.

A scripted provider answers after a fixed delay over real HTTP; the server runs as it ships. Many interviews are held,
each patient thinking for some seconds. A turn is from the message sent to the next question received. In the same run,
through the same port, one scorer's call is measured, and the naive chain: risk, score, paraphrase in sequence.

    python tests/load/model_turns.py [--interviews 50] [--turns 6] [--think 5] [--delay-ms 200]

The last line is one JSON object; times in milliseconds. `ratio` is the turn's p95 over the call's p95, `strict` over
the call's median.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from turns import REPLIES, ROOT, free_port, services, wait_for
from websockets.asyncio.client import connect

MODEL = "openai/scripted"
LIMIT = 1.25
LEAST = 3
PATIENCE = 60
START_SECONDS = 120


@dataclass
class Seconds:
    """What was measured."""

    turns: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    chains: list[float] = field(default_factory=list)
    stood_in: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--interviews", type=int, default=50, help="held at once")
    parser.add_argument("--turns", type=int, default=6, help="answers of each patient that are measured")
    parser.add_argument("--think", type=float, default=5.0, help="seconds that a patient thinks")
    parser.add_argument("--delay-ms", type=float, default=200.0, help="what one call takes at the provider")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, services(Path(folder)) as (postgres, redis):
        stub, product = free_port(), free_port()
        keys = {"OPENAI_BASE_URL": f"http://127.0.0.1:{stub}/v1", "OPENAI_API_KEY": "any"}
        given = {"DATABASE_URL": postgres, "REDIS_URL": redis, "ANAMNESIS_DATA": folder, "ANAMNESIS_DRIVERS": MODEL}
        given["ANAMNESIS_OPEN_REFERENCE"] = "false"  # nothing is read into the library in the measured time
        with (
            command(["stub-llm", "--port", str(stub), "--delay-ms", str(options.delay_ms)], {}, stub),
            command(["run", "--port", str(product)], {**keys, **given}, product),
        ):
            token = json.loads((Path(folder) / "server.json").read_text())["token"]
            seconds = asyncio.run(measure(f"http://127.0.0.1:{product}", token, keys, options))
    tell(seconds, options)


def tell(seconds: Seconds, options: argparse.Namespace) -> None:
    """Three lines for people and one for programs."""
    figures: dict[str, Any] = {
        "benchmark": "model_turns",
        "interviews": options.interviews,
        "delayMs": options.delay_ms,
    }
    for name, found in (("turn", seconds.turns), ("call", seconds.calls), ("naiveChain", seconds.chains)):
        figures[name] = {"p50": percentile(found, 50), "p95": percentile(found, 95), "count": len(found)}
        print(f"{name:<12}p50 {figures[name]['p50']:7.1f} ms   p95 {figures[name]['p95']:7.1f} ms   of {len(found)}")
    p95 = figures["turn"]["p95"]
    figures["ratio"] = round(p95 / figures["call"]["p95"], 3)
    figures["strict"] = round(p95 / figures["call"]["p50"], 3)
    figures["naiveRatio"] = round(figures["naiveChain"]["p95"] / figures["call"]["p95"], 3)
    print(f"a turn takes {figures['ratio']} calls at p95 (at most {LIMIT}), the naive chain {figures['naiveRatio']}")
    print(json.dumps({**figures, "stoodIn": seconds.stood_in, "withinLimit": figures["ratio"] <= LIMIT}))


def percentile(found: list[float], share: int) -> float:
    """By the nearest rank, in milliseconds."""
    ordered = sorted(found)
    return round(1000 * ordered[max(0, -(-share * len(ordered) // 100) - 1)], 1)


async def measure(base: str, token: str, keys: dict[str, str], options: argparse.Namespace) -> Seconds:
    """Hold the interviews; meanwhile ask single calls and chains."""
    seconds = Seconds()
    async with httpx.AsyncClient(base_url=base, follow_redirects=True, timeout=PATIENCE) as staff:
        await staff.get(f"/welcome/{token}")
        staff.headers["x-csrftoken"] = staff.cookies["anamnesis_csrf"]
        prepared = [await invite(staff) for _ in range(options.interviews)]
        over = asyncio.Event()
        asking = asyncio.create_task(ask(keys, seconds, over))
        await asyncio.gather(*(patient(base, *one, seconds, options) for one in prepared))
        over.set()
        await asking
        for interview, _ in prepared:
            items = (await staff.get(f"/interviews/{interview}/profile")).json()["itemResponses"]
            seconds.stood_in += sum(item["engine"] == "rules" for item in items)
    return seconds


async def invite(staff: httpx.AsyncClient) -> tuple[str, str]:
    """An interview led by the model, and its patient's cookie."""
    started = await staff.post("/interviews", json={"label": "load", "driver": MODEL})
    interview = started.raise_for_status().json()["id"]
    link = (await staff.post(f"/interviews/{interview}/link")).json()["url"]
    async with httpx.AsyncClient(timeout=PATIENCE) as browser:
        await browser.get(link)
        return interview, "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


async def patient(base: str, interview: str, cookie: str, seconds: Seconds, options: argparse.Namespace) -> None:
    """Think, answer, wait for the next question; the introduction's turn is not counted, as nothing is scored in it."""
    address = f"{base.replace('http', 'ws')}/interviews/{interview}/socket"
    await asyncio.sleep(random.uniform(0, options.think))
    async with connect(address, additional_headers={"Cookie": cookie}, origin=base, compression=None) as socket:  # type: ignore[arg-type]  # a NewType of str
        await socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        await question(socket)
        for number in range(options.turns + 1):
            await asyncio.sleep(options.think)
            text = REPLIES[number % len(REPLIES)] if number else "Yes, let's begin."
            started = time.perf_counter()
            await socket.send(json.dumps({"v": 1, "type": "message", "id": f"m{number}", "text": text}))
            await question(socket)
            if number:
                seconds.turns.append(time.perf_counter() - started)


async def question(socket: Any) -> None:
    while True:
        frame = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        assert frame["type"] != "error", frame
        if frame["type"] == "event" and frame["body"].get("role") == "interviewer":
            return


async def ask(keys: dict[str, str], seconds: Seconds, over: asyncio.Event) -> None:
    """One scorer's call, then the chain of three, in turn until the interviews are over. The first round is not
    counted: it opens the connection."""
    from agents.interviewer.llm import LlmInterviewer
    from agents.interviewer.port import Brief, Purpose
    from agents.llm.budget import Budget
    from agents.llm.providers import Providers
    from agents.llm.spec import Credentials
    from agents.risk.llm import LlmRiskReader
    from agents.risk.port import Message
    from agents.scorer.llm import LlmScorer
    from agents.scorer.port import Answer

    models = Providers(Credentials.read(keys))
    model, number = models.model(MODEL), 0
    scorer, risk = LlmScorer(model, Budget()), LlmRiskReader(model, Budget())
    while not over.is_set() or len(seconds.calls) < LEAST:
        text = REPLIES[number % len(REPLIES)]
        answer, brief = Answer(item=14, reply=text), Brief(purpose=Purpose.QUESTION, item=15)
        call = await timed(scorer.score(answer))
        interviewer = LlmInterviewer(model, Budget())
        chain = [await timed(risk.read(Message(text=text))), await timed(scorer.score(answer))]
        chain.append(await timed(interviewer.prepare(brief)))
        if number:
            seconds.calls.append(call)
            seconds.chains.append(sum(chain))
        number += 1
        await asyncio.sleep(0.1)
    await models.close()


async def timed(waiting: Any) -> float:
    started = time.perf_counter()
    await waiting
    return time.perf_counter() - started


@contextmanager
def command(words: list[str], environment: dict[str, str], port: int, last: bool = False) -> Iterator[None]:
    """`anamnesis WORDS` in a process of its own, once it listens. `last`: everything else goes before it."""
    running = subprocess.Popen(
        [*(("nice", "-n", "19") if last else ()), sys.executable, "-m", "server.cli", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for(port, START_SECONDS)
        yield
    finally:
        running.terminate()
        running.wait(60)


if __name__ == "__main__":
    main()
