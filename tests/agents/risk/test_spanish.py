"""Spanish interviews: outright statements, denials, idioms, and answers to the questions about risk."""

import pytest

from agents.domain.risk import Tier, highest
from agents.questions.bank import bank, wording
from agents.reading.written import Written
from agents.risk.answers import answered
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.rules import read
from agents.risk.statements import stated

NOW = bank("es").lines["now"][0]
HARM = wording(11, "es").questions[0]


def told(text: str, context: str | None = None, item: int | None = None) -> tuple[Tier, set[str]]:
    message = Message(text=text, context=context, item=item, language="es")
    written = Written(text, "es")
    answer = answered(message, written, Policy())
    findings = [*stated(text, written, "es", Policy()), *([answer] if answer else [])]
    assert all(text[one.start : one.end] == one.text for one in findings)
    return highest(one.tier for one in findings), {one.rule for one in findings}


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("Me voy a matar esta noche.", Tier.STOP),
        ("la verdad es que esta noche me mato", Tier.STOP),
        ("He decidido quitarme la vida", Tier.STOP),
        ("quiero morirme", Tier.STOP),
        ("He estado guardando pastillas", Tier.STOP),
        ("ya escribí la carta de despedida", Tier.STOP),
        ("dejé una nota para cuando ya no esté", Tier.STOP),
        ("ya regalé mis cosas", Tier.FLAG),
        ("no he regalado mis cosas", Tier.NONE),
        ("dejé una nota a mi jefe", Tier.NONE),
        ("Lo voy a matar hoy con un cuchillo", Tier.STOP),
        ("anoche intenté suicidarme", Tier.STOP),
        ("intenté matarme", Tier.URGENT),
        ("de joven intenté quitarme la vida", Tier.FLAG),
        ("a veces pienso en suicidarme", Tier.URGENT),
        ("ojalá me muriera", Tier.FLAG),
        ("tengo ganas de cortarme", Tier.URGENT),
        ("ojalá no despertara", Tier.FLAG),
        ("ya no quiero vivir", Tier.FLAG),
        ("sí, varios días pienso en no estar", Tier.FLAG),
        ("pienso en no estar tanto en casa", Tier.NONE),
        ("me muero de risa", Tier.NONE),
        ("quiero morirme de la risa con esa serie", Tier.NONE),
        ("no quiero morir", Tier.NONE),
        ("no saben que quiero morirme", Tier.STOP),
        ("mi mamá no me cree que mi tío me violó", Tier.FLAG),
        ("no creo que quiera morirme", Tier.NONE),
        ("tomé cloro", Tier.URGENT),
        ("no tome cloro", Tier.NONE),
        ("tome ácido fólico", Tier.NONE),
        ("me encerró en el cuarto", Tier.FLAG),
        ("me encierro en el cuarto", Tier.NONE),
        ("nunca he pensado en suicidarme", Tier.NONE),
        ("me corto el pelo cada mes", Tier.NONE),
        ("me ahorqué ayer", Tier.STOP),
        ("duermo mal casi todas las noches", Tier.NONE),
    ],
)
def test_outright_statements(text: str, tier: Tier) -> None:
    assert told(text)[0] is tier, told(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Sí, varios días", "item-11-affirmed"),
        ("un par de días", "item-11-affirmed"),
        ("sí, y ya sé cómo", "intent-affirmed"),
        ("sí, esta noche", "intent-affirmed"),
        ("No, nunca", "denial"),
        ("ningún día", "denial"),
    ],
)
def test_answers_to_the_item_on_self_harm(text: str, rule: str) -> None:
    assert told(text, HARM, 11)[1] == {rule}
    assert told(text, wording(14, "es").questions[0], 14)[1] == set()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("sí", "thoughts-present"),
        ("Sí, ahora", "thoughts-present"),
        ("siguen ahí", "thoughts-present"),
        ("no", "denial"),
    ],
)
def test_whether_it_is_there_now(text: str, rule: str) -> None:
    assert told(text, NOW)[1] == {rule}


def test_letters_of_other_languages_are_not_covered() -> None:
    def flagged(text: str) -> bool:
        return "language" in {one.rule for one in read(Message(text=text, language="es")).findings}

    assert not flagged("Mañana no podré")
    assert flagged("لا أستطيع النوم")


@pytest.mark.parametrize("item", [2, 6, 9, 14, 20])
@pytest.mark.parametrize(
    "text", ["me voy", "ya me voy", "Me tengo que ir.", "bueno me voy", "me duele el pecho", "me voy que llego tarde"]
)
def test_a_goodbye_or_a_pain_in_answer_to_an_item_ends_nothing(text: str, item: int) -> None:
    asked = wording(item, "es").questions[0]
    assert read(Message(text=text, context=asked, item=item, language="es")).tier is not Tier.STOP


@pytest.mark.parametrize("text", ["me quiero morir", "me voy a matar", "me estoy cortando ahora mismo"])
def test_few_words_of_danger_in_answer_to_an_item_stop(text: str) -> None:
    asked = wording(14, "es").questions[0]
    assert read(Message(text=text, context=asked, item=14, language="es")).tier is Tier.STOP


@pytest.mark.parametrize(
    "text",
    ["un momento", "espere", "a ver", "Déjame pensar", "perdón", "ya volví", "jajaja", "hola", "qué significa eso"],
)
def test_what_is_no_answer_to_item_11_tells_of_nothing(text: str) -> None:
    assert read(Message(text=text, context=HARM, item=11, language="es")).findings == ()
