"""Labels, splits, and a run's folder."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain import phq8
from agents.errors import CorrectInput
from benchmarks.phq8.folder import RunFolder
from benchmarks.phq8.labels import ids_of_csv, of_csv, of_value
from benchmarks.phq8.records import Failure, Item, Mode, Record, confidence, table
from benchmarks.phq8.splits import assigned

ITEMS = [item.key for item in phq8.instrument().items]
AVEC = (
    "Participant_ID,PHQ8_Binary,PHQ8_Score,Gender,PHQ8_NoInterest,PHQ8_Depressed,PHQ8_Sleep,PHQ8_Tired,PHQ8_Appetite,"
    "PHQ8_Failure,PHQ8_Concentrating,PHQ8_Moving\r\n303,0,0,0,0,0,0,0,0,0,0,0\r\n319,1,13,1,1,1,,2,2,2,1,2\r\n"
)
DETAILED = "Participant_ID,PHQ_8NoInterest,PHQ_8Sleep,PHQ_8Total\n300.0,1,3.0,4\n"


def test_labels_of_both_editions() -> None:
    found = of_csv(AVEC)
    assert list(found) == ["303", "319"]
    assert list(found["303"]) == ITEMS
    assert found["319"] == {
        key: 2 if key in ("Tired", "Appetite", "Failure", "Moving") else 1 for key in ITEMS if key != "Sleep"
    }
    assert of_csv("\ufeff" + DETAILED) == {"300": {"NoInterest": 1, "Sleep": 3}}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no column"),
        ("Participant_ID,Gender\n1,0\n", "no column holds an item"),
        ("PHQ8_Sleep\n1\n", "names the participants"),
        ("Participant_ID,PHQ8_Sleep\n1,4\n", "line 2: PHQ8_Sleep"),
        ("Participant_ID,PHQ8_Sleep\n1,2\n1,2\n", "line 3: participant 1 is there twice"),
    ],
)
def test_bad_labels_say_why(text: str, why: str) -> None:
    with pytest.raises(CorrectInput, match=why):
        of_csv(text)


def test_labels_of_a_line() -> None:
    assert of_value({"gold": {"Sleep": 2, "Tired": {"score": None, "evidence": []}, "x": 9}}) == {
        "Sleep": 2,
        "Tired": None,
    }
    assert of_value({"transcript": ""}) is None
    for wrong in ({"Sleep": 4}, {"Sleep": True}, {"Sleep": "2"}, [2]):
        with pytest.raises(CorrectInput, match="gold"):
            of_value({"gold": wrong})


def test_split_files() -> None:
    assert ids_of_csv(AVEC) == ["303", "319"]
    assert ids_of_csv("participant_ID,Gender\n300,1\n301,0\n") == ["300", "301"]
    assert ids_of_csv("a\n b \n\n") == ["a", "b"]
    with pytest.raises(CorrectInput):
        ids_of_csv(" \n")


@given(st.lists(st.integers(0, 3), min_size=3, max_size=150), st.integers())
def test_splits_are_seeded_complete_and_alike(scores: list[int], seed: int) -> None:
    labels: dict[str, dict[str, int | None]] = {str(n): {"Sleep": score} for n, score in enumerate(scores)}
    found = assigned(labels, seed)
    assert found == assigned(dict(reversed(labels.items())), seed)
    assert set(found) == set(labels)
    for split, share in (("train", 0.41), ("dev", 0.30), ("test", 0.29)):
        assert abs(sum(of == split for of in found.values()) - share * len(scores)) <= 1


def record(identity: str, mode: Mode = Mode.ZERO_SHOT, **item: object) -> Record:
    given = {"score": 1, "gold": 2, "confidence": 0.5, "reason": "stated", **item}
    return Record(mode=mode, id=identity, engine="rules", seconds=0.1, items={"Sleep": Item.model_validate(given)})


def test_a_run_survives_a_kill_in_the_middle_of_a_line(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, {"engine": "rules"})
    for name in ("a", "b"):
        folder.add(record(name))
    lines = folder.path / "predictions.jsonl"
    lines.write_bytes(lines.read_bytes()[:-20])
    again = RunFolder.open(folder.path)
    assert [one.id for one in again.records()] == ["a"]
    again.mend()
    again.add(record("b", Mode.FEW_SHOT))
    assert [(one.mode, one.id) for one in again.records()] == [(Mode.ZERO_SHOT, "a"), (Mode.FEW_SHOT, "b")]
    assert [one.id for one in again.records(Mode.FEW_SHOT)] == ["b"]
    assert again.about == folder.about
    again.save(status="finished")
    assert json.loads((folder.path / "run.json").read_text())["status"] == "finished"
    assert sorted(path.name for path in folder.path.iterdir()) == ["predictions.jsonl", "run.json"]


def test_a_folder_that_is_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(CorrectInput, match="holds no run"):
        RunFolder.open(tmp_path)
    folder = RunFolder.create(tmp_path, {})
    (folder.path / "predictions.jsonl").write_text('{"id": 3}\n')
    with pytest.raises(CorrectInput, match=r"predictions.jsonl, line 1"):
        folder.records()


def test_failures_are_kept(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, {})
    failure = Failure(
        mode=Mode.FEW_SHOT, id="a", stage="scoring", error="TimedOut", message="late", at=datetime.now(UTC)
    )
    folder.add(failure)
    assert folder.failures() == [failure]


def test_what_orders_the_answers() -> None:
    item = record("a", evidence=3, similarity=0.7, samples=[1, 1, 2, None]).items["Sleep"]
    assert [confidence(item, by) for by in ("confidence", "evidence", "similarity", "agreement")] == [0.5, 3, 0.7, 0.5]
    with pytest.raises(CorrectInput, match="one sample"):
        confidence(record("a").items["Sleep"], "agreement")
    with pytest.raises(CorrectInput, match="choose one of"):
        confidence(item, "luck")
    assert table([record("a"), record("b", gold=None)]).participants == ("a",)
    with pytest.raises(CorrectInput, match="no prediction"):
        table([record("b", gold=None, untold=True)])
