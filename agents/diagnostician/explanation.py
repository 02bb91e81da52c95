"""Turns a weighed disorder into an impression that explains itself: items, quotes, criteria and numbered steps."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from agents.diagnostician.citations import of_disorder
from agents.diagnostician.knowledge import knowledge
from agents.diagnostician.mentions import Mention
from agents.diagnostician.port import Impression, Passage
from agents.diagnostician.ranking import Findings, Weighed
from agents.domain.evidence import Quote
from agents.domain.level1 import domain_of, items

MAX_QUOTES = 6
_LEAST = 0.2
_MOST_TURNS = 4


def explain(weighed: Weighed, found: Findings, passages: tuple[Passage, ...]) -> Impression:
    """The impression for one weighed disorder."""
    name, icd10 = _named(weighed, found)
    fitting = tuple(i for i, points in sorted(weighed.items.items()) if points > 0 and found.over(i))
    features = _strongest(weighed.features)
    return Impression(
        name=name,
        icd10=icd10,
        category=weighed.disorder.category,
        confidence=round(weighed.confidence, 2),
        items=fitting,
        evidence=_quotes(weighed, features, fitting, found),
        criteria=tuple(_criterion(knowledge().features[key].says, found.said[key].mentions) for key in features),
        steps=_steps(weighed, found, fitting, features),
        citations=of_disorder(weighed.disorder.name, passages),
    )


def _named(weighed: Weighed, found: Findings) -> tuple[str, str]:
    over = {domain_of(item).key for item in found.reached}
    for variant in weighed.disorder.variants:
        if over.issuperset(variant.over) and over.isdisjoint(variant.under):
            return variant.name, variant.icd10
    return weighed.disorder.name, weighed.disorder.icd10


def _strongest(points: Mapping[str, float]) -> list[str]:
    return [key for key, value in sorted(points.items(), key=lambda kv: -kv[1]) if value >= _LEAST]


def _criterion(told: str, mentions: Sequence[Mention]) -> str:
    """The statement with the first turns it was made in, each in its own brackets, as in a quote, so that pages link
    them all."""
    turns = list(dict.fromkeys(mention.turn.index for mention in mentions))[:_MOST_TURNS]
    return " ".join([_capital(told), *(f"(turn {turn})" for turn in turns)])


def _quotes(weighed: Weighed, features: Sequence[str], fitting: Iterable[int], found: Findings) -> tuple[Quote, ...]:
    """What was said, then the answers, the heavier first; an answer that weighs more than all that was said leads."""
    said = (mention.quote for key in features for mention in found.said[key].mentions[:2])
    ranked = sorted(fitting, key=lambda item: -weighed.items[item])
    heaviest = max((weighed.features[key] for key in features), default=0.0)
    lead = [item for item in ranked[:1] if weighed.items[item] > heaviest]
    kept: list[Quote] = []
    for quote in chain(_scored(lead, found), said, _scored(ranked, found)):
        if not any(map(quote.overlaps, kept)):
            kept.append(quote)
            if len(kept) == MAX_QUOTES:
                break
    return tuple(kept)


def _scored(chosen: Iterable[int], found: Findings) -> Iterable[Quote]:
    """The longest quote of each of these answers that has one."""
    quoted = (found.answers[item].evidence_quotes for item in chosen)
    return (max(quotes, key=lambda one: len(one.text)) for quotes in quoted if quotes)


def _steps(weighed: Weighed, found: Findings, fitting: Iterable[int], features: list[str]) -> tuple[str, ...]:
    steps = [f"What it would look like: {weighed.disorder.essential}."]
    scores = "; ".join(f"{item} {items()[item].short}: {_score(found, item)}" for item in fitting)
    steps.append(f"Items that fit: {scores}." if scores else "No scored item speaks for it; it rests on what was said.")
    joined = [" and ".join(f"{i} {items()[i].short}" for i in joint) for joint in weighed.together if len(joint) > 1]
    if joined:
        steps.append(f"Together these say more than one by one: {'; '.join(joined)}.")
    often = [f"{i} {items()[i].short}" for joint in weighed.together if len(joint) == 1 for i in joint]
    if often:
        steps.append(f"Telling because it is so frequent: {'; '.join(often)}.")
    told = [knowledge().features[key].says for key in features]
    if told:
        steps.append(f"Said in the interview: {'; '.join(told)}.")
    else:
        steps.append("Nothing typical of it was said beyond the scored answers.")
    steps.append(_contrary(weighed, found))
    steps.append(_weight(weighed))
    return tuple(steps)


def _weight(weighed: Weighed) -> str:
    beside = "; other impressions fit what was said better or as well" if weighed.outshone else ""
    return f"Weighed together: confidence {weighed.confidence:.2f}{beside}. {_CAUTION}"


_CAUTION = (
    "Two weeks of self-report cannot show onset, course, causes or impairment; these are for the clinician to ask."
)


def _score(found: Findings, item: int) -> str:
    answer = found.answers[item]
    mark = "at or over" if found.over(item) else "under"
    return f"{answer.score} ({answer.frequency}), {mark} threshold"


def _contrary(weighed: Weighed, found: Findings) -> str:
    known = knowledge().features
    spoken = [known[key].says for key, points in weighed.against.items() if points <= -_LEAST]
    denied = [f"denied: {known[key].says}" for key, points in weighed.features.items() if points <= -_LEAST]
    items_against = [
        f"item {item} {items()[item].short}: {_score(found, item)}"
        for item, points in weighed.items.items()
        if points < 0
    ]
    told = "; ".join((*spoken, *denied, *items_against))
    return f"Speaks against it: {told}." if told else "Nothing in the interview speaks clearly against it."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
