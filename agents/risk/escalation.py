"""Escalation: a second urgent message on lethality or means in one interview stops it."""

from agents.domain.risk import Finding, Tier


def escalated(found: list[Finding], prior: tuple[Finding, ...]) -> list[Finding]:
    """The findings, those of lethality or means raised to STOP where an earlier message told of them as urgently."""
    if not any(one.lethality and one.tier.rank >= Tier.URGENT.rank for one in prior):
        return found
    return [_stop(one) if one.lethality and one.tier is Tier.URGENT else one for one in found]


def _stop(finding: Finding) -> Finding:
    return finding.model_copy(update={"tier": Tier.STOP, "rule": "second-lethality", "likely": None})
