"""In person, what cannot be kept comes back on the form with the words typed; started from a client's page."""

import re

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
    assert "Ask how often, and choose; Enter takes 2, several days." in page


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
        refused = signed_in.post(f"/interviews/{interview}/in-person/done", data={"note": note})
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
