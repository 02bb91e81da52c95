"""Published chat logs as they are: the repeated diagnosis is dropped, broken chats are told apart."""

import json
from pathlib import Path

import pytest

from agents.errors import CorrectInput
from benchmarks.runs.dataset import Entry, Kind, read
from benchmarks.runs.importing import chat, snapshot_of
from tests.benchmarks.chats import REPORT, log


def test_the_diagnosis_is_no_part_of_the_conversation() -> None:
    given = chat("a", log())
    assert given.diagnosis == REPORT
    assert given.turns[-1].text == "Thank you for your answers. That was the last question."
    assert (given.model, given.profile, given.truncated) == ("some-model", "depression", None)
    snapshot = snapshot_of(given)
    assert [section.markdown for section in snapshot.report] == [REPORT]
    assert all(REPORT not in turn.text for turn in snapshot.profile.transcript)
    assert snapshot.profile.item_responses == ()


def test_a_diagnosis_that_stands_in_the_last_turn_only_is_found_there() -> None:
    value = log() | {"diagnosis": None}
    assert chat("a", value).diagnosis == REPORT
    assert chat("a", log(report=None)).diagnosis is None


def test_questions_are_known_by_their_words() -> None:
    given = chat("a", log())
    asked = [turn.item_id for turn in given.turns if turn.role == "interviewer" and turn.item_id]
    assert asked == list(range(1, 24))
    assert len(given.spoken) == 23


@pytest.mark.parametrize(("items", "why"), [(5, "breaks off after 5 of 23 items"), (17, "breaks off after 17 of")])
def test_a_chat_that_breaks_off_is_truncated(items: int, why: str) -> None:
    assert why in (chat("a", log(items=items, report=None)).truncated or "")
    assert chat("a", log(items=20, report=None)).truncated is None


def test_a_chat_without_a_patient_is_truncated() -> None:
    only = [turn for turn in log()["conversation"] if turn["role"] != "patient"]
    assert chat("a", log() | {"conversation": only}).truncated == "the patient says nothing"
    assert chat("a", {"conversation": []}).truncated == "the patient says nothing"


@pytest.mark.parametrize("value", [{}, {"conversation": "none"}, {"conversation": [{"role": "patient"}]}])
def test_what_is_no_conversation_is_refused(value: dict[str, object]) -> None:
    with pytest.raises(CorrectInput, match="no conversation"):
        chat("a", value)


def test_a_folder_is_read_as_it_lies(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "chat_1.json").write_text(json.dumps(log()))
    (tmp_path / "model" / "chat_2.json").write_text("{broken")
    (tmp_path / "model" / "batch_status.json").write_text('{"status": "completed"}')
    (tmp_path / "more.jsonl").write_text(json.dumps({"id": "p", "items": {}}) + "\n\n[1]\n")
    entries = list(read(tmp_path))
    assert [entry.id for entry in entries] == ["model/chat_1", "model/chat_2", "p", "more:3"]
    assert entries[0].kind is Kind.CHAT
    assert entries[0].label == "depression"
    assert entries[2].kind is Kind.PERSONA
    for entry in (
        entries[1],
        entries[3],
        Entry(id="x", value={"something": 1}),
        Entry(id="y", value={"snapshot": "no"}),
    ):
        with pytest.raises(CorrectInput):
            assert entry.kind
    with pytest.raises(CorrectInput, match="no dataset here"):
        list(read(tmp_path / "nothing"))
