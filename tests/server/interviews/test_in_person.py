"""An interview in the clinician's hand, over HTTP and the patient's socket: taken over, answered, closed; notes."""

import re
from datetime import UTC, datetime
from uuid import uuid4

import httpx
import psycopg
import pytest

from agents.interview.presence import Held, Why
from server.accounts.tables import Account
from server.interviews.person.holding import held_words
from tests.server.interviews.talking import begun, talker, watched


def tap(staff: httpx.Client, interview: str, item: int, did: str, **more: str) -> int:
    form = {"item": str(item), "did": did, **more}
    return staff.post(f"/interviews/{interview}/in-person", data=form).status_code


def test_held_in_person_from_takeover_to_the_report(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(2)
        assert signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).status_code == 200
        talking._send({"type": "message", "id": "late", "text": "No, never."})
        assert talking.until("error")["code"] == "held"
        held = next(one for one in talking.log if one["kind"] == "held")
        assert set(held["body"]) == {"why", "at"}
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert "Feeling down, depressed, or hopeless?" in page
    assert "threshold" not in page.lower().replace("thresholds are not shown", "")
    assert tap(signed_in, interview, 2, "words", words="Most days, I'd say.") == 200
    assert "Proposed:" in signed_in.get(f"/interviews/{interview}/in-person").text
    assert tap(signed_in, interview, 2, "3") == 200
    assert tap(signed_in, interview, 2, "3") == 409
    assert tap(signed_in, interview, 3, "9") == 422
    assert tap(signed_in, interview, 3, "declined") == 200
    rest = {f"item-{item}": "1" for item in range(4, 24)}
    signed_in.post(f"/interviews/{interview}/in-person/form", data=rest)
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert 'Administer <span class="whole">C-SSRS</span> or ASQ now' in page
    assert tap(signed_in, interview, 12, "1") == 409
    done = {"note": "Asked her at once", "screen": "asq", "result": "negative"}
    for lacks, said in (("screen", "Choose which suicide screen"), ("result", "Say what came of the screen")):
        refused = signed_in.post(f"/interviews/{interview}/in-person/done", data=done | {lacks: ""})
        assert refused.status_code == 422
        assert said in refused.text
        assert "Asked her at once</textarea>" in refused.text
    assert signed_in.post(f"/interviews/{interview}/in-person/done", data=done).status_code == 200
    assert f'href="/interviews/{interview}#notes"' not in signed_in.get("/today").text, "what was done is noted"
    with talker(signed_in, interview) as talking:
        signed_in.post(f"/interviews/{interview}/in-person/form", data=rest)
        talking.until("ended")
    found = signed_in.get(f"/interviews/{interview}/profile").json()
    assert len(found["itemResponses"]) == 23
    assert {one["engine"] for one in found["itemResponses"][1:]} == {"clinician"}
    assert "declined in person" in found["itemResponses"][2]["note"]
    note = signed_in.get(f"/interviews/{interview}/record.txt").text
    assert "were shown" not in note
    entered = ", ".join(map(str, range(2, 24)))
    assert f"\nAnswered in person, as entered by admin@localhost: items {entered}\n" in note
    assert "Measure, held in conversation and in person\n" in note
    assert "item 11 by itself is not a validated suicide screen. Done: see at the top." in note
    assert re.search(r"\n- Suicide screen given since. ASQ: negative \(admin@localhost, 20.*\)\n", note)
    for name in ("report.txt", "report.md"):
        written = signed_in.get(f"/interviews/{interview}/{name}").text
        assert re.search(r"- Suicide screen given since\\?\. ASQ: negative", written)
        assert written.count("Done: see at the top.") == 1
    whole = signed_in.get(f"/interviews/{interview}/interview.json").json()
    assert [(one["screen"], one["result"], one["takenBack"]) for one in whole["notes"]] == [("asq", "negative", False)]
    assert "conversational" not in note
    text = signed_in.get(f"/interviews/{interview}/report.txt").text
    assert (
        f"The answers to items {entered} were given in person, to the items' own words read out; the others in" in text
    )
    view = signed_in.get(f"/interviews/{interview}/view").text
    steps = view.split('id="steps"')[1].split("</ul>")[0]
    screened = view.split('<p id="screened" ')[1].split("</p>")[0]
    assert re.fullmatch(r"[^>]*>Done by admin@localhost, <time .*</time>: ASQ: negative", screened)
    page = signed_in.get(f"/interviews/{interview}", headers={"accept": "text/html"}).text
    assert re.search(r'<section class="alert" id="alert"[^>]* data-screened="20', page)
    assert re.search(r"Suicide screen: <b>done</b>.*ASQ: negative.*admin@localhost", steps)


def test_an_interview_read_out_from_its_first_item_is_no_conversation(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    assert signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).status_code == 200
    with talker(signed_in, interview) as talking:
        rest = {f"item-{item}": "0" for item in range(1, 24)}
        signed_in.post(f"/interviews/{interview}/in-person/form", data=rest)
        talking.until("ended")
    text = signed_in.get(f"/interviews/{interview}/report.txt").text
    assert "DSM-5 Level-1 Cross-Cutting Symptom Measure, held in person\n" in text
    assert "The answers were given in person, to the items' own words read out; all are scored" in text
    assert "conversation" not in text.replace("the conversation paraphrases", "")


def test_a_screen_is_done_once_it_is_chosen_with_its_result_until_it_is_taken_back(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    with talker(signed_in, interview) as talking:
        rest = {f"item-{item}": "0" for item in range(1, 24)} | {"item-6": "3"}
        signed_in.post(f"/interviews/{interview}/in-person/form", data=rest)
        talking.until("ended")
    form = {"item": "11", "seen": "0", "did": "save", "score": "1", "reason": "Said so at the door"}
    assert signed_in.post(f"/interviews/{interview}/ratings", data=form).status_code == 200

    def noted(status: int = 200, **said: str) -> bool:
        """Whether the step is done once this is noted."""
        assert signed_in.post(f"/interviews/{interview}/notes", data=said).status_code == status
        steps = signed_in.get(f"/interviews/{interview}/view").text.split('id="steps"')[1].split("</ul>")[0]
        done = "Suicide screen: <b>done</b>" in steps
        text = signed_in.get(f"/interviews/{interview}/report.txt").text
        assert ("Suicide screen given since. C-SSRS: no plan, no intent" in text) is done
        assert ("validated suicide screen. Done: see at the top." in text) is done
        return done

    assert not noted(note="C-SSRS done, negative"), "its own words are not searched"
    assert not noted(422, note="", screen="none")
    assert not noted(422, note="Seen", screen="none", result="negative")
    assert not noted(422, note="Seen", screen="c-ssrs", result=" ")
    assert not noted(422, note="Seen", screen="phq-9", result="no plan")
    assert noted(note="", screen="c-ssrs", result="no plan, no intent")
    assert "Staff have written 1 note, which is" in signed_in.get(f"/interviews/{interview}/report.txt").text
    page = signed_in.get(f"/interviews/{interview}", headers={"accept": "text/html"}).text
    (back,) = re.findall(r'action="(/interviews/\S+/take-back)"', page)
    assert signed_in.post(back).status_code == 200
    assert signed_in.post(back).status_code == 409
    assert signed_in.post(back.replace(interview, str(uuid4()))).status_code == 404
    text = signed_in.get(f"/interviews/{interview}/report.txt").text
    assert "Staff have written 3 notes, which are" in text, "what was taken back stands in the record alone"
    assert not noted(note="Asked for the wrong patient")
    record = signed_in.get(f"/interviews/{interview}/record.txt").text
    assert re.search(
        r"admin@localhost; the screen was taken back: Suicide screen given\. C-SSRS: no plan, no intent\n", record
    )
    assert re.search(r"admin@localhost: Taken back: Suicide screen given\. C-SSRS: no plan", record)


def test_an_alert_that_stands_is_before_whoever_goes_on_in_person(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(6)
        talking.say("I've been saving up my pills.")
    assert signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).status_code == 200
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert "An alert stands<" in page
    assert "saving up my pills" in page
    assert f'href="/interviews/{interview}#alert">Read and acknowledge' in page
    assert signed_in.post(f"/interviews/{interview}/acknowledge", json={"note": "Asked: no plan."}).status_code == 200
    assert "An alert stands" not in signed_in.get(f"/interviews/{interview}/in-person").text


def test_what_the_patient_skipped_or_left_open_is_offered_and_not_forced(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(3)
        for vague in ("It depends.", "Hard to say."):
            talking.say(vague)
        talking.say("My husband hits me.")
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert 'name="item" value="4"' in page, "the danger came in its place"
    assert "0 of 23 settled, 3 skipped or left open" in page
    listed = re.findall(r'<a href="\?item=(\d+)">.*?<span class="hint">([^<]+)</span>', page)
    assert listed == [("1", "skipped by the patient"), ("2", "skipped by the patient"), ("3", "left open")]
    assert re.findall(r'type="radio" name="item-(\d+)" value="4"', page) == [str(item) for item in range(1, 24)]
    assert tap(signed_in, interview, 2, "4", again="1") == 200
    assert 'name="item" value="4"' in signed_in.get(f"/interviews/{interview}/in-person").text, "it still stands"
    rest = {f"item-{item}": "0" for item in (3, *range(4, 24))}
    signed_in.post(f"/interviews/{interview}/in-person/form", data=rest)
    found = signed_in.get(f"/interviews/{interview}/profile").json()["itemResponses"]
    assert [(one["score"], one["declined"]) for one in found] == [(0, True), (4, False), *[(0, False)] * 21]
    assert [one["engine"] for one in found] == [found[0]["engine"], *["clinician"] * 22]
    assert found[0]["engine"] != "clinician"


def test_a_note_of_a_closed_interview_says_who_scored_each_answer(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(2)
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    assert tap(signed_in, interview, 2, "3") == 200
    signed_in.post(f"/interviews/{interview}/close")
    first, second = re.findall(r"\n- [12]\. [^\n]+", signed_in.get(f"/interviews/{interview}/record.txt").text)
    assert "in person" not in first
    assert re.search(r": 3, more than half the days \(answered in person, .*admin.*, 20\d\d-.* UTC\)", second)


def test_words_of_danger_stop_and_a_close_derives_nothing(signed_in: httpx.Client) -> None:
    stopped, closed = begun(signed_in), begun(signed_in)
    for interview in (stopped, closed):
        signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    assert tap(signed_in, stopped, 1, "words", words="I am going to kill myself tonight.") == 200
    assert signed_in.get(f"/interviews/{stopped}/profile").json()["sessionStatus"] == "terminated_for_safety"
    note = signed_in.get(f"/interviews/{stopped}/record.txt").text
    assert "I am going to kill myself tonight." in note
    assert "was shown" not in note, "the patient was not at the page"
    for told in (note, signed_in.get(f"/interviews/{stopped}/view", headers={"accept": "text/html"}).text):
        assert "Call the patient" not in told, "the patient is in the room"
        assert "The patient is with you: stay with them, and tell them whom to call." in told
    signed_in.post(f"/interviews/{closed}/close")
    assert signed_in.get(f"/interviews/{closed}/profile").json()["sessionStatus"] == "ended_by_clinician"
    for interview in (stopped, closed):
        assert signed_in.get(f"/interviews/{interview}/report").status_code == 409
        assert signed_in.post(f"/interviews/{interview}/release").status_code == 409


@pytest.mark.parametrize("stops", [True, False])
def test_what_is_recorded_in_person_stays_out_of_the_patients_socket(signed_in: httpx.Client, stops: bool) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
        assert tap(signed_in, interview, 1, "words", words="Most days, since my sister left.") == 200
        if stops:
            assert tap(signed_in, interview, 1, "words", words="I am going to kill myself tonight.") == 200
        else:
            rest = {f"item-{item}": "0" for item in range(1, 24)}
            signed_in.post(f"/interviews/{interview}/in-person/form", data=rest)
        log = watched(signed_in, interview)
        talking.up_to(len(log))
    taken = next(one["seq"] for one in log if one["kind"] == "held")
    said = [one["body"]["role"] for one in log[taken:] if one["kind"] == "message"]
    assert said == ["patient", *(["patient"] if stops else []), "interviewer"]
    assert {one["kind"] for one in talking.log[taken:]} == {"private", "ended"}
    assert all(one["body"] == {} for one in talking.log[taken:] if one["kind"] == "private")


def test_what_was_written_down_is_not_said_to_the_patient_again(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(10)
        signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
        assert tap(signed_in, interview, 10, "words", words="Last week I thought about ending my life.") == 200
        assert tap(signed_in, interview, 10, "1") == 200
        signed_in.post(f"/interviews/{interview}/release")
        last = talking.log[-1]["seq"]
        body = talking.reply_after(last)
        while body["itemId"] != 11:
            body = talking.say("No, not right now." if body["purpose"] == "now" else "Yes, let's go on.")
        assert "ending my life" not in body["text"]
        talking.say("No, not at all.")
    assert "ending my life" not in str(talking.log)


def test_a_stop_that_the_patient_writes_meanwhile_shows_them_the_script(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(2)
        signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
        assert talking.say("I am going to kill myself tonight.")["purpose"] == "script"
    note = signed_in.get(f"/interviews/{interview}/record.txt").text
    assert "was shown" in note
    assert "Call the patient now." in note
    assert "is with you" not in note, "it was written on the patient's page"


@pytest.mark.parametrize("held", [True, False])
def test_an_older_log_proves_no_more_than_that_the_patient_was_at_their_page(
    signed_in: httpx.Client, database_url: str, held: bool
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(2)
        if held:
            signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
            tap(signed_in, interview, 2, "words", words="I am going to kill myself tonight.")
        else:
            talking.say("I am going to kill myself tonight.")
    with psycopg.connect(database_url) as connection:
        connection.execute("update event set body = body - 'inPerson' where interview_id = %s", (interview,))
    assert ("was shown" in signed_in.get(f"/interviews/{interview}/record.txt").text) is not held


def test_a_mis_tap_on_item_11_can_be_taken_back_before_anything_is_noted(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    assert [tap(signed_in, interview, item, "0") for item in range(1, 11)] == [200] * 10
    assert tap(signed_in, interview, 11, "2") == 200
    gate = signed_in.get(f"/interviews/{interview}/in-person").text
    assert "Item 11 was answered 2, several days." in gate
    assert 'href="?item=11"' in gate
    again = signed_in.get(f"/interviews/{interview}/in-person", params={"item": "11"}).text
    assert "Thoughts of actually hurting yourself?" in again
    assert 'name="again" value="1"' in again
    alarm = "Item 11, thoughts of self-harm, answered in person: 2, several days"
    assert alarm in signed_in.get("/today").text
    assert tap(signed_in, interview, 11, "0", again="1") == 200
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert "item 12 of 23" in page
    assert "The alert that it raised stands" in page
    assert alarm in signed_in.get("/today").text, "nothing acknowledges an alert but a person"
    assert tap(signed_in, interview, 12, "0") == 200
    signed_in.post(f"/interviews/{interview}/in-person/form", data={f"item-{item}": "0" for item in range(13, 24)})
    signed_in.post(f"/interviews/{interview}/release")
    page = " ".join(re.sub("<[^>]+>", "", signed_in.get(f"/interviews/{interview}/view").text).split())
    assert "C-SSRS or ASQ, in person first given as 2, then as 0; ask if in doubt" in page


def test_it_can_be_paused_and_closed_from_its_own_page(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    for words in ("Pause", "Close it without a report", "Hand over to the patient"):
        assert f">{words}</button>" in page
    handed = signed_in.post(f"/interviews/{interview}/release")
    assert handed.url.fragment == "invite-title", "the patient needs the link first"
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    signed_in.post(f"/interviews/{interview}/link").raise_for_status()
    assert ">Give back to the patient</button>" in signed_in.get(f"/interviews/{interview}/in-person").text
    paused = signed_in.post(f"/interviews/{interview}/hold", data={"why": "pause"})
    assert "Paused by you" in paused.text
    assert "Go on in person" in paused.text
    listed = signed_in.get("/interviews", headers={"accept": "text/html"}).text
    assert "Paused by you" in listed.split(f'data-id="{interview}"')[1].split("</li>")[0]
    assert tap(signed_in, interview, 1, "2") == 409, "nothing is answered while it is paused"
    assert "Paused" in signed_in.get(f"/interviews/{interview}").text
    assert signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).url.path.endswith("/in-person")


def test_whoever_reads_it_is_told_whether_they_paused_it_themselves() -> None:
    me = Account(id=uuid4(), email="me@clinic.example", role="therapist")
    held = Held(why=Why.PAUSE, by="other@clinic.example", at=datetime.now(UTC))
    assert held_words(held, me) == "Paused by staff"
    assert held_words(held.model_copy(update={"by": me.email}), me) == "Paused by you"
    assert held_words(held.model_copy(update={"why": Why.IN_PERSON}), me) == "Held in person"
    assert held_words(None, me) == ""


def test_notes_stay_and_go_out_with_everything(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    assert signed_in.post(f"/interviews/{interview}/notes", data={"note": " "}).status_code == 422
    assert signed_in.post(f"/interviews/{interview}/notes", data={"note": "Came late <b>"}).status_code == 200
    assert "Came late &lt;b&gt;" in signed_in.get(f"/interviews/{interview}").text
    exported = signed_in.get(f"/interviews/{interview}/interview.json").json()
    assert [one["text"] for one in exported["notes"]] == ["Came late <b>"]
