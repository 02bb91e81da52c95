"""Being hurt by others: told outright it is a finding of its own, about abuse, and neither violence nor self-harm."""

import pytest

from agents.domain.risk import Tier, by_others
from agents.language import Language
from agents.risk.port import Message
from agents.risk.rules import read

PANIC = "In the past two weeks, on about how many days did you feel a rush of strong fear?"


@pytest.mark.parametrize("item", [None, 7])
@pytest.mark.parametrize(
    "text",
    [
        "he hit me last night",
        "My husband hits me.",
        "she's been hitting me again",
        "my boyfriend punched me in the face on sunday",
        "he choked me",
        "i was raped last month",
        "My ex threatened to kill me",
        "I'm scared of my partner",
        "my dad beats us when he drinks",
        "he grabs me by the throat",
        "he said he'd kill me if I leave",
        "she threw a plate at my head yesterday",
        "I'm scared to go home",
        "he locked me in the room",
        "my mom doesn't believe that he raped me",
    ],
)
def test_being_hurt_is_a_flag_about_abuse(text: str, item: int | None) -> None:
    found = read(Message(text=text, context=PANIC if item else None, item=item)).findings
    assert "hurt-by-other" in {one.rule for one in found}
    assert {one.about for one in found} == {"abuse"}
    assert all(text[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("my husband hits my son", "en"),
        ("my dad beats my little brother", "en"),
        ("he has a gun", "en"),
        ("mi marido le pega a mi hijo", "es"),
        ("él tiene una pistola", "es"),
    ],
)
def test_somebody_else_who_is_hurt_and_a_weapon_nearby_are_heard(text: str, language: Language) -> None:
    found = read(Message(text=text, context=None, item=7, language=language)).findings
    assert ("other-hurt", Tier.FLAG) in {(one.rule, one.tier) for one in found}
    assert all(map(by_others, found))


@pytest.mark.parametrize(
    "text",
    [
        "my brother has a gun safe",
        "he keeps a kitchen knife",
        "my son hits the ball",
        "he hunts and has a rifle",
        "it hit me last night how sad I am",
        "the news hit me hard",
        "a wave of panic hits me",
        "he hit me up on whatsapp",
        "my boyfriend doesn't hit me or anything",
        "nobody hits me",
        "he locked me in the bathroom by accident",
        "he locked me in at a good rate",
        "he hit me with the ball by accident",
        "my boss will kill me if I'm late",
        "he threw a party at my place",
        "I'm scared of heights",
        "I hit him",
    ],
)
def test_nothing_of_the_kind_is_none(text: str) -> None:
    assert not any(map(by_others, read(Message(text=text, context=PANIC, item=7)).findings))


def test_long_ago_is_recorded_as_such_and_a_danger_beside_it_counts() -> None:
    old = read(Message(text="My dad used to hit me when I was a kid.", context=PANIC, item=7))
    assert [one.rule for one in old.findings] == ["old-abuse"]
    new = read(Message(text="he hit me when I was cooking last night", context=PANIC, item=7))
    assert [one.rule for one in new.findings] == ["hurt-by-other"]
    both = read(Message(text="my boyfriend hits me and I want to kill myself", context=PANIC, item=7))
    assert (both.tier, {one.about for one in both.findings}) == ("stop", {"abuse", "suicide"})


@pytest.mark.parametrize("item", [None, 7])
@pytest.mark.parametrize(
    ("text", "tier", "about"),
    [
        ("he hits me and sometimes i wish i could vanish", "flag", "suicide"),
        ("he hits me and i keep thinking about the bridge", "urgent", "suicide"),
        ("he hits me and i've got enough pills saved", "stop", "suicide"),
        ("she beat me and i want to kill her tonight with a knife", "stop", "violence"),
    ],
)
def test_it_hides_no_other_danger_and_lends_it_no_subject(text: str, tier: str, about: str, item: int | None) -> None:
    read_so = read(Message(text=text, context=PANIC if item else None, item=item))
    assert read_so.tier == tier
    assert {one.about for one in read_so.findings} == {"abuse", about}


def test_a_denial_of_it_denies_nothing_else() -> None:
    assert read(Message(text="my boyfriend doesn't hit me or anything")).denials == ()


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Mi marido me pega", ["hurt-by-other"]),
        ("él me golpea casi todos los días", ["hurt-by-other"]),
        ("me violaron", ["hurt-by-other"]),
        ("casi todos los días desde que me pegó", ["hurt-by-other"]),
        ("mi pareja me agarró del cuello anoche", ["hurt-by-other"]),
        ("me amenaza con matarme si lo dejo", ["hurt-by-other", "learnt-urgent"]),
        ("se me pegó la gripe", []),
        ("varios días, me pegó fuerte la muerte de mi padre", []),
        ("mi padre me pegaba de niño", ["old-abuse"]),
        ("me pega el sol en la cara", []),
        ("las voces me pegan", []),
        ("mi marido no me pega", []),
    ],
)
def test_in_spanish(text: str, rules: list[str]) -> None:
    found = read(Message(text=text, language="es")).findings
    assert [one.rule for one in found if one.about == "abuse" and one.tier != "none"] == rules
