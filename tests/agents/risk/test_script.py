"""The safety scripts: which text a locale gets, and that every text says what it must."""

import re
from pathlib import Path

import pytest

from agents.risk.help.script import NUMBERS, numbers_of, reworded, script, words_of

_SAFETY = Path(__file__).parents[3] / "templates" / "safety"


@pytest.mark.parametrize(
    ("locale", "holds"),
    [
        ("en-US", ["988", "911"]),
        ("en-GB", ["999", "111", "116 123"]),
        ("es-US", ["988", "911"]),
        ("es-ES", ["024", "112", "717 003 717"]),
        ("en_gb", ["999"]),
        ("es-MX", ["911", "Gracias"]),
        ("en-ZZ", ["116 123"]),
        ("fr-FR", ["988"]),
        ("", ["988"]),
    ],
)
def test_a_locale_gets_its_script_or_the_nearest(locale: str, holds: list[str]) -> None:
    assert all(number in script(locale, _SAFETY) for number in holds)


@pytest.mark.parametrize("path", sorted(_SAFETY.glob("*.j2")), ids=lambda path: path.name)
def test_every_script_is_short_asks_nothing_and_claims_nothing_about_who_was_told(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "?" not in text
    assert len(text.split()) < 160
    assert "{{" not in text
    assert any(word in text for word in ("conversation ends here", "conversación termina aquí"))
    assert not re.search("therapist|terapeuta|clinic|told|avisad|alert", text, re.IGNORECASE)


def test_a_clinic_replaces_the_scripts_by_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "en-US.md.j2").write_text("Call us on 555.\n", encoding="utf-8")
    assert script("en-GB", tmp_path) == "Call us on 555."


def test_a_folder_without_the_default_is_refused(tmp_path: Path) -> None:
    (tmp_path / "de-DE.md.j2").write_text("Rufen Sie an.", encoding="utf-8")
    assert script("de-AT", tmp_path) == "Rufen Sie an."
    with pytest.raises(FileNotFoundError):
        script("fr-FR", tmp_path)


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "es-US", "es-ES"])
def test_a_clinics_own_words_stand_around_the_numbers_of_the_file(locale: str) -> None:
    shipped = script(locale, _SAFETY)
    assert reworded(shipped, words_of(shipped)) == shipped
    assert not re.search(r"\d", words_of(shipped)), "every number stands in what is never reworded"
    own = reworded(shipped, f"Before.\n\n{NUMBERS}\n\nAfter.")
    assert own == f"Before.\n\n{numbers_of(shipped)}\n\nAfter."
    assert reworded(shipped, "No mark for the numbers.") == shipped
    assert reworded("A file without a list. Call 112.", f"Before.\n\n{NUMBERS}") == "A file without a list. Call 112."
