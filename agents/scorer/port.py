"""The scorer's contract: one item's reply in, one score by frequency out."""

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, Final, Literal, Protocol

from pydantic import BeforeValidator, Field

from agents.domain.profile import RiskFlags, in_words
from agents.domain.value import Value
from agents.language import ENGLISH, Language

Source = Literal["reply", "followup"]
Missing = Literal["frequency", "endorsement"]

CONTRADICTED: Final = "said both yes and no"
TOLD_EARLIER: Final = "told earlier"
SAME_AS: Final = "said to be the same as item"
"""Notes, or how they begin, by which an answer is known later on."""


class Exchange(Value):
    """One of the patient's turns before the answer, behind the question that it answered. `counts` is what of it may
    carry a score where the answer points back to it, with a blank for each other character; empty where it doesn't."""

    turn: int
    asked: str = ""
    said: str
    counts: str = ""


def _exchanges(given: Any) -> Any:
    """Stored answers may hold the patient's words alone, without their questions: these are left out."""
    return [one for one in given if not isinstance(one, str)] if isinstance(given, (list, tuple)) else given


class Answer(Value):
    """What a scorer is given. `question` is the last one asked; with a follow-up reply that is the follow-up
    question, and `original_question` the one before it, where known. `earlier` is the conversation before the answer,
    oldest first; `language` is that of the interview; `on` is the day of the last reply, where that is known."""

    item: int = Field(ge=1, le=23)
    reply: str
    question: str | None = None
    original_question: str | None = None
    followup_reply: str | None = None
    earlier: Annotated[tuple[Exchange, ...], BeforeValidator(_exchanges)] = ()
    language: Language = ENGLISH
    on: date | None = Field(default=None, exclude=True)

    def rewritten(self, change: Callable[[str], str]) -> "Answer":
        """The answer with both replies changed; itself where that changes nothing."""
        replies = {"reply": self.reply, "followup_reply": self.followup_reply}
        told = {name: said and change(said) for name, said in replies.items()}
        return self if told == replies else self.model_copy(update=told)


class Evidence(Value):
    """An exact substring of the reply, of the follow-up reply, or of an earlier turn (`turn`) that the reply points
    back to; offsets in code points, end exclusive."""

    source: Literal["reply", "followup", "earlier"]
    start: int
    end: int
    text: str
    turn: int | None = None


class Scoring(Value):
    """A score 0-4 by frequency over two weeks, ambiguity 1-10, confidence 0-1, and the words it rests on.

    `answered` is False when the reply did not answer the item, or said both yes and no: then the score is 0, a best fit
    that counts for nothing, and the ambiguity 10.
    `endorsed` is None when the reply does not tell whether the problem was there. `needs_followup` is true exactly
    when the frequency (or the endorsement) cannot be told from what was said; `missing` says which of the two.
    `follow_up` is the question that the engine itself would ask for it, where it proposes one; `risk_flags` what the
    reply raises besides (flags are only ever added); `second` the rule engine's score where a model's is far from it;
    `note` what a reader of the profile should know.
    """

    score: int = Field(ge=0, le=4)
    ambiguity: int = Field(ge=1, le=10)
    confidence: float = Field(ge=0, le=1)
    endorsed: bool | None
    answered: bool = True
    evidence: tuple[Evidence, ...] = ()
    needs_followup: bool = False
    missing: Missing | None = None
    follow_up: str | None = None
    risk_flags: RiskFlags = RiskFlags()
    engine: str = "rules"
    second: int | None = Field(default=None, ge=0, le=4)
    note: str | None = None

    @property
    def yes_alone(self) -> bool:
        """Whether the reply tells that it was there and not how often."""
        return self.score > 0 and self.missing == "frequency"

    @property
    def in_words(self) -> str:
        """The score with its anchor; of a yes alone, that how often is not known, and what it counts as."""
        return in_words(self.score, self.yes_alone)


def unanswered(evidence: tuple[Evidence, ...], note: str | None) -> Scoring:
    """What is made of a reply that did not answer the item."""
    return Scoring(
        score=0,
        ambiguity=10,
        confidence=0.1,
        endorsed=None,
        answered=False,
        evidence=evidence,
        needs_followup=True,
        missing="endorsement",
        note=note,
    )


class Scorer(Protocol):
    """Any engine that scores an answer."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def score(self, answer: Answer) -> Scoring:
        """Score one answer. Never raises on patient text; raises TryAgain when the engine itself is out of reach."""
        ...
