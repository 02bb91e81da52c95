"""Entries of the log about the models: that one gives no usable answer, and what it read again later."""

from typing import Literal

from agents.domain.risk import Reading
from agents.domain.value import Value
from agents.scorer.port import Scoring

Voice = Literal["scorer", "interviewer", "risk"]
"""The roles for which a model that gives no usable answer is noticed."""


class Noticed(Value):
    """Something that the therapist should know about how the interview ran. Where `engine` gives no usable answer, it
    is said once for each `role` (scorer, interviewer, risk) with the `turn` in which it began, and once more, `over`,
    when it answers again."""

    kind: Literal["notice"] = "notice"
    code: str
    text: str
    engine: str | None = None
    role: Voice | None = None
    turn: int | None = None
    over: bool = False


class Reread(Value):
    """A model that had given no usable answer read something again later: an item's answer (`item_id`, `scoring`) or a
    message for risk (`turn`, `reading`). No score, tier or status follows from it; a difference is for the clinician to
    confirm, and a danger raises an alert of its own."""

    kind: Literal["reread"] = "reread"
    engine: str
    item_id: int | None = None
    scoring: Scoring | None = None
    turn: int | None = None
    reading: Reading | None = None
