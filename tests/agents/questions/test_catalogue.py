"""The catalogue of questions about the conversation: every language has every topic, slots fall back, the clinic's own
answers come first."""

import pytest

from agents.questions.bank import bank
from agents.questions.catalogue import SLOTS, UNKNOWN, Clinic, catalogue, entries, entry, languages, slots_of
from agents.questions.check import wrong_words

TOLD = Clinic(slots={"clinic": "Elm Street", "phone": "555-0100", "minutes": "20", "readers": "the front desk"})


@pytest.mark.parametrize("language", languages())
def test_every_language_answers_every_topic_without_a_word_from_the_clinic(language: str) -> None:
    told = catalogue(language)
    assert [one.key for one in told.entries] == [one.key for one in entries()]
    for one in told.entries:
        assert one.asked or one.complains or one.key == UNKNOWN
        assert all(slots_of(text) <= {*SLOTS} for text in (*one.answers, one.at_last or ""))
        assert slots_of(one.answers[-1]) | slots_of(one.again or "") <= {"therapist", "erasure", "beyond"}
        for asked in (0, 1, 22, 23):
            assert "{" not in told.answer(one, asked)
    assert told.counted.keys() == catalogue().counted.keys() == {"en", *bank().languages}


@pytest.mark.parametrize("key", [one.key for one in entries()])
def test_no_answer_says_what_an_interviewer_must_not_say(key: str) -> None:
    told = entry(key)
    said = (*told.answers, told.again or "")
    assert [wrong_words(text) for text in said] == [()] * len(said)


def test_a_locale_without_a_catalogue_of_its_own_gets_the_english_one() -> None:
    assert catalogue("pt-BR") is catalogue("en-GB") is catalogue("en")


def test_what_the_clinic_tells_fills_the_slots() -> None:
    readers = catalogue().answer(entry("readers"), 3, TOLD)
    assert readers.startswith("Your therapist can read it, and so can the front desk.")
    assert "Elm Street suggests setting aside 20 minutes" in catalogue().answer(entry("length"), 0, TOLD)
    assert "number 4, so 20 are left" in catalogue().answer(entry("length"), 4, TOLD)
    assert catalogue().answer(entry("length"), 23, TOLD) == entry("length").at_last


def test_a_slot_that_is_not_known_takes_the_next_wording() -> None:
    neutral = catalogue().answer(entry("record"), 3, TOLD)
    assert "Whether they go into your record, I don't know" in neutral
    assert catalogue().answer(entry("record"), 3, Clinic(slots={"record": "A summary goes into your record."})) == (
        "A summary goes into your record."
    )


def test_the_clinics_own_answer_comes_first_where_its_slots_are_known() -> None:
    own = Clinic(slots=TOLD.slots, answers={"cost": "{clinic} pays for it.", "next": "We call within {kept}."})
    assert catalogue().answer(entry("cost"), 3, own) == "Elm Street pays for it."
    assert "I've noted your question" in catalogue().answer(entry("next"), 3, own)


@pytest.mark.parametrize("language", [*languages(), "es-tu"])
@pytest.mark.parametrize("key", ["readers", "private", "kept"])
def test_where_the_words_go_beside_the_server_is_said_where_they_do(language: str, key: str) -> None:
    told = catalogue(language)
    plain, whole = told.answer(entry(key, language), 3), told.answer(entry(key, language), 3, Clinic(by_model=True))
    assert whole == f"{plain} {told.beyond.model}"
    unknown = told.answer(entry(key, language), 3, Clinic(by_model=None))
    assert unknown == f"{plain} {told.beyond.perhaps}"
    both = told.answer(entry(key, language), 3, Clinic(by_model=True, quotes=True))
    assert both == f"{whole} {told.beyond.quotes}"


@pytest.mark.parametrize(("language", "link"), [("en", "whoever has your link"), ("es", "quien tenga su enlace")])
@pytest.mark.parametrize("slots", [{}, {"readers": "the front desk"}, {"readers": "x", "limits": "y"}])
def test_nobody_is_promised_that_only_staff_can_read(language: str, link: str, slots: dict[str, str]) -> None:
    for key in ("readers", "private"):
        said = catalogue(language).answer(entry(key, language), 3, Clinic(slots=slots))
        assert link in f"{said[:1].lower()}{said[1:]}".replace("Whoever", "whoever")
        assert not said.startswith(("Only", "Aquí solo"))


def test_a_sentence_within_an_answer_begins_with_a_capital() -> None:
    said = catalogue().answer(entry("unsaid"), 3, alerted=True)
    assert "can read it. Your therapist's page shows an alert about what you wrote" in said


def test_whether_a_wish_to_erase_is_done_at_once_is_told_as_it_is_set() -> None:
    stop = entry("stop")
    assert "I pass that on to your therapist" in catalogue().answer(stop, 3)
    assert "delete your words" in catalogue().answer(stop, 3, Clinic(erases=True))
