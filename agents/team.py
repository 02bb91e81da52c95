"""The team of one interview: which engine serves each role."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from agents.diagnostician.port import Diagnostician, PassageSearch
from agents.domain.help import Care, Help
from agents.domain.risk import Reading
from agents.interviewer.port import Brief, Interviewer
from agents.questions.catalogue import NOTHING_TOLD, Clinic
from agents.reporter.port import Reporter
from agents.risk.help.helplines import helplines
from agents.risk.port import Message, RiskReader
from agents.scorer.port import Scorer


class Offers(Protocol):
    """Gives the numbers for a locale and a need, after thanks for what was told or without them."""

    def __call__(self, locale: str, *, thanks: bool = True, care: Care = "crisis") -> Help: ...


@dataclass(frozen=True, slots=True)
class Team:
    """Engines by role. `floor` is the rule engine for risk: it reads every message first, without waiting and without a
    network. `script` gives the safety script for a locale, `help` the numbers that a patient is offered; `passages` is
    None while there is no reference library. `second` reads every message again and may raise its tier, never lower it;
    `prepare` works out the next words while the patient types. `clinic` is what the clinic tells its patients."""

    interviewer: Interviewer
    scorer: Scorer
    floor: Callable[[Message], Reading]
    diagnostician: Diagnostician
    reporter: Reporter
    script: Callable[[str], str]
    prompt_version: str
    help: Offers = helplines
    passages: PassageSearch | None = None
    second: RiskReader | None = None
    prepare: Callable[[Brief], Awaitable[None]] | None = None
    clinic: Clinic = NOTHING_TOLD
