"""Invented replies with idioms that no list holds, ways of saying how often."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from agents.scorer.port import Answer
from agents.scorer.rules import score
from benchmarks.training import datasets
from benchmarks.training.datasets import REPLIES

FORMS = (
    (6, "I've been anxious {}."),
    (2, "I'd say {}."),
    (9, "My back was aching {}."),
    (6, "{}, I get so nervous"),
)


@dataclass(frozen=True)
class Voice:
    item: int
    lowest: int
    highest: int
    asked: bool
    text: str


def lines(name: str) -> Iterator[list[str]]:
    for line in datasets.lines(REPLIES / name):
        yield [part.strip() for part in line.split("|")]


def voices() -> list[Voice]:
    found = []
    for item, meant, asked, text in lines("voices.txt"):
        lowest, _, highest = meant.partition("-")
        found.append(Voice(int(item), int(lowest), int(highest or lowest), asked == "a", text))
    return found


def test_voices_cover_every_item():
    assert {voice.item for voice in voices()} == set(range(1, 24))
    assert len(voices()) >= 400


def test_most_idioms_are_read_rightly():
    missed = [v for v in voices() if not v.lowest <= score(Answer(item=v.item, reply=v.text)).score <= v.highest]
    assert len(missed) <= 0.12 * len(voices()), missed


def test_a_miss_is_mostly_asked_back():
    """What isn't understood is not passed over in silence: few wrong scores come without a follow-up."""
    silent = []
    for voice in voices():
        got = score(Answer(item=voice.item, reply=voice.text))
        if not voice.lowest <= got.score <= voice.highest and not got.needs_followup:
            silent.append(voice)
    assert len(silent) <= 0.06 * len(voices()), silent


def test_a_confident_no_rests_on_words_of_denial():
    """Whoever has the problem is hardly ever written down as free of it without being asked."""
    lost = []
    for voice in voices():
        got = score(Answer(item=voice.item, reply=voice.text))
        if voice.lowest > 0 and got.score == 0 and not got.needs_followup:
            lost.append(voice)
    assert len(lost) <= 0.01 * len(voices()), lost


@pytest.mark.parametrize(("item", "form"), FORMS)
def test_ways_of_saying_how_often(item, form):
    missed = []
    for meant, words in lines("frequencies.txt"):
        text = form.format(words)
        got = score(Answer(item=item, reply=text[0].upper() + text[1:]))
        if got.score != int(meant) or got.needs_followup:
            missed.append((words, got.score))
    assert not missed


def test_ways_of_saying_how_often_when_asked():
    for meant, words in lines("frequencies.txt"):
        got = score(Answer(item=14, reply="It's hard to say.", followup_reply=f"{words[0].upper()}{words[1:]}."))
        assert (got.score, got.needs_followup) == (int(meant), False), words


def test_suffering_is_told_from_wellbeing():
    dark = score(Answer(item=8, reply="I can't find my way out and I hide in the bathroom so nobody sees."))
    bright = score(Answer(item=2, reply="I whistle on the stairs and I've never slept as happily."))
    assert bright.score == 0 < dark.score


def test_thoughts_of_self_harm_are_never_taken_for_a_no():
    for reply in (
        "I laugh it off, I'm fine, but I think of hurting myself.",
        "Lovely day. I could cut myself, really.",
    ):
        assert score(Answer(item=11, reply=reply)).score > 0
