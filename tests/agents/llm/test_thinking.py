"""Thinking is nobody's speech: taken off in every shape, and nothing else with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.llm.thinking import spoken


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>Hm.</think>Hello", "Hello"),
        ("<THINK>a <think>b</think> c</THINK>\n\nHello", "Hello"),
        ('<thinking effort="low">Hm.</thinking > Hello', "Hello"),
        ("&lt;think&gt;Hm.&lt;/think&gt;Hello", "Hello"),
        ("◁think▷Hm.◁/think▷Hello", "Hello"),
        ("[THINK]Hm.[/THINK]Hello", "Hello"),
        ("Hm, the template opened it.</think>Hello", "Hello"),
        ("<think>A tag <think> in it.</think>Hello", "Hello"),
        ("Hello <think>x</think>there<reasoning>y</reasoning>, you", "Hello there, you"),
        ("<think/>Hello", "Hello"),
        ("<think>The answer was cut off", ""),
        ("Hello. <think>The answer was cut off", "Hello."),
        ("<think>Only this.</think>", ""),
    ],
)
def test_thinking_is_not_spoken(text: str, said: str) -> None:
    assert spoken(text) == said


@pytest.mark.parametrize(
    "text", ["I think so.", "[thinking] I suppose.", "2 < thinking 5 > 3", "a <sym>sad</sym> day", ""]
)
def test_other_words_stay_as_they_are(text: str) -> None:
    assert spoken(text) == text


@given(st.text(), st.text(st.characters(exclude_characters="<>&◁▷[]")))
def test_what_follows_thinking_is_what_was_said(thought: str, words: str) -> None:
    assert spoken(f"<think>{spoken(thought)}</think>{words}") == words.strip()
