"""The risk reader's contract: one patient message in, a tier with its findings out."""

from datetime import date
from typing import Protocol

from agents.domain.risk import Finding, Reading
from agents.domain.value import Value
from agents.language import ENGLISH, Language


class Message(Value):
    """What a risk reader is given. `context` is the interviewer's last question, `item` its item where known;
    `prior` are the findings of this interview's earlier messages (a second urgent one on lethality or means stops),
    `ends` tells that it was just asked what a wish to end is about; `language` is that of the interview. Dangers are
    read in every language, whichever that is. `on` is the day on which it was written, where that is known."""

    text: str
    context: str | None = None
    item: int | None = None
    prior: tuple[Finding, ...] = ()
    ends: bool = False
    language: Language = ENGLISH
    on: date | None = None


class RiskReader(Protocol):
    """Any engine that reads a message for risk."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def read(self, message: Message) -> Reading:
        """Read one message. Never raises on patient text; raises TryAgain when the engine itself is out of reach."""
        ...
