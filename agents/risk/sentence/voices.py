"""Voices: whether a command to harm is one that the patient means to obey."""

from agents.domain.risk import Finding, Tier
from agents.risk.phrases.elements import Text
from agents.risk.sentence.polarity import said

_RULE = "command-voice"


def obeyed(found: list[Finding], message: Text) -> list[Finding]:
    """The findings, with command voices raised to STOP where the message says that they will be obeyed."""
    if not any(finding.rule == _RULE for finding in found) or not said(message, "obey"):
        return found
    raised = {"rule": "command-voice-obeyed", "tier": Tier.STOP}
    return [finding.model_copy(update=raised) if finding.rule == _RULE else finding for finding in found]
