"""docs/socket.md says what the code does: its tables are read and compared with the types and constants."""

import re
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from agents.domain.profile import SessionStatus
from agents.domain.risk import Reading
from agents.interview import events as ev
from agents.interview.patient_input import MAX_CHARACTERS
from agents.interviewer.port import Purpose
from agents.resources import CHECKOUT as ROOT
from server.interviews import access
from server.interviews.live import frames, protocol
from server.interviews.live import socket as interview_socket
from server.patient_page import words
from server.processes.serving import FRAME_BYTES
from server.settings import Settings

PAGE = (ROOT / "docs" / "socket.md").read_text("utf-8")


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the first table after a heading: what its first cell names, and the other cells."""
    after = re.split(rf"^#+ {re.escape(heading)}$", PAGE, flags=re.MULTILINE)[1]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", after.split("\n#")[0], re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split(" | ")] for name, cells in rows}


def named(words: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", words))


def members(union: Any) -> Iterator[type[BaseModel]]:
    """The models in a nested union."""
    if get_origin(union) is Annotated:
        yield from members(get_args(union)[0])
    elif get_origin(union) in (Union, UnionType):
        for part in get_args(union):
            yield from members(part)
    else:
        yield union


def fields(model: type[BaseModel]) -> set[str]:
    return {str(field.alias or name) for name, field in model.model_fields.items()}


def test_every_frame_of_a_client_is_described() -> None:
    rows = table("What the client sends")
    models = list(members(protocol._client._type))
    assert set(rows) == {get_args(model.model_fields["type"].annotation)[0] for model in models}
    for model in models:
        told = rows[get_args(model.model_fields["type"].annotation)[0]][0]
        assert named(told) == fields(model) - {"type", "v"}


def test_every_event_is_described_with_its_body() -> None:
    rows = table("Events")
    kinds: dict[str, set[str]] = {}
    for model in members(ev.Event):
        kind = model.model_fields["kind"].default
        kinds[kind] = kinds.get(kind, set()) | fields(model) - {"kind"}
    assert set(rows) == set(kinds)
    values = {"patient", "interviewer", "message", "pause"} | set(SessionStatus) | fields(Reading)
    for kind, body in kinds.items():
        assert body <= named(rows[kind][0]), kind
        assert named(rows[kind][0]) - body <= values, kind


def test_what_the_patient_sees_is_described() -> None:
    rows = table("Events")
    assert {kind for kind, cells in rows.items() if "private" in cells[-1]} == frames._PRIVATE
    assert named(rows["message"][-1]) == frames._STAFF_ONLY - {"kind"}
    assert rows["started"][-1] == "`{}`"


def test_every_purpose_is_named() -> None:
    told = re.search(r"^`purpose` of an interviewer's message:(.*?)\.", PAGE, re.MULTILINE | re.DOTALL)
    assert told
    assert named(told[1]) == set(Purpose)


def test_every_code_is_described_and_the_other_way_round() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "server").rglob("*.py"))
    assert set(table("Error codes")) == set(re.findall(r'Refused\(\s*"(\w+)"', code))
    told = set(words("en-US", Settings().templates / "pages" / "words")["refused"])
    assert set(table("Error codes")) - told == {"bad_frame", "not_allowed"}, "the patient's page words the others"
    closing = {interview_socket._REFUSED, interview_socket._TOO_LARGE, 1012, 4500}
    assert {int(number) for number in table("Closing codes")} == closing


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("at most {:,} bytes", protocol.MAX_FRAME_BYTES),
        ("at most {:,} bytes", FRAME_BYTES),
        ("(1-{:,} characters)", MAX_CHARACTERS),
        ("within {} seconds", int(access.LOOK_AGAIN_SECONDS)),
        ("so is the {}st connection", access.MOST_SOCKETS + 1),
        ("`itemId` is 1-{}", 23),
        ('`"v": {}`', frames.VERSION),
    ],
)
def test_limits_are_those_of_the_code(words: str, number: int) -> None:
    assert words.format(number) in PAGE
