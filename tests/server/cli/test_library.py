"""`ingest` and `retrieve` as commands: a book read in, questions and profiles answered, what is bad told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cluster
from tests.rag.pdfs import BOOK, pdf
from tests.server.cli.conftest import Run, runner

Command = Callable[..., Run]
NOT_AT_ALL = "No, not at all."
LOW = {
    1: "Nearly every day. Nothing brings me any pleasure.",
    2: "Every day, I feel sad and empty.",
    14: "I lie awake nightly.",
}


@pytest.fixture(scope="module")
def installation(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an installation with an empty library that searches by words: no embedder is needed."""
    data = tmp_path_factory.mktemp("data")
    return {"DATABASE_URL": cluster.fresh_database(), "ANAMNESIS_DATA": str(data), "ANAMNESIS_EMBEDDER": "offline"}


@pytest.fixture(scope="module")
def command(installation: dict[str, str]) -> Command:
    return runner(**installation)


@pytest.fixture(scope="module")
def book(command: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book that was read in."""
    path = tmp_path_factory.mktemp("books") / "DSM-5-TR.pdf"
    path.write_bytes(pdf(BOOK))
    read = command("ingest", path)  # no title in the file: the file's own name is proposed
    assert read.code == 0, read.err
    told = read.answers[0]
    assert (told["book"], told["already"], told["pages"]) == ("DSM-5-TR", False, 3)
    assert told["chunks"] > 0
    assert told["kept"] == told["sections"] > 0
    assert (told["pagesKept"], told["pagesLeftOut"], told["pagesSilent"], told["textKept"]) == (3, 0, 0, 1)
    assert "3 of 3 pages and 100 % of the text are searched. Nothing was left out." in read.err
    assert "DSM-5-TR.pdf: " in read.err
    return path


def test_the_same_file_again_is_no_work(command: Command, book: Path) -> None:
    again = command("ingest", book)
    assert (again.code, again.answers[0]["already"]) == (0, True)


def test_another_file_of_a_name_that_is_taken_is_refused_with_both_ways_out(
    command: Command, book: Path, tmp_path: Path
) -> None:
    other = {"Sleep Disorders": {"Nightmare Disorder": {"Diagnostic Criteria": "A. Bad dreams.\nB. They wake one."}}}
    second = tmp_path / "second edition.pdf"
    second.write_bytes(pdf(other, note="dsm-5-tr"))
    for words in ((), ("--title", "DSM-5-TR")):
        refused = command("ingest", second, *words)
        assert (refused.code, refused.out) == (1, "")
        for said in ("“DSM-5-TR” already", "Nothing was changed", "--edition-of DSM-5-TR", "--title"):
            assert said in refused.err
    both = command("ingest", second, "--title", "Sleep", "--edition-of", "DSM-5-TR")
    assert both.code == 2
    unknown = command("ingest", second, "--edition-of", "DSM-7")
    assert (unknown.code, unknown.out) == (1, "")
    assert "No book named “DSM-7”" in unknown.err

    read = command("ingest", second, "--edition-of", "dsm-5-tr")
    assert (read.code, read.answers[0]["book"]) == (0, "DSM-5-TR")
    again = command("ingest", book)
    assert (again.code, again.answers[0]["already"]) == (0, True)
    assert "an earlier edition" in again.err
    assert "--edition-of DSM-5-TR" in again.err
    back = command("ingest", book, "--edition-of", "DSM-5-TR")
    assert (back.code, back.answers[0]["book"]) == (0, "DSM-5-TR")
    renamed = command("ingest", book, "--title", "Mine")
    assert (renamed.code, renamed.out) == (1, "")
    assert "already in the library, as “DSM-5-TR”" in renamed.err


def lines(*records: object) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


@pytest.mark.parametrize("mode", ["hybrid", "vector", "text"])
def test_questions_are_answered_in_each_mode(command: Command, book: Path, mode: str) -> None:
    asked = lines(
        {"id": 7, "query": "sudden fear with a pounding heart"}, {"id": "w", "query": "worry, everyday matters"}
    )
    run = command("retrieve", "-", "--mode", mode, "--k", "2", given=asked)
    assert run.code == 0, run.err
    fear, worry = run.answers
    assert (fear["id"], worry["id"]) == (7, "w")
    first = fear["passages"][0]
    assert set(first) == {"chunkId", "sectionPath", "pageStart", "score", "source"}
    assert first["sectionPath"].startswith("Anxiety Disorders > Panic Disorder > Criteria")
    assert first["source"].startswith("DSM-5-TR, p. 3, Panic Disorder > Criteria")
    assert first["pageStart"] == 3
    assert all(1 <= len(answer["passages"]) <= 2 for answer in (fear, worry))
    assert "Generalized Anxiety Disorder" in worry["passages"][0]["sectionPath"]


def test_bad_lines_are_told_by_number_and_the_others_answered(command: Command, book: Path) -> None:
    asked = b"{not json\n" + lines({"id": 2, "query": "sad moods"}, {"id": 3}, {"id": 4, "query": ""}, {"query": "sad"})
    run = command("retrieve", "-", "--mode", "text", given=asked)
    assert run.code == 1
    assert [answer["id"] for answer in run.answers] == [2]
    for number in (1, 3, 4, 5):
        assert f"line {number}" in run.err
    assert "`query` or a patient profile is missing" in run.err


def test_a_filter_and_the_passages_own_words(command: Command, book: Path) -> None:
    asked = lines({"id": 1, "query": "fear, worry, sad moods"})
    run = command("retrieve", "-", "--mode", "text", "--disorder", "panic disorder", "--text", given=asked)
    passages: list[dict[str, Any]] = run.answers[0]["passages"]
    assert passages
    assert all("Panic Disorder" in one["sectionPath"] and one["text"] for one in passages)


def test_a_replayed_profile_is_a_question(command: Command, book: Path) -> None:
    items = {str(item): {"reply": LOW.get(item, NOT_AT_ALL), "score": 0} for item in range(1, 24)}
    persona = {"id": "p-1", "description": "own example", "items": items}
    replayed = command("replay", "-", "--profile", given=lines(persona))
    assert replayed.code == 0, replayed.err
    run = command("retrieve", "-", "--mode", "text", "--k", "3", given=replayed.out.encode())
    assert run.code == 0, run.err
    assert run.answers[0]["id"] == "p-1"
    assert "Major Depressive Disorder" in run.answers[0]["passages"][0]["sectionPath"]


@pytest.mark.parametrize("k", ["0", "51", "many"])
def test_how_many_passages_may_be_asked_for(command: Command, k: str) -> None:
    run = command("retrieve", "-", "--k", k)
    assert run.code == 2
    assert "1 to 50 passages" in run.err


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "empty"), (b"GIF89a" + b"\0" * 2000, "not a PDF"), (b"%PDF-1.7\nand no more", "cut off")],
)
def test_a_bad_file_is_refused_with_what_to_do(command: Command, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(content)
    run = command("ingest", path)
    assert (run.code, run.out) == (1, "")
    assert "bad.pdf: " in run.err
    assert message in run.err


def test_a_file_that_is_not_there_and_300_megabytes(
    command: Command, tmp_path: Path, installation: dict[str, str]
) -> None:
    missing = command("ingest", tmp_path / "missing.pdf")
    assert (missing.code, missing.out) == (1, "")
    assert "no such file" in missing.err
    path = tmp_path / "large.pdf"
    with path.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(300 * 2**20)
    large = command("ingest", path)
    assert large.code == 1
    assert "larger than 200 MB" in large.err
    assert "volumes one by one" in large.err
    assert list((Path(installation["ANAMNESIS_DATA"]) / "uploads").glob("*")) == []


def test_a_question_that_no_passage_can_hold_is_told_and_the_others_are_answered(command: Command, book: Path) -> None:
    lines = [
        rb'{"id": "nul", "query": "sad\u0000ness"}',
        b'{"id": "raw", "query": "sad\x00"}',
        rb'{"id": "half", "query": "sad \ud800"}',
        b'{"id": "latin", "query": "tr\xe8s triste"}',
        b'{"id": "good", "query": "low mood"}',
    ]
    run = command("retrieve", "-", "--mode", "text", given=b"\n".join(lines))
    assert run.code == 1
    assert [answer["id"] for answer in run.answers] == ["good"]
    assert all(f"line {number}" in run.err for number in (1, 2, 3, 4)), run.err
    assert "leave it out" in run.err
    assert "Traceback" not in run.err
