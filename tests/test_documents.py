"""What the documents name exists: paths, modules, commands, links; recipes stay short and intervals are right."""

import re
import subprocess
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from agents.resources import CHECKOUT as ROOT
from server.cli import COMMANDS

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
"""Pages that describe the house as it is. The histories in docs/history are records and may name what is gone."""
LINKED = [*DOCUMENTS, *sorted((ROOT / "docs" / "history").glob("*.md"))]
MOST_LINES = 6
EXAMPLE = re.compile(r"[A-Z]{2,}|\*|…")
"""What marks a name as a pattern: LOCALE.toml, *.md.j2."""
_95 = 1.959964

named = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@cache
def tracked() -> tuple[str, ...]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(name for name in listed.split("\0") if name and (ROOT / name).exists())


def code(document: Path) -> list[str]:
    """Everything that a document sets as code, inline or in a block."""
    text = document.read_text()
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL) + re.findall(r"^    (.+)$", text, re.M)
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)) + blocks


def paths(text: str) -> list[str]:
    """The paths inside the packages and the folders beside them."""
    found = re.findall(
        r"(?<![\w./-])((?:agents|server|rag|benchmarks|templates|migrations|docs|tests)/[\w./*-]*)", text
    )
    return [path.rstrip(".") for path in found if not EXAMPLE.search(path)]


@named
def test_every_path_exists(document: Path) -> None:
    assert [path for text in code(document) for path in paths(text) if not (ROOT / path).exists()] == []


@named
def test_every_file_named_without_its_folder_is_somewhere(document: Path) -> None:
    names = {Path(name).name for name in tracked()}
    bare = [text for text in code(document) if re.fullmatch(r"\w+\.(?:py|toml|j2|yaml)", text)]
    assert [name for name in bare if not EXAMPLE.search(name) and name not in names] == []


@named
def test_every_command_exists(document: Path) -> None:
    said = "\n".join(code(document))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:^|\.venv/bin/|[$|=\w] )anamnesis ([a-z][a-z-]+)", said, re.MULTILINE)) <= set(COMMANDS)
    assert set(re.findall(r"^make ([a-z-]+)", said, re.MULTILINE)) <= targets
    modules = [name.replace(".", "/") for name in re.findall(r"-m ((?:agents|server|rag|benchmarks)[\w.]*)", said)]
    assert [
        name for name in modules if not any((ROOT / f"{name}{end}").exists() for end in (".py", "/__main__.py"))
    ] == []


@pytest.mark.parametrize("document", LINKED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(document: Path) -> None:
    def leads(link: str) -> bool:
        page, _, part = link.partition("#")
        target = document.parent / page if page else document
        return target.exists() and (not part or part in anchors(target))

    links = re.findall(r"\]\((?!https?:)([^)\s]+)\)", document.read_text())
    assert [link for link in links if not leads(link)] == []


def anchors(page: Path) -> set[str]:
    """The headings of a page as the links to them are written."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_a_recipe_has_at_most_six_lines_and_names_files() -> None:
    _, _, recipes = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## Recipes\n")
    each = re.split(r"^### ", recipes, flags=re.MULTILINE)[1:]
    lines = {one.splitlines()[0]: [line for line in one.splitlines()[1:] if line.strip()] for one in each}
    assert len(lines) == 5
    assert {head: len(said) for head, said in lines.items() if len(said) > MOST_LINES} == {}
    assert [head for head, said in lines.items() if not paths("\n".join(said))] == []


@named
def test_every_interval_is_that_of_its_counts(document: Path) -> None:
    said = re.findall(r"([\d,]+) of ([\d,]+) = ([\d.]+) \[([\d.]+), ([\d.]+)\]", document.read_text())
    wrong = []
    for found, count, *shown in said:
        k, n = int(found.replace(",", "")), int(count.replace(",", ""))
        middle, half = k / n + _95**2 / n / 2, _95 * sqrt(k * (n - k) / n**3 + _95**2 / n**2 / 4)
        right = [k / n, (middle - half) / (1 + _95**2 / n), (middle + half) / (1 + _95**2 / n)]
        if any(abs(float(value) - true) > 0.00051 for value, true in zip(shown, right, strict=True)):
            wrong.append((found, count, right))
    assert wrong == []
