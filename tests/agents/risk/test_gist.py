"""What is said of death is not diluted by what is said beside it, and what turns it is not left out."""

import pytest

from agents.domain.risk import Tier
from agents.risk.canon import canonical
from agents.risk.elements import Text
from agents.risk.gist import Gist, gist
from agents.risk.hit import Hit
from agents.risk.lexicon import speller
from agents.risk.port import Message
from agents.risk.rules import read

_AMONG_OTHERS = (
    "The garden is coming on and the beans are up. I have arranged to go on Friday by my own hand, the pills "
    "are in the drawer. My neighbour borrows the mower on Sundays."
)
_ORDINARY = (
    "I've been tired for most of the week.",
    "My back aches when I sit for long.",
    "I wake up at four and then I lie there.",
    "Small things annoy me more than they did.",
    "I smoke about ten a day.",
)
_WEIGHTY = (
    "I have the pills ready for tonight.",
    "By Sunday there'll be no me to ring.",
    "I've written the note and I know where.",
    "I've counted out the lot and said my goodbyes.",
)


def test_one_sentence_among_others_stops() -> None:
    reading = read(Message(text=_AMONG_OTHERS, context="What do you enjoy at the moment?"))
    assert reading.tier is Tier.STOP
    assert all(finding.text in _AMONG_OTHERS for finding in reading.findings)


@pytest.mark.parametrize("weighty", _WEIGHTY)
def test_ordinary_sentences_beside_it_change_nothing(weighty: str) -> None:
    assert read(Message(text=weighty)).tier is Tier.STOP
    beside = [f"{one} {weighty}" for one in _ORDINARY] + [f"{weighty} {one}" for one in _ORDINARY]
    beside += [" ".join((*_ORDINARY[:n], weighty, *_ORDINARY[n:])) for n in range(len(_ORDINARY) + 1)]
    assert [text for text in beside if read(Message(text=text)).tier is not Tier.STOP] == []


@pytest.mark.parametrize(
    "text",
    [
        "I walk by the river with the dog. The roof leaks again. I take my tablets with breakfast, as the doctor said.",
        "It comes in waves. My heart races and I can't get my breath. It's like I'm going to die.",
    ],
)
def test_ordinary_sentences_and_panic_add_up_to_nothing(text: str) -> None:
    assert read(Message(text=text)).tier is Tier.NONE


def test_a_no_stays_beside_what_it_denies() -> None:
    question = "Have you had thoughts of actually hurting yourself?"
    text = "No, not really. I've thought about how bad things feel, but I wouldn't do anything. I work long hours."
    left = gist(canonical(text, speller()).sentences, "item11", False, question)
    assert left is None or left.text.words[0] == "no"
    assert read(Message(text=text, context=question)).tier.rank <= Tier.FLAG.rank


def test_nothing_is_left_out_of_one_sentence_or_of_ordinary_ones_alone() -> None:
    for text in ("I have the pills ready for tonight.", " ".join(_ORDINARY)):
        assert gist(canonical(text, speller()).sentences, None, False, None) is None


_LONG = "I wake at four on most days and I have counted out the pills for tonight. My back aches when I sit for long."


def test_each_word_that_is_left_stands_where_it_was_written() -> None:
    words = canonical(_LONG, speller()).words
    left = gist(canonical(_LONG, speller()).sentences, None, False, None)
    assert left is not None
    assert "back" not in left.text.words
    told = [(word, words[place]) for word, place in zip(left.text.words, left.places, strict=True) if word != "."]
    assert all(word == written for word, written in told)
    assert list(left.places) == sorted(left.places)


@pytest.mark.parametrize("text", [_LONG, _LONG.replace("I wake at four on most days and ", ""), _AMONG_OTHERS])
def test_what_is_found_is_quoted_from_the_message(text: str) -> None:
    findings = [finding for finding in read(Message(text=text)).findings if finding.tier is Tier.STOP]
    assert findings
    assert all(text[finding.start : finding.end] == finding.text for finding in findings)


def test_a_long_sentence_is_cut_before_what_its_speaker_does_next() -> None:
    text = "I've slept more than usual, but I feel tired and restless all day and I have the pills ready for tonight."
    left = gist(canonical(text, speller()).sentences, None, False, None)
    assert left is not None
    assert not left.begins
    assert left.text.words[:5] == ("and", "i", "have", "the", "pills")
    assert read(Message(text=text)).tier is Tier.STOP


def test_the_answer_to_a_question_is_never_left_out() -> None:
    text = "My back aches. I smoke about ten a day. I have counted out the pills for tonight."
    sentences = canonical(text, speller()).sentences
    answered = gist(sentences, None, True, "How has your week been?")
    assert answered is not None
    assert answered.begins
    assert "smoke" not in answered.text.words


def test_of_very_many_sentences_nothing_is_left_out() -> None:
    sentences = canonical("I smoke a lot. " * 16 + "By Sunday there'll be no me to ring.", speller()).sentences
    assert len(sentences) > 16
    assert gist(sentences, None, False, None) is None
    assert gist(sentences[1:], None, False, None) is not None


def test_a_hit_is_placed_by_its_first_and_last_word() -> None:
    left = Gist(Text(("the", "lot", ".", "it", "ends", ".")), (3, 4, 4, 9, 10, 10), False)
    placed = left.placed(Hit("words-stop", Tier.STOP, "suicide", 1, 5))
    assert (placed.start, placed.end) == (4, 11)


def test_a_no_stays_and_a_heart_that_races_does_not_where_no_dying_is_feared() -> None:
    text = "I have counted out the pills for tonight. No kidding about it. My heart races on the bus. I smoke a lot."
    left = gist(canonical(text, speller()).sentences, None, False, None)
    assert left is not None
    assert "kidding" in left.text.words
    assert left.text.known.isdisjoint({"heart", "smoke"})


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("I wake at four. Je veux mourir. J'ai écrit la lettre.", Tier.STOP),
        ("Thanks for asking. Quiero matarme. I work a lot.", Tier.STOP),
        ("Je ne veux pas mourir. By Sunday there'll be no me to ring.", Tier.STOP),
        ("It has been hard. No quiero morir. I work a lot.", Tier.NONE),
        ("The film was called La vie est belle. I liked it.", Tier.NONE),
    ],
)
def test_a_sentence_in_another_language_is_heard_within_an_english_message(text: str, tier: Tier) -> None:
    assert read(Message(text=text)).tier is tier
