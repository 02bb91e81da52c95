"""What a patient's client may send: words, the button that skips, the button that pauses."""

from dataclasses import dataclass

MAX_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Words:
    """A message of the patient; `item` is set when it is a new answer to that earlier item. `question` is the number in
    the log of the interviewer's message that it answers, where the client says so."""

    client_id: str
    text: str
    item: int | None = None
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Skip:
    """The open question is passed over; `question` as for `Words`."""

    client_id: str
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """A break."""

    client_id: str


Input = Words | Skip | Pause
