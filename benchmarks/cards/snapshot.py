"""The snapshot of a finished interview: everything that a report card is computed from, frozen, with a digest.

A card says which snapshot it was computed from by that digest; the same snapshot gives the same digest on every machine
and after every trip through a database or a file.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Final, Literal, Self

from agents.diagnostician.port import Diagnosis, Mode, Search
from agents.domain.profile import PatientProfile, SessionStatus
from agents.domain.value import Value
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.confirming import written
from agents.interview.machine import replay
from agents.interview.profile import profile_of
from agents.interviewer.port import Purpose
from agents.reporter.port import Section
from benchmarks.cards.versions import Version, libraries, prompts, tools

FORMAT: Final = 1
ENDED_FOR_SAFETY: Final = "The interview was ended for safety: it has no report and no report card."
ENDED_BY_CLINICIAN: Final = "This interview was closed early: it has no report and no report card."
ENDED_BY_PATIENT: Final = "The patient ended the interview early: it has no report and no report card."
NOT_FINISHED: Final = "The interview is not finished: a report card is made of a completed interview with its report."


class Spoken(Value):
    """Why the interviewer said the words of turn number `turn`, where that is known."""

    turn: int
    purpose: Purpose


class Serving(Value):
    """An engine that took part: `role` is the tool or part of the interview that it served."""

    role: str
    engine: str


class Snapshot(Value):
    """One finished interview. `profile` holds the transcript, the item responses, the summary by domain and the state
    of the questions; `report` the report as it stood then, each section once; `searches` what was retrieved, in order;
    `models` which engines took part; the rest names the versions that made it. `format` is the version of this
    document; `origin` tells this product's own interviews from conversations that others published, which have no item
    responses and a report in free text only."""

    format: int = FORMAT
    origin: Literal["interview", "published"] = "interview"
    interview: str
    mode: Mode
    locale: str = "en-US"
    driver: str
    profile: PatientProfile
    spoken: tuple[Spoken, ...] = ()
    searches: tuple[Search, ...] = ()
    diagnosis: Diagnosis | None = None
    report: tuple[Section, ...] = ()
    models: tuple[Serving, ...] = ()
    prompts: tuple[Version, ...] = ()
    tools: tuple[Version, ...] = ()
    libraries: tuple[Version, ...] = ()

    @property
    def digest(self) -> str:
        """The digest of the document, as `digest_of` has it."""
        return digest_of(self.model_dump(mode="json", by_alias=True))

    @classmethod
    def of(cls, log: Sequence[ev.Event]) -> Self:
        """Freeze the interview that this log holds. Raises NotNow for one that is not completed or was ended for
        safety: whoever asks has refused those before, under lock, and this is the last door."""
        state = replay(log)
        profile = profile_of(state)
        check(profile)
        called = [event for event in log if isinstance(event, ev.DiagnoseCalled)]
        if not called:
            raise NotNow(NOT_FINISHED)
        return cls(
            interview=state.session_id,
            mode=state.mode,
            locale=state.locale,
            driver=state.model,
            profile=profile,
            spoken=tuple(Spoken(turn=one.turn, purpose=one.purpose) for one in log if isinstance(one, ev.Told)),
            searches=tuple(_searches(log)),
            diagnosis=called[-1].output.diagnosis,
            report=written(log),
            models=_models(state.model, log),
            prompts=(Version(name="interview", version=state.prompt_version), *prompts()),
            tools=tools(),
            libraries=libraries(),
        )


def digest_of(document: object) -> str:
    """SHA-256 of a snapshot's document as canonical JSON: keys sorted, no white space, UTF-8. Of a stored one it is
    that of the day when it was frozen, whatever fields snapshots have had since."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def check(profile: PatientProfile) -> None:
    """Raises NotNow unless the interview was completed."""
    check_status(profile.session_status)


def check_status(status: str) -> None:
    """Raises NotNow unless an interview of this status may be benchmarked."""
    if status == SessionStatus.TERMINATED_FOR_SAFETY:
        raise NotNow(ENDED_FOR_SAFETY)
    if status == SessionStatus.ENDED_BY_CLINICIAN:
        raise NotNow(ENDED_BY_CLINICIAN)
    if status == SessionStatus.ENDED_BY_PATIENT:
        raise NotNow(ENDED_BY_PATIENT)
    if status != SessionStatus.COMPLETED:
        raise NotNow(NOT_FINISHED)


def _searches(log: Iterable[ev.Event]) -> Iterable[Search]:
    for event in log:
        if isinstance(event, ev.RetrieveCalled):
            yield Search(
                query=event.input.query,
                limit=event.input.limit,
                passages=event.output.passages,
                ms=event.ms,
                note=event.output.note,
            )


def _models(driver: str, log: Iterable[ev.Event]) -> tuple[Serving, ...]:
    """The engines that served, each once a role, as they first came."""
    found = {("interviewer", driver): None}
    for event in log:
        match event:
            case ev.ScoreCalled() | ev.RetrieveCalled() | ev.DiagnoseCalled() | ev.ReportCalled():
                found[event.tool, event.engine] = None
            case ev.RiskRaised():
                found["risk", event.reading.engine] = None
            case ev.Said():
                found["risk", event.risk.engine] = None
            case _:
                pass
    return tuple(Serving(role=role, engine=engine) for role, engine in found)
