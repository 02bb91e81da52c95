"""Escalation: findings that weigh more together, in one message or across the interview."""

from agents.domain.risk import Finding, Tier
from agents.risk.lexicon import bank
from agents.risk.phrases.elements import Text
from agents.risk.sentence.polarity import said

_WISHES = frozenset({"passive-wish", "active-ideation", "suicidal-state", "suicide-named-self", "method-thought"})
_ORDER = ("preparation-affairs", "preparation-affirmed")


def escalated(found: list[Finding], prior: tuple[Finding, ...], established: bool) -> list[Finding]:
    """The findings, raised to STOP where preparations stand together or beside other talk of suicide, where the last
    question was about suicide (`established`), or where a second urgent message on lethality or means has come."""
    raised = list(found)
    affairs = {(f.start, f.end) for f in found if f.rule == "preparation-affairs"}
    if affairs and (
        established or len(affairs) > 1 or any(f.about == "suicide" and f.rule not in _ORDER for f in found)
    ):
        raised = [_stop(f) if f.rule == "preparation-affairs" else f for f in raised]
    if any(f.lethality and f.tier.rank >= Tier.URGENT.rank for f in prior):
        raised = [_stop(f, "second-lethality") if f.lethality and f.tier is Tier.URGENT else f for f in raised]
    return raised


def planned(found: list[Finding], message: Text) -> list[Finding]:
    """The findings, wishes to die and ideation raised to STOP where the message says that there is a plan."""
    if not any(finding.rule in _WISHES for finding in found):
        return found
    if not said(message, "plan_told") or bank("settings.toml", "plan_shared").found(message):
        return found
    return [_stop(f, "present-intent") if f.rule in _WISHES else f for f in found]


def _stop(finding: Finding, rule: str = "preparation") -> Finding:
    return finding.model_copy(update={"tier": Tier.STOP, "rule": rule})
