"""The facts of a report, worked out once from the brief."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from agents.domain.evidence import Quote
from agents.domain.level1 import HARM_ITEM, Domain, domain_of, instrument
from agents.domain.profile import CLINICIAN, ItemResponse, SessionStatus
from agents.domain.risk import Finding, Tier, by_others
from agents.errors import NotNow
from agents.reporter.doubts import UNCLEAR
from agents.reporter.port import Brief
from agents.risk.catalogue import AFFIRMED

_HARM: Final = domain_of(HARM_ITEM).key
_DOMAINS: Final[Mapping[str, str]] = {
    "suicide": _HARM,
    "self_harm": _HARM,
    "violence": "anger",
    "substance": "substance_use",
}
"""The form's domain for each subject of a risk finding."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One domain's result: `highest` is its highest known answer, one that tells how often before a yes alone, None
    when none is known; `unclear` are the items that the clinician should ask, `declined` those that were declined,
    `passed` the unclear ones that the clinician did not ask in person. It is `denied` where every item was plainly
    denied and nothing else mentions it."""

    domain: Domain
    highest: ItemResponse | None
    unclear: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
    denied: bool = False
    passed: tuple[int, ...] = ()

    @property
    def severity(self) -> int | None:
        """The highest known answer's score."""
        return self.highest.score if self.highest else None

    @property
    def over(self) -> bool:
        """At or over the form's threshold for a closer look."""
        return (self.severity or 0) >= self.domain.threshold

    @property
    def open(self) -> bool:
        """Whether it is not known where it stands: an item without a score might bring it to its threshold."""
        return not self.over and bool(self.unclear or self.declined)


@dataclass(frozen=True, slots=True)
class Overview:
    """`answers` holds every item by number, including declined and unclear ones."""

    brief: Brief
    answers: Mapping[int, ItemResponse]
    standings: tuple[Standing, ...]

    @property
    def over(self) -> tuple[Standing, ...]:
        """The domains at or over threshold, highest first, in the form's order among equals."""
        return tuple(sorted((s for s in self.standings if s.over), key=lambda s: -(s.severity or 0)))

    @property
    def under(self) -> tuple[ItemResponse, ...]:
        """The answers under their domain's threshold that are more than a plain no."""
        told = {item.id for one in self.standings if one.denied or one.severity for item in one.domain.items}
        known = (one for _, one in sorted(self.answers.items()) if one.known and (one.score or one.item_id not in told))
        return tuple(one for one in known if one.score < domain_of(one.item_id).threshold)

    @property
    def declined(self) -> tuple[int, ...]:
        """The items that were declined."""
        return tuple(item for item, answer in sorted(self.answers.items()) if answer.declined)

    @property
    def filled(self) -> Mapping[int, ItemResponse]:
        """The patient's declined and unclear answers whose items the clinician has scored since."""
        ratings = {one.item_id for one in self.brief.profile.ratings if one.fills}
        return {one.item_id: one for one in self.brief.profile.item_responses if one.item_id in ratings}

    @property
    def scorers(self) -> Mapping[int, str]:
        """Who scored or confirmed an item in place of the machine, by item."""
        return {one.item_id: one.who for one in self.brief.profile.ratings if one.score is not None}

    @property
    def added(self) -> tuple[str, ...]:
        """The domains that the clinician's scores bring to their threshold, and the machine's don't."""
        return tuple(one.domain.title for one in self.standings if one.over and not self._by_machine(one.domain))

    @property
    def taken(self) -> tuple[str, ...]:
        """The domains that are at their threshold by the machine's scores, and not by the clinician's."""
        return tuple(one.title for one in self._taken)

    @property
    def _taken(self) -> tuple[Domain, ...]:
        return tuple(one.domain for one in self.standings if not one.over and self._by_machine(one.domain))

    def fallen(self, numbers: Collection[int]) -> tuple[str, ...]:
        """Those of the domains `taken` to which one of these items belongs."""
        return tuple(one.title for one in self._taken if any(item.id in numbers for item in one.items))

    def _by_machine(self, domain: Domain) -> bool:
        return domain.over({one.item_id: one.score for one in self.brief.profile.item_responses if one.known})

    @property
    def put_off(self) -> tuple[int, ...]:
        """The items that the clinician left to ask in person; they are among the unclear ones."""
        return tuple(one.item_id for one in self.brief.profile.ratings if one.score is None)

    @property
    def in_person(self) -> frozenset[int]:
        """The items whose answers were given in person, to the item's own words read out."""
        return frozenset(one.item_id for one in self.brief.profile.item_responses if one.engine == CLINICIAN)

    @property
    def unclear(self) -> tuple[int, ...]:
        """The items that got no answer or contradictory ones, or were left to ask in person: the clinician's to ask."""
        return tuple(item for item, answer in sorted(self.answers.items()) if answer.unclear)

    @property
    def passed(self) -> tuple[int, ...]:
        """Those of the unclear items that the clinician recorded in person as not asked."""
        return tuple(item for item in self.unclear if self.answers[item].passed)

    @property
    def to_ask(self) -> tuple[int, ...]:
        """The other unclear items."""
        return tuple(item for item in self.unclear if not self.answers[item].passed)

    @property
    def needs_suicide_screen(self) -> bool:
        """Whether anything at any time indicated suicide or self-harm: item 11 at 1 or more, or a finding."""
        over = any(domain.key == _HARM for domain in self.brief.profile.over)
        return over or _HARM in _touched(self.brief, self.answers)

    @property
    def lowered(self) -> str:
        """How the score of item 11 came to be 0, where it was more at first and nothing else tells of such thoughts;
        else empty."""
        answer, profile = self.answers.get(HARM_ITEM), self.brief.profile
        told = (_DOMAINS.get(one.about) for one in self.brief.findings if one.rule != AFFIRMED)
        if answer is None or not answer.known or answer.score or _HARM in told:
            return ""
        for one in profile.ratings:
            if one.item_id == HARM_ITEM and one.machine:
                return f"first scored {one.machine}, corrected to 0 by {one.who}"
        before = [one.score for one in profile.superseded if one.item_id == HARM_ITEM and one.known and one.score]
        return f"first given as {before[0]}, then as 0" if before else ""

    @property
    def hurt_by_others(self) -> bool:
        """Whether the patient told that others hurt or threaten them."""
        return any(map(by_others, self.brief.findings))

    @property
    def settled_low(self) -> bool:
        """Whether every item is known, no domain is over its threshold and nothing was read as a risk."""
        known = all(answer.known for answer in self.answers.values())
        return known and not self.over and not _touched(self.brief, self.answers)

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
    answers = {answer.item_id: answer for answer in profile.settled}
    touched = _touched(brief, answers)
    standings = tuple(_standing(domain, answers, touched) for domain in instrument().domains)
    return Overview(brief, answers, standings)


def _standing(domain: Domain, answers: Mapping[int, ItemResponse], touched: Collection[str]) -> Standing:
    given = [answers[item.id] for item in domain.items if item.id in answers]
    plain = all(one.known and one.score == 0 and one.ambiguity < UNCLEAR for one in given)
    return Standing(
        domain,
        max((one for one in given if one.known), key=lambda one: (one.score, one.often), default=None),
        tuple(one.item_id for one in given if one.unclear),
        tuple(one.item_id for one in given if one.declined),
        denied=bool(given) and plain and domain.key not in touched,
        passed=tuple(one.item_id for one in given if one.passed),
    )


def _touched(brief: Brief, answers: Mapping[int, ItemResponse]) -> frozenset[str]:
    """The domains that the risk findings touch: by a finding's subject, and by the item that it was an answer to."""
    flags, turns = brief.profile.risk_flags, {turn.index: turn.item_id for turn in brief.profile.transcript}
    found = [one for one in brief.findings if one.tier.rank >= Tier.FLAG.rank]
    asked = (turns.get(one.turn) for one in found if one.turn is not None)
    raised = {
        _HARM: flags.suicidality_mentioned or flags.self_harm_ideation,
        _DOMAINS["violence"]: flags.violence_risk,
        _DOMAINS["substance"]: flags.substance_abuse_signal,
    }
    told = {_DOMAINS[one.about] for one in found if one.about in _DOMAINS}
    at = {domain_of(item).key for item in asked if item is not None and item in answers}
    return frozenset(told | at | {key for key, is_raised in raised.items() if is_raised})
