"""Whole interviews through the real machine: personas with hidden scores, published ones with a played profile."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Final

from agents.diagnostician.port import Mode
from agents.domain import level1
from agents.domain.profile import PatientProfile, SessionStatus
from agents.domain.value import Value
from agents.rules_team import rules_team
from benchmarks.personas.patient import Held
from benchmarks.personas.replay import Outcome, replay
from benchmarks.runs.published import held
from benchmarks.training.figures.labelled import Persona, Published
from benchmarks.training.figures.statistics import Calibration, calibration, f1, qwk, share

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "adjustment": ("F43.2",),
    "anxiety": ("F41.1",),
    "bipolar": ("F31",),
    "depression": ("F32", "F33"),
    "ocd": ("F42",),
    "panic": ("F41.0",),
    "ptsd": ("F43.1",),
    "schizophrenia": ("F20",),
    "social_anxiety": ("F40.1",),
    "substance_abuse": tuple(f"F1{n}" for n in range(10)),
}
"""The beginnings of the ICD-10-CM codes that count as right for a played profile."""


class Replayed(Value):
    """Personas. `n` scored items; shares 0-1; `domain_f1` over domains at threshold; `stopped` for safety."""

    personas: int
    completed: int
    stopped: tuple[str, ...]
    n: int
    exact: float | None
    within1: float | None
    qwk: float | None
    domain_f1: float | None
    verbatim: float | None
    follow_ups: int


class Profiles(Value):
    """Published interviews. `top1` and `top3`: the played profile is the first, or among the first three impressions;
    `f1` per profile; `shown` and `first`: calibration of all impressions shown, and of the first of each interview."""

    n: int
    stopped: tuple[str, ...]
    top1: float | None
    top3: float | None
    macro_f1: float | None
    f1: Mapping[str, float | None]
    mean_list: float | None
    none: int
    shown: Calibration
    first: Calibration


def hold(cases: Iterable[tuple[str, Held]], mode: Mode) -> list[Outcome]:
    """Hold the interviews one after the other. Raises CorrectInput for one that never ends."""
    team = rules_team(lambda locale: "The interview ends here.")
    with closing(asyncio.new_event_loop()) as loop:
        return [loop.run_until_complete(replay(words, team, name, mode)) for name, words in cases]


def measure_personas(labelled: Sequence[Persona]) -> Replayed:
    """Replay every persona and compare item by item; items not asked because of a safety stop, or without a known
    score, are left out."""
    outcomes = hold(((str(one.id), one.held) for one in labelled), Mode.SCREENING)
    pairs: list[tuple[int, int]] = []
    domains: list[tuple[bool, bool]] = []
    for one, outcome in zip(labelled, outcomes, strict=True):
        given = outcome.profile.scores
        hidden = {item: held.score for item, held in one.scores.items()}
        pairs += [(score, given[item]) for item, score in hidden.items() if item in given]
        domains += zip(_over(hidden), _over(given), strict=True)
    return Replayed(
        personas=len(labelled),
        completed=sum(outcome.profile.session_status is SessionStatus.COMPLETED for outcome in outcomes),
        stopped=_stopped(labelled, outcomes),
        n=len(pairs),
        exact=share(a == b for a, b in pairs),
        within1=share(abs(a - b) <= 1 for a, b in pairs),
        qwk=qwk(pairs),
        domain_f1=f1(sum(a and b for a, b in domains), sum(b > a for a, b in domains), sum(a > b for a, b in domains)),
        verbatim=share(verbatim for outcome in outcomes for verbatim in _quoted(outcome.profile)),
        follow_ups=sum(outcome.follow_ups for outcome in outcomes),
    )


def _over(scores: Mapping[int, int]) -> list[bool]:
    return [domain.over(scores) for domain in level1.instrument().domains]


def _stopped(labelled: Sequence[Persona | Published], outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    return tuple(
        f"{one.id}: {', '.join(outcome.stopped_by)}"
        for one, outcome in zip(labelled, outcomes, strict=True)
        if outcome.profile.session_status is SessionStatus.TERMINATED_FOR_SAFETY
    )


def _quoted(profile: PatientProfile) -> Iterable[bool]:
    for response in profile.item_responses:
        for quote in response.evidence_quotes:
            yield profile.transcript[quote.turn].text[quote.start : quote.end] == quote.text


def measure_published(labelled: Sequence[Published]) -> Profiles:
    """Replay every published interview in diagnostic mode and compare its impressions with the profile played."""
    outcomes = hold(((str(one.id), held(one.conversation)) for one in labelled), Mode.DIAGNOSTIC)
    given = [
        [(profile_of(i.icd10), i.confidence) for i in outcome.diagnosis.impressions] if outcome.diagnosis else []
        for outcome in outcomes
    ]
    pairs = list(zip((one.profile for one in labelled), given, strict=True))
    by_profile = _f1_by_profile([(played, told[0][0] if told else "none") for played, told in pairs])
    values = [value or 0.0 for value in by_profile.values()]
    return Profiles(
        n=len(pairs),
        stopped=_stopped(labelled, outcomes),
        top1=share(played in [name for name, _ in told[:1]] for played, told in pairs),
        top3=share(played in [name for name, _ in told[:3]] for played, told in pairs),
        macro_f1=sum(values) / len(values) if pairs else None,
        f1=by_profile,
        mean_list=sum(len(told) for told in given) / len(given) if given else None,
        none=sum(not told for told in given),
        shown=calibration([(sure, name == played) for played, told in pairs for name, sure in told]),
        first=calibration([(sure, name == played) for played, told in pairs for name, sure in told[:1]]),
    )


def profile_of(code: str | None) -> str:
    """The profile to which an ICD-10-CM code belongs, or "other"."""
    return next((name for name, starts in CODES.items() if code and code.startswith(starts)), "other")


def _f1_by_profile(pairs: Sequence[tuple[str, str]]) -> dict[str, float | None]:
    return {
        name: f1(
            sum(played == told == name for played, told in pairs),
            sum(told == name != played for played, told in pairs),
            sum(played == name != told for played, told in pairs),
        )
        for name in CODES
    }
