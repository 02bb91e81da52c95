"""What an export is made from: one interview, read once from its log, without anything that it may not give."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.domain.level1 import items
from agents.domain.profile import CLINICIAN, ItemResponse, PatientProfile, SessionStatus
from agents.domain.rating import Rating
from agents.domain.risk import Finding, Tier
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.confirming import digest, stored, written
from agents.interview.machine import replay
from agents.interview.profile import profile_of
from agents.reporter.port import Section
from server.accounts.tables import Account
from server.alerts.view import AlertShown, told
from server.clinic.clock import IN_UTC, Clock, clock_of, named
from server.clinic.logos import Logos
from server.clinic.store import ClinicStore
from server.interviews.event_log import EventLog
from server.interviews.person.notes import InterviewNotes
from server.interviews.person.screens import Screened, screened_in
from server.interviews.repository import Interviews
from server.interviews.tables import Interview, InterviewNote
from server.interviews.views import Earlier

_UNFINISHED = "This interview is not finished: its report is written after the last question."
_NOTHING_DERIVED = (
    " There is no report, so there is no text, Markdown or PDF of one. The note, JSON, CSV, FHIR and the zip hold its "
    "status, alerts, findings, what was said and the answers that were given."
)
_NO_REPORT = {
    SessionStatus.TERMINATED_FOR_SAFETY: "This interview was ended for safety." + _NOTHING_DERIVED,
    SessionStatus.ENDED_BY_CLINICIAN: "This interview was closed before the last question." + _NOTHING_DERIVED,
    SessionStatus.ENDED_BY_PATIENT: "The patient ended this interview before the last question." + _NOTHING_DERIVED,
}


@dataclass(frozen=True, slots=True)
class Alert:
    """An alert with its time, and who acknowledged it when, with the note of what was done; None while nobody has."""

    said: ev.Alerted
    at: datetime
    by: str | None = None
    seen_at: datetime | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What stands above a report on paper: the clinic's name and its logo, each where there is one."""

    name: str = ""
    png: bytes | None = None
    width: int = 0
    height: int = 0


NO_LETTERHEAD: Final = Letterhead()


@dataclass(frozen=True)
class Material:
    """One interview. `profile` holds no domain's aggregate unless the interview is completed; `sections` are those of
    the written report; `log` is everything that was stored; `clock` tells times to people. `earlier` are the client's
    interviews before in which an alert was raised; `told` is what became of this one's alerts."""

    row: Interview
    profile: PatientProfile
    findings: tuple[Finding, ...]
    alerts: tuple[Alert, ...]
    log: Sequence[tuple[int, ev.Event, datetime]]
    letterhead: Letterhead = NO_LETTERHEAD
    notes: tuple[InterviewNote, ...] = ()
    clock: Clock = IN_UTC
    earlier: tuple[Earlier, ...] = ()
    told: tuple[AlertShown, ...] = ()

    @property
    def completed(self) -> bool:
        """Whether it was held to the end, so that scores, report and impressions may be given."""
        return self.profile.session_status is SessionStatus.COMPLETED

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The report, section by section. Raises NotNow, with the reason, where there is none."""
        if not self.completed:
            raise NotNow(_NO_REPORT.get(self.profile.session_status, _UNFINISHED))
        return written(event for _, event, _ in self.log)

    @property
    def stored(self) -> str:
        """The report as it is stored. Raises NotNow."""
        return stored(self.sections)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the stored report: two exports with the same digest are of the same report. Raises NotNow."""
        return digest(self.sections)

    @property
    def answers(self) -> dict[int, ItemResponse]:
        """The answers as they count, by item, those that have one."""
        return {one.item_id: one for one in self.profile.settled}

    @cached_property
    def machine(self) -> dict[int, ItemResponse]:
        """The machine's answers by item."""
        return {one.item_id: one for one in self.profile.item_responses}

    @cached_property
    def machine_scores(self) -> dict[int, int]:
        """The machine's own scores by item, those that it had."""
        return {number: one.score for number, one in self.machine.items() if one.known}

    @cached_property
    def in_person(self) -> frozenset[int]:
        """The items whose answers were given in person."""
        return frozenset(number for number, one in self.machine.items() if one.engine == CLINICIAN)

    @property
    def held(self) -> str:
        """How the measure was administered, in words that follow its name."""
        if not self.in_person:
            return "held as a conversation"
        return "held in person" if self.in_person == set(self.machine) else "held in conversation and in person"

    @property
    def screened(self) -> Screened | None:
        """The suicide screen that staff gave since the last alert; None where they gave none."""
        return screened_in(self.row, self.notes)

    @cached_property
    def ratings(self) -> dict[int, Rating]:
        """The clinician's word on an item, where there is one."""
        return {one.item_id: one for one in self.profile.ratings}

    @cached_property
    def signed_before(self) -> tuple[PatientProfile, ...]:
        """What each version that was signed off says, the oldest first."""
        events = [event for _, event, _ in self.log]
        ends = [place for place, event in enumerate(events, 1) if isinstance(event, ev.Signed)]
        return tuple(profile_of(replay(events[:end])) for end in ends)

    @property
    def amended(self) -> frozenset[int]:
        """The items whose answer is or was another than in a version that was signed off."""
        every = [{one.item_id: one.stands for one in said.settled} for said in (*self.signed_before, self.profile)]
        return frozenset(item for item in items() if len({said.get(item) for said in every}) > 1)

    @property
    def signed(self) -> ev.Signed | None:
        """Who signed the report as it stands off; None where nobody has."""
        said = [event for _, event, _ in self.log if isinstance(event, ev.Signed | ev.Reopened | ev.Discarded)]
        signed = [event for event in said if isinstance(event, ev.Signed)]
        return signed[-1] if signed and not isinstance(said[-1], ev.Reopened) else None

    @property
    def version(self) -> int:
        """The report's version: 1, and one more each time a new one was begun after a signed one."""
        said = [event for _, event, _ in self.log]
        begun = sum(isinstance(event, ev.Reopened) for event in said)
        return 1 + begun - sum(isinstance(event, ev.Discarded) for event in said)

    @cached_property
    def ended_at(self) -> datetime | None:
        """When it was over, however it ended; None while it goes on."""
        return next((at for _, event, at in self.log if isinstance(event, ev.Ended)), None)

    def said_at(self, turn: int | None) -> datetime:
        """When a turn of the patient was stored; the interview's last change where it is not known."""
        times = (at for _, event, at in self.log if isinstance(event, ev.Said) and event.turn == turn)
        return next(times, self.row.updated_at)

    @property
    def name(self) -> str:
        """What its files are called: never the label, which is the therapist's own text."""
        return f"interview-{str(self.row.id)[:8]}"


def state_of(answer: ItemResponse | None) -> str:
    """How an item stands: `answered`, `declined`, `unclear` or `not_asked`."""
    if answer is None or answer.passed:
        return "not_asked"
    if answer.declined:
        return "declined"
    return "unclear" if answer.unclear else "answered"


def step_of(answer: ItemResponse) -> str:
    """The words of a known answer's step; of a yes alone, that how often is not known."""
    return answer.frequency if answer.often else answer.in_words


def numbers_in(material: Material, state: str) -> tuple[int, ...]:
    """The items that stand so."""
    return tuple(number for number in items() if state_of(material.answers.get(number)) == state)


class Exports:
    """Reads what an export is made from, by the access that the interviews themselves give."""

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection],
        interviews: Interviews,
        log: EventLog,
        clinic: ClinicStore,
        logos: Logos,
        notes: InterviewNotes,
    ) -> None:
        self._pool, self._interviews, self._log, self._clinic, self._logos = pool, interviews, log, clinic, logos
        self._notes = notes

    async def of(self, account: Account, interview: UUID, clock: Clock = IN_UTC) -> Material:
        """The interview, for somebody who may see it. Raises NotFound."""
        row = await self._interviews.get_for(account, interview)
        material = material_of(row, await self._log.read(interview), await self._letterhead())
        return replace(
            material,
            notes=tuple(await self._notes.of(interview)),
            clock=clock,
            earlier=await self._interviews.earlier(account, row),
            told=tuple(await told(self._pool, interview)) if row.alerted_at else (),
        )

    async def clock(self, zone: str) -> Clock:
        """The clock for a reader in this zone; the clinic's where none is named. Raises CorrectInput."""
        return clock_of(named(zone), (await self._clinic.current()).time_zone)

    async def _letterhead(self) -> Letterhead:
        mark, name = await self._logos.mark(), (await self._clinic.current()).name
        png = await self._logos.png(mark.digest) if mark and mark.digest else None
        return Letterhead(name, png, mark.width, mark.height) if mark and png else Letterhead(name)


def material_of(
    row: Interview, log: Sequence[tuple[int, ev.Event, datetime]], letterhead: Letterhead = NO_LETTERHEAD
) -> Material:
    """What may be exported of an interview with this log."""
    state = replay([event for _, event, _ in log])
    profile = profile_of(state)
    if profile.session_status is not SessionStatus.COMPLETED:
        profile = profile.model_copy(update={"symptom_summary": ()})
    found = tuple(one for one in state.findings if one.tier is not Tier.NONE)
    return Material(row, profile, found, _alerts(log), log, letterhead)


def _alerts(log: Sequence[tuple[int, ev.Event, datetime]]) -> tuple[Alert, ...]:
    """The alerts in their order, each with the acknowledgement that came after it first."""
    found: list[Alert] = []
    for _, event, at in log:
        if isinstance(event, ev.Alerted):
            found.append(Alert(event, at))
        elif isinstance(event, ev.Acknowledged):
            found = [one if one.by else Alert(one.said, one.at, event.by, at, event.note) for one in found]
    return tuple(found)
