import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.diagnostician.language import Sentence, clause_span, end_of_match, for_items, parse, sentences
from agents.diagnostician.mentions import heard
from agents.diagnostician.polarity import denied
from agents.domain.transcript import Role, Turn


def said(text: str, item: int | None = None) -> set[str]:
    """The features that one patient turn affirms."""
    found = heard((Turn(index=0, role=Role.PATIENT, text=text, item_id=item),))
    return {key for key, value in found.items() if value.mentions}


def only(text: str) -> Sentence:
    (sentence,) = sentences(text)
    return sentence


def matches(pattern: str, text: str) -> bool:
    words = only(text).texts
    return any(end_of_match(parse(pattern), words, at) is not None for at in range(len(words)))


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("wash|scrub my? hands", "I scrub hands all day", True),
        ("wash|scrub my? hands", "I wash my hands", True),
        ("wash my? hands", "I wash the dishes by hand", False),
        ("judg*", "they are judging me", True),
        ("worry .. money", "I worry about rent and money", True),
        ("worry .. money", "I worry about rent and food and heat and then money", False),
        ("no point", "no, the point is", False),
    ],
)
def test_patterns_match_words_in_order(pattern: str, text: str, expected: bool) -> None:
    assert matches(pattern, text) is expected


@pytest.mark.parametrize("text", ["", "..", "my? hands", ".. hands", "hands .."])
def test_a_pattern_without_a_fixed_start_or_end_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)


def test_a_pattern_may_hold_in_some_answers_alone() -> None:
    assert for_items("8,16: the tunnel") == (frozenset({8, 16}), " the tunnel")
    assert for_items("the tunnel") == (frozenset(), "the tunnel")


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("I have flashbacks", False),
        ("I don't have flashbacks", True),
        ("I don’t have any flashbacks", True),
        ("No flashbacks at all", True),
        ("I never get flashbacks", True),
        ("I don't sleep, but I have flashbacks", False),
        ("It is not only flashbacks", False),
        ("I can't stop the flashbacks", False),
        ("I don't know why I have flashbacks", False),
        ("I used to have flashbacks", True),
        ("My brother has flashbacks", True),
        ("My brother says I have flashbacks", False),
        ("Flashbacks?", True),
        ("Flashbacks, no", True),
        ("Without flashbacks I would sleep", True),
        ("Not a day goes by without flashbacks", False),
        ("Nothing like flashbacks", True),
        ("For no clear reason I get flashbacks", False),
        ("I have no idea where the flashbacks come from", False),
        ("I don't talk about the flashbacks", False),
        ("My boss gives me flashbacks", False),
        ("Nobody here has flashbacks", True),
        ("I no longer have flashbacks", True),
    ],
)
def test_negated_past_and_borrowed_words_give_no_support(text: str, gone: bool) -> None:
    sentence = only(text)
    at = sentence.texts.index("flashbacks")
    assert denied(sentence, at, at + 1) is gone


def test_a_denial_is_kept_apart_from_silence() -> None:
    turn = Turn(index=3, role=Role.PATIENT, text="No. I don't hear voices.", item_id=12)
    found = heard((turn,))["voices"]
    assert not found.mentions
    assert found.denials == 1


def test_a_volunteered_mention_weighs_more_than_an_answer() -> None:
    text = "I hear voices at night."
    asked = heard((Turn(index=0, role=Role.PATIENT, text=text, item_id=12),))["voices"]
    volunteered = heard((Turn(index=0, role=Role.PATIENT, text=text, item_id=14),))["voices"]
    assert volunteered.strength > asked.strength


def test_the_interviewers_words_are_never_evidence() -> None:
    assert not heard((Turn(index=0, role=Role.INTERVIEWER, text="Do you hear voices? Flashbacks, panic attacks."),))


@given(st.text(max_size=400))
def test_quotes_and_spans_are_exact_substrings(text: str) -> None:
    for sentence in sentences(text):
        for word, (start, end) in zip(sentence.texts, sentence.spans, strict=True):
            assert text[start:end].lower().replace("’", "'") == word
        low, high = clause_span(sentence, 0, 1)
        assert low <= sentence.spans[0][0] < sentence.spans[0][1] <= high
    for mentions in heard((Turn(index=0, role=Role.PATIENT, text=text),)).values():
        for mention in mentions.mentions:
            assert text[mention.quote.start : mention.quote.end] == mention.quote.text


@pytest.mark.parametrize(
    "text",
    [
        "worry " * 3400,
        "not " * 5000,
        "((((" * 5000,
        "I worry about everything, " * 800,
        "\u202eabc " * 4000,
        "a" * 20000,
    ],
)
def test_a_hostile_message_takes_no_longer_than_a_long_one(text: str) -> None:
    said("warm up")
    start = time.process_time()
    said(text[:20000])
    assert time.process_time() - start < 0.5


def test_features_limited_to_items_are_heard_there_alone() -> None:
    text = "A few beers to relax, it's not a big deal."
    assert "use_played_down" in said(text, 21)
    assert "use_played_down" not in said(text, 3)


def test_features_of_elsewhere_are_not_heard_in_the_answer_that_asks() -> None:
    text = "The voices are loud."
    assert "voices_elsewhere" in said(text, 14)
    assert "voices_elsewhere" not in said(text, 12)
