"""The library query for one interview: candidate impressions, symptoms and salient words, nothing more.

The transcript itself never goes to an embedder: names, places and whole turns are not sent."""

import re
from collections.abc import Iterable
from typing import Final

from agents.diagnostician.port import Impression, Mode
from agents.diagnostician.rules import diagnose
from agents.domain.level1 import instrument
from agents.domain.profile import PatientProfile

MOST_CANDIDATES: Final = 5
MOST_QUOTES: Final = 4
LONGEST_QUOTE: Final = 120
"""Characters of one quote that go into the question, cut at a word."""
_TURNS: Final = re.compile(r" \(turn [\d, ]+\)$")


def query_of(profile: PatientProfile) -> str:
    """The question for a profile whose items have all been asked: most informative first, since an embedder reads only
    a limited length. Empty where nothing stands out. Raises NotNow as the diagnostician does."""
    candidates = diagnose(profile, Mode.DIAGNOSTIC).impressions[:MOST_CANDIDATES]
    parts = (_names(candidates), _features(candidates), _symptoms(profile), _quotes(candidates))
    told = ("; ".join(dict.fromkeys(part)) for part in parts)
    return ". ".join(part for part in told if part)


def _names(candidates: Iterable[Impression]) -> Iterable[str]:
    return (one.name for one in candidates)


def _features(candidates: Iterable[Impression]) -> Iterable[str]:
    """The features recognised in the patient's words, in the rule engine's wording."""
    return (_TURNS.sub("", criterion) for one in candidates for criterion in one.criteria)


def _symptoms(profile: PatientProfile) -> Iterable[str]:
    """The notable symptoms of the domains over threshold."""
    thresholds = {domain.key: domain.threshold for domain in instrument().domains}
    for summary in profile.symptom_summary:
        if (summary.severity_aggregate or 0) >= thresholds[summary.domain]:
            yield from summary.notable_symptoms


def _quotes(candidates: Iterable[Impression]) -> Iterable[str]:
    """The patient's words behind the likeliest impressions, a few short ones."""
    said = dict.fromkeys(quote.text for one in candidates for quote in one.evidence)
    return (_short(text) for text in list(said)[:MOST_QUOTES])


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE].rpartition(" ")[0]
