"""Whatever a patient types shows literally: the Markdown is parsed again and compared."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from agents.domain.evidence import Quote
from agents.reporter.markdown import (
    MAX_QUOTE,
    bullets,
    escape,
    medicine,
    numbered,
    patient_words,
    placed,
    quoted,
    symptom,
    table,
)

HOSTILE = st.text(st.sampled_from("|\\`*_~[]()<>&#!:/\"'{}$^=+-.@ \n\r\tabhtpsw1é😀\x00\u2028\u202e"), max_size=60)
ANY = st.one_of(HOSTILE, st.text(max_size=60))
OWN_TAGS = {"<quote>", "</quote>", "<sym>", "</sym>", "<med>", "</med>"}


def parse(text: str) -> list[Token]:
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text)


def visible(inline: Token) -> str:
    """The text that a reader sees. Fails on anything but text and the product's own three tags."""
    shown = []
    for token in inline.children or []:
        if token.type == "html_inline":
            assert token.content in OWN_TAGS
        else:
            assert token.type in ("text", "text_special"), token
            shown.append(token.content)
    return "".join(shown)


def one_line(text: str) -> str:
    """How typed text is to be seen: line breaks and control characters are blanks."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text)


@settings(max_examples=300, deadline=None)
@given(cells=st.lists(st.tuples(ANY, ANY), min_size=1, max_size=5))
@example(cells=[("|", "\\|"), ("`a`|b", "</quote><script>"), ("[x](http://e.example)", "&lt;"), ("a\n| b |\n", "---")])
def test_a_table_keeps_its_shape_and_the_patients_text(cells: list[tuple[str, str]]) -> None:
    text = table(("One", "Two"), [[patient_words(a), escape(b)] for a, b in cells])
    tokens = parse(text)
    assert sum(token.type == "tr_open" for token in tokens) == len(cells) + 1
    assert sum(token.type == "td_open" for token in tokens) == 2 * len(cells)
    assert [t.type for t in tokens].count("table_open") == 1
    assert tokens[0].type == "table_open"
    assert tokens[-1].type == "table_close"
    seen = [visible(token) for token in tokens if token.type == "inline"][2:]
    # The parser may trim blanks at the edge of a cell, so both sides are compared trimmed.
    assert [one.strip() for one in seen] == [one_line(one).strip() for row in cells for one in row]


@settings(max_examples=200, deadline=None)
@given(text=ANY)
def test_a_bullet_keeps_the_patients_text(text: str) -> None:
    tokens = parse(bullets([f"Said: {patient_words(text)} end"]))
    (inline,) = (token for token in tokens if token.type == "inline")
    assert visible(inline) == f"Said: {one_line(text)} end"


@given(text=ANY)
def test_escaped_text_has_no_active_character(text: str) -> None:
    safe = escape(text)
    assert not set(re.sub(r"&#\d+;", "", safe)) & set("|\\`*_~[]<>&#$\n\r")


@pytest.mark.parametrize(
    "text", ["see https://e.example/x", "www.e.example", "mail a@e.example", "HTTP://E", "ftp://e"]
)
def test_addresses_do_not_become_links_by_themselves(text: str) -> None:
    """Readers with automatic links look for these in one run of text; the tags keep the runs apart."""
    runs = re.split(r"</?quote>", patient_words(text))
    assert not any(re.search(r"(?i)https?:|ftp:|www\.|\S@\S", run) for run in runs)
    assert "".join(runs) == text


def test_tags_and_turns() -> None:
    quote = Quote(text="low", turn=12, start=3, end=6)
    assert quoted(quote) == "<quote>low</quote> (turn 12)"
    assert placed(quote) == "<quote>low</quote> (turn 12), characters 3–6"
    assert symptom("Low <mood>") == "<sym>Low &#60;mood&#62;</sym>"
    assert medicine("wine") == "<med>wine</med>"
    assert numbered(["a", "b"]) == "1. a\n2. b"


def test_a_long_quote_is_cut_and_marked_outside_the_tag() -> None:
    text = "x" * (MAX_QUOTE + 1)
    assert patient_words(text) == f"<quote>{'x' * MAX_QUOTE}</quote>…"
    assert "…" not in patient_words(text[1:])
