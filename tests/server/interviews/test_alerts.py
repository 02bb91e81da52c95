"""A yes to item 11, a past attempt, self-injury or a passive wish reaches the therapist, through the socket."""

import re
from typing import Any

import httpx
import pytest

from agents.risk.help.helplines import helplines
from tests.server.interviews.talking import Talker, acknowledged, begun, talker, watched


def alerts(staff: httpx.Client, interview: str) -> list[dict[str, Any]]:
    """The alerts of an interview, as staff see them."""
    return [one["body"] for one in watched(staff, interview) if one["kind"] == "alert"]


def listed(staff: httpx.Client, interview: str) -> str | None:
    """The words that the list of alerts shows for an interview; None where it is not in it."""
    shown = staff.get("/interviews").text.split('id="alerts"')[1].split('class="columns"')[0]
    found = re.search(rf'href="/interviews/{interview}#alert".*?class="badge \w+">([^<]+)<', shown, re.DOTALL)
    return found[1] if found else None


@pytest.mark.parametrize(
    ("item", "text", "level", "words"),
    [
        (1, "No. I tried to kill myself years ago, when I was at school.", "attention", "Needs attention"),
        (2, "Low, on several days. I once took an overdose.", "urgent", "Urgent"),
        (3, "Not at all. I used to cut myself years ago.", "attention", "Needs attention"),
        (2, "Nearly every day. I wish I could just not wake up.", "attention", "Needs attention"),
    ],
)
def test_what_is_told_beside_an_answer_alerts(
    signed_in: httpx.Client, item: int, text: str, level: str, words: str
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(item)
        patient.say(text)
    (raised,) = alerts(signed_in, interview)
    assert raised["level"] == level
    assert raised["findings"]
    assert sentences(raised) == [text], "a short message stands whole"
    assert listed(signed_in, interview) == words


@pytest.mark.parametrize("text", ["Several days.", "Yes.", "Nearly every day, I think of cutting my arm."])
def test_a_yes_to_item_11_alerts_once(signed_in: httpx.Client, text: str) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        patient.say(text)
        turn = next(one["body"]["turn"] for one in reversed(patient.log) if one["body"].get("clientId"))
        assert [one["turn"] for one in alerts(signed_in, interview)] == [turn]
        assert listed(signed_in, interview) in {"Needs attention", "Urgent"}


def test_item_11_corrected_upwards_alerts_and_downwards_does_not(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        patient.say("No, not at all.")
        assert alerts(signed_in, interview) == []
        patient.edit(11, "On several days.")
        assert [one["level"] for one in alerts(signed_in, interview)] == ["attention"]
        acknowledged(signed_in, interview)
        assert listed(signed_in, interview) is None


@pytest.mark.parametrize("text", ["none of your business", "I'd rather not say"])
def test_who_would_rather_not_answer_item_11_is_not_thanked_for_telling_and_alerts_nobody(
    signed_in: httpx.Client, text: str
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        asked = patient.say(text)
        assert (asked["itemId"], asked["help"]) == (12, None)
    assert alerts(signed_in, interview) == []
    declined = signed_in.get(f"/interviews/{interview}/profile").json()["itemResponses"][-1]
    assert (declined["itemId"], declined["declined"]) == (11, True)


@pytest.mark.parametrize(
    "text", ["No entiendo.", "My uncle killed himself in 1990.", "No, never, not once.", "lol kms"]
)
def test_what_is_not_the_patients_own_danger_is_recorded_and_alerts_nobody(signed_in: httpx.Client, text: str) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        patient.say(text)
    assert alerts(signed_in, interview) == []
    assert listed(signed_in, interview) is None


def test_a_standing_alert_is_not_lowered_by_a_later_one(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.say("I think about killing myself sometimes.")
        assert listed(signed_in, interview) == "Urgent"
        patient.goes_on()
        patient.say("Several days. I wish I could just not wake up.")
        assert [one["level"] for one in alerts(signed_in, interview)] == ["urgent", "attention"]
        assert listed(signed_in, interview) == "Urgent"
        acknowledged(signed_in, interview)
        assert listed(signed_in, interview) is None
        patient.goes_on()
        patient.say("I used to cut myself years ago.")
        assert listed(signed_in, interview) == "Needs attention"


def sentences(alert: dict[str, Any]) -> list[str]:
    return ["".join(part["text"] for part in quote) for quote in alert["quotes"]]


def test_an_alert_quotes_a_long_message_in_whole_sentences_on_the_socket_and_in_the_list(
    signed_in: httpx.Client,
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        around = "The days are all the same to me, and the nights as well. " * 6
        said = "I have the pills. When the house is quiet I think about killing myself <often>."
        patient.say(f"{around}{said} My sister helps! {around}")
        (raised,) = alerts(signed_in, interview)
        assert sentences(raised) == [f"… {said} …"], "with the short sentence before"
        marked = [part["text"] for part in raised["quotes"][0] if part["marked"]]
        assert "killing myself" in " ".join(marked)
        shown = signed_in.get("/interviews").text.split('id="alerts"')[1].split('class="columns"')[0]
        assert "When the house is quiet " in shown
        assert "&lt;often&gt;" in shown
        assert "My sister" not in shown
        assert re.search("<mark>[^<]*killing myself", shown)
        acknowledged(signed_in, interview)
        assert "When the house" not in signed_in.get("/interviews").text


def test_an_alert_for_a_score_quotes_the_answer(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        patient.say("Several days.")
    (raised,) = alerts(signed_in, interview)
    assert sentences(raised) == ["Several days."]


def offers(patient: Talker) -> list[dict[str, Any]]:
    """The interviewer's messages that came with help."""
    return [one["body"] for one in patient.told if one["body"]["help"]]


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (11, "Several days."),
        (1, "No. I tried to kill myself years ago, when I was at school."),
        (2, "Nearly every day. I wish I could just not wake up."),
        (3, "Not at all. I used to cut myself years ago."),
        (4, "No. I think about killing myself sometimes."),
    ],
)
def test_the_patient_gets_the_numbers_with_the_next_words_and_only_once(
    signed_in: httpx.Client, item: int, text: str
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(item)
        answer = patient.say(text)
        offered = helplines("en-US")
        assert answer["help"] == offered.model_dump(mode="json")
        assert answer["text"].startswith(f"{offered.said}\n\n- 988")
        assert "Call 911" in answer["text"]
        asked = answer["text"].removeprefix(offered.text).strip()
        assert asked.count("?") == 1
        assert not re.search(r"noted|sharing|with care|putting that into words", asked, re.IGNORECASE)
        while patient.told[-1]["body"]["itemId"] in {item, item + 1}:
            patient.say("On several days.")
        assert len(offers(patient)) == 1


def test_a_new_thing_told_brings_the_numbers_again_and_the_same_one_does_not(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        patient.say("Nearly every day. I wish I could just not wake up.")
        patient.goes_on()
        patient.say("Several days. I wish I could just not wake up.")
        assert len(offers(patient)) == 1
        patient.say("Not at all. I used to cut myself years ago.")
        assert len(offers(patient)) == 2
    assert len(alerts(signed_in, interview)) == 3


@pytest.mark.parametrize(
    ("locale", "number", "reply"),
    [
        ("en-GB", "tel:116123", "Several days."),
        ("es-US", "sms:988?body=AYUDA", "Varios días."),
        ("es-ES", "tel:024", "Varios días."),
    ],
)
def test_the_numbers_are_those_of_the_locale(signed_in: httpx.Client, locale: str, number: str, reply: str) -> None:
    interview = begun(signed_in, locale=locale)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        offered = patient.say(reply)["help"]
    assert offered["locale"] == locale
    assert number in {way["href"] for line in offered["lines"] for way in line["ways"]}


def test_what_follows_is_read_with_the_question_alone(signed_in: httpx.Client) -> None:
    """The help names suicide; a yes to the item after it is a yes to that item."""
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        answer = patient.say("Several days.")
        assert (answer["purpose"], answer["itemId"], answer["help"] is not None) == ("now", None, True)
        assert patient.say("No, not right now.")["purpose"] == "go_on"
        assert patient.say("Yes, let's go on.")["itemId"] == 12
        patient.say("Yes, nearly every day.")
    assert len(alerts(signed_in, interview)) == 1
    turns = signed_in.get(f"/interviews/{interview}/profile").json()["transcript"]
    assert [turn["index"] for turn in turns] == list(range(len(turns)))
    assert "988" not in turns[answer["turn"]]["text"]
    assert turns[answer["turn"] - 1]["text"] == answer["help"]["text"]


def test_a_break_asked_for_with_a_disclosure_brings_the_numbers_before_it(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        answer = patient.say("Several days. Can we take a break?")
        assert (answer["purpose"], answer["help"] is not None) == ("paused", True)
        assert patient.say("I'm back.")["help"] is None


def test_a_late_yes_to_item_11_brings_the_numbers_too(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(11)
        seen = patient.question
        patient.skip(seen)
        answer = patient.say("Yes, on several days.", seen)
        assert (answer["purpose"], answer["help"] is not None) == ("now", True)
        assert patient.goes_on()["itemId"] == 12
