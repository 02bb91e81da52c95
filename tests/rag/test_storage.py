"""Files in a folder and in a bucket of moto's server, through the same interface."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.errors import CorrectInput, NotFound, TryAgain
from rag.storage import Storage, open_storage

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """The URL of an empty bucket."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    client = boto3.client(
        "s3",
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id=KEYS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=KEYS["AWS_SECRET_ACCESS_KEY"],
    )
    client.create_bucket(Bucket="books")
    yield f"s3://books/clinic?endpoint={endpoint}"
    server.stop()


@pytest.fixture(params=["folder", "bucket"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    url = request.getfixturevalue("bucket") if request.param == "bucket" else None
    return open_storage(url, tmp_path / "kept", KEYS)


def test_what_is_put_is_there_until_it_is_deleted(storage: Storage, tmp_path: Path) -> None:
    source = tmp_path / "book.pdf"
    source.write_bytes(b"%PDF-" + bytes(9_000_000))
    storage.put("one.pdf", source)
    assert storage.local("one.pdf").read_bytes() == source.read_bytes()
    shutil.rmtree(tmp_path / "kept", ignore_errors=True) if "Bucket" in type(storage).__name__ else None
    assert storage.local("one.pdf").stat().st_size == 9_000_005
    assert storage.local("one.pdf").stat().st_mode & 0o077 == 0
    storage.delete("one.pdf")
    storage.delete("one.pdf")
    with pytest.raises(NotFound):
        storage.local("one.pdf")


def test_nothing_half_written_is_left(storage: Storage, tmp_path: Path) -> None:
    with pytest.raises((TryAgain, OSError)):
        storage.put("two.pdf", tmp_path / "missing.pdf")
    with pytest.raises(NotFound):
        storage.local("two.pdf")
    assert not list((tmp_path / "kept").glob(".*"))


def test_other_addresses_are_refused_and_dead_ones_told(tmp_path: Path) -> None:
    for url in ("ftp://host/x", "s3://", "https://bucket.example.org"):
        with pytest.raises(CorrectInput, match="s3://bucket/prefix"):
            open_storage(url, tmp_path)
    dead = open_storage("s3://books/x?endpoint=http://127.0.0.1:9", tmp_path, KEYS)
    source = tmp_path / "book.pdf"
    source.write_bytes(b"%PDF-")
    with pytest.raises(TryAgain, match="books"):
        dead.put("one.pdf", source)
    assert open_storage(f"file://{tmp_path}/there", tmp_path / "else").local is not None
