"""Any text is read: quickly, the same way twice, with quotes that are really there."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.reading.words import LIMIT, MOST, read
from agents.scorer.port import Answer
from agents.scorer.rules import score

WORDS = [
    *(
        "no",
        "not",
        "never",
        "every",
        "day",
        "days",
        "night",
        "two",
        "3",
        "14",
        "fourteen",
        "of",
        "the",
        "week",
        "weeks",
    ),
    *(
        "weekend",
        "Monday",
        "Tuesday",
        "but",
        "I",
        "feel",
        "sad",
        "anxious",
        "sleep",
        "drink",
        "smoke",
        "pills",
        "always",
    ),
    *("sometimes", "once", "twice", ",", ".", "?", "!", "—", "(", ")", "all", "both", "other", "rest", "fine", "good"),
    *("don't", "haven't", "Ⅳ", "İ", "ß", "🙂", "\u202e", "…", "24/7", "3-4", "half", "without", "except", "a.m."),
]
TEXT = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))


@given(item=st.integers(1, 23), reply=TEXT, followup=st.one_of(st.none(), TEXT))
@settings(max_examples=400, deadline=None)
def test_any_text(item, reply, followup):
    answer = Answer(item=item, reply=reply, followup_reply=followup)
    got = score(answer)
    assert got == score(answer)
    assert got.needs_followup == (got.missing is not None)
    for piece in got.evidence:
        source = reply if piece.source == "reply" else followup
        assert source is not None
        assert source[piece.start : piece.end] == piece.text
        assert piece.text.strip()


@given(TEXT)
@settings(max_examples=200, deadline=None)
def test_every_word_points_back(text):
    words = read(text)
    position = 1
    for word in words.text.split():
        start, end = words.originals([(position - 1, position + len(word))])[0]
        assert 0 <= start < end <= len(text)
        position += len(word) + 1


HOSTILE = {
    "one word": "sad " * 5000,
    "brackets": "(" * 20000,
    "nested": "([" * 5000 + ")]" * 5000,
    "right to left": "\u202e" * 20000,
    "negations": "not " * 5000,
    "numbers": "1 " * 10000,
    "commas": "a, " * 6666,
    "letters": "x" * 20000,
    "days": "Monday " * 2800,
    "counts": "two days, " * 2000,
    "universal": "every single " * 1500,
    "no day": "never a day " * 1600,
    "zalgo": "s\u0336a\u0336d\u0336 " * 3000,
    "hyphens": "a-" * 10000,
    "slashes": "1/" * 10000,
    "articles": "the " * 5000,
    "sorry": "sorry " * 3400,
    "sorries": "sorry. that was for " * 1000,
}


@pytest.mark.parametrize(("name", "language"), [*((one, "en") for one in sorted(HOSTILE)), ("brackets", "es")])
def test_twenty_thousand_characters_cost_no_more_than_linear_work(name, language):
    """Measured against plain work of the same machine, so that a busy one does not fail the test."""
    answer = Answer(item=2, reply=HOSTILE[name][:20000], language=language)
    score(answer)
    spent = min(_spent(lambda: score(answer)) for _ in range(3))
    unit = min(_spent(lambda: sum(i * i for i in range(20000))) for _ in range(5))
    assert spent < 60 * unit


def _spent(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def test_a_long_reply_is_read_at_both_ends_and_says_so():
    filler = "and so on and so forth " * 1000
    got = score(Answer(item=6, reply=f"I've been anxious. {filler} Nine days, I think."))
    assert got.score == 3
    assert got.note is not None
    assert any(piece.text.endswith("Nine days") for piece in got.evidence)
    assert len(filler) > LIMIT


def test_a_reply_of_many_short_words_is_read_at_both_ends_too():
    text = f"I've been anxious. {'a-b/c; ' * 2000} Nine days, I think."
    got = score(Answer(item=6, reply=text))
    assert got.score == 3
    assert got.note is not None
    assert all(text[piece.start : piece.end] == piece.text for piece in got.evidence)
    assert "Nine days" in {piece.text for piece in got.evidence}
    assert len(read(text).plain) <= MOST


def test_an_empty_reply_is_unclear():
    got = score(Answer(item=1, reply=""))
    assert got.missing == "endorsement"
    assert got.evidence == ()
