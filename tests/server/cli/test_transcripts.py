"""`anamnesis transcripts prepare`, as a person runs it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.cli.conftest import Run

HEAD = "start_time\tstop_time\tspeaker\tvalue\n"
SECRET = "marzipan"


@pytest.fixture
def daic(tmp_path: Path) -> Path:
    """A folder in the shape of DAIC-WOZ, invented."""
    folder = tmp_path / "daic"
    for session, rows in {
        373: [
            "0\t1\tParticipant\tis this on",
            "1\t2\tEllie\thi",
            "2\t3\tParticipant\t<sync>",
            f"3\t4\tParticipant\t{SECRET}",
            "400\t401\tParticipant\talarm",
            "500\t501\tEllie\tok",
            "501\t502\tEllie\tgo on",
            "502\t503\tParticipant\tfine",
        ],
        451: ["0\t1\tParticipant\tonly me"],
        300: ["0\t1\tEllie\tanybody?"],
    }.items():
        place = folder / f"{session}_P"
        place.mkdir(parents=True)
        (place / f"{session}_TRANSCRIPT.csv").write_text(HEAD + "\n".join(rows))
        (place / f"{session}_COVAREP.csv").write_text("1,2,3\n")
    (folder / "train_split_Depression_AVEC2017.csv").write_text("Participant_ID,PHQ8_Score\n373,4\n")
    return folder


def test_a_daic_woz_folder(anamnesis: Callable[..., Run], daic: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in daic.rglob("*") if path.is_file()}
    out = tmp_path / "ready"
    done = anamnesis("transcripts", "prepare", daic, out, "--variant", "participant-with-question")
    assert done.code == 1
    assert "300_TRANSCRIPT.csv: no words of the participant" in done.err
    lines = [json.loads(line) for line in (out / "transcripts.jsonl").read_text().splitlines()]
    assert lines == [
        {"id": "373", "transcript": f"Interviewer: hi\nParticipant: {SECRET}\nInterviewer: go on\nParticipant: fine"},
        {"id": "451", "transcript": "Participant: only me"},
    ]
    told = (out / "manifest.json").read_text()
    manifest = json.loads(told)
    assert SECRET not in told
    assert SECRET not in done.out + done.err
    first, second = manifest["transcripts"]
    assert first["removed"] == {"before_interview": 1, "sync": 1, "interruption": 1}
    assert (first["lines"], first["turns"], first["leftOutByVariant"]) == (8, 4, 1)
    assert second["warnings"] == ["the interviewer's words are missing, as known of this session"]
    assert [one["id"] for one in manifest["failed"]] == ["300"]
    assert {path: path.read_bytes() for path in daic.rglob("*") if path.is_file()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["daic", "ready"]
    assessed = anamnesis("assess", out / "transcripts.jsonl")
    assert [answer["id"] for answer in assessed.answers] == ["373", "451"]


def test_a_dry_run_writes_nothing(anamnesis: Callable[..., Run], daic: Path, tmp_path: Path) -> None:
    dry = anamnesis("transcripts", "prepare", daic, "--dry-run")
    assert dry.code == 1
    assert json.loads(dry.out)["ready"] == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["daic"]
    anamnesis("transcripts", "prepare", daic, tmp_path / "out")
    assert json.loads((tmp_path / "out" / "manifest.json").read_text()) == json.loads(dry.out)


def test_every_format_in_one_folder(anamnesis: Callable[..., Run], tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "a.txt").write_text("Therapist: hi\nClient: hello")
    (folder / "b.vtt").write_text("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Participant>hello")
    (folder / "c.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nParticipant: hello\n")
    (folder / "d.json").write_text('{"turns": [{"speaker": "patient", "text": "hello"}]}')
    (folder / "e.txt").write_text("Jane Roe: hello\nJoe Bloggs: hi\nJane Roe: yes\nJoe Bloggs: no")
    out = tmp_path / "out"
    done = anamnesis("transcripts", "prepare", folder, out)
    assert done.code == 1
    assert "Jane Roe, Joe Bloggs" in done.err
    manifest = json.loads((out / "manifest.json").read_text())
    assert [one["format"] for one in manifest["transcripts"]] == ["plain", "cues", "cues", "json"]
    assert manifest["failed"] == [
        {"id": "e", "source": "e.txt", "error": "it is not clear which speaker is the participant"}
    ]
    named = anamnesis("transcripts", "prepare", folder / "e.txt", tmp_path / "named", "--participant", "Joe Bloggs")
    assert named.code == 0
    assert json.loads((tmp_path / "named" / "transcripts.jsonl").read_text())["transcript"].startswith(
        "Interviewer: hello"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["missing", "out"], "no such file"),
        (["daic"], "say where to write"),
        (["daic", "daic"], "stay as they are"),
        (["daic", "daic/out"], "stay as they are"),
        (["daic", "taken"], "is there already"),
        (["daic", "taken", "--overwrite"], "is there already"),
        (["empty", "out"], "no transcript found"),
        (["twice.jsonl", "out"], "the same id '1'"),
        (["bad.jsonl", "out"], "bad.jsonl, line 1: not JSON"),
    ],
)
def test_what_cannot_be_done_says_why(
    anamnesis: Callable[..., Run], daic: Path, tmp_path: Path, words: list[str], why: str
) -> None:
    for name in ("taken", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "taken" / "precious").touch()
    line = '{"id": %s, "transcript": "Participant: a"}\n'
    (tmp_path / "twice.jsonl").write_text(line % "1" + line % '"1"')
    (tmp_path / "bad.jsonl").write_text("{]")
    places = [word if word.startswith("--") else str(tmp_path / word) for word in words]
    done = anamnesis("transcripts", "prepare", *places)
    assert (done.code, done.out) == (2, "")
    assert why in done.err
    assert (tmp_path / "taken" / "precious").exists()
    assert not (tmp_path / "out").exists()


def test_its_own_output_may_be_replaced(anamnesis: Callable[..., Run], daic: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        assert anamnesis("transcripts", "prepare", daic, out, "--overwrite").code == 1
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "transcripts.jsonl"]
