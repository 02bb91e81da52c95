"""In person, what cannot be kept comes back on the form with the words typed; started from a client's page."""

import io
import re
import zipfile

import httpx

from tests.server.interviews.talking import begun, talker


def in_person(staff: httpx.Client) -> str:
    interview = begun(staff)
    staff.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    return interview


def sent(staff: httpx.Client, interview: str, item: int, did: str, **more: str) -> httpx.Response:
    return staff.post(f"/interviews/{interview}/in-person", data={"item": str(item), "did": did, **more})


def test_words_to_an_item_that_somebody_else_settled_stay_in_their_field(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    assert sent(signed_in, interview, 1, "2").status_code == 200
    late = sent(signed_in, interview, 1, "3")
    assert late.status_code == 409
    assert "Item 1 is already settled as 2" in late.text
    assert 'name="again" value="1"' in late.text
    assert sent(signed_in, interview, 1, "3", again="1").status_code == 200
    assert signed_in.get(f"/interviews/{interview}/profile").json()["itemResponses"][0]["score"] == 3
    far = sent(signed_in, interview, 9, "words", words="My back <hurts>.")
    assert far.status_code == 409
    assert 'value="My back &lt;hurts&gt;."' in far.text
    empty = sent(signed_in, interview, 2, "words", words="  ")
    assert empty.status_code == 422
    assert re.search(r'id="wrong" role="alert">.*Write what was said in 1 to 2,000', empty.text, re.DOTALL)


def test_a_yes_alone_that_was_settled_before_is_named_as_one(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        patient.say("Yes.")
        patient.say("Dunno.")
        assert re.search("noted(?: as)?: yes\\.", patient.told[-1]["body"]["text"], re.IGNORECASE)
        assert patient.told[-1]["body"]["answered"][0]["noted"] == "yes, but not how often"
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    late = sent(signed_in, interview, 1, "3")
    assert (
        "Item 1 is already settled as yes, how often is not known (counted as 2); what you choose here replaces it"
        in late.text
    )


def test_a_yes_alone_is_proposed_as_one(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    assert sent(signed_in, interview, 1, "words", words="Yes.").status_code == 200
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert "Proposed: yes, how often is not known (counted as 2)." in page
    assert "Ask how often, and choose; Enter takes 2, several days." in re.sub("<[^>]+>", "", page)


def test_words_outlive_an_interview_that_was_given_back(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    signed_in.post(f"/interviews/{interview}/release").raise_for_status()
    late = sent(signed_in, interview, 1, "words", words="Most days, I'd say.")
    assert late.status_code == 409
    assert "You no longer hold this interview" in late.text
    assert "Most days, I&#39;d say." in late.text


def test_the_note_about_item_11_and_the_rest_of_the_form_stay_as_sent(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    rest = {f"item-{item}": "1" for item in range(1, 24)}
    wrong = signed_in.post(f"/interviews/{interview}/in-person/form", data={**rest, "item-3": "7"})
    assert wrong.status_code == 422
    assert re.search(r'name="item-5" value="1"[^>]* checked', wrong.text)
    signed_in.post(f"/interviews/{interview}/in-person/form", data=rest)
    for note, said in (
        ("x" * 501, "A note has at most 500 characters"),
        ("-", "Say in a few words"),
        ("Called:", "Finish the sentence"),
    ):
        refused = signed_in.post(f"/interviews/{interview}/in-person/done", data={"note": note, "screen": "none"})
        assert refused.status_code == 422
        assert f">{note}</textarea>" in refused.text
        assert said in refused.text


def test_the_same_words_sent_twice_are_kept_once(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)

    def kept() -> list[str]:
        return re.findall(r'<p class="written">“(.*?)”', signed_in.get(f"/interviews/{interview}/in-person").text)

    def form() -> str:
        page = signed_in.get(f"/interviews/{interview}/in-person").text
        return re.findall(r'type="hidden" name="form" value="([^"]+)"', page)[0]

    first = form()
    for words in ("Most days.", "Most days.", "Most days, since June."):
        assert sent(signed_in, interview, 1, "words", words=words, form=first).status_code == 200
    assert kept() == ["Most days.", "Most days, since June."]
    assert sent(signed_in, interview, 1, "words", words="Most days.", form=form()).status_code == 200
    assert kept() == ["Most days.", "Most days, since June.", "Most days."], "said again, from a form of its own"
    for _ in range(2):
        stop = sent(signed_in, interview, 1, "words", words="I am going to kill myself tonight.", form="s")
        assert stop.status_code == 200, "it is kept, and the interview is over"


def test_it_starts_from_the_clients_page(signed_in: httpx.Client) -> None:
    client = signed_in.post("/clients", data={"code": "P-77"}).url.path
    held = signed_in.post(f"{client}/interviews", data={"in_person": "1"})
    assert held.status_code == 200
    assert held.url.path.endswith("/in-person")
    assert "Little interest or pleasure" in held.text


def rest(staff: httpx.Client, interview: str, first: int, **given: str) -> None:
    """Settle every item from one on, as 0 unless something else is given."""
    form = {f"item-{item}": given.get(f"item{item}", "0") for item in range(first, 24)}
    staff.post(f"/interviews/{interview}/in-person/form", data=form)


def test_words_of_another_item_are_not_proposed_and_what_was_not_taken_is_no_evidence(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    rest_of = {f"item-{item}": "0" for item in range(1, 5)}
    signed_in.post(f"/interviews/{interview}/in-person/form", data=rest_of)
    assert sent(signed_in, interview, 5, "words", words="nearly every day I am on edge").status_code == 200
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert "data-proposed" not in page
    assert "No score is proposed." in page
    assert "tell of another question, 6 (nervous, anxious or worried)" in page
    assert sent(signed_in, interview, 5, "4").status_code == 200
    assert sent(signed_in, interview, 6, "words", words="nearly every day I am on edge").status_code == 200
    assert 'value="4" data-proposed' in signed_in.get(f"/interviews/{interview}/in-person").text
    assert sent(signed_in, interview, 6, "0").status_code == 200
    assert sent(signed_in, interview, 7, "words", words="Several days, my heart raced.").status_code == 200
    assert sent(signed_in, interview, 7, "3").status_code == 200
    rest(signed_in, interview, 8)
    answers = signed_in.get(f"/interviews/{interview}/profile").json()["itemResponses"]
    quotes = {one["itemId"]: [quote["text"] for quote in one["evidenceQuotes"]] for one in answers}
    assert (quotes[5], quotes[6], quotes[7]) == ([], [], ["Several days, my heart raced."])
    assert answers[4]["note"].endswith("; the words written down tell rather of another item")
    assert answers[5]["note"].endswith("; the words written down were read as 4, nearly every day")


def test_what_the_clinician_recorded_in_person_is_not_asked_again(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    with talker(signed_in, interview) as talking:
        rest(signed_in, interview, 1, item3="declined", item9="not_asked")
        talking.until("ended")
    assert f"/confirm?interview={interview}" not in signed_in.get("/today").text
    assert f"/confirm?interview={interview}" not in signed_in.get("/confirm").text
    view = signed_in.get(f"/interviews/{interview}/view").text
    assert "Confirm one by one" not in view
    assert "item 9 not asked" in view or ">not asked<" in view
    page = signed_in.get(f"/confirm?interview={interview}&item=6").text
    assert re.search(r"<span data-moments>Answered in person, [^<]*\d UTC\.</span>", page), "on the reader's clock"
    assert "Recorded in person: 0." in page
    assert "machine" not in page.partition('id="case-title"')[2].partition("</form>")[0].replace("data-machine", "")


def test_nobody_is_said_to_have_heard_what_was_only_written(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    assert sent(signed_in, interview, 1, "words", words="Most days, since my sister left.").status_code == 200
    rest(signed_in, interview, 1)
    packed = zipfile.ZipFile(io.BytesIO(signed_in.get(f"/interviews/{interview}/everything.zip").content))
    name = next(one for one in packed.namelist() if one.endswith("transcript.txt"))
    lines = [line for line in packed.read(name).decode().splitlines() if line.startswith("[")]
    assert [line.partition(" ")[2].partition(",")[0] for line in lines] == ["Written", "Patient", "Written"]


def test_a_note_on_item_11_says_that_it_acknowledges_the_alert(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    rest(signed_in, interview, 1, item11="2")
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert 'aria-describedby="acknowledges"' in page
    assert "This also acknowledges the alert that the answer raised" in page


def test_how_many_are_answered_and_how_many_were_passed_are_both_said(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as talking:
        talking.to_item(5)
        talking.say("skip")
    page = signed_in.get(f"/interviews/{interview}", headers={"accept": "text/html"}).text
    shown = page.partition('id="progress-text">')[2].partition("<")[0]
    assert shown == "0 of 23 answered, 5 skipped or left open"


def test_words_that_tell_no_score_are_quoted_with_none(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    for item, said, other in (
        (1, "I sleep badly nearly every night", "14 (poor sleep)"),
        (12, "I drink a bottle of wine most evenings", "21 ("),
    ):
        first = {f"item-{number}": "0" for number in range(2, item)}
        signed_in.post(f"/interviews/{interview}/in-person/form", data=first)
        assert sent(signed_in, interview, item, "words", words=said).status_code == 200
        page = signed_in.get(f"/interviews/{interview}/in-person").text
        assert f"tell of another question, {other}" in page
        assert "does not quote them" in page
        assert sent(signed_in, interview, item, "2").status_code == 200
    assert sent(signed_in, interview, 13, "words", words="The tram was late again").status_code == 200
    page = signed_in.get(f"/interviews/{interview}/in-person").text
    assert "No score can be told from these words." in page
    assert "does not quote them" in page
    assert sent(signed_in, interview, 13, "1").status_code == 200
    assert sent(signed_in, interview, 14, "words", words="Nearly every night.").status_code == 200
    assert "The words are quoted with a score from 1 to 4" in signed_in.get(f"/interviews/{interview}/in-person").text
    assert sent(signed_in, interview, 14, "4").status_code == 200
    answers = {one["itemId"]: one for one in signed_in.get(f"/interviews/{interview}/profile").json()["itemResponses"]}
    assert [answers[item]["evidenceQuotes"] for item in (1, 12, 13)] == [[], [], []]
    assert answers[1]["note"].endswith("; the words written down tell rather of another item")
    assert answers[13]["note"].endswith("; no score could be told from the words written down")
    assert [one["text"] for one in answers[14]["evidenceQuotes"]] == ["Nearly every night."]


def test_an_item_that_was_not_asked_is_left_open_and_a_step_and_said_in_one_phrase(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    with talker(signed_in, interview) as talking:
        rest(signed_in, interview, 1, item20="not_asked", item18="declined")
        talking.until("ended")

    def parts() -> tuple[str, str]:
        view = signed_in.get(f"/interviews/{interview}/view").text
        pair = " ".join(re.sub("<[^>]+>", " ", view.split('class="pair')[1]).split())
        return pair.split("Next steps")[0], pair.split("Next steps")[1].split("Impressions")[0]

    left, steps = parts()
    assert "Left open 2" in left
    assert re.search("20 [^,]*, not asked", left)
    assert re.search("18 [^,]*, declined", left)
    assert re.search("Ask in person: .* not asked", steps)
    digest = re.search('name="digest" value="(\\w+)"', signed_in.get(f"/interviews/{interview}/view").text)
    assert digest
    signed = {"version": "1", "digest": digest[1]}
    assert signed_in.post(f"/interviews/{interview}/sign-off", data=signed).status_code == 200
    assert "Left open when signed 2" in parts()[0]
    note = signed_in.get(f"/interviews/{interview}/record.txt").text
    text = signed_in.get(f"/interviews/{interview}/report.txt").text
    for written in (note, text):
        assert "to be asked by you" not in written
        assert "21 of 23 items answered, 1 declined, 1 not asked." in written
        assert "Not asked: item 20" in written
    entered = re.search("Answered in person, as entered by [^:]*: items ([^\n]*)", note)
    assert entered
    assert "20" not in entered[1].split(", ")
    assert "18" in entered[1].split(", ")
    assert "The answers to items 1, 2," in text
    assert "19, 21, 22, 23 were given in person" in text
    (row,) = [line for line in signed_in.get(f"/interviews/{interview}/items.csv").text.splitlines() if ",20," in line]
    assert "not_asked" in row


def test_what_stands_below_an_empty_item_comes_back_and_is_said_to_be_not_kept(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    filled = {f"item-{item}": "1" for item in range(4, 11)}
    answer = signed_in.post(f"/interviews/{interview}/in-person/form", data=filled | {"item-1": "1", "item-2": "1"})
    assert answer.status_code == 422
    assert "Item 3 is empty. What is filled in below it is not kept yet." in answer.text
    assert len(re.findall(r'name="item-(?:[4-9]|10)" value="1" aria-label="[^"]*" checked', answer.text)) == len(filled)


def test_answers_below_item_11_wait_for_the_note_and_are_kept_with_it(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    filled = {f"item-{item}": "2" if item == 11 else "1" for item in range(1, 24)}
    form = signed_in.post(f"/interviews/{interview}/in-person/form", data=filled)
    assert "The answers below it are kept with the note." in form.text
    waiting = dict(re.findall(r'type="hidden" name="(item-\d+)" value="(\d)"', form.text))
    assert {f"item-{item}" for item in range(12, 24)} <= set(waiting)
    with talker(signed_in, interview) as talking:
        done = {"note": "Asked at once", "screen": "c-ssrs", "result": "no plan", **waiting}
        assert signed_in.post(f"/interviews/{interview}/in-person/done", data=done).status_code == 200
        talking.until("ended")
    assert len(signed_in.get(f"/interviews/{interview}/profile").json()["itemResponses"]) == 23


def test_half_a_word_proposes_no_score_and_tells_of_no_other_item(signed_in: httpx.Client) -> None:
    interview = in_person(signed_in)
    for item, said in enumerate(("Half a word", "Half a thought"), start=1):
        assert sent(signed_in, interview, item, "words", words=said).status_code == 200
        page = signed_in.get(f"/interviews/{interview}/in-person").text
        assert "No score can be told from these words." in page
        assert "Proposed:" not in page
        assert "data-proposed" not in page
        assert sent(signed_in, interview, item, "0").status_code == 200
