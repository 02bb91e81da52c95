import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.domain import level1
from agents.errors import CorrectInput
from server.cli.score import scored


def test_an_answer_with_its_frequency(anamnesis, jsonl):
    lines = jsonl(
        {
            "id": "daily",
            "item": 14,
            "question": "How have you slept?",
            "reply": "Badly, every single night.",
            "extra": 1,
        },
        {"id": "denied", "item": 22, "question": None, "reply": "No, I have never smoked."},
        {"id": "asked", "item": 6, "reply": "I do get nervous.", "followupReply": "Nearly every day."},
    )
    run = anamnesis("score", lines)
    assert (run.code, run.err) == (0, "")
    daily, denied, asked = run.answers
    assert list(daily) == ["id", "answered", "score", "ambiguity", "confidence", "evidence", "needsFollowup"]
    assert [daily["score"], denied["score"], asked["score"]] == [4, 0, 4]
    assert daily["needsFollowup"] is False
    assert all(quote in "Badly, every single night." for quote in daily["evidence"])


def test_a_reply_that_does_not_answer_says_so(anamnesis, jsonl):
    lines = jsonl(
        {"id": "help", "item": 2, "reply": "help"},
        {"id": "both", "item": 11, "reply": "yes, a lot of days", "followupReply": "no never"},
        {"id": "yes", "item": 2, "reply": "yes"},
    )
    answers = anamnesis("score", lines).answers
    assert [answer["answered"] for answer in answers] == [False, False, True]
    assert [(answer["score"], answer["ambiguity"]) for answer in answers[:2]] == [(0, 10), (0, 10)]
    assert answers[0]["needsFollowup"]
    assert answers[1]["evidence"] == ["a lot of days", "no"]
    assert answers[2]["score"] > 0
    assert '"answered" is false' in anamnesis("score", "--help").out


@settings(deadline=None)
@given(item=st.sampled_from(list(level1.items())), reply=st.text(max_size=200), more=st.none() | st.text(max_size=80))
def test_whatever_is_said_the_answer_is_in_range_and_quotes_are_verbatim(item, reply, more):
    answer = scored({"id": 1, "item": item, "reply": reply, "followupReply": more})
    assert 0 <= answer["score"] <= 4
    assert 1 <= answer["ambiguity"] <= 10
    assert 0 <= answer["confidence"] <= 1
    assert all(quote in reply or quote in (more or "") for quote in answer["evidence"])


@pytest.mark.parametrize("item", [0, 24, -1, "3", 2.5, None, True])
def test_only_the_23_items_can_be_scored(item):
    with pytest.raises(CorrectInput, match="item"):
        scored({"id": 1, "item": item, "reply": "Every day."})
