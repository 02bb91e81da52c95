"""The worker's own process: it alone loads models, lets go of them, is started again, and ends with the server."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from arq import ArqRedis

from rag.search.library import Library
from rag.search.passages import Mode
from rag.vectors import Local, NoWorker, local_embedding
from server.database import Database
from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.library.vectors import NO_WORKER, WORKING, WorkerVectors
from server.settings import Settings
from server.worker import HEAVY, job_parts, working
from tests.conftest import Running, start_server
from tests.rag.pdfs import BOOK, pdf

PROGRAM = {"accept": "application/json"}
WEB_MEGABYTES, BOTH_MEGABYTES = 300, 450


@pytest.fixture
def running(settings: Settings) -> Iterator[Running]:
    started = start_server(settings, afresh=True, ANAMNESIS_WORKER_IDLE_SECONDS="1")  # a copy shares memory
    yield started
    started.process.terminate()
    started.process.wait(60)


def worker_of(server: Running) -> psutil.Process | None:
    children = psutil.Process(server.process.pid).children()
    living = [
        one.as_dict(["pid", "cmdline"], ad_value=[]) for one in children
    ]  # one that just died has no command line
    return next((psutil.Process(one["pid"]) for one in living if "worker" in (one["cmdline"] or [])), None)


def loaded(process: psutil.Process) -> bool:
    """Whether it holds a model's package in memory."""
    return any(f"/{name}/" in one.path for one in process.memory_maps() for name in HEAVY)


def megabytes(process: psutil.Process) -> float:
    return process.memory_info().rss / 1e6


def until(true: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


def test_models_are_loaded_by_the_worker_alone_which_lets_go_of_them(running: Running) -> None:
    web = psutil.Process(running.process.pid)
    until(lambda: worker_of(running))
    worker = worker_of(running)
    assert worker is not None
    with httpx.Client(base_url=running.url, follow_redirects=True, headers=PROGRAM, timeout=60) as admin:
        admin.get(f"/welcome/{running.token}", headers={"accept": "text/html"})
        admin.headers[CSRF_HEADER] = admin.cookies[CSRF_COOKIE]
        handed = admin.post("/admin/documents", files={"file": ("Book.pdf", pdf(BOOK), "application/pdf")})
        job = handed.json()["job"]["id"]
        until(lambda: loaded(worker))
        until(lambda: admin.get(f"/jobs/{job}").json()["state"] == "done")
        begun = worker.create_time()
        until(lambda: not loaded(worker) and worker_of(running))  # for a moment it has no command line
        assert (worker.pid, worker.create_time()) == (worker_of(running).pid, begun)  # type: ignore[union-attr]
        again = admin.post("/admin/documents", files={"file": ("Other.pdf", pdf(BOOK, copies=2), "application/pdf")})
        until(lambda: admin.get(f"/jobs/{again.json()['job']['id']}").json()["state"] == "done")
        until(lambda: not loaded(worker))
        time.sleep(2)
        assert admin.get("/healthz").status_code == 200
    assert not loaded(web)
    assert megabytes(web) <= WEB_MEGABYTES
    assert megabytes(web) + megabytes(worker) <= BOTH_MEGABYTES


def test_a_worker_that_dies_is_started_again_and_ends_with_the_server(running: Running) -> None:
    until(lambda: worker_of(running))
    first = worker_of(running)
    assert first is not None
    first.kill()
    until(lambda: (second := worker_of(running)) and second.pid != first.pid)
    second = worker_of(running)
    assert second is not None
    running.process.send_signal(signal.SIGKILL)
    second.wait(60)
    assert not second.is_running()


async def test_vectors_come_from_the_worker_and_words_alone_without_it(
    settings: Settings, database: Database, queue: ArqRedis, tmp_path: Path
) -> None:
    texts = ["sudden fear", "a pounding heart"]
    assert await WorkerVectors(queue).notice() is None, "it may still be coming up"
    vectors = WorkerVectors(queue, comes_up=0)
    await queue.delete(WORKING)
    assert await vectors.notice() == NO_WORKER
    with pytest.raises(NoWorker, match="anamnesis worker"):
        await vectors.embed(texts)
    async with working(settings.redis_url or "", job_parts(settings, database, queue)):
        made = await vectors.embed(texts)
        assert await vectors.notice() is None
    for one, other in zip(made, await Local().embed(texts), strict=True):
        assert one == pytest.approx(other, abs=1e-6)


async def test_a_search_without_a_worker_goes_by_words(database: Database, queue: ArqRedis) -> None:
    library = Library(database.pool, local_embedding(WorkerVectors(queue)))
    await queue.delete(WORKING)
    asked = await asyncio.gather(library.vector("fear", [], Mode.HYBRID), return_exceptions=True)
    assert asked == [None]
    with pytest.raises(NoWorker):
        await library.vector("fear", [], Mode.VECTOR)
