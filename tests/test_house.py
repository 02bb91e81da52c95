"""Rules of the house that matter, as tests."""

import re
import subprocess
import sys
import time
import tomllib
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from agents.resources import CHECKOUT as ROOT
from server.cli import COMMANDS
from server.settings import Settings

LONGEST_MODULE = 320
MOST_MODULES = 25
PACKAGES = ("agents", "benchmarks", "rag", "server")
RED = re.compile(r"([^{}]*)\{[^{}]*var\(--(?:on-)?stop")
README = (ROOT / "README.md").read_text()


@cache
def tracked() -> list[Path]:
    """The files that git keeps and that are there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def text_of(path: Path) -> str:
    return path.read_text(errors="replace")


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=True)


def test_imports_go_one_way() -> None:
    kept = subprocess.run([Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True)
    assert kept.returncode == 0, kept.stdout


def test_no_module_is_long() -> None:
    modules = [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in PACKAGES]
    lines = {path.relative_to(ROOT).as_posix(): len(text_of(path).splitlines()) for path in modules}
    assert {name: count for name, count in lines.items() if count > LONGEST_MODULE} == {}


def test_no_folder_is_crowded() -> None:
    """A stranger finds the room: more modules than this side by side want one of their own."""
    modules = [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in PACKAGES]
    beside = Counter(path.relative_to(ROOT).parent.as_posix() for path in modules)
    assert {name: count for name, count in beside.items() if count > MOST_MODULES} == {}


def test_every_template_and_static_file_is_used() -> None:
    sources = {path: text_of(path) for path in tracked() if path.suffix in (".py", ".j2", ".js", ".css", ".jsx")}
    templates = [
        path
        for path in tracked()
        if path.relative_to(ROOT).parts[:2] in (("templates", "pages"), ("templates", "prompts"))
    ]
    unused = [
        path.relative_to(ROOT).as_posix()
        for path in templates
        if not any(
            path.name in said and re.search(rf"\b{re.escape(path.name)}\b", said)
            for other, said in sources.items()
            if other != path
        )
    ]
    assert unused == []


def test_red_is_a_safety_stop_and_nothing_else() -> None:
    """Not an error, not a deletion; and nothing of a patient's page is painted with it."""
    styles = {path.name: text_of(path) for path in tracked() if path.suffix == ".css"}
    red = {(name, rule.strip()) for name, said in styles.items() for rule in RED.findall(said)}
    assert [
        one for one in red if one[0] == "chat.css" or not re.search("alert|stop|strong", one[1], re.IGNORECASE)
    ] == []
    pages = {path.name: text_of(path) for path in tracked() if path.name.endswith(".html.j2")}
    assert [name for name, said in pages.items() if re.search('class="[^"]*strong', said)] == ["interview.html.j2"]


def test_every_command_named_in_the_readme_exists_and_the_other_way_round() -> None:
    named = set(re.findall(r"anamnesis ([a-z][a-z-]*)", README))
    assert named == set(COMMANDS)
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:`|^    )make ([a-z]+)", README, re.MULTILINE)) <= targets
    assert {"run", "test", "check", "format", "load"} <= targets


def test_every_setting_is_in_the_readme_and_the_other_way_round() -> None:
    plain = {"database_url", "redis_url", "storage_url"}
    names = {name.upper() if name in plain else f"ANAMNESIS_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"^\| `([A-Z_]+)` ", README, re.MULTILINE)) == names


def test_the_readme_names_the_highest_and_the_lowest_value_of_every_setting_that_has_one() -> None:
    rows = dict(re.findall(r"^\| `ANAMNESIS_([A-Z_]+)` \| (.*)$", README, re.MULTILINE))
    for name, field in Settings.model_fields.items():
        limits = [getattr(one, kind) for one in field.metadata for kind in ("ge", "le") if hasattr(one, kind)]
        told = set(re.findall(r"\d+(?:\.\d+)?", rows.get(name.upper(), "")))
        assert {str(limit) for limit in limits if limit > 1} <= told, f"README, {name}: {limits}"


def test_no_file_names_a_registry_or_a_place_on_somebodys_machine() -> None:
    hosts = [r"py" + r"pi\.org", "python" + "hosted", "npm" + r"js\.(?:org|com)", r"download\.py" + r"torch"]
    places = [rf"/(?<![\w.}}]/){name}/" for name in ("work", "home", "root", "opt", "tmp" + r"(?=/\w)")]
    forbidden = [
        re.compile(one) for one in hosts + places
    ]  # each begins with a plain character, which is found quickly
    said = {path.relative_to(ROOT).as_posix(): text_of(path) for path in tracked()}
    assert [(name, hit[0]) for name, text in said.items() for one in forbidden if (hit := one.search(text))] == []


def test_every_version_is_pinned() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    pinned = {re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower() for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = [re.match(r"[\w.-]+", one) for one in wanted]
    assert {re.sub(r"[-_.]+", "-", name[0]).lower() for name in names if name} <= pinned


@pytest.mark.parametrize("words", [["--help"], ["score", "--help"], ["run", "--help"]])
def test_help_comes_at_once(words: list[str]) -> None:
    def seconds() -> float:
        started = time.perf_counter()
        python("-m", "server.cli", *words)
        return time.perf_counter() - started

    limit = 0.5 if words == ["--help"] else 2.0
    assert min(seconds() for _ in range(5)) < limit


def test_importing_is_light_and_silent() -> None:
    heavy = (
        "litestar",
        "sqlalchemy",
        "openai",
        "anthropic",
        "litellm",
        "torch",
        "bert_score",
        "textstat",
        "transformers",
        "presidio_analyzer",
    )
    code = f"import sys, agents, server.cli; print([name for name in {heavy} if name in sys.modules])"
    assert python("-c", code).stdout.strip() == "[]"


def test_importing_the_whole_server_loads_no_model_and_says_nothing() -> None:
    heavy = ("openai", "anthropic", "litellm", "torch", "bert_score", "transformers", "alembic", "presidio_analyzer")
    done = python(
        "-W",
        "ignore",
        "-c",
        f"import sys, server.processes.web_process; sys.exit(any(n in sys.modules for n in {heavy}))",
    )
    assert (done.stdout, done.stderr) == ("", "")
