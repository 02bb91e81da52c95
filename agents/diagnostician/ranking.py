"""Adds up the points for and against each disorder and turns them into a confidence."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.diagnostician.knowledge import Disorder, knowledge
from agents.diagnostician.mentions import Said, heard, told
from agents.domain.level1 import domain_of
from agents.domain.profile import ItemResponse, PatientProfile

_LEVEL = (-0.5, -0.1, 0.6, 0.85, 1.0)
_LEVEL_LOW_THRESHOLD = (-0.5, 0.6, 0.85, 1.0, 1.0)
_LEVEL_OF_USE = (-0.5, 0.1, 0.5, 0.85, 1.0)
"""The share of an item's weight that each score 0-4 contributes, for domains with threshold 2 and 1; for substance use,
where a day or two with some drinks is worth asking about but is not a disorder."""
MOST_CONFIDENT = 0.95
"""The highest confidence that a conversation about two weeks can give an impression."""
RIVALRY = 1.8
"""How sharply one point of difference separates two rival disorders."""
SPARED = 0.25
"""The share of its own likelihood that a disorder keeps against any number of rivals."""
EVEN = 0.45
STEEPNESS = 1.5
"""A confidence above EVEN has its log odds multiplied by this factor, because likelier disorders prove right more often
than their points suggest. A lower confidence is left unchanged."""
SPEAKS_FOR = 0.4
"""The share of an item's points against a disorder, when endorsed, that its denial counts in the disorder's favour."""
DENIED = 0.3
"""The share of a feature's weight that a plain denial subtracts."""


@dataclass(slots=True)
class Weighed:
    """One disorder with its points and their sources: item numbers, feature keys with points."""

    disorder: Disorder
    points: float
    items: dict[int, float] = field(default_factory=dict)
    features: dict[str, float] = field(default_factory=dict)
    together: dict[tuple[int, ...], float] = field(default_factory=dict)
    against: dict[str, float] = field(default_factory=dict)
    confidence: float = 0.0

    @property
    def alone(self) -> float:
        """How likely the disorder looks by itself, 0-1, before rivals are considered."""
        return 1 / (1 + math.exp(-self.points))

    @property
    def outshone(self) -> bool:
        """Whether rivals cost this disorder more than a third of its likelihood by itself."""
        return self.confidence < MOST_CONFIDENT * self.alone * 2 / 3


@dataclass(frozen=True, slots=True)
class Findings:
    """The contents of an interview: the known answers by item, the features said, and
    `reached`, the items answered at or over their domain's threshold."""

    answers: Mapping[int, ItemResponse]
    said: Mapping[str, Said]
    reached: frozenset[int]

    def over(self, item: int) -> bool:
        """Whether an item is answered at or over its domain's threshold."""
        return item in self.reached


def findings(profile: PatientProfile) -> Findings:
    """Read a profile's answers and words."""
    answers = {a.item_id: a for a in profile.item_responses if a.known}
    reached = frozenset(
        item.id
        for domain in profile.over
        for item in domain.items
        if item.id in answers and answers[item.id].score >= domain.threshold
    )
    return Findings(answers, heard(told(profile.transcript)), reached)


def weigh(found: Findings) -> list[Weighed]:
    """Every disorder whose conditions are met, most likely first."""
    levels = {item: _level(item, answer.score) for item, answer in found.answers.items()}
    weighed = [_weigh(d, found, levels) for d in knowledge().disorders if _possible(d, found)]
    _settle(weighed)
    weighed.sort(key=lambda w: (-w.confidence, w.disorder.name))
    return weighed


def _possible(disorder: Disorder, found: Findings) -> bool:
    return all(not found.reached.isdisjoint(group) for group in disorder.needs) and all(
        any(key in found.said and found.said[key].mentions for key in group) for group in disorder.must
    )


def _weigh(disorder: Disorder, found: Findings, levels: Mapping[int, float]) -> Weighed:
    result = Weighed(disorder, disorder.base)
    for item, weight in disorder.items.items():
        if item in levels:
            level = levels[item]
            result.items[item] = weight * (level if weight > 0 else max(SPEAKS_FOR * level, level))
    for key, weight in disorder.features.items():
        if said := found.said.get(key):
            result.features[key] = weight * (said.strength if said.mentions else -DENIED)
    for key, weight in disorder.against.items():
        if (said := found.said.get(key)) and said.mentions:
            result.against[key] = -weight * min(1.0, said.strength)
    result.points += sum(result.items.values()) + sum(result.features.values())
    for joint in disorder.together:
        if all(item in found.answers and found.answers[item].score >= joint.least for item in joint.items):
            result.together[joint.items] = joint.points
    result.points += sum(result.against.values()) + sum(result.together.values())
    return result


def _level(item: int, score: int) -> float:
    domain = domain_of(item)
    if domain.key == "substance_use":
        return _LEVEL_OF_USE[score]
    return (_LEVEL_LOW_THRESHOLD if domain.threshold == 1 else _LEVEL)[score]


def _settle(weighed: list[Weighed]) -> None:
    """Set each confidence: the disorder's likelihood by itself, shared with close rivals."""
    together = {category.name for category in knowledge().categories if category.together}
    shares = [math.exp(RIVALRY * one.points) for one in weighed]
    everyone = sum(shares)
    for one, share in zip(weighed, shares, strict=True):
        mates = one.disorder.category if one.disorder.category in together else None
        beside = (
            share if not mates else sum(s for o, s in zip(weighed, shares, strict=True) if o.disorder.category == mates)
        )
        rivals = max(0.0, everyone - beside) / share
        one.confidence = MOST_CONFIDENT * _stretched(one.alone * (1 + SPARED * rivals) / (1 + rivals))


def _stretched(share: float) -> float:
    """The share unchanged up to EVEN; above, its distance from EVEN in log odds times STEEPNESS. Keeps the order."""
    if share <= EVEN:
        return share
    even = (1 - EVEN) / EVEN
    against: float = ((1 - share) / share / even) ** STEEPNESS
    return 1 / (1 + even * against)
