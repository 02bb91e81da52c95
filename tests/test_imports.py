"""Who imports whom, file by file: what the contracts in `pyproject.toml` say of rooms and can't say of files."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from agents.resources import CHECKOUT as ROOT

PACKAGES = ("agents", "benchmarks", "rag", "server")
ENGINES = ("llm", "rules")
"""The modules of an agent's room that answer: everybody else asks them through the room's `port`."""
COMPOSERS = ("agents.assessment", "agents.interview", "agents.rules_team", "agents.scripted")
"""Who puts engines together."""


@cache
def modules() -> dict[str, Path]:
    """Every module by its dotted name; a package stands for its `__init__.py`."""
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


@cache
def imported(module: str) -> frozenset[str]:
    """What a module imports of ours, wherever the import stands: inside a function or for types alone, too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(modules()[module].read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports by a relative name"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (names & modules().keys()) or {str(node.module)}
    return frozenset(found & modules().keys() - {module})


def room(module: str) -> str:
    return ".".join(module.split(".")[:2])


@pytest.mark.parametrize("package", PACKAGES)
def test_no_files_import_each_other_in_a_circle(package: str) -> None:
    own = {name: imported(name) for name in modules() if name.split(".")[0] == package}
    try:
        TopologicalSorter(own).prepare()
    except CycleError as circle:
        pytest.fail(" <- ".join(circle.args[1]))


def test_agents_know_each_other_by_their_contracts() -> None:
    """No agent's room imports another's engine."""
    agents = {room(name) for name in modules() if name.endswith(".port") and name.startswith("agents.")} - {
        "agents.llm"
    }
    engines = {f"{one}.{engine}" for one in agents for engine in ENGINES}
    wrong = [
        f"{name} imports {engine}"
        for name in modules()
        if name.startswith("agents.") and room(name) not in COMPOSERS
        for engine in imported(name) & engines
        if room(engine) != room(name)
    ]
    assert wrong == []
