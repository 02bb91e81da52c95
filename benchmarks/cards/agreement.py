"""How far two ranked lists of impressions agree. By ICD-10-CM code where there is one, by name in screening mode."""

from collections.abc import Sequence

from agents.diagnostician.port import Diagnosis, Impression
from agents.domain.value import Value


class Agreement(Value):
    """`top1`: both put the same first. `overlap`: Jaccard's index (1901) of the two lists. `rank`: Kendall's tau
    between the orders in which both put what they share, with `shared` of them. None where it can't be told: an empty
    list has no first, two empty lists no overlap, and an order takes two."""

    top1: bool | None
    overlap: float | None
    rank: float | None
    shared: int


def agreement(one: Diagnosis, other: Diagnosis) -> Agreement:
    """The agreement of two diagnoses; the same whichever comes first."""
    mine, theirs = ranked(one.impressions), ranked(other.impressions)
    shared = [name for name in mine if name in theirs]
    either = len({*mine, *theirs})
    return Agreement(
        top1=mine[:1] == theirs[:1] if either else None,
        overlap=len(shared) / either if either else None,
        rank=_kendall([theirs.index(name) for name in shared]),
        shared=len(shared),
    )


def ranked(impressions: Sequence[Impression]) -> list[str]:
    """What each impression counts as, most likely first, none twice."""
    return list(dict.fromkeys(one.icd10 or one.name.casefold() for one in impressions))


def _kendall(places: Sequence[int]) -> float | None:
    """Kendall's tau (1938) of an order without ties against 0, 1, 2 .."""
    pairs = [(a, b) for n, a in enumerate(places) for b in places[n + 1 :]]
    return sum(1 if a < b else -1 for a, b in pairs) / len(pairs) if pairs else None
