"""The numbers that a patient is offered: those of the locale, the clinic's own before the product's, never none."""

import re
from pathlib import Path

import pytest

from agents.domain.help import Care, Help, to_call
from agents.errors import CorrectInput
from agents.questions.check import wrong_words
from agents.risk.help.helplines import FOLDER, checked, helplines
from agents.risk.help.script import script

OWN = """
said = "Our own people answer."
[[lines]]
name = "The clinic"
ways = [{ label = "Call us", href = "tel:+15550100" }]
"""


def numbers(offered: Help) -> set[str]:
    return {way.href for line in offered.lines for way in line.ways}


@pytest.mark.parametrize(
    ("locale", "number"),
    [
        ("en-US", "tel:988"),
        ("en-US", "sms:988"),
        ("en-US", "tel:911"),
        ("en_gb", "tel:999"),
        ("en-ZZ", "tel:116123"),
        ("es-US", "sms:988?body=AYUDA"),
        ("es-MX", "tel:911"),
        ("es-ES", "tel:024"),
        ("es-ES", "tel:112"),
        ("es-ES", "tel:717003717"),
        ("fr-FR", "tel:988"),
        ("", "tel:988"),
    ],
)
def test_a_locale_gets_its_numbers_or_the_nearest(locale: str, number: str) -> None:
    assert number in numbers(helplines(locale))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md.j2")), ids=lambda path: path.name)
def test_every_script_has_its_numbers_beside_it(path: Path) -> None:
    locale = path.name.removesuffix(".md.j2")
    offered = helplines(locale)
    assert offered.locale == locale
    said = re.sub(r"\D", "", script(locale, FOLDER))
    for number in numbers(offered):
        assert re.sub(r"\D", "", number) in said


@pytest.mark.parametrize("care", ["crisis", "abuse"])
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.name)
def test_the_words_are_few_and_claim_advise_and_interpret_nothing(path: Path, care: Care) -> None:
    offered = helplines(path.stem, care=care)
    assert len(offered.said.split()) < 35
    assert wrong_words(offered.text) == ()
    assert not re.search("therapist|terapeuta|clinic|told|avisad|alert", offered.text, re.IGNORECASE)
    assert all(way.label in offered.text for line in offered.lines for way in line.ways)


def test_a_clinics_own_folder_comes_first_and_another_locale_of_its_own_after_the_products(tmp_path: Path) -> None:
    (tmp_path / "en-GB.toml").write_text(OWN, "utf-8")
    assert numbers(helplines("en-GB", tmp_path)) == {"tel:+15550100"}
    assert numbers(helplines("en-ZZ", tmp_path)) == {"tel:+15550100"}
    assert "tel:988" in numbers(helplines("en-US", tmp_path))
    assert checked(tmp_path) == 1


@pytest.mark.parametrize(
    ("locale", "number"),
    [("en-US", "tel:18007997233"), ("en-GB", "tel:08082000247"), ("es-ES", "tel:016"), ("es-MX", "tel:18007997233")],
)
def test_who_is_hurt_by_others_gets_the_numbers_for_it(locale: str, number: str) -> None:
    assert number in numbers(helplines(locale, care="abuse"))
    assert number not in numbers(helplines(locale))
    told = to_call(helplines(locale, care="abuse").lines)[0]
    assert number.endswith(re.sub(r"\D", "", told))


def test_a_clinics_file_without_lines_for_abuse_gets_those_of_its_locale_or_its_own(tmp_path: Path) -> None:
    for name in ("en-GB", "en-AU"):
        (tmp_path / f"{name}.toml").write_text(OWN, "utf-8")
    assert "tel:08082000247" in numbers(helplines("en-GB", tmp_path, care="abuse"))
    assert numbers(helplines("en-AU", tmp_path, care="abuse")) == {"tel:+15550100"}


@pytest.mark.parametrize(
    "wrong",
    [
        "said = ",
        'said = "Call."',
        OWN.replace("tel:", "https:"),
        OWN.replace("tel:+15550100", "tel:"),
        OWN.replace("ways", "way"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_the_products_stands_in(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "en-US.toml").write_text(wrong, "utf-8")
    assert "tel:988" in numbers(helplines("en-US", tmp_path))
    with pytest.raises(CorrectInput, match=r"^en-US\.toml: "):
        checked(tmp_path)
