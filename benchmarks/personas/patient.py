"""Simulated patients: a table of replies by item, and the patient who gives them when asked."""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from agents.domain import level1
from agents.interview.patient_input import MAX_CHARACTERS
from agents.interviewer.port import Purpose

READY: Final = "Yes, I'm ready."
BACK_AGAIN: Final = "I'm back."
NOT_NOW: Final = "No, not right now."
NOTHING_MORE: Final = "No, nothing."
GO_ON: Final = "Let's go on."
_ASIDE: Final = {
    Purpose.PAUSED: BACK_AGAIN,
    Purpose.NOW: NOT_NOW,
    Purpose.REVIEW: NOTHING_MORE,
    **dict.fromkeys(
        (Purpose.GO_ON, Purpose.LEFT, Purpose.ERASURE, Purpose.PERSON, Purpose.HELP, Purpose.UNSAFE), GO_ON
    ),
}
"""What every simulated patient answers to words that ask about no item."""

Words = Annotated[str, Field(max_length=MAX_CHARACTERS)]
ItemId = Annotated[int, Field(ge=1, le=level1.ITEM_COUNT)]


class Reply(BaseModel):
    """A patient's words about one item: the answer to the question, and one to a follow-up question, if there is
    any."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    reply: Words
    followup: Words | None = None


class Held(BaseModel):
    """Everything that one simulated patient has to say. `intro` answers the interviewer's introduction."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    items: Mapping[ItemId, Reply]
    intro: Words | None = None

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The items without a reply."""
        return tuple(item for item in level1.items() if not _said(self.items.get(item)))


def _said(reply: Reply | None) -> str | None:
    return reply.reply if reply is not None and reply.reply.strip() else None


class Patient:
    """Gives each reply once, in answer to the interviewer; skips questions without a reply."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._answered: set[int] = set()
        self._followed_up: set[int] = set()
        self._greeted = False

    def answer(self, purpose: Purpose, item: int | None) -> str | None:
        """The words for an interviewer's message, or None to use the button "Skip this question"."""
        if purpose in _ASIDE:
            return _ASIDE[purpose]
        if item is None:
            return self._greeting()
        if purpose is Purpose.FOLLOW_UP or item in self._answered:
            return self._follow_up(item)
        self._answered.add(item)
        return _said(self._held.items.get(item))

    def _greeting(self) -> str:
        first = not self._greeted
        self._greeted = True
        intro = self._held.intro if first else None
        return intro if intro and intro.strip() else READY

    def _follow_up(self, item: int) -> str | None:
        reply = self._held.items.get(item)
        if reply is None or item in self._followed_up or not (reply.followup or "").strip():
            return None
        self._followed_up.add(item)
        return reply.followup
