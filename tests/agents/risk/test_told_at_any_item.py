"""Dangers told in short or sidelong words under any item, ordinary sentences that sound alike, and what is said of the
talk itself, which is no danger."""

import pytest

from agents.domain.risk import Reading, Tier
from agents.language import Language
from agents.questions.bank import wording
from agents.risk.port import Message
from agents.risk.rules import read

DANGERS = (
    (23, "i took the whole bottle", "en", Tier.STOP),
    (2, "ya hice mi carta de despedida", "es", Tier.STOP),
    (2, "sui thoughts 3 days", "en", Tier.URGENT),
    (2, "sh twice this week", "en", Tier.URGENT),
    (2, "relapsed on sh", "en", Tier.URGENT),
    (3, "punched myself in the face twice", "en", Tier.URGENT),
    (6, "scared of what i might do to myself", "en", Tier.URGENT),
    (6, "scared ill do something stupid", "en", Tier.FLAG),
    (6, "scared my ex will kill me", "en", Tier.FLAG),
    (6, "he said hed hurt me if i talk", "en", Tier.FLAG),
    (12, "they say im worthless and should die", "en", Tier.URGENT),
    (16, "the same pic of hanging, every day", "en", Tier.URGENT),
    (16, "i picture stabbing my husband, i hate it", "en", Tier.FLAG),
    (20, "no one would come to my funeral", "en", Tier.FLAG),
    (21, "i drink till i hope it kills me", "en", Tier.FLAG),
    (3, "i hit my kid", "en", Tier.FLAG),
    (2, "hoy se acaba todo", "es", Tier.URGENT),
    (2, "mejor me muero", "es", Tier.FLAG),
    (3, "me pego en la cabeza cuando me enojo", "es", Tier.URGENT),
    (3, "le pego a mis hijos", "es", Tier.FLAG),
    (6, "me amenazo con un cuchillo", "es", Tier.FLAG),
    (8, "no me acerco al balcon porque no me fio de mi", "es", Tier.URGENT),
    (12, "me dicen que no valgo nada y que me muera", "es", Tier.URGENT),
    (20, "a nadie le haria falta", "es", Tier.FLAG),
    (11, "i drank bleach", "en", Tier.URGENT),
    (11, "i tried in 2015", "en", Tier.FLAG),
    (11, "no but a month ago yes", "en", Tier.FLAG),
    (11, "not anymore", "en", Tier.FLAG),
    (11, "i starve myself, does that count", "en", Tier.FLAG),
)
NOTHING = (
    (22, "ive been planning a trip", "en"),
    (3, "saying bye to sugar", "en"),
    (2, "i hit the gym", "en"),
    (3, "i hit my head on the door", "en"),
    (2, "my boss will kill me if im late lol", "en"),
    (21, "i took the whole bottle of wine home", "en"),
    (9, "me pegue en la cabeza con la puerta", "es"),
    (6, "he doesnt know im doing this", "en"),
    (2, "im hiding in the bathroom", "en"),
    (9, "thats it im done talking", "en"),
    (11, "define hurting", "en"),
    (11, "what if i said yes", "en"),
    (11, "i burned myself cooking lol", "en"),
    (11, "que significa lastimarse", "es"),
)


def reading(item: int, text: str, language: Language) -> Reading:
    question = wording(item, language).questions[0]
    return read(Message(text=text, context=question, item=item, language=language))


@pytest.mark.parametrize(("item", "text", "language", "tier"), DANGERS)
def test_a_danger_is_read_under_its_item(item: int, text: str, language: Language, tier: Tier) -> None:
    assert reading(item, text, language).tier is tier


@pytest.mark.parametrize(("item", "text", "language"), NOTHING)
def test_what_only_sounds_alike_is_nothing(item: int, text: str, language: Language) -> None:
    assert reading(item, text, language).tier is Tier.NONE


@pytest.mark.parametrize("text", ["ich will aufhören", "je veux arrêter"])
def test_in_a_language_that_it_has_not_learnt_the_reader_finds_nothing(text: str) -> None:
    assert reading(2, text, "en").tier is Tier.FLAG


NOW = "Before we go on: are these thoughts there right now, of hurting yourself or of dying? A yes or a no is enough."


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        *((one, Tier.NONE) for one in ("n", "not atm", "i guess not", "im at work so no", "i said no", "no tho")),
        *((one, Tier.NONE) for one in ("right now im eating lol", "i already told u", "no but i want to")),
        *((one, Tier.FLAG) for one in ("3", "several days", "im not gonna do anything", "i wont act on it", "maybe")),
        *((one, Tier.STOP) for one in ("dying yes hurting no", "right now? no. tonight prob", "yes")),
    ],
)
def test_what_is_said_to_whether_it_is_there_now(text: str, tier: Tier) -> None:
    assert read(Message(text=text, context=NOW)).tier is tier
