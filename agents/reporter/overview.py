"""What a report speaks of, worked out once from the brief."""

from collections.abc import Mapping
from dataclasses import dataclass

from agents.domain.evidence import Quote
from agents.domain.level1 import HARM_ITEM, Domain, anchor, instrument
from agents.domain.profile import ItemResponse, SessionStatus
from agents.domain.risk import Finding, Tier
from agents.errors import NotNow
from agents.reporter.port import Brief


@dataclass(frozen=True, slots=True)
class Standing:
    """One domain's result: `severity` is its highest answered item, None when every item was declined."""

    domain: Domain
    severity: int | None

    @property
    def over(self) -> bool:
        """At or over the form's threshold for a closer look."""
        return self.severity is not None and self.severity >= self.domain.threshold


@dataclass(frozen=True, slots=True)
class Overview:
    """`answers` holds every item by number, declined ones too."""

    brief: Brief
    answers: Mapping[int, ItemResponse]
    standings: tuple[Standing, ...]

    @property
    def over(self) -> tuple[Standing, ...]:
        """The domains at or over threshold, highest first, in the form's order among equals."""
        return tuple(sorted((s for s in self.standings if s.over), key=lambda s: -(s.severity or 0)))

    @property
    def declined(self) -> tuple[int, ...]:
        """The items that were declined."""
        return tuple(item for item, answer in sorted(self.answers.items()) if answer.declined)

    @property
    def needs_suicide_screen(self) -> bool:
        """Item 11 at 1 or more, or any finding on suicide or self-harm at flag or above."""
        answer = self.answers.get(HARM_ITEM)
        scored = answer is not None and not answer.declined and answer.score >= 1
        return scored or any(
            f.about in ("suicide", "self_harm") and f.tier.rank >= Tier.FLAG.rank for f in self.brief.findings
        )

    def quote_of(self, finding: Finding) -> Quote | None:
        """The words that a finding rests on, or None when it names no turn."""
        if finding.turn is None:
            return None
        return Quote(text=finding.text, turn=finding.turn, start=finding.start, end=finding.end)


def overview(brief: Brief) -> Overview:
    """Work out a brief. Raises NotNow for an interview that is unfinished or was ended for safety."""
    profile = brief.profile
    if profile.session_status is SessionStatus.TERMINATED_FOR_SAFETY:
        raise NotNow("the interview was ended for safety; no report is ever written from it")
    if profile.question_state.pending:
        raise NotNow("the interview is not finished; the report is written after the last item")
    answers = {answer.item_id: answer for answer in profile.item_responses}
    scores = {item: answer.score for item, answer in answers.items() if not answer.declined}
    standings = tuple(Standing(domain, domain.severity(scores)) for domain in instrument().domains)
    return Overview(brief, answers, standings)


def labelled(score: int) -> str:
    """A score with its anchor."""
    return f"{score}, {anchor(score)}"
