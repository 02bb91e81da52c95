"""The catalogue of questions about the conversation: every language has every topic, slots fall back, the clinic's own
answers come first."""

import pytest

from agents.questions.bank import bank
from agents.questions.catalogue import IF_YES, SLOTS, UNKNOWN, Clinic, catalogue, entries, entry, languages, slots_of
from agents.questions.check import wrong_words
from agents.questions.likeness import examples

TOLD = Clinic(slots={"clinic": "Elm Street", "phone": "555-0100", "minutes": "20", "readers": "the front desk"})


@pytest.mark.parametrize("language", languages())
def test_every_language_answers_every_topic_without_a_word_from_the_clinic(language: str) -> None:
    told = catalogue(language)
    assert [one.key for one in told.entries] == [one.key for one in entries()]
    for one in told.entries:
        assert one.asked or one.complains or one.key in {UNKNOWN, IF_YES, *examples(language).keys}
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


COUNTS = """
en | drinks | does wine count?
en | drinks | ok, should i count wine?
en | drinks | is wine alcohol?
en | drinks | does that include wine?
en | drinks | does wine count as alcohol?
en | tobacco | is vaping tobacco?
en | tobacco | how about cigars?
en | drugs | does weed count as a drug?
en | drugs | does it count if i smoke weed?
en | medicine | does aspirin count as a drug?
en | medicine | does ibuprofen count as a drug?
en | none | is it ok to mix weed and alcohol?
en | none | should i quit smoking tobacco?
en | none | can i drink wine or other alcohol with my meds?
en | none | is cocaine and alcohol deadly?
en | none | would paracetamol and alcohol kill me?
en | none | can you die from xanax with alcohol?
en | none | would enough paracetamol count?
en | none | does coffee count as a drug?
en | none | does caffeine count as a drug?
en | none | does alcohol count as a drug?
en | none | does tobacco count as a drug?
en | none | does nicotine count as a drug?
en | none | does coffee count for the drug question?
en | none | is alcohol a drug?
en | none | does smoking weed count as tobacco?
en | none | does ginger ale count?
en | none | is root beer alcohol?
en | none | does pain in my joints count?
en | none | will weed count against me?
en | none | does wanting to take all my meds count?
es | drinks | ¿cuenta la cerveza?
es | drinks | ¿el vino tinto tambien cuenta?
es | drinks | ¿debo contar la cerveza?
es | tobacco | ¿cuentan los cigarrillos electronicos?
es | drugs | ¿cuenta como droga la marihuana?
es | medicine | ¿la aspirina cuenta como droga?
es | medicine | ¿cuenta como droga el ibuprofeno?
es | none | ¿el cafe cuenta como droga?
es | none | ¿el alcohol cuenta como droga?
es | none | ¿cuenta el tabaco como droga?
es | none | ¿la cerveza de jengibre cuenta?
es | none | ¿cuenta la cerveza de jengibre?
es | none | ¿cuenta la cerveza sin alcohol?
es | none | ¿tengo que contar lo de las drogas?
es | none | ¿cuentan mis drogas a la policia?
es | none | ¿mis drogas las cuentan?
es | none | ¿la marihuana cuenta en mi contra?
es | drinks | ¿una copa de vino con la comida cuenta?
es | drugs | ¿esto incluye la marihuana?
es | none | bebo cerveza, ¿vale?
es | told | ¿le cuentan a mi mama que fumo marihuana?
es | others | ¿esto se lo cuentan a la policia, lo de las drogas?
es | others | ¿se lo cuenta al seguro que fumo cigarrillos?
"""


@pytest.mark.parametrize("row", COUNTS.strip().splitlines())
def test_whether_something_counts_is_known_from_other_questions_about_it(row: str) -> None:
    language, key, sentence = row.split(" | ")
    found = next((one for one in entries(language) if one.asked and one.fits(sentence)), None)
    assert (found.key.removeprefix("counts_") if found else "none") == key
