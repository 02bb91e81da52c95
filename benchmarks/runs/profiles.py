"""Labels of published conversations: the profile that a patient played, and the codes that count as finding it."""

from collections.abc import Iterable

from agents.diagnostician.port import Impression
from benchmarks.training.figures.interviews import CODES, profile_of

NONE = "none"
"""The label where no diagnosis is given."""
OTHER = "other"
"""The label of a diagnosis that belongs to none of the profiles."""
PROFILES = tuple(CODES)


def ranked(codes: Iterable[str | None]) -> tuple[str, ...]:
    """The profiles that these codes stand for, in order, each once; a code that belongs to none is `other`."""
    return tuple(dict.fromkeys(profile_of(code) for code in codes))


def codes_of(impressions: Iterable[Impression]) -> tuple[str, ...]:
    """The codes of impressions, most likely first; impressions without a code name no disorder."""
    return tuple(one.icd10 for one in impressions if one.icd10)
