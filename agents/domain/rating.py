"""A clinician's word on an answer, beside the machine's score of it."""

from datetime import datetime

from pydantic import Field, model_validator

from agents.domain.value import Value

REASON_LENGTH = 300


class Rating(Value):
    """`score` (0-4) is what the item counts from now on; None: it is to be asked in person, and not known until then.
    `machine` is the machine's score at that time, None where the answer was declined or unclear. A score that differs
    from the machine's has a `reason`; where there is none to differ from, it may have one. `by` is an e-mail address,
    `name` the name behind it."""

    item_id: int = Field(ge=1, le=23)
    score: int | None = Field(default=None, ge=0, le=4)
    machine: int | None = Field(default=None, ge=0, le=4)
    reason: str = Field(default="", max_length=REASON_LENGTH)
    by: str
    name: str = ""
    at: datetime

    @property
    def changes(self) -> bool:
        """Whether the item counts otherwise than by the machine."""
        return self.score is not None and self.score != self.machine

    @property
    def moves(self) -> bool:
        """Whether the machine's reading no longer counts: another score stands, or it is open until it is asked."""
        return self.changes or (self.score is None and self.machine is not None)

    @property
    def differs(self) -> bool:
        """Whether the machine had a score, and this is another: a reason is due."""
        return self.changes and self.machine is not None

    @property
    def fills(self) -> bool:
        """Whether the machine had no score, and the clinician gave one."""
        return self.score is not None and self.machine is None

    @property
    def who(self) -> str:
        """The name, or the address where there is none."""
        return self.name or self.by

    @model_validator(mode="after")
    def _reasoned(self) -> "Rating":
        if self.differs and not self.reason.strip():
            raise ValueError("a score that differs from the machine's needs a reason")
        return self
