"""Telling another language from English that is short, misspelt or full of names."""

import pytest

from agents.interviewer.language import foreign
from agents.interviewer.port import Act, Brief, Purpose, Situation
from agents.interviewer.rules import hear, say

FOREIGN = {
    "No duermo bien desde hace dos semanas y estoy muy triste": "es",
    "casi todos los días me siento sin ganas de nada": "es",
    "Je dors mal depuis deux semaines et je suis toujours fatigué": "fr",
    "je ne sais pas, peut-être tous les jours": "fr",
    "Ich kann seit zwei Wochen nicht schlafen und bin immer müde": "de",
    "fast jeden Tag habe ich keine Lust mehr auf etwas": "de",
    "Não consigo dormir e estou muito cansado quase todos os dias": "pt",
    "Non riesco a dormire e sono sempre molto stanco da due settimane": "it",
    "Ik kan niet slapen en ik ben altijd moe, bijna elke dag": "nl",
    "Nie mogę spać od dwóch tygodni i jestem bardzo smutna": "pl",
    "Jag kan inte sova och jag är alltid trött": "sv",
    "İki haftadır uyuyamıyorum ve çok yorgunum, her gün böyle": "tr",
    "Tôi không ngủ được và rất mệt mỏi mỗi ngày": "vi",
    "Saya tidak bisa tidur dan merasa sangat sedih setiap hari": "id",
    "मुझे दो हफ़्ते से नींद नहीं आ रही है": "hi",
    "我这两个星期每天都睡不着": "zh",
    "لا أستطيع النوم منذ أسبوعين وأشعر بالحزن": "ar",
    "Я не могу спать уже две недели": "ru",
    "Δεν μπορώ να κοιμηθώ εδώ και δύο εβδομάδες": "und",
    "最近二週間ほとんど眠れていません": "ja",
    "요즘 이 주 동안 거의 매일 잠을 못 잤어요": "ko",
}

ENGLISH = """
no
si
hola
ok
mi
sí, a veces
María José Fernández
Владимир Путин
王小明
Angela de la Cruz
i dont no wat to say realy, its al bad
sad tired empty numb alone
naja, most days I guess
I feel like a zombie, c'est la vie
My mamá says I worry too much
que sera sera
I've been eating at el taco place with los amigos every day
mi casa su casa, that's how it is with friends at home
tired. so tired. always tired.
naïve café déjà vu
"se la vie" is what I tell myself
Die hard fan, no time to sleep
not bad
meh
😀😀😀
12345
🙂 fine
sleep ok, mood ok, food ok
work work work work work
can't. won't. don't.
"""


@pytest.mark.parametrize(("text", "code"), FOREIGN.items())
def test_another_language_is_noticed(text: str, code: str) -> None:
    assert foreign(text) == code
    assert hear(text, Situation(item=3, answered=(1, 2))).act is Act.OTHER_LANGUAGE
    assert hear(text, Situation()).act is Act.OTHER_LANGUAGE


@pytest.mark.parametrize("text", [line for line in ENGLISH.splitlines() if line])
def test_english_short_or_name_like_is_not(text: str) -> None:
    assert foreign(text) is None


@pytest.mark.parametrize("text", FOREIGN)
def test_the_notice_is_in_english_and_in_the_languages_that_it_is_written_in(text: str) -> None:
    notice = say(Brief(purpose=Purpose.LANGUAGE, item=3, reply=text))
    assert "only English" in notice
    assert ("\n\n" in notice) == (
        FOREIGN[text]
        in {
            *("es", "fr", "de", "pt", "it", "hi", "zh", "ar"),
            *("ru", "vi", "pl", "ja", "ko", "tl"),
        }
    )


SPEAKS_OF_IT = {
    "no entiendo": "es",
    "no hablo ingles": "es",
    "en español por favor": "es",
    "prefiero español": "es",
    "¿hablas español?": "es",
    "can we do this in Spanish?": "es",
    "spanish please": "es",
    "is there a French version": "fr",
    "non parlo inglese": "it",
    "je ne comprends pas": "fr",
    "sprechen sie deutsch": "de",
    "não falo inglês, só português": "pt",
    "nie rozumiem": "pl",
    "ingilizce bilmiyorum": "tr",
    "hindi ko maintindihan": "tl",
    "tôi không hiểu tiếng Anh": "vi",
    "не понимаю по-английски": "ru",
    "听不懂": "zh",
    "I don't speak English very well": "und",
    "estoy muy triste": "es",
}
NOT_OF_IT = (
    "I can't focus in English class",
    "my English teacher is mean",
    "I failed Spanish",
    "bastante, like every day",
)
IN_SPANISH = {
    "english please": "en",
    "i dont speak spanish": "en",
    "I don't understand Spanish": "en",
    "puede ser en inglés?": "en",
    "prefiero en inglés": "en",
    "não entendo espanhol": "pt",
    "non capisco": "it",
}
IS_SPANISH = (
    "no entiendo la pregunta",
    "no hablo con nadie",
    "doy clases de inglés todos los días",
    "me cuesta entender",
)


@pytest.mark.parametrize(("text", "code"), SPEAKS_OF_IT.items())
def test_few_words_about_a_language_are_no_answer(text: str, code: str) -> None:
    assert foreign(text) == code
    assert hear(text, Situation(item=3, question="How often?")).act is Act.OTHER_LANGUAGE


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("no entiendo inglés, 5 días", Act.ANSWER),
        ("no hablo ingles. 3 veces", Act.ANSWER),
        ("casi todos los días, la verdad", Act.ANSWER),
        ("más de la mitad de los días, creo", Act.ANSWER),
        ("casi todos los días lloro por mi madre", Act.OTHER_LANGUAGE),
        ("no entiendo la pregunta 3", Act.OTHER_LANGUAGE),
        ("no, no entiendo", Act.OTHER_LANGUAGE),
        ("Ich bin immer traurig und schlafe nicht, 2 Tage", Act.OTHER_LANGUAGE),
    ],
)
def test_who_says_how_often_beside_it_has_answered(text: str, act: Act) -> None:
    assert hear(text, Situation(item=3, question="How often?")).act is act
    assert hear(text, Situation()).act is Act.OTHER_LANGUAGE


@pytest.mark.parametrize(("text", "code"), IN_SPANISH.items())
def test_few_words_about_a_language_in_a_spanish_interview(text: str, code: str) -> None:
    assert foreign(text, "es") == code
    asked = Situation(item=3, question="¿Cuántos días?", language="es")
    assert hear(text, asked).act is Act.OTHER_LANGUAGE


def test_words_that_only_name_a_language_may_answer() -> None:
    assert [text for text in NOT_OF_IT if foreign(text)] == []
    assert [text for text in IS_SPANISH if foreign(text, "es")] == []


def test_a_long_message_is_judged_by_its_beginning() -> None:
    assert foreign("I feel sad and tired. " * 80 + "no puedo dormir porque estoy muy triste " * 500) is None
