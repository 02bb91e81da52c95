"""A metric is one file: one that is put into the folder is on the card, the page, in the tables and in the exports."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.interview.session import Session
from agents.resources import CHECKOUT as ROOT
from benchmarks.cards.figures import explained
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics import metrics

FILE = '''
"""How long the interviewer's turns are."""

from benchmarks.metrics.metric import INTERVIEWER, Explained, Measured, Metric, Plot, Series, Talk, Unavailable, figure
from benchmarks.metrics.models import Meters


def _measure(talk: Talk, _: Meters) -> Measured | Unavailable:
    lengths = [float(len(text.split())) for text in talk.interviewer]
    if not lengths:
        return Unavailable(reason="the interviewer said nothing")
    mean = sum(lengths) / len(lengths)
    found = figure("length.mean", mean, f"{len(lengths)} turns", len(lengths))
    return Measured((found,), Series(values=tuple(lengths)))


METRIC = Metric(
    key="length",
    title="Length of turns",
    plain="How many words a turn has.",
    what="words a turn",
    reads=INTERVIEWER,
    by="counts",
    figures=(
        Explained(
            key="length.mean", title="Words a turn", unit="words", plain="Mean.", formula="words / turns", source="ours"
        ),
    ),
    measure=_measure,
    plot=Plot(0.0, 60.0, "Words of each turn, in order"),
)
'''
SHOW = """
import sys
from types import SimpleNamespace
from benchmarks.cards.card import Card
from benchmarks.cards.snapshot import Snapshot
from server.cards.exports import csv_of
from server.cards.usual import Usual
from server.cards.view import view_of
snapshot = Snapshot.model_validate_json(open(sys.argv[1]).read())
card = Card.model_validate_json(open(sys.argv[2]).read())
asked = SimpleNamespace(shown=lambda card: ("length",))
shown = view_of(asked, card, snapshot, Usual.of(())).parts[0]
print(shown.title, shown.figures[0].meant.title, shown.figures[0].shown, shown.chart.words, sep="|")
print(csv_of(card, ()))
"""


@pytest.fixture
def with_another(tmp_path: Path) -> dict[str, str]:
    """An environment whose `benchmarks` has one file more."""
    shutil.copytree(ROOT / "benchmarks", tmp_path / "benchmarks", ignore=shutil.ignore_patterns("data", "__pycache__"))
    (tmp_path / "benchmarks" / "metrics" / "length.py").write_text(FILE)
    return {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"}


def test_a_new_file_is_on_the_card_the_page_the_tables_and_the_exports(
    with_another: dict[str, str], finished: Callable[..., Session], tmp_path: Path
) -> None:
    def python(*words: object) -> str:
        told = [sys.executable, *map(str, words)]
        done = subprocess.run(told, cwd=tmp_path, env=with_another, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    session = finished()
    snapshot = tmp_path / "snapshot.json"
    snapshot.write_text(Snapshot.of(session.events).model_dump_json(by_alias=True))
    card = tmp_path / "card.json"
    card.write_text(python("-m", "server.cli", "benchmark", "card", snapshot, "--parts", "length,wording"))
    parts = {part["key"]: part for part in json.loads(card.read_text())["parts"]}
    assert list(parts) == ["wording", "length"]
    assert parts["length"]["figures"][0]["key"] == "length.mean"
    assert parts["length"]["detail"]["kind"] == "series"
    mean = parts["length"]["figures"][0]["value"]
    shown, *csv = python("-c", SHOW, snapshot, card).splitlines()
    title, figure, number, words = shown.split("|")
    assert (title, figure, number) == ("Length of turns", "Words a turn", f"{mean:.2f}")
    assert words.startswith("Words of each turn, in order")
    assert any("length.mean" in line for line in csv)
    chats = tmp_path / "chats.jsonl"
    chats.write_text(json.dumps({"id": "one", "items": {}}) + "\n")
    python("-m", "server.cli", "benchmark", "run", chats, "--parts", "length", "--out", tmp_path / "out")
    report = (tmp_path / "out" / "report.md").read_text()
    assert "Length of turns" in report
    assert "Words a turn (words)" in report


def test_the_docs_have_each_metric_as_it_declares_itself() -> None:
    told = re.findall(
        r"^\| (\w+) \| (.+) \| (.+) \| (.+) \|$", (ROOT / "docs" / "benchmarks.md").read_text(), re.MULTILINE
    )
    declared = [(one.key, one.what, one.reads, one.by) for one in metrics().values()]
    assert [row for row in told if row[0] in metrics()] == declared


def test_every_figure_of_a_metric_is_explained_once() -> None:
    keys = [one.key for metric in metrics().values() for one in metric.figures]
    assert len(keys) == len(set(keys))
    assert all(key.startswith(f"{explained()[key].part}.") for key in keys)
    assert all(explained()[key].source and explained()[key].formula for key in keys)
