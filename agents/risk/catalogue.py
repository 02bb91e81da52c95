"""The catalogue of rules: what each id means, in one plain sentence for a clinician."""

import tomllib
from functools import cache
from pathlib import Path

from agents.domain.risk import Finding


@cache
def catalogue() -> dict[str, str]:
    """Every rule id with its sentence."""
    with (Path(__file__).parent / "lists" / "catalogue.toml").open("rb") as file:
        rules: dict[str, str] = tomllib.load(file)["rules"]
    return rules


def whence(finding: Finding) -> str:
    """How a finding came about, for people: the rule's name, or the learnt reader and how likely it holds the tier."""
    if finding.likely is None:
        return f"rule {finding.rule}"
    return f"read by the learnt reader, {finding.likely:.2f}".replace("0.", ".")


def explain(rule: str) -> str:
    """What a rule means. Raises KeyError for an id that no rule has."""
    return catalogue()[rule]
