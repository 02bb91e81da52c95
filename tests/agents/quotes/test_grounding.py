"""Quotes back to the patient's own characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.quotes.grounding import locate

REPLY = "Well… I’ve  been\ttired — most mornings, I can't get up.\nIt isn't always bad, but the café felt too loud."


def quoted(quote: str, *texts: str) -> list[str]:
    return [texts[source][start:end] for source, start, end in locate(quote, texts)]


@pytest.mark.parametrize(
    ("quote", "original"),
    [
        ("most mornings", "most mornings"),
        ("MOST Mornings", "most mornings"),
        ("I've been tired", "I’ve  been\ttired"),
        ('"I\'ve been tired - most mornings."', "I’ve  been\ttired — most mornings"),
        ("Well... I've been tired", "Well… I’ve  been\ttired"),
        ("can’t get up. It isn’t always bad", "can't get up.\nIt isn't always bad"),
        ("the cafe felt too loud", "the café felt too loud"),
        ("the\u200b café", "the café"),
        ("but the cafe feels too loud", "but the café felt too loud"),
        ("I can't get up it isn't always bad", "I can't get up.\nIt isn't always bad"),
    ],
)
def test_repaired(quote: str, original: str) -> None:
    assert quoted(quote, REPLY) == [original]


def test_an_elision_gives_its_pieces() -> None:
    assert quoted("tired … can't get up [...] too loud", REPLY) == ["tired", "can't get up", "too loud"]
    assert quoted("too loud ... most mornings", REPLY) == []
    assert quoted("most mornings ... I feel wonderful", REPLY) == []


@pytest.mark.parametrize(
    "quote",
    [
        "I hear the radio talking about me every single night",
        "most evenings",
        "It is always bad",
        "I can get up most mornings, no trouble",
        "up.It",
        "e",
        "...",
        "",
        " ' ",
        "x" * 5000,
    ],
)
def test_what_nobody_said_is_not_found(quote: str) -> None:
    assert quoted(quote, REPLY) == []


def test_a_no_is_never_read_into_a_quote_nor_out_of_it() -> None:
    assert (
        quoted("I have thought about it every day this week", "I have not thought about it every day this week") == []
    )
    assert quoted("I have not thought about it every day", "I have now thought about it every day") == []


def test_short_words_are_found_as_words_only() -> None:
    assert locate("no", ("I know. Oh no.",)) == ((0, 11, 13),)
    assert locate("no", ("I know nothing",)) == ()
    assert quoted("sleep", "sleeping badly") == ["sleep"]
    assert quoted("睡不着", "我最近睡不着觉") == ["睡不着"]


def test_exact_words_win_over_alike_ones_in_an_earlier_text() -> None:
    assert locate("maybe three days", ("Maybe three Days", "maybe three days")) == ((1, 0, 16),)


@given(st.text(st.characters(exclude_categories=()), max_size=80), st.text(max_size=40))
def test_spans_are_always_places_of_the_text_in_order(text: str, quote: str) -> None:
    spans = locate(quote, (text, quote))
    assert all(span.source in (0, 1) for span in spans)
    assert all(0 <= start < end <= len((text, quote)[source]) for source, start, end in spans)
    assert list(spans) == sorted(spans)


@given(st.text(max_size=60), st.integers(0, 30))
def test_a_piece_in_capitals_and_other_marks_is_found_again(before: str, cut: int) -> None:
    own = "and then I couldn't sleep on seven nights - none of it was good"
    piece = own[own.index(" ", cut) :].strip()
    changed = piece.upper().replace("'", "’").replace("-", "—").replace(" ", "  ")
    words = f"{before} {own}"
    assert [words[start:end] for _, start, end in locate(f"“{changed}”", (words,))] == [piece]


@given(st.text("abc .’", max_size=200))
def test_a_text_is_found_in_itself(text: str) -> None:
    stripped = text.strip()
    whole = [(0, 0, len(stripped))] if stripped.strip(" .’") else []
    assert [tuple(span) for span in locate(stripped, (stripped,))] == whole
