"""Storage for uploaded books: a private folder, or a bucket of any S3-compatible service.

`STORAGE_URL` chooses: nothing or `file:///a/folder` is a folder, `s3://bucket/prefix?endpoint=http://host:9000` a
bucket (`endpoint` for services other than AWS, `region` where one is needed). boto3 is AWS's own client, finds
credentials in the usual ways, and sends large files in parts.
"""

import os
import shutil
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from agents.errors import CorrectInput, NotFound, TryAgain

KINDS: Final = "file:///folder or s3://bucket/prefix"


class Storage(Protocol):
    """Files by key; keys are chosen by the product and contain no slash. Every method blocks: call it in a thread."""

    def put(self, key: str, source: Path) -> None:
        """Store a copy of the file under the key, whole or not at all; an older one is replaced. Raises TryAgain."""
        ...

    def local(self, key: str) -> Path:
        """The file on this machine, to read. Raises NotFound for an unknown key, TryAgain when it can't be reached."""
        ...

    def delete(self, key: str) -> None:
        """Delete the key; an unknown one counts as deleted. Raises TryAgain."""
        ...


def open_storage(url: str | None, folder: Path, environment: Mapping[str, str] | None = None) -> Storage:
    """The storage that a URL names; `folder` by default. A bucket's files are copied to `folder` when they are read.

    Raises CorrectInput for a URL of another kind."""
    parts = urlsplit(url or "")
    match parts.scheme:
        case "":
            return Folder(Path(url) if url else folder)
        case "file":
            return Folder(Path(unquote(parts.path)))
        case "s3" if parts.netloc:
            asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
            prefix = parts.path.strip("/")
            return Bucket(parts.netloc, f"{prefix}/" if prefix else "", folder, asked, environment or os.environ)
        case _:
            raise CorrectInput(f"STORAGE_URL: {KINDS}, not {parts.scheme}://")


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that only its owner may enter. Satisfies `Storage`."""

    path: Path

    def put(self, key: str, source: Path) -> None:
        """See `Storage.put`."""
        with _told(f"The folder {self.path}"), _beside(self.path / key) as fresh:
            shutil.copyfile(source, fresh)

    def local(self, key: str) -> Path:
        """See `Storage.local`."""
        if not (self.path / key).is_file():
            raise NotFound(f"There is no file {key} in {self.path}.")
        return self.path / key

    def delete(self, key: str) -> None:
        """See `Storage.delete`."""
        with _told(f"The folder {self.path}"):
            (self.path / key).unlink(missing_ok=True)


class Bucket:
    """A bucket with a prefix. Satisfies `Storage`. A file is copied to a folder once, when it is read."""

    def __init__(
        self, bucket: str, prefix: str, copies: Path, asked: Mapping[str, str], environment: Mapping[str, str]
    ) -> None:
        self._bucket, self._prefix, self._copies = bucket, prefix, Folder(copies)
        self._asked, self._environment = asked, environment
        self._client: Any = None

    def put(self, key: str, source: Path) -> None:
        """See `Storage.put`."""
        with _told(f"The bucket {self._bucket}"):
            self._open().upload_file(str(source), self._bucket, self._prefix + key)

    def local(self, key: str) -> Path:
        """See `Storage.local`."""
        with suppress(NotFound):
            return self._copies.local(key)
        with _told(f"The bucket {self._bucket}", key), _beside(self._copies.path / key) as fresh:
            self._open().download_file(self._bucket, self._prefix + key, str(fresh))
        return self._copies.local(key)

    def delete(self, key: str) -> None:
        """See `Storage.delete`."""
        with _told(f"The bucket {self._bucket}"):
            self._open().delete_object(Bucket=self._bucket, Key=self._prefix + key)
        self._copies.delete(key)

    def _open(self) -> Any:
        """The client; importing it takes a moment and happens once."""
        if self._client is None:
            import boto3
            from botocore.config import Config

            endpoint = self._asked.get("endpoint")
            style = {"addressing_style": "path"} if endpoint else {}
            self._client = boto3.client(
                "s3",
                endpoint_url=endpoint,
                region_name=self._asked.get("region") or self._environment.get("AWS_REGION"),
                aws_access_key_id=self._environment.get("AWS_ACCESS_KEY_ID"),
                aws_secret_access_key=self._environment.get("AWS_SECRET_ACCESS_KEY"),
                aws_session_token=self._environment.get("AWS_SESSION_TOKEN"),
                config=Config(s3=style, connect_timeout=10, read_timeout=60, retries={"total_max_attempts": 4}),
            )
        return self._client


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A path to write to; renamed to the target at the end, so that nobody ever reads half a file."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    try:
        fresh.touch(mode=0o600)
        yield fresh
        fresh.chmod(0o600)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


@contextmanager
def _told(what: str, key: str = "") -> Iterator[None]:
    """Translates failures into errors that name the storage: NotFound where the key is unknown, TryAgain otherwise."""
    try:
        yield
    except OSError as failed:
        raise TryAgain(f"{what} cannot be used: {failed.strerror or failed}.") from failed
    except Exception as failed:
        if type(failed).__module__.partition(".")[0] not in ("boto3", "botocore", "s3transfer"):
            raise
        answered = getattr(failed, "response", {}).get("Error", {}).get("Code", "")
        if key and answered in ("404", "NoSuchKey"):
            raise NotFound(f"{what} has no file {key}.") from failed
        raise TryAgain(f"{what} cannot be used: {answered or type(failed).__name__}.") from failed
