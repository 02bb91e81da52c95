"""Spanish replies: how-often words, plain yes and no, and what is asked once more."""

import pytest

from agents.questions.bank import wording
from agents.scorer.grounds import held
from agents.scorer.often import often
from agents.scorer.port import Answer, Scoring
from agents.scorer.rules import score


def scored(reply: str, item: int = 2, followup: str | None = None) -> Scoring:
    asked = wording(item, "es").questions[0]
    answer = Answer(item=item, question=asked, reply=reply, followup_reply=followup, language="es")
    return held(score(answer), answer)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Ningún día", 0),
        ("Uno o dos días", 1.5),
        ("Varios días", 5),
        ("Más de la mitad de los días", 10),
        ("Casi todos los días", 13),
        ("todos los dias", 14),
        ("casi todas menos dos", 12),
        ("todos los días menos tres", 11),
        ("TODAS LAS NOCHES", 14),
        ("a diario, la verdad", 14),
        ("casi a diario", 13),
        ("casi siempre", 13),
        ("casi nunca", 1),
        ("nunca", 0),
        ("para nada", 0),
        ("ni un solo día", 0),
        ("un par de días", 2),
        ("un par de veces o así", 2),
        ("tres de catorce", 3),
        ("diez de los últimos 14 días", 10),
        ("como 10 días", 10),
        ("unos cinco o seis días", 5.5),
        ("entre tres y cuatro días", 3.5),
        ("todos los días menos dos", 12),
        ("todas las noches excepto un par", 12),
        ("todos los días menos los fines de semana", 10),
        ("de lunes a viernes", 10),
        ("dos veces por semana", 4),
        ("pues tres a la semana", 6),
        ("como media semana", 7),
        ("un día sí y otro no", 7),
        ("cada tres días", 14 / 3),
        ("la mitad de los días", 7),
        ("menos de la mitad", 5),
        ("la mayoría de las noches", 10),
        ("las dos semanas enteras", 14),
        ("una vez, el martes", 1),
        ("rara vez", 1),
        ("los fines de semana", 4),
        ("tres días, no, cuatro días", 4),
        ("cada día, no, perdón, dos veces", 2),
        ("casi siempre... no, miento, dos días", 2),
        ("cada día. Miento, dos días", 2),
        ("cada noche, me equivoqué, fueron dos noches", 2),
        ("todas las noches, quiero decir, dos noches", 2),
        ("10", 10),
        ("como tres", 3),
    ],
)
def test_how_often_words(text: str, days: float) -> None:
    found = often(text, "es")
    assert found is not None
    assert found.days == pytest.approx(days)
    assert not found.asks


@pytest.mark.parametrize(
    "text", ["a veces", "de vez en cuando", "muy seguido", "a menudo me pasa", "por ratos", "no es a diario"]
)
def test_vague_words_are_asked_about(text: str) -> None:
    found = often(text, "es")
    assert found is not None
    assert found.asks
    told = scored(text)
    assert told.missing == "frequency"
    assert told.score > 0


@pytest.mark.parametrize("text", ["me tomé cuatro cervezas", "tengo 45 años", "mi hermana vive lejos", "el 20 de mayo"])
def test_other_numbers_are_no_days(text: str) -> None:
    assert often(text, "es") is None


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("No", 0),
        ("no, para nada", 0),
        ("pues no, nunca", 0),
        ("Nada de eso, gracias a Dios no", 0),
        ("Uno o dos días", 1),
        ("un par de noches", 1),
        ("Varios días", 2),
        ("Más de la mitad de los días", 3),
        ("Casi todos los días", 4),
        ("siete días", 2),
        ("todos los días menos dos", 4),
    ],
)
def test_plain_answers_are_scored_with_their_words(reply: str, value: int) -> None:
    told = scored(reply)
    assert told.answered
    assert told.score == value
    assert told.missing is None
    assert told.evidence
    assert all(reply[one.start : one.end] == one.text for one in told.evidence)


@pytest.mark.parametrize(
    ("reply", "item"),
    [
        ("no duermo nada", 14),
        ("no tengo ganas de nada", 1),
        ("no me acuerdo de nada", 15),
        ("no confío en nadie", 20),
        ("nadie me toma en serio", 10),
        ("más o menos", 6),
        ("regular", 2),
    ],
)
def test_what_is_missing_is_there_and_asked_how_often(reply: str, item: int) -> None:
    told = scored(reply, item)
    assert (told.score, told.missing) == (2, "frequency")
    assert scored(reply, item, followup="casi todos los días").score == 4


@pytest.mark.parametrize(
    ("reply", "item", "value"),
    [
        ("no pego ojo ninguna noche", 14, 4),
        ("no he perdido las ganas", 1, 0),
        ("no tengo problemas para dormir", 14, 0),
        ("no oigo voces. duermo mal casi todos los días", 12, 0),
        ("una vez sí, pero duermo mal todos los días", 13, 1),
    ],
)
def test_a_no_is_read_with_what_it_denies(reply: str, item: int, value: int) -> None:
    assert scored(reply, item).score == value


@pytest.mark.parametrize(
    ("reply", "item"),
    [("fumo diez al día", 6), ("no duermo nada", 6), ("tomo cerveza todos los días", 6), ("jajaja", 6), ("lol", 2)],
)
def test_what_answers_another_item_or_nothing_has_no_score(reply: str, item: int) -> None:
    told = scored(reply, item)
    assert (told.answered, told.score, told.missing) == (False, 0, "endorsement")


def test_a_bare_yes_is_asked_how_often() -> None:
    told = scored("Sí, la verdad")
    assert (told.endorsed, told.missing) == (True, "frequency")
    after = scored("Sí, la verdad", followup="unos diez días")
    assert (after.score, after.missing) == (3, None)
    assert [one.source for one in after.evidence] == ["reply", "followup"]


def test_yes_and_then_no_is_for_the_clinician() -> None:
    told = scored("Sí", followup="No, nunca")
    assert not told.answered
    assert told.note == "said both yes and no"


@pytest.mark.parametrize("text", ["", "?", "🙂", "x" * 20_000, "no " * 9_000, "\ud800", "İstanbul dos días"])
def test_any_text_is_read(text: str) -> None:
    told = scored(text)
    assert 0 <= told.score <= 4


def test_not_now_is_no_never_to_thoughts_of_self_harm() -> None:
    asked_back = scored("ahora no, con mis hijos no", item=11)
    assert (asked_back.needs_followup, asked_back.missing) == (True, "endorsement")
    assert scored("nunca", item=11).needs_followup is False
    assert scored("sí, pero nunca lo haría", item=11).needs_followup
    assert scored("sí pero ahora no", item=11).needs_followup
    assert scored("sí, todos los días. me mataría si pudiera", item=11).score == 4
    assert scored("pensé en eso varios días pero nunca lo haría", item=11).score == 2


@pytest.mark.parametrize("item", [2, 6, 14, 20])
def test_days_counted_in_spanish_are_read_in_an_interview_in_english(item: int) -> None:
    for question in wording(item).questions:
        first = Answer(item=item, reply="no entiendo inglés, 5 días", question=question)
        second = Answer(item=item, reply="yes", followup_reply=first.reply, original_question=question)
        for got in (score(first), score(second)):
            assert (got.score, got.needs_followup, got.evidence[-1].text) == (2, False, "5 días")


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("casi todos los días, la verdad", 4),
        ("todos los días", 4),
        ("más de la mitad de los días", 3),
        ("varios días, creo", 2),
        ("uno o dos días", 1),
        ("Ningún día", 0),
    ],
)
def test_the_answers_of_the_scale_in_spanish_are_read_in_an_interview_in_english(reply: str, expected: int) -> None:
    got = score(Answer(item=2, reply=reply, question=wording(2).questions[0]))
    assert (got.answered, got.score, got.needs_followup) == (True, expected, False)
