"""An answer belongs to the question it was given to, whatever stands when it arrives: through the socket."""

from typing import Any

import httpx
import pytest

from agents.domain import level1
from tests.server.interviews.talking import Talker, begun, talker, two_tabs, watched

NO = "No, not at all."


def scores(staff: httpx.Client, interview: str) -> dict[int, int]:
    """Every item's score so far."""
    profile = staff.get(f"/interviews/{interview}/profile").json()
    return {one["itemId"]: one["score"] for one in profile["itemResponses"] if not one["declined"]}


def follow_ups(staff: httpx.Client, interview: str) -> list[int]:
    """The items whose follow-up was asked."""
    profile = staff.get(f"/interviews/{interview}/profile").json()
    return [one["itemId"] for one in profile["itemResponses"] if one["followUpAsked"]]


def messages(staff: httpx.Client, interview: str) -> list[dict[str, Any]]:
    """What the patient said, as staff see it."""
    said = (one["body"] for one in watched(staff, interview) if one["kind"] == "message")
    return [body for body in said if body["role"] == "patient"]


def test_words_for_an_earlier_question_are_kept_and_the_standing_one_is_asked_again(signed_in: httpx.Client) -> None:
    """One tab went on while the other had no connection; what it sends on coming back answers its own question."""
    interview = begun(signed_in)
    with two_tabs(signed_in, interview) as (one, other):
        one.to_item(14)
        old = one.question
        other.reply_after(old - 1)
        asked = one.say(NO, old)
        assert asked["itemId"] == 15
        again = other.say("Nearly every night, for weeks.", old)
        assert (again["purpose"], again["itemId"], again["progress"]) == ("repeated", 15, asked["progress"])
        late = messages(signed_in, interview)[-1]
        assert (late["text"], late["act"], late["itemId"]) == ("Nearly every night, for weeks.", "late", 14)
        assert late["answers"] == messages(signed_in, interview)[-2]["turn"] - 1
        assert scores(signed_in, interview)[14] == 0
        assert 15 not in scores(signed_in, interview)
        assert one.say("Several days.", other.question)["itemId"] == 16
        assert scores(signed_in, interview)[15] == 2


def test_how_often_sent_before_it_was_asked_answers_that(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        seen = patient.question
        patient.send("Yes, I've been down.", seen)
        assert patient.say("about 9 days", seen)["itemId"] == 3
        assert scores(signed_in, interview)[2] == 3
        seen = patient.question
        patient.send("Yes, that happens to me.", seen)
        assert patient.say("Mostly nearly every day.", seen)["itemId"] == 4
        assert scores(signed_in, interview)[3] == 4
        assert set(follow_ups(signed_in, interview)) <= {2, 3}, "none was asked twice"


def test_two_messages_sent_at_once_answer_one_question(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(9)
        seen = patient.question
        patient.send("No.", seen)
        again = patient.say("Nearly every day.", seen)
        assert (again["itemId"], again["purpose"]) == (10, "repeated")
        assert set(scores(signed_in, interview)) == {9}
        assert patient.say("On several days.", patient.question)["itemId"] == 11
        assert scores(signed_in, interview) == {9: 0, 10: 2}


@pytest.mark.parametrize("text", ["no wait, nearly every day", "Sorry, I meant nearly every day."])
def test_an_answer_that_is_put_right_before_the_next_question_is_seen_is_changed(
    signed_in: httpx.Client, text: str
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(9)
        seen = patient.question
        patient.send("Several days.", seen)
        told = patient.reply_after(patient.send(text, seen))
        assert (told["purpose"], told["itemId"]) == ("corrected", 10)
        assert "it was “Several days”, and now it is noted as nearly every day" in told["text"]
        assert patient.say(NO, patient.question)["itemId"] == 11
        assert scores(signed_in, interview) == {9: 4, 10: 0}


@pytest.mark.parametrize("between", ["What do you mean?", "Can we stop here for today?"])
def test_a_question_asked_again_is_the_question_that_was_seen(signed_in: httpx.Client, between: str) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(3)
        seen = patient.question
        patient.say(between, seen)
        assert patient.question > seen
        assert patient.say("On several days.", seen)["itemId"] == 4
        assert scores(signed_in, interview) == {3: 2}


def test_an_edit_in_between_leaves_the_open_question_the_one_that_was_seen(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(3)
        patient.say(NO)
        seen = patient.question
        assert patient.edit(3, "Nearly every day.")["purpose"] == "corrected"
        assert patient.say(NO, seen)["itemId"] == 5
        assert scores(signed_in, interview) == {3: 4, 4: 0}


def test_a_stop_in_a_late_message_ends_the_interview(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        seen = patient.question
        patient.say(NO, seen)
        assert patient.say("I am going to kill myself tonight.", seen)["purpose"] == "script"


@pytest.mark.parametrize(
    ("text", "purpose", "level"), [("Yes, tonight.", "script", "stop"), ("Yes.", "now", "attention")]
)
def test_a_late_answer_is_read_for_risk_with_its_own_question(
    signed_in: httpx.Client, text: str, purpose: str, level: str
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        seen = patient.question
        assert patient.skip(seen)["itemId"] == 12
        assert patient.say(text, seen)["purpose"] == purpose
    raised = [one["body"]["level"] for one in watched(signed_in, interview) if one["kind"] == "alert"]
    assert raised == [level]


def test_words_for_a_harmless_question_mean_nothing_at_item_11(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(10)
        seen = patient.question
        assert patient.skip(seen)["itemId"] == 11
        assert patient.say("Yes, tonight again.", seen)["purpose"] == "repeated"
        assert 11 not in scores(signed_in, interview)
        assert not [one for one in watched(signed_in, interview) if one["kind"] == "alert"]


def test_an_edited_answer_is_read_for_risk_with_the_question_of_its_item(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        patient.say(NO)
        assert patient.edit(11, "Yes, tonight.")["purpose"] == "script"


def test_a_late_skip_passes_over_nothing(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(5)
        seen = patient.question
        assert patient.skip(seen)["itemId"] == 6
        assert patient.skip(seen)["purpose"] == "repeated"
        assert patient.say("Several days.", patient.question)["itemId"] == 7
        assert scores(signed_in, interview) == {6: 2}


def test_a_skip_that_was_pressed_before_the_follow_up_was_seen_leaves_it_standing(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        seen = patient.question
        assert patient.say("Yes, I've been down.", seen)["purpose"] == "follow_up"
        again = patient.skip(seen)
        assert (again["purpose"], again["itemId"]) == ("repeated", 2)
        assert patient.say("Several days.", patient.question)["itemId"] == 3
        assert scores(signed_in, interview) == {2: 2}
        patient.say("Yes, that happens to me.", patient.question)
        assert patient.skip(patient.question)["itemId"] == 4, "one that was seen is skipped"


def test_the_same_frame_twice_is_stored_once_though_another_question_stands(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(5)
        seen = patient.question
        first = patient.send("Several days.", seen, name="same")
        assert patient.reply_after(first)["itemId"] == 6
        assert patient.send("Several days.", seen, name="same") == first
        assert patient.say(NO, patient.question)["itemId"] == 7
        assert [one["text"] for one in messages(signed_in, interview)].count("Several days.") == 1


@pytest.mark.parametrize("question", [None, 1, 2**53 - 1])
def test_nobody_is_trapped_in_the_introduction_or_a_break(signed_in: httpx.Client, question: int | None) -> None:
    """Whatever number a client gives, or none: a break is come back from, and the introduction is left."""
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.reply_after(0)
        assert patient.say("What is this?", question)["purpose"] == "reassure"
        assert patient.say("Can we stop here?", question)["purpose"] == "paused"
        assert patient.say("I'm ready to carry on.", patient.question)["itemId"] == 1
        assert patient.say("Several days. Can we take a break?", patient.question)["purpose"] == "paused"
        assert patient.say("I'm back.", patient.question)["itemId"] == 2


def test_a_whole_interview_sent_without_waiting_gives_no_item_two_answers(signed_in: httpx.Client) -> None:
    """Every message twice, the second before the reply to the first: 23 items, each scored from its own words."""
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        while patient.told[-1]["body"]["purpose"] != "review":
            _twice(patient)
    assert scores(signed_in, interview) == dict.fromkeys(level1.items(), 0)


def _twice(patient: Talker) -> None:
    seen = patient.question
    patient.send(NO, seen)
    if patient.told[-1]["body"]["progress"]["answered"] == level1.ITEM_COUNT - 1:
        patient.reply_after(seen)
        return
    patient.reply_after(patient.send("Nearly every day.", seen))


def test_a_number_that_is_none_is_refused(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.reply_after(0)
        for wrong in (0, -1, 2**53, 1.5):
            with pytest.raises(AssertionError, match="bad_frame"):
                patient.send("Yes.", wrong)  # type: ignore[arg-type]  # what a wrong client sends


def test_a_contradiction_is_no_failure_of_a_language_model(signed_in: httpx.Client) -> None:
    """The page counts notices of this kind as models that did not answer; the remark stands with the item."""
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(14)
        patient.say("Yes, a lot of days. No, never.")
    assert [one for one in watched(signed_in, interview) if one["kind"] == "notice"] == []
    response = signed_in.get(f"/interviews/{interview}/profile").json()["itemResponses"][-1]
    assert (response["itemId"], response["unclear"], response["note"]) == (14, True, "said both yes and no")
