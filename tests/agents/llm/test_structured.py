"""Reading what models write: mended where the meaning is plain, one kind of error where it is not."""

import gc
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import Field

from agents.domain.value import Value
from agents.llm.errors import Malformed
from agents.llm.shapes import literal
from agents.llm.structured import MOST_CHARACTERS, MOST_MENDED, read, salvaged


class Note(Value):
    name: str
    weight: float | None = None
    share: float = 0.5


class Card(Value):
    score: int = Field(ge=0, le=4)
    evidence_quotes: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


values = st.builds(
    Card,
    score=st.integers(0, 4),
    evidence_quotes=st.lists(st.text(max_size=40), max_size=3).map(tuple),
    notes=st.lists(st.builds(Note, name=st.text(max_size=10), weight=st.none() | st.floats(-9, 9)), max_size=2).map(
        tuple
    ),
)
prose = st.text(st.characters(exclude_characters="{}`<>", codec="utf-8"), max_size=60)


@given(values)
def test_clean_json_is_read_as_it_stands(value: Card) -> None:
    assert read(value.model_dump_json(), Card) == (value, False)


@given(values, prose, prose)
def test_prose_around_json_is_taken_off(value: Card, before: str, after: str) -> None:
    assert read(f"{before}\n{value.model_dump_json()}\n{after}", Card)[0] == value


@given(values, prose)
def test_fences_and_thinking_are_taken_off(value: Card, musing: str) -> None:
    text = f'<think>{musing} {{"score": 1}}</think>Here:\n```json\n{value.model_dump_json(indent=1)}\n```\nDone {{so}}.'
    assert read(text, Card) == (value, True)


@given(st.text())
@example("\ud800{")
@example('{"score":')
@example("[" * 20_000)
@example('{"score": ' + "[" * 20_000)
@example('{"score": 1e999}')
@example('{"score": NaN, "evidenceQuotes": [Infinity]}')
@example('{"score": ' + "9" * 6000 + "}")
@example("```json\n{'score': 3,}\n")
def test_nothing_but_malformed_is_ever_raised(text: str) -> None:
    _card_or_malformed(text)


@given(values, st.integers(0, 400), st.integers(0, 400), st.text(max_size=5))
def test_damaged_json_is_a_card_or_malformed(value: Card, start: int, end: int, put: str) -> None:
    text = value.model_dump_json()
    _card_or_malformed(text[:start] + put + text[max(start, end) :])


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda x: (
            st.lists(x, max_size=3) | st.dictionaries(st.sampled_from(["score", "notes", "name", "x"]), x, max_size=3)
        ),
        max_leaves=8,
    )
)
def test_json_of_any_shape_is_a_card_or_malformed(value: object) -> None:
    _card_or_malformed(json.dumps(value))


def _card_or_malformed(text: str) -> None:
    try:
        card, _ = read(text, Card)
    except Malformed:
        return
    assert 0 <= card.score <= 4


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("{'score': 3}", 3),
        ('{"score": 3,}', 3),
        ('{"score": 2, "evidenceQuotes": ["I ca', 2),
        ('{"score": "4"', 4),
        ('{"score": 1, "notes": [{"name": "a", "colour": "red"}], "action": "stop"}', 1),
        ('Draft: {"score": 9}\n```json\n{"score": 2}\n```', 2),
        ("{score: 0} // never", 0),
        ('{"score": "Three"}', 3),
        ('{"score": 2}\nOnce more:\n{"score": 2}', 2),
        ('<scratchpad>{"score": 1}?</scratchpad>{"score": 2}', 2),
    ],
)
def test_plain_meanings_are_mended(text: str, score: int) -> None:
    card, repaired = read(text, Card)
    assert (card.score, repaired) == (score, True)


def test_a_field_that_may_be_left_out_costs_no_more_than_itself() -> None:
    notes = '[{"name": "a", "weight": "a lot"}, {"name": {}}, {"name": ["b", "c"]}]'
    found = salvaged(f'{{"score": 2, "notes": {notes}}}', Card)
    assert [(note.name, note.weight) for note in found.value.notes] == [("a", None), ("b\nc", None)]
    found = salvaged('{"score": 2, "notes": [{"name": "a", "share": "a lot"}, {"name": 4}]}', Card)
    assert [(note.name, note.share) for note in found.value.notes] == [("a", 0.5), ("4", 0.5)]
    assert found.lost == ("notes.0.share: Input should be a valid number, unable to parse string as a number",)
    with pytest.raises(Malformed, match="notes"):  # what was meant as a list is no empty one
        salvaged('{"score": 2, "notes": 5}', Card)


@pytest.mark.parametrize(
    "text", ["", "I would say three.", '{"score": 7}', '{"rating": 2}', "[1, 2]", "null", '{"score": null}']
)
def test_what_has_no_plain_meaning_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read(text, Card)


def test_the_complaint_names_places_and_keeps_the_words_to_itself() -> None:
    with pytest.raises(Malformed, match=r"score: .*less than or equal to 4; notes\.0\.name: ") as raised:
        read('{"score": 7, "evidenceQuotes": ["my own words"], "notes": [{"name": [["my own words"]]}]}', Card)
    assert "my own words" not in str(raised.value)


@pytest.mark.parametrize(
    "pattern", ["[", '{"a":', 'x","', '"', "```\n{", '\\"', "<think>", "{'", "}{", "//", "/*{", '"key": ', '{"key": ']
)
def test_no_answer_takes_long_to_refuse(pattern: str) -> None:
    for length in (MOST_MENDED, MOST_CHARACTERS):
        text = ('{"score": ["' + pattern * length)[:length]
        started = time.process_time()
        with pytest.raises(Malformed):
            read(text, Card)
        assert time.process_time() - started < 3.0


def test_an_endless_answer_is_refused_unread() -> None:
    with pytest.raises(Malformed, match="longer than"):
        read("{" * (MOST_CHARACTERS + 1), Card)


@pytest.fixture
def often_interrupted() -> Iterator[None]:
    """Other threads go on wherever memory is tidied up."""

    def give_way(_phase: str, _told: dict[str, int]) -> None:
        time.sleep(0.0001)

    gc.callbacks.append(give_way)
    yield
    gc.callbacks.remove(give_way)


@pytest.mark.usefixtures("often_interrupted")
def test_answers_in_pythons_notation_are_read_beside_each_other() -> None:
    """CPython 3.11 raises SystemError where two threads make syntax trees at once."""
    told = {"items": [{"days": [1, 2, {"more": None}], "quote": "words " * 20} for _ in range(40)]}
    with ThreadPoolExecutor(4) as readers:
        assert all(found == told for found in readers.map(literal, [repr(told)] * 200))
