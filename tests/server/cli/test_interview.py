"""`anamnesis interview`, typed by a patient who answers in words."""

from pathlib import Path


def test_a_whole_interview_ends_with_the_report(anamnesis, tmp_path):
    typed = ["Yes, I'm ready.", "", "skip", "What do you mean?", *["No, never, not once."] * 40]
    report = tmp_path / "report.md"
    run = anamnesis("interview", "--report", report, given="\n".join(typed).encode())
    assert run.code == 0
    assert "(1 of 23)" in run.out
    assert "(23 of 23)" in run.out
    assert "Please write a few words" in run.out
    written = report.read_text("utf-8")
    assert written.count("\n## ") + written.startswith("## ") == 5
    assert "eclined" in written


def test_leaving_early_leaves_no_report(anamnesis):
    run = anamnesis("interview", given=b"Yes, go on.\nNo.\n")
    assert run.code == 1
    assert "left before its end" in run.out


def test_after_the_safety_script_nothing_is_said(anamnesis):
    run = anamnesis("interview", given=b"Yes.\nI am going to kill myself tonight.\nJust kidding.\n")
    assert run.code == 0
    assert "988" in run.out
    assert "(2 of 23)" not in run.out
    assert "## " not in run.out


def test_who_tells_of_an_attempt_gets_the_numbers_as_text_and_the_next_question(anamnesis):
    run = anamnesis(
        "interview", given=b"Yes.\nNo. I tried to kill myself years ago, when I was at school.\nNo.\nYes.\n"
    )
    assert "- 988 Suicide & Crisis Lifeline, free and private: Call 988 / Text 988" in run.out
    assert run.out.index("Call 911") < run.out.index("there right now") < run.out.rindex("(2 of 23)")
    assert "(2 of 23)" in run.out


def test_a_place_for_no_report_is_refused_before_the_first_question(anamnesis, tmp_path):
    there = tmp_path / "there.md"
    there.write_text("kept", "utf-8")
    for place, words in (
        (tmp_path / "nope" / "x.md", "no such file or directory"),
        (there / "x.md", "not a directory"),
        (tmp_path, "is a directory"),
        (there, "--overwrite"),
        (Path("/proc/x.md"), "a folder that exists"),
    ):
        run = anamnesis("interview", "--report", place, given=b"Yes.\n")
        assert (run.code, run.out) == (2, ""), place
        assert words in run.err, run.err
        assert not place.exists() or place in (there, tmp_path)
    assert there.read_text("utf-8") == "kept"
    denied = "\n".join(["Yes, I'm ready.", *["No, never, not once."] * 40]).encode()
    assert anamnesis("interview", "--report", there, "--overwrite", given=denied).code == 0
    assert "## " in there.read_text("utf-8")


def test_a_report_that_cannot_be_written_in_the_end_is_shown(anamnesis):
    denied = "\n".join(["Yes, I'm ready.", *["No, never, not once."] * 40]).encode()
    run = anamnesis("interview", "--report", "/dev/full", "--overwrite", given=denied)
    assert run.code == 3
    assert "no space left on device" in run.err
    assert "Traceback" not in run.err
    assert "\n## " in run.out
