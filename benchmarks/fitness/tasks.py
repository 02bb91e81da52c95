"""The tasks as values, read from the files beside this one."""

import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from pydantic import Field

from agents.assessment.formats.plain import read
from agents.domain.mark import Metric
from agents.domain.risk import Tier
from agents.domain.transcript import Transcript
from agents.domain.value import Value

FILES: Final = tuple(Path(__file__).with_name(f"{name}.toml") for name in ("interview", "transcripts", "cards"))
Trap = Literal["injection", "refusal"]


class Task(Value):
    """What every task has. `trap` names what it tries a model with besides."""

    name: str = ""
    trap: Trap | None = None


class ToScore(Task):
    """A reply with the lowest and the highest score that can be defended. `asks`: a follow-up has to be wanted."""

    item: int = Field(ge=1, le=23)
    question: str
    original: str | None = None
    reply: str
    follow_up: str | None = None
    low: int = 0
    high: int = 4
    asks: bool = False
    answered: bool = True


class ToRead(Task):
    """A message with the tiers that can be defended; `["stop"]` alone is a stop that must be found."""

    item: int | None = None
    question: str | None = None
    text: str
    tiers: tuple[Tier, ...]


class ToWord(Task):
    """A question to find words for."""

    item: int = Field(ge=1, le=23)


class Answered(Value):
    """One item that is not 0, with the patient's words."""

    item: int = Field(ge=1, le=23)
    score: int = Field(ge=1, le=4)
    reply: str


class ToJudgeProfile(Task):
    """A whole interview; every other item is denied. One of `names` must be said and nothing of `never`; `none`: no
    impression can be defended."""

    answers: tuple[Answered, ...]
    names: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    none: bool = False


class ToQuote(Task):
    """The items of which a talk holds words."""

    talk: str
    quoted: tuple[str, ...]


class ToScoreTalk(Task):
    """Ranges by item, and the items of which the talk does not tell."""

    talk: str
    scores: dict[str, tuple[int, int]]
    none: tuple[str, ...] = ()


class ToMark(Task):
    """A written assessment and the marks that can be defended."""

    talk: str
    metric: Metric
    version: str
    low: int
    high: int


class ToWrite(Task):
    """A talk, and words of which at least half must occur in what is written of it."""

    talk: str
    names: tuple[str, ...]


class ToReview(Task):
    """Item scores, and the severities (0-4) that can be defended."""

    talk: str
    scores: dict[str, int]
    low: int
    high: int


class ToCheck(Task):
    """A reference and the verdicts that can be defended."""

    item: str
    evidence: tuple[str, ...]
    passage: str
    score: int
    verdicts: tuple[str, ...]


class ToGrade(Task):
    """A whole interview and its report, with the lowest and the highest grade that can be defended, by criterion.
    `items` are those that were asked, all where it is empty; `asks` are the interviewer's own words by item; without
    `report` it is the rule engine's."""

    answers: tuple[Answered, ...]
    items: tuple[int, ...] = ()
    asks: dict[int, str] = Field(default_factory=dict)
    report: str | None = None
    grades: dict[str, tuple[int, int]]


class Tasks(Value):
    """All tasks by role. `talks` and `versions` are what they share."""

    scorer: tuple[ToScore, ...]
    risk: tuple[ToRead, ...]
    interviewer: tuple[ToWord, ...]
    diagnostician: tuple[ToJudgeProfile, ...]
    reporter: tuple[ToJudgeProfile, ...]
    assessor: tuple[ToWrite, ...]
    phq8_judge: tuple[ToMark, ...]
    phq8_evidence: tuple[ToQuote, ...]
    phq8_scorer: tuple[ToScoreTalk, ...]
    meta_reviewer: tuple[ToReview, ...]
    reference_checker: tuple[ToCheck, ...]
    card_judge: tuple[ToGrade, ...]
    talks: dict[str, str]
    versions: dict[str, dict[str, str]]

    def talk(self, name: str) -> Transcript:
        """The talk of that name."""
        return read(self.talks[name])


@cache
def tasks() -> Tasks:
    """The tasks of this version of the product."""
    parts = [tomllib.loads(file.read_text("utf-8")) for file in FILES]
    return Tasks.model_validate({name: part for table in parts for name, part in table.items()})


@cache
def version() -> str:
    """12 hexadecimal digits that change with the tasks: results of different ones are not comparable."""
    return sha256(b"\0".join(file.read_bytes() for file in FILES)).hexdigest()[:12]
