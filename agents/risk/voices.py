"""Voices: whether a command to harm is one that the patient means to obey."""

from agents.domain.risk import Finding, Tier
from agents.risk.elements import Text
from agents.risk.lexicon import bank
from agents.risk.polarity import clause_begin, denied

_RULE = "command-voice"


def obeyed(found: list[Finding], message: Text) -> list[Finding]:
    """The findings, with command voices raised to STOP where the message says that they will be obeyed."""
    if not any(finding.rule == _RULE for finding in found) or not _means_to(message):
        return found
    raised = {"rule": "command-voice-obeyed", "tier": Tier.STOP}
    return [finding.model_copy(update=raised) if finding.rule == _RULE else finding for finding in found]


def _means_to(message: Text) -> bool:
    words = message.words
    spans = bank("settings.toml", "obey").every(message)
    return any(not denied(words[clause_begin(words, span.start) : span.start]) for span in spans)
