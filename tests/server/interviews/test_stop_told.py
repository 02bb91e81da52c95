"""What the page, Today and the note for a record system tell of an interview that was stopped."""

import re
from datetime import datetime

import httpx
import psycopg

from tests.server.interviews.talking import acknowledged, begun, talker

DENIED = "No, not right now."
STOP = "I will hang myself tonight."
BEFORE = "Asked before that whether it was there right now:"


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html.partition(">")[2]).split())


def stopped_after_a_denial(staff: httpx.Client, label: str) -> str:
    interview = begun(staff, label=label)
    with talker(staff, interview) as patient:
        patient.to_item(2)
        patient.say("I think about killing myself sometimes.")
        patient.goes_on()
        assert patient.say(STOP)["purpose"] == "script"
    return interview


def test_a_denial_from_before_the_stop_does_not_seem_to_answer_it(signed_in: httpx.Client) -> None:
    interview = stopped_after_a_denial(signed_in, "Denied-1")
    raised = words(signed_in.get(f"/interviews/{interview}/view").text.split('id="raised"')[1].split("</ul>")[0])
    order = [raised.index(one) for one in (STOP, "killing myself", BEFORE, DENIED)]
    assert order == sorted(order), raised
    assert "Asked whether it is there" not in raised
    alarm = words(signed_in.get("/today").text.split(f'data-interview="{interview}"')[1].split("</li>")[0])
    order = [alarm.index(one) for one in (STOP, BEFORE, DENIED)]
    assert order == sorted(order), alarm
    note = signed_in.get(f"/interviews/{interview}/record.txt").text
    assert note.index(f"Asked before the stop whether such thoughts were there right now: “{DENIED}”") < note.index(
        STOP
    )


def test_a_yes_to_whether_it_is_there_now_stands_once_behind_its_question(signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="Yes-now")
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.say("I think about killing myself sometimes.")
        assert patient.say("Yes, and the pills are next to me.")["purpose"] == "script"
    raised = words(signed_in.get(f"/interviews/{interview}/view").text.split('id="raised"')[1].split("</ul>")[0])
    assert raised.count("the pills are next to me") == 1
    assert raised.startswith("Asked whether it is there right now:")


def test_once_a_note_is_written_the_heading_asks_for_nothing(signed_in: httpx.Client) -> None:
    interview = stopped_after_a_denial(signed_in, "Noted-1")

    def part() -> str:
        return signed_in.get(f"/interviews/{interview}/view").text.split('id="what-next"')[1].split("</section>")[0]

    assert ">What to do next</h2>" in part()
    acknowledged(signed_in, interview, "Spoke with the patient: safe tonight.")
    signed_in.post(f"/interviews/{interview}/notes", data={"note": "Her sister is with her."}).raise_for_status()
    assert ">What was done</h2>" in part()
    assert "A note was written" in part()


def test_a_stop_stands_on_today_since_it_was_said(signed_in: httpx.Client, database_url: str) -> None:
    interview = stopped_after_a_denial(signed_in, "Since-1")
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "update event set at = at - interval '2 days' where interview_id = %s and kind = 'alert' "
            "and body->>'level' <> 'stop'",
            (interview,),
        )
        found = connection.execute(
            "select at from event where interview_id = %s and kind = 'alert' and body->>'level' = 'stop'", (interview,)
        ).fetchone()
    assert found
    alarm = signed_in.get("/today").text.split(f'data-interview="{interview}"')[1].split("</li>")[0]
    shown = re.search(r'since <time[^>]* datetime="([^"]+)"', alarm)
    assert shown
    assert abs((datetime.fromisoformat(shown[1]) - found[0]).total_seconds()) < 1
