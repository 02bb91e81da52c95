"""`anamnesis interview`, typed by a patient who answers in words."""


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
