"""The inputs that a patient's client may send: words, the skip button, the pause button."""

from dataclasses import dataclass

MAX_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Words:
    """A message from the patient; `item` is set when it is a new answer to that earlier item. `question` is the log
    number of the interviewer's message that it answers, where the client gives one."""

    client_id: str
    text: str
    item: int | None = None
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Skip:
    """The open question is skipped; `question` as for `Words`."""

    client_id: str
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """A break."""

    client_id: str


Input = Words | Skip | Pause
