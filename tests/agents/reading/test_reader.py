"""The learnt reader: the same text gives the same reading, no text breaks it, and it runs without torch."""

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agents.reading.model.folding import folded
from agents.reading.model.labels import ACTS
from agents.reading.model.reader import LearntReader, reader
from agents.reading.model.windows import WHOLE, windows

LONG = (
    "The week began well enough and the garden looked lovely after the rain. My neighbour brought plums. "
    "We talked about her daughter's wedding and about the new bus timetable for quite a while. "
    "Then on Tuesday I got the letter from work about the move and had to ring the office twice. "
    "I have the tablets counted out and I am going to take all of them tonight. "
    "Anyway the plums made a good crumble and there is some left for the weekend. "
    "The radio says it will be dry until Friday, so the washing can go out at last."
)


def test_a_reading_tells_shares() -> None:
    told = reader().read("How has your sleep been?", "Awful, every night.", 14)
    for shares, size in ((told.tiers, 4), (told.acts, 14), (told.scores, 5)):
        assert len(shares) == size
        assert sum(shares) == pytest.approx(1, abs=1e-3)
    assert 0 <= told.asks <= 1
    assert told.scores[4] > told.scores[0]
    assert max(told.acts) == told.acts[ACTS.index("answers")]


ANY = st.characters(exclude_categories=())


@given(
    st.one_of(st.none(), st.text(ANY, max_size=80)),
    st.text(ANY, max_size=400),
    st.one_of(st.none(), st.integers(1, 23)),
)
@settings(deadline=None, max_examples=60)
def test_any_text_is_read_and_always_alike(question: str | None, text: str, item: int | None) -> None:
    told = reader().read(question, text, item)
    assert told == LearntReader().read(question, text, item)
    start, end = reader().carrying(question, text, told.span)
    assert 0 <= start <= end <= len(text)


@given(st.text(ANY, max_size=300), st.integers(1, 23))
@settings(deadline=None, max_examples=40)
@example("I want to stop and delete everything", 2)
@example("no", 14)
@example(LONG, 11)
def test_no_share_is_larger_than_the_words_alone_let_it_be(text: str, item: int) -> None:
    told = reader().read("How has it been?", text, item)
    for head, shares in (("tier", told.tiers), ("act", told.acts)):
        bounds = reader().most(head, "How has it been?", text, item)
        assert all(share <= bound + 1e-6 for share, bound in zip(shares, bounds, strict=True)), head


@pytest.mark.parametrize("text", ["x" * 200_000, "ha " * 60_000, "😀" * 5_000, "\n" * 3_000, "a.b,c;" * 9_000])
def test_text_without_end_is_read(text: str) -> None:
    assert sum(reader().read("How are you?", text, 2).tiers) == pytest.approx(1, abs=1e-3)


@given(st.text(alphabet="ab .!?\n", max_size=1200))
@settings(deadline=None)
def test_windows_hold_every_word(text: str) -> None:
    found = windows(text)
    assert all(0 <= start <= end <= len(text) for start, end in found)
    covered = {place for start, end in found for place in range(start, end)}
    if len(text.split()) <= WHOLE or len(found) < 24:
        assert all(place in covered for place, letter in enumerate(text) if letter in "ab")


def test_a_danger_within_a_long_post_is_found_in_its_window() -> None:
    told = reader().read(None, LONG)
    assert told.danger > 0.5
    start, end = reader().carrying(None, LONG, told.span)
    assert "tablets" in LONG[start:end] or "take all of them" in LONG[start:end]


def test_what_is_written_otherwise_is_folded_alike() -> None:
    assert folded("  “I’m   SOOOOO\u200b tired”…") == '"i\'m soo tired"...'
    assert reader().read("Any sleep?", "I’m TIRED", 14) == reader().read("any sleep?", "i'm tired", 14)


ALONE = """
import sys
sys.modules["onnxruntime"] = None
from agents.reading.model.reader import reader
from agents.risk.port import Message
from agents.risk.rules import read
assert not reader().whole
told = reader().read(None, "I am going to kill myself tonight")
assert told.danger > .5, told
assert read(Message(text="I want to kill myself tonight")).tier == "stop"
"""
LIGHT = """
import sys
from agents.risk.port import Message
from agents.risk.rules import read
from agents.scorer.port import Answer
from agents.scorer.rules import score
read(Message(text="My legs ache"))
score(Answer(item=9, reply="My legs ache"))
import server.processes.web_process
assert "onnxruntime" in sys.modules
assert not {"torch", "transformers", "sklearn", "scipy"} & set(sys.modules)
"""


@pytest.mark.parametrize("script", [ALONE, LIGHT], ids=["words alone", "no torch in the web process"])
def test_in_a_process_of_its_own(script: str) -> None:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
