"""The wheel: it holds what the product needs and nothing else, and what is installed from it runs from any folder."""

import os
import re
import signal
import site
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from agents.resources import CHECKOUT as ROOT

PACKAGES = ("agents", "benchmarks", "rag", "server")
LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/welcome/\S+")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def tracked(*folders: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    words = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    subprocess.run([*PIP, *words], check=True, capture_output=True)
    (built,) = folder.glob("anamnesis-*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it that sees the packages which are set up here, but not the checkout."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (own,) = (folder / "lib").glob("python*/site-packages")
    words = ("install", "--no-deps", "--no-build-isolation", "--no-compile", "--target", str(own), str(wheel))
    subprocess.run([*PIP, *words], check=True, capture_output=True)
    set_up = [path for path in map(Path, site.getsitepackages()) if path.is_dir()]
    (own / "set_up.pth").write_text("".join(f"{path}\n" for path in set_up))  # a .pth there is not followed
    return folder / "bin" / "python"


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """What a user's shell has: a home of its own, and none of our settings."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("ANAMNESIS_", "PYTHON"))}
    for name in ("DATABASE_URL", "REDIS_URL"):
        kept.pop(name, None)
    return kept | {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path / "home" / "data")}


def test_it_holds_every_template_migration_and_artefact_and_no_labelled_data(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"anamnesis_files/{name}" for name in tracked("templates", "migrations")} | tracked(*PACKAGES)
    wanted = {name for name in wanted if not name.startswith("benchmarks/training/data/")}
    assert wanted - held == set()
    beside = {name for name in held - wanted if ".dist-info/" not in name}
    assert beside == set()


def test_what_is_installed_is_not_the_checkout(python: Path, elsewhere: dict[str, str], tmp_path: Path) -> None:
    code = "import agents.resources as r, server.settings as s; print(s.__file__, r.CHECKOUT, s.Settings().data)"
    said = subprocess.run([python, "-c", code], cwd=tmp_path, env=elsewhere, capture_output=True, text=True, check=True)
    file, checkout, data = said.stdout.split()
    assert Path(file).is_relative_to(python.parent.parent)
    assert checkout == "None"
    assert data == str(tmp_path / "home" / "data" / "anamnesis")


@pytest.fixture
def running(python: Path, elsewhere: dict[str, str], tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [python, "-m", "server.cli", "run", "--port", "0"],
        cwd=tmp_path,
        env=elsewhere | {"ANAMNESIS_OPEN_REFERENCE": "False"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    guard = threading.Timer(90, process.kill)
    guard.start()
    said = []
    for line in process.stdout or ():
        said.append(line)
        if found := LINK.search(line):
            yield process, found[0]
            break
    else:
        pytest.fail("no link:\n" + "".join(said))
    guard.cancel()
    process.kill()
    process.communicate()


def test_it_runs_from_any_folder_and_ends_cleanly(
    running: tuple[subprocess.Popen[str], str], python: Path, tmp_path: Path
) -> None:
    process, link = running
    address = link.partition("/welcome/")[0]
    with httpx.Client(base_url=address, follow_redirects=True, headers={"accept": "text/html"}, timeout=60) as browser:
        page = browser.get(link)
        assert (page.status_code, page.url.path) == (200, "/today")
        linked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
        assert linked
        assert {browser.get(one).status_code for one in linked} == {200}
        assert browser.get("/healthz").json() == {"database": "ok", "redis": "ok"}
    data = tmp_path / "home" / "data" / "anamnesis"
    assert (data / "postgres").is_dir()
    assert data.stat().st_mode & 0o066 == 0  # run by root, PostgreSQL is a user of its own that has to pass through
    assert not (tmp_path / "var").exists()
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert process.returncode == 0, said
    assert "Traceback" not in said
