from hypothesis import given, settings
from hypothesis import strategies as st

from server.cli.risk import assessed


def test_tiers_and_findings(anamnesis, jsonl):
    lines = jsonl(
        {"id": "intent", "text": "I am going to kill myself tonight.", "context": None},
        {"id": "calm", "text": "The garden did me good this week."},
        {"id": "short", "text": "Yes, tonight.", "context": "Have you had thoughts of hurting yourself?"},
    )
    run = anamnesis("risk", lines)
    assert (run.code, run.err) == (0, "")
    intent, calm, short = run.answers
    assert list(intent) == ["id", "tier", "findings"]
    assert [intent["tier"], calm["tier"], short["tier"]] == ["stop", "none", "stop"]
    assert calm["findings"] == []
    found = intent["findings"][0]
    assert set(found) == {"rule", "span", "text"}
    assert "I am going to kill myself tonight."[slice(*found["span"])] == found["text"]


@settings(deadline=None)
@given(before=st.text(max_size=40), after=st.text(max_size=40))
def test_spans_count_in_the_original_text(before, after):
    text = f"{before} I want to kill myself. {after}"
    answer = assessed({"id": 1, "text": text})
    for found in answer["findings"]:
        assert text[slice(*found["span"])] == found["text"]


def test_a_plan_stops_after_the_question_about_sleep_and_a_question_back_is_nothing(anamnesis, jsonl):
    sleep = "In the past two weeks, on how many days did you sleep badly?"
    harm = "In the past two weeks, how often did you have thoughts of hurting yourself?"
    lines = jsonl(
        {
            "id": 1,
            "text": "Gran's pills are counted, the note's done and the house is empty on Friday.",
            "context": sleep,
        },
        {"id": 2, "text": "Is this because of what I said before?", "context": harm},
        {"id": 3, "text": "Yes", "context": "Are these thoughts there right now?"},
        {"id": 4, "text": "I cannot wait to be dead, my heart is calm."},
    )
    assert [one["tier"] for one in anamnesis("risk", lines).answers] == ["stop", "none", "stop", "stop"]


def test_what_the_learnt_reader_finds_says_how_likely_it_is(anamnesis, jsonl):
    (answer,) = anamnesis("risk", jsonl({"id": 1, "text": "Gran's pills are counted and the note's done."})).answers
    learnt = [one for one in answer["findings"] if "likely" in one]
    assert learnt
    assert all(0 < one["likely"] <= 1 for one in learnt)
    assert '"likely" is how likely' in anamnesis("risk", "--help").out
