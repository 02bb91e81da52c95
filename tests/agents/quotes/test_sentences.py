"""Quotes in whole sentences: what is found, with the sentence that holds it around it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.quotes.sentences import LONGEST, WHOLE, cut, in_context, shortened


def shown(text: str, *found: str) -> list[str]:
    """The quotes of these words, with what is marked in brackets, without the ellipses around them."""
    spans = [(text.index(one), text.index(one) + len(one)) for one in found]
    return [bare("".join(f"[{part.text}]" if part.marked else part.text for part in one)) for one in cut(text, spans)]


def bare(quote: str) -> str:
    return quote.removeprefix("… ").removesuffix(" …")


@pytest.mark.parametrize(
    ("text", "found", "quotes"),
    [
        ("It's fine. I want to die. Bye.", ["want to die"], ["I [want to die]."]),
        ("i am low. i want to die and i mean it! ok", ["die"], ["i want to [die] and i mean it!"]),
        ("No. I'd never do it", ["never"], ["I'd [never] do it"]),
        ("One\nI want to die\nthree", ["die"], ["I want to [die]"]),
        ("I want to... die. Yes.", ["want", "die"], ["I [want] to... [die]."]),
        ("It hurts... I want to die", ["die"], ["I want to [die]"]),
        ("Dr. Lund gave me 3.5 mg at 9 a.m. today. Then", ["3.5"], ["Dr. Lund gave me [3.5] mg at 9 a.m. today."]),
        ('She said "no." I want to die.', ["die"], ["I want to [die]."]),
        ('He said "jump!" and I will. Soon.', ["I will"], ['He said "jump!" and [I will].']),
        ("I have pills. I will do it. Now.", ["pills. I will"], ["I have [pills. I will] do it."]),
        ("I have pills. I am calm. I will do it.", ["pills", "do it"], ["I have [pills].", "I will [do it]."]),
        ("¿Por qué? Quiero morir.  ", ["morir"], ["Quiero [morir]."]),
    ],
)  # fmt: skip
def test_the_whole_sentence_is_quoted_and_what_was_found_is_marked(
    text: str, found: list[str], quotes: list[str]
) -> None:
    assert shown(text, *found) == quotes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I want to die.", "I want to die."),
        ("It's fine. I want to die. Bye.", "… I want to die. …"),
        ("I want to die.\n", "I want to die."),
        ("I want to die. " + "Long. " * 200, "I want to die. …"),
    ],
)
def test_where_the_text_goes_on_an_ellipsis_says_so(text: str, said: str) -> None:
    start = text.index("die")
    (quote,) = cut(text, [(start, start + 3)])
    assert "".join(part.text for part in quote) == said
    assert [part.text for part in quote if part.marked] == ["die"]


LONG = "Work is slow and the days are all the same to me. "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I bought the pills. Tonight I do it. Bye.", ["I bought the pills. Tonight I [do it]. Bye."]),
        (LONG * 9 + "I bought the pills. Tonight I do it. Bye.", ["… I bought the pills. Tonight I [do it]. …"]),
        (LONG * 9 + "I do it. " + LONG + "I do it.", [f"… {LONG}I [do it]. {LONG}I [do it]."]),
        ("I do it.\n\nFor " + "long " * 90, ["I [do it]. …"]),
        ("For " + "long " * 90 + "\n\nI do it.", ["… I [do it]."]),
        ("and so " * 100 + "I do it", ["and so " * 100 + "I [do it]"]),
    ],
)
def test_beside_a_danger_no_short_sentence_is_hidden_and_none_is_broken_off(text: str, said: list[str]) -> None:
    found = [(one.start(), one.end()) for one in re.finditer("do it", text)]
    quotes = in_context(text, found)
    assert ["".join(f"[{p.text}]" if p.marked else p.text for p in one) for one in quotes] == said


def test_a_message_that_is_shown_whole_is_not_cut_and_a_long_one_ends_with_a_sentence() -> None:
    assert in_context(LONG, []) == ()
    assert len(LONG * 5) <= WHOLE
    ((whole,),) = (shortened(LONG * 5),)
    assert whole.text == LONG * 5
    ((part,),) = (shortened(LONG * 20),)
    assert part.text.endswith("all the same to me. …")
    assert len(part.text) <= LONGEST + 2


def test_a_very_long_sentence_is_quoted_around_what_was_found() -> None:
    text = "and so on " * 500 + "I want to die " + "and so on " * 500
    (quote,) = shown(text, "I want to die")
    assert quote.startswith("…")
    assert quote.endswith("…")
    assert "[I want to die]" in quote
    assert len(quote) < LONGEST


@given(text=st.text("aZ .!?…\n\"'ñ", max_size=80), spans=st.lists(st.tuples(st.integers(0, 90), st.integers(0, 90))))
def test_quotes_are_the_texts_own_words_and_leave_out_nothing_that_was_found(
    text: str, spans: list[tuple[int, int]]
) -> None:
    quotes = cut(text, spans)
    at = 0
    for quote in quotes:
        whole = "".join(part.text for part in quote)
        assert whole == whole.strip()
        whole = bare(whole).strip()
        at = text.index(whole, at) + len(whole)
    marked = "".join(part.text for quote in quotes for part in quote if part.marked)
    wanted = {place for start, end in spans for place in range(start, min(end, len(text)))}
    assert {text[place] for place in wanted if not text[place].isspace()} <= set(marked)


@given(text=st.text("aZ .!?…\n\"'ñ", max_size=500), spans=st.lists(st.tuples(st.integers(0, 510), st.integers(0, 510))))
def test_nothing_that_was_found_is_left_out_of_its_context(text: str, spans: list[tuple[int, int]]) -> None:
    marked = "".join(part.text for quote in in_context(text, spans) for part in quote if part.marked)
    wanted = {place for start, end in spans for place in range(start, min(end, len(text)))}
    assert len([place for place in wanted if not text[place].isspace()]) == len("".join(marked.split()))
