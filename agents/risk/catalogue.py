"""The catalogue of rules: what each id means, in one plain sentence for a clinician."""

from typing import Final

from agents.domain.risk import Finding
from agents.risk.ruleset import table

AGAIN: Final = "there-again"
AFFIRMED: Final = "item-11-affirmed"
"""The rule that reads an answer to item 11 which is more than "never"."""
LEARNT: Final = "learnt-"
"""How the ids begin of what the learnt reader finds."""


def catalogue() -> dict[str, str]:
    """Every rule id with its sentence."""
    rules: dict[str, str] = table("catalogue.toml")["rules"]
    return rules


def whence(finding: Finding) -> str:
    """How a finding came about, for people: the rule's name, or the trained reader and how sure it is of the tier."""
    if finding.likely is None:
        return f"rule {finding.rule}"
    return f"found by this server's trained reader, {min(99, round(100 * finding.likely))} % sure"
