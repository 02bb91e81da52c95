"""The requests and answers of assessments: the shape of `agents.assessment.result_json` and what we add."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from agents.assessment.result import Missing
from agents.domain.evidence import Quote
from agents.domain.mark import HIGHEST, LOWEST, Metric
from agents.domain.risk import About, Tier
from agents.domain.value import Value
from agents.meta_reviewer.port import Review
from agents.qualitative.port import Qualitative
from agents.quantitative.port import Reason, References
from server.jobs.repository import JobShown

Score = Annotated[int, Field(ge=0, le=3)]
Severity = Annotated[int, Field(ge=0, le=4)]


class Handed(Value):
    """A transcript: text, a list of turns with `speaker` and `text`, or an object that holds either. `participant` says
    who the participant is where the names of the speakers don't; `client` is a code of the account's, and makes the
    client where there is none."""

    transcript: str | list[Any] | dict[str, Any]
    label: str | None = None
    participant: str | None = None
    client: str | None = None


class HandedForm(Value):
    """The same by a form: a `file`, or the words in `transcript`."""

    file: Annotated[str | None, Field(json_schema_extra={"contentMediaType": "application/octet-stream"})] = None
    transcript: str | None = None
    label: str | None = None
    participant: str | None = None
    client: str | None = None


class RiskFinding(Value):
    """One finding; `line` counts from 1, `span` code points of the turn, end exclusive."""

    tier: Tier
    line: int
    sentence: str
    text: str
    rule: str
    about: About
    turn: int | None
    span: tuple[int, int]


class RiskRead(Value):
    """What the rules found in the participant's lines, the most urgent first."""

    tier: Tier
    findings: tuple[RiskFinding, ...]
    lines: int
    engine: str


class Item(Value):
    """One item of the PHQ-8; no score is an abstention, and `reason` says why."""

    score: Score | None
    reason: Reason
    explanation: str
    evidence: tuple[str, ...]
    quotes: tuple[Quote, ...]
    confidence: float
    samples: Annotated[tuple[Score | None, ...] | None, Field(default=None, exclude_if=lambda value: value is None)]


class Marked(Value):
    """The judge's mark for one metric, None where it could not be judged."""

    score: Annotated[int, Field(ge=LOWEST, le=HIGHEST)] | None
    explanation: str
    mistakes: tuple[str, ...]
    reason: str | None


class Judged(Value):
    """The judge's marks of the version that counts, their mean, and its round."""

    marks: dict[Metric, Marked]
    mean: float | None
    round: int
    rounds: int


class Reviewed(Review):
    """The review beside what the scores settle; `outside`: the opinion is not among what they allow."""

    opinion_name: str | None
    severity: Severity | None
    name: str | None
    mdd: bool | None
    lowest: Severity
    highest: Severity
    lowest_name: str
    highest_name: str
    outside: bool


class Assessed(Value):
    """An assessment. A part that is missing is null and named in `missing`."""

    id: UUID
    risk: RiskRead | None
    items: dict[str, Item] | None
    total: int | None
    total_min: int | None
    total_max: int | None
    severity: str | None
    severity_min: str | None
    severity_max: str | None
    mdd: bool | None
    severity_why: str | None
    qualitative: Qualitative | None
    judge: Judged | None
    meta: Reviewed | None
    references: References | None
    missing: tuple[Missing, ...]
    prompt_version: str
    engine: str | None
    disclaimer: str


class AssessmentShown(Assessed):
    """An assessment as it is now, with the last job that worked on it."""

    label: str
    finished: bool
    job: JobShown | None


class Accepted(Value):
    """The assessment that a job works on; no job where nothing is left to do."""

    id: UUID
    job: JobShown | None
