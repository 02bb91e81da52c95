"""`anamnesis references`, `reproduce` and `evaluate`, as a person runs them, on invented interviews."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from agents.domain import phq8
from server.cli import main
from server.settings import Settings
from tests.server.cli.conftest import Run

ITEMS = [item.key for item in phq8.instrument().items]
SAYS = {
    0: "No, I sleep like a log, every night.",
    1: "I slept badly on three nights of the last two weeks.",
    2: "I lie awake on nine nights out of fourteen.",
    3: "I can't fall asleep, every single night.",
}
SECRET = "quincunx"

Command = Callable[..., Run]


@pytest.fixture
def research(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command with this module's database, in this process: it is run dozens of times."""
    monkeypatch.setenv("DATABASE_URL", settings.database_url or "")
    monkeypatch.setenv("REDIS_URL", settings.redis_url or "")
    monkeypatch.setenv("ANAMNESIS_DATA", str(settings.data))

    def run(*words: str | Path) -> Run:
        code = main([str(word) for word in words])
        told = capsys.readouterr()
        return Run(code, told.out, told.err)

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Twelve interviews about sleep and a garden."""
    path = tmp_path / "interviews.jsonl"
    lines = []
    for number in range(12):
        sleep = number % 4
        text = (
            f"Interviewer: How do you spend your days?\nParticipant: In my {SECRET} garden, number {number}.\n"
            f"Interviewer: How have you been sleeping?\nParticipant: {SAYS[sleep]}\nInterviewer: I see."
        )
        gold = {item: sleep if item == "Sleep" else None for item in ITEMS}
        lines.append(json.dumps({"id": f"p{number:02}", "transcript": text, "gold": gold}))
    path.write_text("\n".join(lines))
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_store_that_is_there_is_kept_unless_it_is_to_be_overwritten(research: Command, data: Path) -> None:
    build = ("references", "build", data, "--embedder", "hashed/64", "--no-scorer", "--name", "kept")
    first = research(*build, "--split", "train")
    assert first.code == 0, first.err
    again = research(*build, "--split", "dev")
    assert (again.code, again.out) == (2, "")
    assert "'kept' is there already" in again.err
    assert "interviews.jsonl" in again.err
    assert "--overwrite" in again.err
    assert json.loads(research("references", "list").out)["digest"] == json.loads(first.out)["digest"]
    replaced = research(*build, "--split", "dev", "--overwrite")
    assert replaced.code == 0, replaced.err
    assert json.loads(research("references", "list").out)["digest"] == json.loads(replaced.out)["digest"]
    assert research("references", "remove", "--name", "kept").code == 0


def test_a_run_and_its_evaluation(research: Command, data: Path, tmp_path: Path) -> None:
    done = research("reproduce", data, "--out", tmp_path / "runs", "--split", "test")
    assert done.code == 0, done.err
    told = json.loads(done.out.splitlines()[-1])
    folder = Path(told["folder"])
    about = json.loads((folder / "run.json").read_text())
    assert (about["status"], about["engine"], about["modes"]) == ("finished", "rules", ["zero-shot"])
    assert about["data"]["participants"] == [
        one["id"] for one in sorted(lines_of(folder / "predictions.jsonl"), key=lambda o: o["id"])
    ]
    assert len(about["data"]["participants"]) == told["done"] in (3, 4)
    assert len(about["dataDigest"]) == 64
    assert about["code"]["version"]
    assert SECRET not in "".join(path.read_text() for path in folder.iterdir())
    plot = tmp_path / "plot.svg"
    evaluated = research("evaluate", folder, "--resamples", "200", "--plot", plot)
    assert evaluated.code == 0, evaluated.err
    (one,) = json.loads(evaluated.out)["runs"]
    assert one["predictions"] == told["done"]
    assert one["abstention"]["untold"] == 7 * told["done"]
    assert one["figures"]["coverage"]["value"] > 0
    assert set(one["figures"]) >= {"aurc", "augrc", "aurcOptimal", "aurcExcess", "aurcAchievable", "maeByItem"}
    assert ElementTree.fromstring(plot.read_text()).tag.endswith("svg")
    assert (
        research("evaluate", folder, "--resamples", "200").out == research("evaluate", folder, "--resamples", "200").out
    )


def test_the_papers_total_is_named_for_what_it_is(research: Command, tmp_path: Path) -> None:
    """Two people: one with three items scored (the papers' total is 9, mild; the bounds reach to severe), one denying
    all that is asked, whose other items stay open."""
    asked = {"Sleep": "sleeping", "Depressed": "feeling down", "Tired": "feeling tired"}
    said = {
        "high": ["I can't fall asleep, every single night.", "I feel down every single day.", "I'm tired every day."],
        "open": ["I don't know.", "hard to say", "couldn't tell you"],
    }
    gold = {"high": 3, "open": 1}
    path = tmp_path / "two.jsonl"
    path.write_text(
        "\n".join(
            json.dumps(
                {
                    "id": one,
                    "transcript": "\n".join(
                        f"Interviewer: have you been {question}\nParticipant: {reply}"
                        for question, reply in zip(asked.values(), said[one], strict=True)
                    ),
                    "gold": dict.fromkeys(ITEMS, gold[one]),
                }
            )
            for one in said
        )
    )
    done = research("reproduce", path, "--out", tmp_path / "runs")
    folder = Path(json.loads(done.out)["folder"])
    predictions = {one["id"]: one for one in lines_of(folder / "predictions.jsonl")}
    assert {one: kept["missingAsZero"] for one, kept in predictions.items()} == {"high": 9, "open": 0}
    assert all("severity" not in kept and "total" not in kept for kept in predictions.values())
    (one,) = json.loads(research("evaluate", folder, "--resamples", "100").out)["runs"]
    assert one["totals"] == {
        "participants": 2,
        "severitySettled": 0.0,
        "severityRightly": None,
        "mddSettled": 0.0,
        "mddRightly": None,
        "missingAsZero": {"mae": (15 + 8) / 2, "severity": 0.0, "mdd": 0.5},
    }


def test_a_run_is_taken_up_again(research: Command, data: Path, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    done = research("reproduce", data, "--out", runs)
    folder = Path(json.loads(done.out)["folder"])
    predictions = folder / "predictions.jsonl"
    whole = predictions.read_text()
    predictions.write_text("\n".join(whole.splitlines()[:5]) + '\n{"mode":"zero-shot","id":"p0')
    again = research("reproduce", data, "--resume", folder)
    assert again.code == 0, again.err
    told = json.loads(again.out)
    assert (told["done"], told["before"], told["folder"]) == (7, 5, str(folder))
    assert {one["id"] for one in lines_of(predictions)} == {f"p{n:02}" for n in range(12)}
    assert len(json.loads((folder / "run.json").read_text())["resumedAt"]) == 1
    other = research("reproduce", data, "--resume", folder, "--limit", "3")
    assert other.code == 2
    assert "dataDigest" in other.err
    assert len(list(runs.iterdir())) == 1


def test_what_cannot_be_read_is_registered_without_its_words(research: Command, data: Path, tmp_path: Path) -> None:
    bad = json.dumps({"id": "bad", "transcript": f"{SECRET}: a\nJoe: b\n{SECRET}: c\nJoe: d", "gold": {"Sleep": 1}})
    data.write_text(data.read_text() + "\n" + bad)
    done = research("reproduce", data, "--out", tmp_path / "runs")
    assert done.code == 1
    folder = Path(json.loads(done.out)["folder"])
    (failure,) = lines_of(folder / "failures.jsonl")
    assert (failure["id"], failure["stage"], failure["error"]) == ("bad", "reading", "CorrectInput")
    assert SECRET not in "".join(path.read_text() for path in folder.iterdir()) + done.err
    (one,) = json.loads(research("evaluate", folder, "--resamples", "100").out)["runs"]
    assert one["failedParticipants"] == ["bad"]


def test_two_runs_are_compared_at_equal_coverage(research: Command, data: Path, tmp_path: Path) -> None:
    first = Path(json.loads(research("reproduce", data, "--out", tmp_path / "runs").out)["folder"])
    second = tmp_path / "runs" / "timid"
    second.mkdir()
    (second / "run.json").write_text(json.dumps({"id": "timid"}))
    timid = lines_of(first / "predictions.jsonl")
    for one in timid[:6]:
        one["items"]["Sleep"] |= {"score": None, "reason": "no_mention"}
    (second / "predictions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in timid))
    told = json.loads(research("evaluate", first, second, "--resamples", "200").out)
    (comparison,) = told["comparisons"]
    assert comparison["until"] == told["runs"][0]["until"] == told["runs"][1]["until"] <= 0.5
    assert "rewards abstaining" in comparison["why"]
    assert comparison["differences"]["coverage"]["value"] < 0
    own = json.loads(research("evaluate", first, second, "--resamples", "200", "--own-coverage").out)
    assert own["runs"][0]["until"] > own["runs"][1]["until"]
    learned = json.loads(research("evaluate", first, "--resamples", "100", "--calibrate-on", second).out)
    assert learned["runs"][0]["calibration"]["learnedOn"] == "timid:zero-shot"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["reproduce", "DATA", "--mode", "few-shot"], "few-shot needs --engine"),
        (["reproduce", "DATA", "--samples", "3"], "samples need a model"),
        (["reproduce", "DATA", "--limit", "0"], "--limit: at least 1"),
        (["reproduce", "DATA", "--engine", "gpt"], "names no model"),
        (["reproduce", "DATA", "--labels", "nothing.csv"], "nothing.csv"),
        (["reproduce", "nowhere"], "no such file"),
        (["reproduce", "DATA", "--resume", "nowhere"], "holds no run"),
        (["evaluate", "nowhere"], "holds no run"),
        (["evaluate", "nowhere", "--resamples", "3"], "at least 100"),
        (["references", "check", "DATA", "--name", "none"], "no reference store 'none'"),
        (["references", "build", "DATA", "--embedder", "hashed/x"], "hashed/N"),
        (["references", "build", "DATA", "--embedder", "hashed/64", "--step", "9"], "the step must be"),
    ],
)
def test_what_cannot_be_done_says_why(research: Command, data: Path, words: list[str], why: str) -> None:
    done = research(*[str(data) if word == "DATA" else word for word in words])
    assert (done.code, done.out) == (2, "")
    assert why in done.err
    assert "Traceback" not in done.err


def test_a_store_is_built_listed_checked_and_removed(research: Command, data: Path) -> None:
    built = research("references", "build", data, "--split", "train", "--name", "sleepers", "--embedder", "hashed/256")
    assert built.code == 0, built.err
    (store,) = built.answers
    assert (store["name"], store["dimensions"], store["chunks"] > 3) == ("sleepers", 256, True)
    assert research("references", "list").answers == [store]
    assert research("references", "check", data, "--split", "test", "--name", "sleepers").code == 0
    leaking = research("references", "check", data, "--name", "sleepers")
    assert leaking.code == 1
    assert leaking.answers[0]["leaks"] == store["participants"]
    assert research("references", "remove", "--name", "sleepers").code == 0
    assert research("references", "remove", "--name", "sleepers").code == 1
    assert research("references", "list").out == ""


def test_daic_woz_folder_with_its_labels(research: Command, tmp_path: Path) -> None:
    folder = tmp_path / "daic"
    for session in (303, 304, 305):
        place = folder / f"{session}_P"
        place.mkdir(parents=True)
        rows = f"0\t1\tEllie\thow are you sleeping\n1\t2\tParticipant\t{SAYS[3]}\n"
        (place / f"{session}_TRANSCRIPT.csv").write_text("start_time\tstop_time\tspeaker\tvalue\n" + rows)
    labels = tmp_path / "train_split.csv"
    labels.write_text("Participant_ID,PHQ8_Sleep\n303,3\n304,2\n999,0\n")
    done = research("reproduce", folder, "--labels", labels, "--ids", labels, "--out", tmp_path / "runs")
    assert done.code == 1
    run = Path(json.loads(done.out)["folder"])
    assert {one["id"] for one in lines_of(run / "predictions.jsonl")} == {"303", "304"}
    assert [one["id"] for one in lines_of(run / "failures.jsonl")] == ["999"]
