"""The embedded services: shared, taken over, ended."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from server.embedded import Postgres, Redis, Service


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize("kind", [Postgres, Redis])
def test_the_last_who_leaves_ends_it(folder: Path, kind: type[Service]) -> None:
    first, second = kind(folder / "service"), kind(folder / "service")
    first.start()
    second.start()
    first.stop()
    assert second.answers()
    second.stop()
    assert not second.answers()
    second.stop()


def test_a_cluster_left_behind_is_taken_over_and_killed_ones_recover(folder: Path) -> None:
    left = Postgres(folder / "postgres")
    left.start()
    with psycopg.connect(left.url, autocommit=True) as connection:
        connection.execute("create table kept as select 7 as number")
    assert left._lease is not None
    os.close(left._lease)  # as the kernel does when a process is killed
    left._lease = None
    heir = Postgres(folder / "postgres")
    heir.start()
    assert heir._child is None
    pid = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    assert left._child is not None
    left._child.wait(60)
    heir.stop()
    again = Postgres(folder / "postgres")
    again.start()
    with psycopg.connect(again.url) as connection:
        assert connection.execute("select number from kept").fetchone() == (7,)
    again.stop()


def test_a_long_path_gets_a_short_private_socket(folder: Path) -> None:
    service = Redis(folder / ("long" * 30) / "redis")
    service.start()
    try:
        socket = Path(service.url.removeprefix("unix://"))
        assert len(str(socket)) < 100
        assert socket.parent.stat().st_mode & 0o077 == 0
    finally:
        service.stop()
        shutil.rmtree(socket.parent)


def test_nobody_else_may_enter(folder: Path) -> None:
    service = Postgres(folder / "postgres", durable=False)
    service.start()
    service.stop()
    assert (folder / "postgres").stat().st_mode & 0o077 == 0
