"""A patient's wish to have everything deleted, by the clinic's setting: passed on, or done so that no word remains."""

import json
import re
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest

from tests.server.alerts.receivers import until
from tests.server.interviews.talking import Talker, acknowledged, begun, talker, two_tabs, watched

WISH = "please delete everything I wrote"
WORDS = ("zanzibar", "xylophone", "marmalade", WISH)


def found(database_url: str, word: str) -> list[str]:
    """The tables in which a word stands, in any column of any row."""
    query = (
        "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
    )
    with psycopg.connect(database_url) as connection:
        tables = [name for (name,) in connection.execute(query)]
        hits = {
            name: connection.execute(
                f"select count(*) from {name} t where strpos(lower(t::text), %s) > 0",  # type: ignore[arg-type]  # names
                (word,),
            ).fetchone()
            for name in tables
        }
    return [name for name, counted in hits.items() if counted and counted[0]]


def talked(patient: Talker) -> None:
    patient.to_item(2)
    patient.say("Nearly every day. I saw a zanzibar.")
    patient.say("A xylophone, on most days.")
    patient.say("Sometimes I think about killing myself. Marmalade.")
    patient.goes_on()


def ended(patient: Talker, text: str = WISH, last: str = "ended") -> dict[str, object]:
    """The farewell to a confirmed wish, once everything after it has come."""
    assert patient.say(text)["purpose"] == "erasure"
    said = patient.say("yes")
    patient.until(last)
    return said


def test_no_word_remains_in_any_table(signed_in: httpx.Client, database_url: str, erasing: None) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        talked(patient)
        assert all("event" in found(database_url, word) for word in WORDS[:3])
        farewell = ended(patient, last="erased")
        assert farewell["purpose"] == "farewell"
        assert "being deleted from this server" in str(farewell["text"])
    assert [found(database_url, word) for word in WORDS] == [[]] * len(WORDS)
    profile = signed_in.get(f"/interviews/{interview}/profile").json()
    assert (profile["sessionStatus"], profile["transcript"], profile["itemResponses"]) == ("ended_by_patient", [], [])
    page = signed_in.get(f"/interviews/{interview}").text
    assert "Deleted on the patient" in page
    for section in ("transcript", "findings-card", "domains-card", "phq8-card"):
        assert re.search(rf'<section [^>]*id="{section}"[^>]* hidden>', page), section
    assert "The patient wants everything deleted" not in signed_in.get("/today").text
    signed_in.post(f"/interviews/{interview}/notes", data={"note": "Told that it was deleted."})
    note = signed_in.get(f"/interviews/{interview}/record.txt").text
    assert ": Told that it was deleted.\n" in note
    assert "was deleted on the patient's wish" in note
    assert "Safety alert, urgent" in note
    assert not any(word in note.lower() for word in (*WORDS, "found nothing", "nothing is derived"))


def test_an_alert_stays_without_its_words_and_can_be_acknowledged(
    signed_in: httpx.Client, database_url: str, erasing: None
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        talked(patient)
        ended(patient, last="erased")
    (alert,) = (one["body"] for one in watched(signed_in, interview) if one["kind"] == "alert")
    assert alert["level"] == "urgent"
    assert (alert["findings"], alert["quotes"], alert["unlocated"]) == ([], [], [])
    assert interview in signed_in.get("/interviews").text.split('id="alerts"')[1].split('class="columns"')[0]
    acknowledged(signed_in, interview, "Called; they are with a friend")
    kinds = [one["kind"] for one in watched(signed_in, interview)]
    assert kinds[-2:] == ["erased", "acknowledged"]
    assert set(kinds) == {"started", "removed", "alert", "ended", "erased", "acknowledged"}


def test_the_wish_that_an_alert_quotes_before_its_words_is_deleted_too(
    signed_in: httpx.Client, database_url: str, erasing: None
) -> None:
    interview, wish = begun(signed_in), "I want it to stop"
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        assert patient.say(wish)["purpose"] == "left"
        patient.say("everything")
        patient.goes_on()
        assert "event" in found(database_url, wish.lower())
        ended(patient, last="erased")
    assert found(database_url, wish.lower()) == []
    assert "After “" not in signed_in.get(f"/interviews/{interview}").text


def test_who_comes_back_reads_nothing_of_it_and_can_say_nothing_more(
    signed_in: httpx.Client, database_url: str, erasing: None
) -> None:
    interview = begun(signed_in)
    with two_tabs(signed_in, interview) as (patient, again):
        talked(patient)
        ended(patient, last="erased")
        for _ in ("live", "once more"):
            again.log.clear()
            again.resume()
            again.until("erased")
        assert [one["seq"] for one in again.log] == list(range(1, len(again.log) + 1))
        assert not any(word in json.dumps(again.log).lower() for word in WORDS)
        again._send({"type": "message", "id": "late", "text": "hello"})
        assert again.until("error")["code"] == "closed"


@pytest.mark.parametrize("seen_first", [False, True])
def test_an_erasure_that_was_cut_off_is_done_all_the_same(
    signed_in: httpx.Client, database_url: str, seen_first: bool
) -> None:
    """A server that was killed in between leaves a log whose last entry says that everything is to be erased."""
    interview, left = begun(signed_in), uuid4()
    with talker(signed_in, interview) as patient:
        talked(patient)
        ended(patient)
    copies = (
        "insert into interview select (jsonb_populate_record(i, jsonb_build_object('id', %s::text))).* "
        "from interview i where id = %s",
        "insert into event select (jsonb_populate_record(e, jsonb_build_object('interview_id', %s::text, 'body', "
        "case when kind = 'ended' then body || '{\"erases\": true}' else body end))).* "
        "from event e where interview_id = %s",
    )
    with psycopg.connect(database_url) as connection:
        for copy in copies:
            connection.execute(copy, (str(left), UUID(interview)))
        connection.execute("delete from interview where id = %s", (UUID(interview),))
    assert "event" in found(database_url, WORDS[0])
    if seen_first:
        acknowledged(signed_in, str(left))
    until(lambda: not found(database_url, WORDS[0]))
    assert [found(database_url, word) for word in WORDS] == [[]] * len(WORDS)


def test_by_default_it_is_kept_and_the_therapist_gets_the_wish(signed_in: httpx.Client, database_url: str) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        talked(patient)
        farewell = ended(patient)
    assert "What you've written is kept" in str(farewell["text"])
    notices = [one["body"]["text"] for one in watched(signed_in, interview) if one["kind"] == "notice"]
    assert notices == [f"The patient asked: “{WISH}”"]
    assert "event" in found(database_url, WORDS[0])
    row = signed_in.get("/today").text.split(f' href="/interviews/{interview}"')[1].split("</li>")[0]
    assert "The patient wants everything deleted" in row
    with psycopg.connect(database_url) as connection:
        connection.execute("delete from interview where id = %s", (UUID(interview),))


def test_a_stop_in_the_same_words_is_a_stop(signed_in: httpx.Client, database_url: str, erasing: None) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.say("Delete everything I wrote, all my answers. I am going to kill myself tonight.")
        assert patient.until("ended")["body"]["status"] == "terminated_for_safety"
    assert "event" in found(database_url, "kill myself tonight")
