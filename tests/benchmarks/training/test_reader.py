"""Training of the learnt reader: from what, without what, and the same twice."""

import hashlib
import json
from pathlib import Path
from random import Random

import pytest

from agents.reading.model.folding import folded
from agents.reading.model.labels import ACTS, TIERS
from benchmarks.training.datasets import ACTS as ACT_SETS
from benchmarks.training.datasets import REPLIES, messages
from benchmarks.training.reader import example, examples, held_out, variants
from benchmarks.training.reader.origins import ARTEFACTS, FILES, PREPROCESSING, origins


def test_the_artefacts_come_from_this_data_this_base_and_this_code() -> None:
    made = json.loads((ARTEFACTS / "origins.json").read_text("utf-8"))
    assert {name: made[name] for name in origins()} == origins(), "run: make train"
    for name in FILES:
        assert hashlib.sha256((ARTEFACTS / name).read_bytes()).hexdigest()[:16] == made["artefacts"][name]
    assert sum((ARTEFACTS / name).stat().st_size for name in FILES) <= 16_000_000
    assert len(PREPROCESSING) <= 10


def test_the_card_shows_the_held_out_sets() -> None:
    card = (ARTEFACTS / "model_card.md").read_text("utf-8")
    made = json.loads((ARTEFACTS / "origins.json").read_text("utf-8"))
    for kind in ("risk", "replies", "acts"):
        assert all(f"`{name}`" in card for name in examples.part("figures", kind))
    assert all(made[name] in card for name in ("data", "spanish_data", "base", "preprocessing", "glossary"))


@pytest.mark.parametrize("later", [False, True])
def test_nothing_of_a_held_out_set_is_learnt_from(*, later: bool) -> None:
    known = examples.training(Random(1), later=later)
    outside = {name for kind in ("risk", "replies", "acts") for name in examples.held_out(kind, later=later)}
    assert len(outside) >= 10
    assert outside.isdisjoint(one.author for one in known)
    assert {folded(one.reply) for one in known}.isdisjoint(examples.unseen(later=later))
    there = {path.stem for path in (*messages(), *(REPLIES / "authors").glob("*.txt"), *ACT_SETS.glob("*.jsonl"))}
    assert outside <= there


def test_there_are_many_non_answers_by_several_authors() -> None:
    told = [one for path in ACT_SETS.glob("*.jsonl") for one in examples.acts(path.stem)]
    wrong = [one for one in told if one.act]
    assert len({folded(one.reply) for one in wrong}) >= 1500
    assert len({one.author for one in wrong}) >= 5
    assert {one.act for one in told} == set(range(len(ACTS)))


@pytest.mark.parametrize(
    ("label", "weights"),
    [("0", (1, 0, 0, 0, 0)), ("2-3", (0, 0, 0.25, 0.75, 0)), ("0-2 (0)", (2 / 3, 1 / 6, 1 / 6, 0, 0))],
)
def test_a_range_of_scores_is_a_share_of_each(label: str, weights: tuple[float, ...]) -> None:
    assert example.scores(label) == pytest.approx(weights)


def test_the_best_tier_weighs_most() -> None:
    assert example.tiers(["stop"]) == (0, 0, 0, 1)
    assert example.tiers(["flag", "none", "urgent"]) == (0.125, 0.75, 0.125, 0)
    assert TIERS.index("flag") == 1


def test_the_same_words_are_written_otherwise() -> None:
    random, text = Random(3), "No, I'm fine. It was 2.5 hours, on Monday!"
    assert variants.unmarked(text) == "no i'm fine it was 2.5 hours on monday"
    assert variants.slipped(text * 4, random) != text * 4
    assert text in variants.filled(text, random).replace("  ", " ") or len(variants.filled(text, random)) > len(text)
    assert "It was 2.5 hours" in variants.beside(text, ["Nice weather."], random)


def test_intervals_are_wilsons() -> None:
    assert held_out.wilson(0, 0) == (0, 0, 1)
    assert held_out.wilson(50, 100) == (0.5, 0.404, 0.596)
    assert held_out.wilson(10, 10)[1] == 0.722


@pytest.mark.alone  # its threads and other tests' would wait for each other
def test_the_same_data_gives_the_same_bytes(tmp_path: Path) -> None:
    from benchmarks.training.reader.__main__ import main

    for name in ("one", "two"):
        assert main(["--few", "40", "--into", str(tmp_path / name)]) == 0
    for file in FILES:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file
