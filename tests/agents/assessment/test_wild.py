"""Model output in the wild: one answer in every disguise that models give it, alone and heaped up; what is refused."""

import json
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agents.domain import phq8
from agents.judge.reading import read_mark
from agents.llm.errors import Malformed
from agents.llm.structured import read
from agents.quantitative.llm import AllScored

KEYS = [item.key for item in phq8.instrument().items]
Disguise = Callable[[str], str]


def plain(score: object = 2) -> str:
    """A scoring of all eight items; Sleep has this score."""
    items = [
        {"item": key, "explanation": "tells of it", "quotes": ["I wake up"], "reason": "judged", "score": 1,
         "confidence": 0.5} for key in KEYS
    ]  # fmt: skip
    items[KEYS.index("Sleep")]["score"] = score
    return json.dumps({"items": items})


INSIDE: dict[str, Disguise] = {
    "as it is": lambda text: text,
    "smart quotes": lambda text: text.replace('{"items"', "{“items”").replace('"explanation"', "“explanation”"),
    "single quotes": lambda text: text.replace('"', "'"),
    "missing commas": lambda text: text.replace(', "reason"', ' "reason"'),
    "trailing commas": lambda text: text.replace("}]", "},]"),
    "a number as text": lambda text: text.replace('"score": 2', '"score": "2"'),
    "a number with a point": lambda text: text.replace('"score": 2', '"score": 2.0'),
    "N/A instead of null": lambda text: text.replace('"score": 1', '"score": "N/A"'),
    "on several lines": lambda text: text.replace(", ", ",\n  "),
    "another field": lambda text: text.replace('{"items"', '{"note": "so it is", "items"'),
}
AROUND: dict[str, Disguise] = {
    "as it is": lambda text: text,
    "a fence": lambda text: f"```json\n{text}\n```",
    "a fence without a name": lambda text: f"```\n{text}\n```",
    "thinking": lambda text: f'<think>Perhaps {{"items": []}}? No.</think>\n{text}',
    "prose before": lambda text: f"Here is what I found:\n{text}",
    "prose behind": lambda text: f"{text}\nI hope this helps. Ask me for more.",
    "white space": lambda text: f"\n\n  {text}\t\n",
    "a byte order mark": lambda text: f"\ufeff{text}",
}


@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("around", AROUND)
def test_the_same_answer_in_any_disguise(inside: str, around: str) -> None:
    value, _ = read(AROUND[around](INSIDE[inside](plain())), AllScored)
    found = {one.item: one.score for one in value.items}
    assert list(found) == KEYS
    assert found["Sleep"] == 2
    assert set(found.values()) == ({None, 2} if inside == "N/A instead of null" else {1, 2})


@given(
    inside=st.sampled_from(sorted(INSIDE)),
    layers=st.lists(st.sampled_from(sorted(AROUND)), max_size=3),
    nul=st.integers(min_value=0, max_value=3),
)
@example(inside="as it is", layers=["a fence", "thinking"], nul=0)
def test_heaped_up_it_is_the_same_or_refused(inside: str, layers: list[str], nul: int) -> None:
    """Never another score than the one that was meant."""
    text = INSIDE[inside](plain())
    for layer in layers:
        text = AROUND[layer](text)
    text = text.replace("tells", "te\0lls", nul)
    try:
        value, _ = read(text, AllScored)
    except Malformed:
        return
    assert {one.item: one.score for one in value.items}["Sleep"] == 2


@pytest.mark.parametrize(
    "score", ["2.5", '"2.5"', "4", '"4"', "-1", "NaN", "Infinity", "true", '"two or three"', "[2]"]
)
@pytest.mark.parametrize("around", AROUND)
def test_a_score_that_is_none_is_refused(score: str, around: str) -> None:
    with pytest.raises(Malformed):
        read(AROUND[around](plain().replace('"score": 2', f'"score": {score}')), AllScored)


@pytest.mark.parametrize("between", ["", "\n", "\nor rather\n", ", "])
def test_two_answers_are_refused(between: str) -> None:
    with pytest.raises(Malformed):
        read(plain(1) + between + plain(3), AllScored)


@pytest.mark.parametrize("nuls", ["\0", "\0\0"])
def test_a_raw_nul_does_no_harm(nuls: str) -> None:
    assert read_mark(f"Score:{nuls} 4")[0] == 4
    try:
        value, _ = read(plain().replace("tells", f"te{nuls}lls"), AllScored)
    except Malformed:
        return
    assert {one.item: one.score for one in value.items}["Sleep"] == 2


@given(
    covered=st.integers(0, 9), of=st.integers(1, 9), meant=st.integers(1, 5),
    form=st.sampled_from(
        ["Score: {}", "**Score:** {}", "Score (1-5): {}", "**Score (1-5):** {}", "Score: {}/5", "Score = {}"]
    ),
    behind=st.sampled_from(["", ".", "\n", "\n\nThank you.", " "]),
)  # fmt: skip
def test_a_mark_in_any_form_is_the_last_score(covered: int, of: int, meant: int, form: str, behind: str) -> None:
    text = f"{covered} of {of} symptoms covered, {covered} mistakes.\n{form.format(meant)}{behind}"
    assert read_mark(text)[0] == meant
