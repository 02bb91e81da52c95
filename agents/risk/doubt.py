"""Doubt: a weak finding that the words of the message speak against.

Signs that add up (evidence.py), and the phrase rules listed as weak in weights.toml, are read from words that ordinary
talk has too. Where few of them stand and the learnt weights see next to no risk, they are dropped; where the weights
see some risk but hardly a stop, a stop becomes urgent. Plain intent to die or to harm is never doubted.
"""

from agents.domain.risk import Finding, Reading, Tier, highest
from agents.risk.elements import Text
from agents.risk.lexicon import table
from agents.risk.weights import likeliest, model

_SIGN = "sign-"


def doubted(reading: Reading, text: Text, asked: str | None, elsewhere: bool) -> Reading:
    """The reading without what is weak and spoken against. `asked`, `elsewhere`: as `weights.weighed` takes them."""
    weak = _weak(reading)
    if not weak:
        return reading
    none, stop = likeliest(text, asked, elsewhere)
    limits = model().limits
    if none > limits["doubt"]:
        return _with(reading, [finding for finding in reading.findings if finding not in weak])
    if reading.tier is Tier.STOP and stop < limits["doubt_stop"]:
        lower = {"tier": Tier.URGENT}
        return _with(reading, [f.model_copy(update=lower) if f in weak else f for f in reading.findings])
    return reading


def _weak(reading: Reading) -> list[Finding]:
    """The findings on which the tier rests, where all of them are weak and few; else none."""
    if reading.tier not in (Tier.URGENT, Tier.STOP):
        return []
    known = table("weights.toml")["weak"]
    top = [finding for finding in reading.findings if finding.tier is reading.tier]
    rules = {finding.rule for finding in top}
    few = len(rules) <= known["few"] and all(rule.startswith(_SIGN) or rule in known["rules"] for rule in rules)
    return top if few else []


def _with(reading: Reading, findings: list[Finding]) -> Reading:
    return Reading(tier=highest(f.tier for f in findings), findings=tuple(findings), denials=reading.denials)
