"""The interview's phases and the one table of allowed transitions."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Phase(StrEnum):
    INTRO = "INTRO"
    ASK_ITEM = "ASK_ITEM"
    SCORE_ITEM = "SCORE_ITEM"
    FOLLOW_UP = "FOLLOW_UP"
    REPORT = "REPORT"
    DONE = "DONE"
    SAFETY_STOP = "SAFETY_STOP"


ALLOWED: Final[Mapping[Phase, frozenset[Phase]]] = {
    # Any phase before the report -> DONE: the patient ended the interview.
    Phase.INTRO: frozenset({Phase.ASK_ITEM, Phase.DONE, Phase.SAFETY_STOP}),
    # ASK_ITEM -> FOLLOW_UP: an earlier item was revisited and left unchanged; the open follow-up is asked again.
    Phase.ASK_ITEM: frozenset({Phase.SCORE_ITEM, Phase.FOLLOW_UP, Phase.DONE, Phase.SAFETY_STOP}),
    Phase.SCORE_ITEM: frozenset({Phase.ASK_ITEM, Phase.FOLLOW_UP, Phase.REPORT, Phase.DONE, Phase.SAFETY_STOP}),
    # FOLLOW_UP -> ASK_ITEM: the patient went back to an earlier item.
    Phase.FOLLOW_UP: frozenset({Phase.SCORE_ITEM, Phase.ASK_ITEM, Phase.DONE, Phase.SAFETY_STOP}),
    Phase.REPORT: frozenset({Phase.DONE, Phase.SAFETY_STOP}),
    Phase.DONE: frozenset({Phase.SAFETY_STOP}),
    Phase.SAFETY_STOP: frozenset(),
}

OVER: Final = frozenset({Phase.REPORT, Phase.DONE, Phase.SAFETY_STOP})
"""The questions are over: nothing is asked any more."""


def follows(before: Phase, after: Phase) -> bool:
    """Whether the table allows `after` next; staying in a phase is always allowed."""
    return after is before or after in ALLOWED[before]
