"""Hits: what a rule found in a sentence, before it becomes a finding with its span."""

from dataclasses import dataclass

from agents.domain.risk import About, Tier


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule's match in canonical text (`start`, `end` in the sentence's text). Tier NONE is a denial."""

    rule: str
    tier: Tier
    about: About
    start: int
    end: int
    lethality: bool = False
    pair: str | None = None
