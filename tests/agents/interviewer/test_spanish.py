"""The interviewer in Spanish: what it hears, what it says, and that a language that is not covered is told so."""

import re

import pytest

from agents.domain.level1 import items
from agents.interviewer.language import foreign
from agents.interviewer.port import Act, Brief, Purpose, Situation
from agents.interviewer.process import Asked, answering
from agents.interviewer.rules import hear, say
from agents.language import Language, language_of
from agents.questions.bank import bank, wording
from agents.questions.catalogue import catalogue

BOTH: tuple[Language, ...] = ("es", "es-tu")
ENGLISH = re.compile(r"\b(?:the|you|your|and|please|noted|question|days|weeks|skip|how often)\b", re.IGNORECASE)
FORMAL = re.compile(r"\b(?:usted|su terapeuta|sus palabras|dígame|piense|escriba)\b", re.IGNORECASE)
FAMILIAR = re.compile(r"\b(?:tú|tu terapeuta|tus palabras|dime|piensa en lo|contigo)\b", re.IGNORECASE)


def at(item: int | None = 3, awaiting: str = "reply", paused: bool = False) -> Situation:
    answered = tuple(range(1, item)) if item else ()
    question = wording(item, "es").questions[0] if item else bank("es").lines["intro"][0]
    return Situation(item, awaiting, paused, answered, question, "es")


def texts(language: Language) -> list[str]:
    own = bank(language)
    told = [text for one in own.items for text in (*one.questions, *one.rephrasings, *one.signposts, one.clause)]
    return [
        *told,
        *(text for lines in own.lines.values() for text in lines),
        *own.frequency.topic,
        *own.endorsement.lines,
    ]


@pytest.mark.parametrize("language", BOTH)
def test_every_item_has_its_questions_and_every_line_its_words(language: Language) -> None:
    own = bank(language)
    assert [one.id for one in own.items] == list(items())
    assert set(own.lines) == set(bank().lines)
    for one in own.items:
        assert len(set(one.questions)) >= 4
        assert len(set(one.rephrasings)) >= 2
        for text in (*one.questions, *one.rephrasings):
            assert (text.count("¿"), text.count("?")) == (1, 1), text
            assert "dos semanas" in text
            assert re.search(r"cuánt[oa]s|con qué frecuencia", text.lower()), text
            assert len(text) <= 290


@pytest.mark.parametrize("language", BOTH)
def test_no_text_is_in_english_or_mixes_the_forms_of_address(language: Language) -> None:
    for text in texts(language):
        assert not ENGLISH.search(text), text
        assert not re.search(r"\[|\||\]", text), text
        assert not (FORMAL if language == "es-tu" else FAMILIAR).search(text), text


@pytest.mark.parametrize("text", bank("es").lines["intro"])
def test_the_introduction_says_what_it_must(text: str) -> None:
    for part in (
        *("nivel 1 del DSM-5", "terapeuta", "últimas dos semanas", "23", "ningún día", "uno o dos días", "varios días"),
        *("más de la mitad de los días", "casi todos los días", "saltar", "parar", "volver", "no enseguida"),
        "servicio de emergencias",
    ):
        assert part in text, part
    assert text.count("\n\n") == 2


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("no entiendo", Act.CLARIFY),
        ("¿Qué quiere decir?", Act.CLARIFY),
        ("¿a qué se refiere?", Act.CLARIFY),
        ("prefiero no contestar", Act.DECLINE),
        ("saltar", Act.DECLINE),
        ("paso", Act.DECLINE),
        ("siguiente pregunta, por favor", Act.DECLINE),
        ("¿podemos parar un rato?", Act.PAUSE),
        ("necesito un descanso", Act.PAUSE),
        ("ahorita vuelvo", Act.PAUSE),
        ("permítame, me tocan la puerta", Act.PAUSE),
        ("¿y eso qué?", Act.CLARIFY),
        ("Ay no, ¿yo a mi edad?", Act.ANSWER),
        ("¿qué me puso en lo del sueño?", Act.ASK),
        ("quiero terminar la entrevista", Act.LEAVE),
        ("ya no quiero contestar más", Act.LEAVE),
        ("borre todo lo que escribí", Act.ERASE),
        ("quiero hablar con una persona", Act.PERSON),
        ("necesito ayuda", Act.HELP),
        ("mi marido está aquí al lado", Act.UNSAFE),
        ("¿quién lee esto?", Act.ASK),
        ("¿cuántas faltan?", Act.ASK),
        ("¿eres un robot?", Act.ASK),
        ("volver atrás", Act.BACK),
        ("quiero cambiar la respuesta anterior", Act.BACK),
        ("quiero cambiar de trabajo", Act.ANSWER),
        ("quiero volver a mi casa", Act.ANSWER),
        ("quien va a ver esto", Act.ASK),
        ("¿quién puede leer lo que escribo?", Act.ASK),
        ("esto es privado?", Act.ASK),
        ("esto es privado", Act.DECLINE),
        ("hablo con una persona o un robot", Act.ASK),
        ("se guardan mis respuestas", Act.ASK),
        ("puedo mentir?", Act.ASK),
        ("quiero terminar", Act.LEAVE),
        ("ya no quiero", Act.LEAVE),
        ("quiero dejarlo", Act.LEAVE),
        ("me voy, adiós", Act.LEAVE),
        ("quiero parar del todo", Act.LEAVE),
        ("no me siento cómodo hablando de eso", Act.DECLINE),
        ("mi marido está en la otra habitación", Act.UNSAFE),
        ("no estoy sola", Act.UNSAFE),
        ("viene alguien", Act.UNSAFE),
        ("buenos días", Act.ASK),
        ("¿qué significa 2?", Act.CLARIFY),
        ("me siento sola", Act.ANSWER),
        ("no viene nadie a verme", Act.ANSWER),
        ("ya no quiero a nadie", Act.ANSWER),
        ("me voy a dormir tarde todos los días", Act.ELSEWHERE),
        ("No", Act.ANSWER),
        ("varios días, sobre todo por la noche", Act.ANSWER),
        ("dejé de fumar hace dos años", Act.ELSEWHERE),
        ("casi todos los días necesito un descanso del trabajo", Act.ANSWER),
        ("je ne comprends pas votre question, je suis fatigué", Act.OTHER_LANGUAGE),
        ("I don't understand what you are asking me about my sleep", Act.OTHER_LANGUAGE),
        ("ich bin müde", Act.OTHER_LANGUAGE),
        ("jeden Tag", Act.OTHER_LANGUAGE),
        ("não durmo bem", Act.OTHER_LANGUAGE),
        ("estou muito triste todos os dias", Act.OTHER_LANGUAGE),
        ("all the time", Act.ANSWER),
        ("ya no quiero seguir", Act.LEAVE),
        ("no quiero seguir así", Act.LEAVE),
        ("que me llame alguien", Act.PERSON),
        ("mi hermana me llama todos los días", Act.ANSWER),
        ("¿ya lo leyó alguien?", Act.ASK),
        ("fumo diez al día", Act.ELSEWHERE),
        ("no duermo nada", Act.ELSEWHERE),
        ("el bebé me despierta", Act.ANSWER),
        ("no me escuchas", Act.ASK),
        ("Siempre preguntas lo mismo, esto no sirve de nada.", Act.ASK),
        ("ya se lo dije, todos los días", Act.ANSWER),
        ("nadie me entiende", Act.ANSWER),
        ("¿y eso para qué es?", Act.ASK),
        ("y eso para qué", Act.ASK),
        ("no mejor no", Act.DECLINE),
        ("vale", Act.CLARIFY),
        ("sí, vale", Act.ANSWER),
        ("ahora no mucho", Act.ANSWER),
        ("me repito lo mismo todo el día", Act.ANSWER),
    ],
)
def test_moves_are_heard(text: str, act: Act) -> None:
    assert hear(text, at()).act is act


def test_a_break_asked_for_beside_an_answer_comes_after_it() -> None:
    heard = hear("Tres días. ¿Podemos parar un rato?", at())
    assert (heard.act, heard.then) == (Act.ANSWER, Act.PAUSE)


@pytest.mark.parametrize(
    ("text", "act"),
    [("sí, empecemos", Act.READY), ("hoy no, gracias", Act.PAUSE), ("¿para qué es esto?", Act.NOT_READY)],
)
def test_the_beginning(text: str, act: Act) -> None:
    assert hear(text, at(None)).act is act


def test_what_is_asked_for_is_done_where_it_is_asked_about() -> None:
    assert hear("sí, sigamos", at(11, "go_on")).act is Act.READY
    assert hear("mejor paramos", at(11, "go_on")).act is Act.PAUSE
    assert hear("no, ahora no", at(11, "now")).act is Act.SAFETY
    assert hear("terminar", at(5, "leave")).sure
    assert hear("las preguntas. quiero terminar", at(5, "leave")).sure
    assert hear("ya no quiero seguir", at(5, "leave")).sure
    assert hear("no, quiero seguir", at(5, "leave")).act is Act.READY
    assert hear("seguir", at(5, "leave")).act is Act.READY
    assert hear("no, eso es todo", at(23, "review")).act is Act.READY
    assert hear("No, para nada.", at(23, "review")).act is Act.READY
    assert hear("que mi hija se va de casa el lunes", at(23, "review")).act is Act.ADDED
    assert hear("ya volví", at(5, paused=True)).act is Act.READY
    assert hear("ya volví, ¿en qué íbamos?", at(5, paused=True)).act is Act.READY
    assert hear("¿en qué íbamos?", at(5, paused=True)).act is Act.READY


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no me siento bien, a veces no duermo", None),
        ("me da igual todo", None),
        ("no", None),
        ("los lunes son malos y los martes no tanto", None),
        ("ich verstehe die Frage nicht und bin sehr müde", "de"),
        ("eu não durmo bem e estou muito cansada", "pt"),
        ("I can not sleep and I feel bad every day", "en"),
    ],
)
def test_another_language_is_told_from_spanish(text: str, code: str | None) -> None:
    assert foreign(text, "es") == code


def test_who_writes_in_another_language_is_told_so_in_it() -> None:
    told = say(
        Brief(purpose=Purpose.LANGUAGE, item=2, reply="ich verstehe die Frage nicht und bin müde", locale="es-US")
    )
    assert "solo entiendo español" in told
    assert "auf Englisch" in told


def test_words_are_said_in_the_language_of_the_locale() -> None:
    for purpose in (Purpose.INTRO, Purpose.CLOSING, Purpose.PAUSED, Purpose.FAREWELL, Purpose.REVIEW, Purpose.NOW):
        assert not ENGLISH.search(say(Brief(purpose=purpose, locale="es-ES")))
    told = say(
        Brief(
            purpose=Purpose.QUESTION,
            item=4,
            noted="casi todos los días",
            locale="es-US",
            asked=3,
            reply="casi a diario",
        )
    )
    assert "casi todos los días" in told
    assert "tus" in say(Brief(purpose=Purpose.INTRO, locale="es-US", familiar=True)).lower()
    answer = say(Brief(purpose=Purpose.ABOUT, item=3, reply="¿lo ve mi jefe?", locale="es-US", asked=3))
    assert answer.startswith("Esta página no les envía nada.")
    vague = Brief(purpose=Purpose.FOLLOW_UP, item=2, missing="frequency", reply="A veces, sí", locale="es-US")
    assert "“a veces”" in say(vague)


def test_a_question_beside_an_answer_is_no_part_of_it() -> None:
    after = Asked(wording(14, "es").questions[0], 14, "es")
    assert answering("casi no duermo. ¿lo ve mi jefe?", after).strip() == "casi no duermo."


def test_the_language_of_a_locale() -> None:
    assert [language_of(one) for one in ("en-GB", "es-ES", "es_US", "fr-FR", "")] == ["en", "es", "es", "en", "en"]
    assert language_of("es-US", familiar=True) == "es-tu"
    assert catalogue("es-tu").therapist == "tu terapeuta"


@pytest.mark.parametrize("text", ["vale", "ok", "dale", "de acuerdo", "sí, vale"])
def test_who_agrees_is_ready(text: str) -> None:
    said = Situation(question=bank("es").lines["intro"][0], language="es")
    assert hear(text, said).act is Act.READY
    assert hear(text, said._replace(item=3, awaiting="go_on")).act is Act.READY
    assert hear(text, said._replace(item=3, awaiting="now")).act is Act.SAFETY
