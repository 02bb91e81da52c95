"""Screening mode: the domains at or over their threshold, strongest first. It names no disorder and gives no code."""

from agents.diagnostician.citations import of_domain
from agents.diagnostician.port import Impression, Passage
from agents.diagnostician.ranking import MOST_CONFIDENT, Findings
from agents.domain.level1 import Domain, Item, instrument


def domains_over(found: Findings, passages: tuple[Passage, ...]) -> tuple[Impression, ...]:
    """One impression for each domain at or over its threshold, citing the chapter about it."""
    over = [d for d in instrument().domains if any(found.over(item.id) for item in d.items)]
    impressions = [_impression(domain, found, passages) for domain in over]
    return tuple(sorted(impressions, key=lambda i: -i.confidence))


def _impression(domain: Domain, found: Findings, passages: tuple[Passage, ...]) -> Impression:
    counted = [item for item in domain.items if found.over(item.id)]
    quotes = tuple(quote for item in counted for quote in found.answers[item.id].evidence_quotes)
    return Impression(
        name=domain.title,
        category=domain.title,
        confidence=round(max(_confidence(domain, item, found) for item in counted), 2),
        items=tuple(item.id for item in counted),
        evidence=quotes,
        criteria=tuple(_criterion(domain, item, found) for item in counted),
        steps=(
            f"{domain.title}: the form asks for a closer look from a score of {domain.threshold} on any of its items.",
            *(f"Item {item.id}, {item.short}, was scored {found.answers[item.id].score}." for item in counted),
            f"Next: {domain.level2}."
            if domain.level2
            else "The form's guide names no Level-2 measure for this domain.",
        ),
        citations=of_domain(domain.key, passages),
    )


def _criterion(domain: Domain, item: Item, found: Findings) -> str:
    answer = found.answers[item.id]
    return f"{item.short}: {answer.score} ({answer.frequency}), threshold {domain.threshold}"


def _confidence(domain: Domain, item: Item, found: Findings) -> float:
    """The scorer's confidence, raised a little with the score's distance above the threshold."""
    answer = found.answers[item.id]
    return min(MOST_CONFIDENT, answer.confidence * (0.85 + 0.05 * (answer.score - domain.threshold + 1)))
