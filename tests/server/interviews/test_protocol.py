"""Client frames: everything that is well formed becomes a value, everything else an error that says what to do."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.interview.patient_input import MAX_CHARACTERS, Pause, Skip, Words
from server.interviews.live import protocol
from server.interviews.live.protocol import Refused, Resume

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def frame(**fields: object) -> str:
    return json.dumps({"v": 1, **fields})


def test_frames_become_values() -> None:
    assert protocol.read(frame(type="message", id="a", text="hello")) == Words("a", "hello")
    assert protocol.read(frame(type="edit", id="b", itemId=3, text="no")) == Words("b", "no", 3)
    assert protocol.read(frame(type="skip", id="c")) == Skip("c")
    assert protocol.read(frame(type="pause", id="d")) == Pause("d")
    resume = protocol.read(frame(type="resume", lastSeq=7))
    assert isinstance(resume, Resume)
    assert resume.last_seq == 7


@pytest.mark.parametrize(
    ("text", "code", "client_id"),
    [
        ("", "bad_frame", None),
        ("[]", "bad_frame", None),
        ("{", "bad_frame", None),
        (frame(type="diagnose", id="a"), "bad_frame", "a"),
        (frame(type="message", id="a"), "bad_frame", "a"),
        (frame(type="message", id="", text="x"), "bad_frame", ""),
        (frame(type="message", id="x" * 65, text="x"), "bad_frame", None),
        (frame(type="message", id="a", text="x", phase="DONE"), "bad_frame", "a"),
        (frame(type="resume", lastSeq=-1), "bad_frame", None),
        (json.dumps({"v": 2, "type": "skip", "id": "a"}), "bad_frame", "a"),
        (frame(type="message", id="a", text=" \n\t "), "empty", "a"),
        (frame(type="message", id="a", text="x" * (MAX_CHARACTERS + 1)), "too_long", "a"),
    ],
)
def test_bad_frames_are_refused_with_what_to_do(text: str, code: str, client_id: str | None) -> None:
    with pytest.raises(Refused) as refused:
        protocol.read(text)
    assert (refused.value.code, refused.value.client_id) == (code, client_id)
    answer = json.loads(protocol.error(refused.value))
    assert answer["v"] == 1
    assert answer["type"] == "error"
    assert answer["message"]


def outcome(raw: str) -> object:
    """The value, or the code of the refusal."""
    try:
        return protocol.read(raw)
    except Refused as refused:
        return refused.code


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    assert isinstance(outcome(json.dumps(value)), Resume | Words | Skip | Pause | str)


@given(st.text(min_size=1))
def test_any_text_keeps_its_length_so_that_offsets_stay_true(text: str) -> None:
    words = outcome(json.dumps({"v": 1, "type": "message", "id": "a", "text": text}))
    if isinstance(words, Words):
        assert len(words.text) == len(text)
        words.text.encode("utf-8")
        assert "\x00" not in words.text
    else:
        assert words == "empty"
        assert not text.replace("\x00", "\ufffd").strip()
