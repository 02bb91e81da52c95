"""The answers to tap are ordinary words: each is read as what it says, for every item, and after a disclosure."""

import re

import httpx
import pytest

from agents.domain.level1 import HARM_ITEM, ITEM_COUNT
from agents.questions.bank import bank
from server.patient_page import words
from server.settings import Settings
from tests.server.interviews.talking import begun, talker, watched

ANSWERS = words("en-US", Settings().templates / "pages" / "words")["answers"]
OFTEN = list(enumerate(ANSWERS["often"]))
YES, NO, NOT_SAID = ANSWERS["now"]
GO_ON, STOP = ANSWERS["go_on"]
(NOTHING,) = ANSWERS["review"]
SPANISH = words("es-US", Settings().templates / "pages" / "words")["answers"]


def scores(staff: httpx.Client, interview: str) -> dict[int, int]:
    """The score of every answered item."""
    given = staff.get(f"/interviews/{interview}/profile").json()["itemResponses"]
    return {one["itemId"]: one["score"] for one in given}


@pytest.mark.parametrize(("score", "answer"), OFTEN)
def test_a_tapped_answer_gives_its_score_for_every_item(signed_in: httpx.Client, score: int, answer: str) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        body = patient.to_item(1)
        asked = []
        while body["purpose"] == "question":
            asked.append(body["itemId"])
            body = patient.say(answer, patient.question)
            if body["purpose"] == "now":
                assert asked[-1] == HARM_ITEM
                assert patient.say(NO)["purpose"] == "go_on"
                body = patient.say(GO_ON)
        assert body["purpose"] == "review"
        assert patient.say(NOTHING)["purpose"] == "closing"
    assert asked == list(range(1, ITEM_COUNT + 1))
    assert set(scores(signed_in, interview).values()) == {score}
    assert len(scores(signed_in, interview)) == ITEM_COUNT


@pytest.mark.parametrize(("score", "answer"), OFTEN)
def test_it_answers_the_follow_up_and_says_what_was_typed_beside_it(
    signed_in: httpx.Client, score: int, answer: str
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(3)
        assert patient.say("Yes, I snapped at people.")["purpose"] == "follow_up"
        assert patient.say(answer)["itemId"] == 4
        assert patient.say(f"{answer}. The nights are short.")["purpose"] in ("question", "kept")
    assert scores(signed_in, interview)[3] == score


def test_today_says_which_question_a_tapped_answer_is_to(signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="Tapped-11")
    with talker(signed_in, interview) as patient:
        patient.to_item(HARM_ITEM)
        patient.say(ANSWERS["often"][2])
    (alarm,) = re.findall(rf'data-interview="{interview}".*?</li>', signed_in.get("/today").text, re.DOTALL)
    assert "Item 11, thoughts of self-harm, answered:" in alarm
    assert ANSWERS["often"][2] in alarm


def test_today_puts_no_other_words_behind_the_question_of_item_11(signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="Two-11")
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.say("I think about killing myself sometimes.")
        patient.goes_on()
        patient.to_item(HARM_ITEM)
        patient.say(ANSWERS["often"][2])
    assert _alarm(signed_in, interview) == (
        "“I think about killing myself sometimes.” Asked whether it is there right now: “No, not right now.” "
        f"Item 11, thoughts of self-harm, answered: “{ANSWERS['often'][2]}”"
    )


def test_a_bare_answer_to_what_a_wish_to_end_is_about_stands_behind_that_wish(signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="Left-11")
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        assert patient.say("I want it to stop")["purpose"] == "left"
        patient.say("everything")
    after = "After “I want it to stop”, asked whether they meant this conversation:"
    assert _alarm(signed_in, interview) == f"{after} “everything”"
    (raised,) = [one["body"] for one in watched(signed_in, interview) if one["kind"] == "alert"]
    assert raised["aside"] == "left"
    assert raised["before"][0]["text"] == "I want it to stop"
    with talker(signed_in, interview) as patient:
        patient.say("I want to kill myself tonight. I have the pills here.")
    page = signed_in.get(f"/interviews/{interview}").text
    assert after in page
    assert page.count("asked whether they meant") == 1


def test_today_says_to_which_question_a_yes_was(signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="Now-11")
    with talker(signed_in, interview) as patient:
        patient.to_item(HARM_ITEM)
        patient.say(ANSWERS["often"][2])
        patient.say(YES)
    assert _alarm(signed_in, interview) == (
        f"Asked whether it is there right now: “{YES}” "
        f"Item 11, thoughts of self-harm, answered: “{ANSWERS['often'][2]}”"
    )


def _alarm(staff: httpx.Client, interview: str) -> str:
    """What an alert rests on, as Today shows it."""
    (alarm,) = re.findall(rf'data-interview="{interview}".*?</p>(.*?)<p>', staff.get("/today").text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", "", alarm.replace("<q>", "“").replace("</q>", "”")).split())


@pytest.mark.parametrize(("locale", "wish"), [("en-US", "delete everything"), ("es-US", "borre todo lo que escribí")])
def test_where_a_wish_to_delete_is_passed_on_a_button_ends_it_and_one_goes_on(
    signed_in: httpx.Client, locale: str, wish: str
) -> None:
    own = words(locale, Settings().templates / "pages" / "words")["answers"]
    said = bank(locale.split("-")[0]).lines
    assert all(own["offered"] in one for one in said["erasure_offered"])
    assert not any(own["offered"] in one for one in said["erasure"])
    for answer, purpose in zip(own["erasure"], ("farewell", "resumed"), strict=True):
        with talker(signed_in, begun(signed_in, locale=locale)) as patient:
            patient.say("sí, empecemos" if locale == "es-US" else "yes")
            assert patient.say(wish)["purpose"] == "erasure"
            assert patient.say(answer)["purpose"] == purpose


def test_yes_now_is_a_stop(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(HARM_ITEM)
        told = patient.say(ANSWERS["often"][2])
        assert told["purpose"] == "now"
        assert told["help"] is not None
        assert patient.say(YES)["purpose"] == "script"
    ended = [one["body"]["status"] for one in watched(signed_in, interview) if one["kind"] == "ended"]
    assert ended == ["terminated_for_safety"]


@pytest.mark.parametrize("answer", [NO, NOT_SAID])
def test_whoever_says_no_or_nothing_is_asked_whether_to_go_on_and_may_stop(
    signed_in: httpx.Client, answer: str
) -> None:
    with talker(signed_in, begun(signed_in)) as patient:
        patient.to_item(2)
        assert patient.say("Nearly every day. I wish I could just not wake up.")["purpose"] == "now"
        assert patient.say(answer)["purpose"] == "go_on"
        assert patient.say(STOP)["purpose"] == "paused"


@pytest.mark.parametrize(
    ("locale", "answers", "wish", "asks"),
    [
        ("en-US", ANSWERS, "I just want it to stop", "left"),
        ("en-US", ANSWERS, "delete everything", "erasure"),
        ("es-US", SPANISH, "quiero que pare", "left"),
        ("es-US", SPANISH, "borre todo", "erasure"),
    ],
)
def test_whether_to_end_is_answered_by_a_tap(
    signed_in: httpx.Client, locale: str, answers: dict[str, list[str]], wish: str, asks: str
) -> None:
    with talker(signed_in, begun(signed_in, locale=locale)) as patient:
        patient.to_item(4)
        ends, goes_on = answers[asks]
        assert patient.say(wish)["purpose"] == asks
        assert (back := patient.say(goes_on))["purpose"] == "resumed"
        assert back["itemId"] == 4
        assert patient.say(wish)["purpose"] == asks
        assert patient.say(ends)["purpose"] == "farewell"
