"""What a client may send on the interview's socket, and the frames that answer it (docs/socket.md)."""

import json
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from agents.domain.value import Value
from agents.interview.patient_input import MAX_CHARACTERS, Input, Pause, Skip, Words
from server.interviews.live.frames import VERSION

MAX_FRAME_BYTES = 65_536
MOST_SEQ = 2**53 - 1
Question = Annotated[int | None, Field(ge=1, le=MOST_SEQ)]
ClientId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Refused(Exception):
    """A frame that was not accepted. `code` is one of docs/socket.md; nothing was stored."""

    def __init__(self, code: str, message: str, client_id: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.client_id = code, message, client_id


class _Frame(Value):
    v: int = VERSION


class Resume(_Frame):
    type: Literal["resume"]
    last_seq: int = Field(ge=0, le=MOST_SEQ)


class _Message(_Frame):
    type: Literal["message"]
    id: ClientId
    text: str
    question: Question = None


class _Skip(_Frame):
    type: Literal["skip"]
    id: ClientId
    question: Question = None


class _Edit(_Frame):
    type: Literal["edit"]
    id: ClientId
    item_id: int
    text: str


class _Pause(_Frame):
    type: Literal["pause"]
    id: ClientId


_client: TypeAdapter[Resume | _Message | _Skip | _Edit | _Pause] = TypeAdapter(
    Annotated[Resume | _Message | _Skip | _Edit | _Pause, Field(discriminator="type")]
)


def read(text: str) -> Resume | Input:
    """The frame as a value. Raises Refused with what to do about it."""
    try:
        frame = _client.validate_json(text)
    except ValidationError as error:
        raise Refused("bad_frame", _complaint(error), _id_in(text)) from error
    if frame.v != VERSION:
        raise Refused("bad_frame", f"this server speaks version {VERSION}", getattr(frame, "id", None))
    match frame:
        case Resume():
            return frame
        case _Skip(id=client_id, question=question):
            return Skip(client_id, question)
        case _Pause(id=client_id):
            return Pause(client_id)
        case _Message(id=client_id, text=words, question=question):
            return Words(client_id, _sound(words, client_id), question=question)
        case _Edit(id=client_id, text=words, item_id=item):
            return Words(client_id, _sound(words, client_id), item)


def _sound(text: str, client_id: str) -> str:
    # Postgres keeps neither NUL nor lone surrogates; the replacement character holds their place, so offsets stay true.
    text = text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")
    if not text.strip():
        raise Refused("empty", "Write a few words, or use Skip.", client_id)
    if len(text) > MAX_CHARACTERS:
        raise Refused("too_long", f"Please send this in parts of at most {MAX_CHARACTERS:,} characters.", client_id)
    return text


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def _id_in(text: str) -> str | None:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name = frame.get("id") if isinstance(frame, dict) else None
    return name if isinstance(name, str) and len(name) <= 64 and name.isprintable() else None


def ack(client_id: str, seq: int) -> str:
    """The acknowledgement: stored, under this number."""
    return json.dumps({"v": VERSION, "type": "ack", "id": client_id, "seq": seq})


def script(client_id: str, text: str) -> str:
    """The frame that holds the safety script while the words that called for it are not stored yet."""
    return json.dumps({"v": VERSION, "type": "script", "id": client_id, "text": text})


def error(refused: Refused) -> str:
    """The error frame: not accepted, and what to do."""
    body: dict[str, object] = {"v": VERSION, "type": "error", "code": refused.code, "message": refused.message}
    if refused.client_id is not None:
        body["id"] = refused.client_id
    return json.dumps(body)
