"""Training in Spanish: sets whose names begin with `es_` get Spanish questions, remarks, fillers and vocabulary."""

from pathlib import Path
from random import Random

import pytest

from agents.language import Language
from agents.questions.bank import bank
from agents.reading.model.folding import folded
from benchmarks.training.reader import encoder, example, examples, held_out, variants

REPLIES = (
    "# item | score | follow-up | reply\n14 | 4 | t | No pego ojo ninguna noche.\n2 | 0 | t | De ánimo bien, nada.\n"
)
SPANISH: tuple[Language, ...] = ("es", "es-tu")


def asked(item: int) -> set[str]:
    own = [bank(language).items[item - 1] for language in SPANISH]
    return {text for one in own for text in (*one.questions, *one.rephrasings)}


def test_a_spanish_set_is_asked_in_spanish(tmp_path: Path) -> None:
    path = tmp_path / "es_plaza.txt"
    path.write_text(REPLIES, "utf-8")
    told = examples.author(path, Random(1))
    assert [one.language for one in told] == ["es", "es"]
    assert all(one.item and one.question in asked(one.item) for one in told)
    elsewhere = examples._elsewhere(told[0], Random(2))
    assert elsewhere.item is not None
    assert elsewhere.item != 14
    assert elsewhere.question in asked(elsewhere.item)


def test_both_forms_of_address_are_learnt() -> None:
    told = example.wordings(14, "es")
    assert any("[" not in text and "Dígame" in text for text in told)
    assert any("Dime" in text for text in told)
    assert not set(told) & set(example.wordings(14))


def test_spanish_is_written_otherwise_in_spanish() -> None:
    random = Random(5)
    assert variants.unmarked("¿Yo? ¡No, nunca!") == "yo no nunca"
    fillers = {variants.filled("duermo mal", random, "es").split()[0] for _ in range(60)}
    assert {"eh", "pues", "bueno"} <= fillers
    assert not fillers & {"um", "well", "honestly"}
    joints = " ".join(variants.beside("duermo mal", ["Hoy llueve."], random, "es") for _ in range(40))
    assert " pero " in joints
    assert " but " not in joints
    assert variants.beside("duermo mal", [], random, "es") == "duermo mal"
    assert held_out.foreign("Las noches son malas", "es") == "noches malas"


def test_pieces_of_spanish_stay_in_the_vocabulary() -> None:
    texts = [folded("Siempre voy llorando por el pueblo.")] * 2
    others = ["plain english words, plain english words"]
    names = encoder.vocabulary(others, texts)
    assert len(names) == len(set(names))
    assert "pueblo" in names
    assert "pueblo" not in encoder.vocabulary(others)


@pytest.mark.parametrize(
    ("text", "other"),
    [("Sí, más o menos.", "si, mas o menos."), ("¿Mañana? ¡Nunca!", "manana? nunca!"), ("«nada»", '"nada"')],
)
def test_accents_and_opening_marks_make_no_difference(text: str, other: str) -> None:
    assert folded(text) == folded(other)


def test_remarks_in_english_stay_beside_english() -> None:
    english, spanish = set(examples.harmless()), set(examples.harmless("es"))
    assert english
    assert not english & spanish


def test_sets_of_every_part_are_held_out() -> None:
    for kind in ("risk", "replies", "acts"):
        known = ("figures", "limits", "spanish", examples.LATER, "later_english")
        assert examples.held_out(kind) == {name for part in known for name in examples.part(part, kind)}
    assert [held_out.language_of(name) for name in ("figures", "spanish", examples.LATER)] == ["en", "es", "es"]
