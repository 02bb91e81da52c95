"""Interviews as rows: to whom they belong and how far they are. A therapist sees their own, an admin all, nobody else
any."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, and_
from sqlmodel import col, desc, select
from sqlmodel.sql.expression import SelectOfScalar

from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.domain.profile import PatientProfile, SessionStatus
from agents.errors import CorrectInput, NotFound, NotNow, TryAgain, Unreadable
from agents.interview import events as ev
from agents.interview.confirming import stored, written
from agents.interview.machine import replay
from agents.interview.profile import profile_of
from agents.interview.safety.acknowledgements import NO_ALERT
from agents.interview.safety.noted import lacking
from agents.interview.safety.to_do import steps
from agents.interview.session import opening
from agents.interview.turn import respond
from agents.reporter.port import Section
from server.accounts.tables import Account
from server.database import Database
from server.interviews.event_log import Append, EventLog, StaleError
from server.interviews.group_commit import CHANNEL
from server.interviews.invented import TRIED
from server.interviews.lists.changed import news_of
from server.interviews.live.rooms import Rooms
from server.interviews.owed_calls import calls
from server.interviews.person.screens import screened_in
from server.interviews.tables import Client, Interview, InterviewNote, Outcome
from server.interviews.views import Before, Earlier, View, before, view

RULES = "rules"
MOST_EARLIER = 3
"""Earlier interviews with an alert that one of the same client tells of."""
NOTE_LENGTH = 500
_START = """
insert into interview
  (id, owner_id, label, mode, locale, persona_id, driver, quick_answers, client_id, reference, phase)
values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 'INTRO')
"""


@dataclass(frozen=True, slots=True)
class Report:
    """The written report: its sections in order, and all of it as Markdown."""

    sections: tuple[Section, ...]

    @property
    def markdown(self) -> str:
        """The whole report."""
        return stored(self.sections)


class ForPatient(NamedTuple):
    """What the patient's page shows before the conversation comes: in which language, with which numbers to call, and
    whether the five answers are buttons; `last_seq` is the number of what was said last, `phase` where that led."""

    locale: str
    quick_answers: bool
    last_seq: int
    phase: str


class Interviews:
    """The repository of interviews. Every question by a member of staff goes through `_visible`."""

    def __init__(self, database: Database, rooms: Rooms, familiar: bool = False, wordings: int | None = None) -> None:
        self._database, self._rooms, self._familiar, self._wordings = database, rooms, familiar, wordings
        self._log: EventLog = rooms.log

    async def start(
        self,
        owner: Account,
        label: str,
        mode: Mode,
        locale: str,
        persona_id: str | None = None,
        driver: str = RULES,
        quick_answers: bool = True,
        client_id: UUID | None = None,
        reference: str | None = None,
    ) -> Interview:
        """A new interview with its introduction already spoken. With an invented client it is invented too."""
        team, number = self._rooms.teams(driver), uuid4()
        if persona_id is None and client_id is not None and await self._is_invented(client_id):
            persona_id = TRIED
        review = persona_id in (None, TRIED)
        started = opening(
            team, str(number), mode, locale, persona_id, driver, review, self._familiar, seed=self._wordings
        )
        draft = await respond(replay([started]), team)
        about = (owner.id, label, mode.value, locale, persona_id, driver, quick_answers, client_id, reference)
        begun = Append(number, 0, [started, *draft.events], draft.state, 0)
        async with self._database.pool.connection() as connection, connection.transaction():
            await connection.execute(_START, (number, *about))
            await self._log.begin(connection, begun)
            for piece in news_of([number]):
                await connection.execute("select pg_notify(%s, %s)", (CHANNEL, piece))
        return await self.get_for(owner, number)

    async def _is_invented(self, client: UUID) -> bool:
        async with self._database.session() as session:
            return bool((await session.exec(select(Client.invented).where(col(Client.id) == client))).one_or_none())

    async def alerts_for(self, account: Account) -> Sequence[Interview]:
        """Every interview of this account's with an alert that nobody has acknowledged: stops first, then urgent ones,
        then those that need attention; within a level the latest first."""
        ranked = _visible(account).where(waits()).order_by(desc(col(Interview.alert_level)))
        latest = ranked.order_by(desc(col(Interview.alerted_at)))
        async with self._database.session() as session:
            return (await session.exec(latest)).all()

    async def any_for(self, account: Account, interviews: Collection[UUID]) -> bool:
        """Whether any of these interviews is this account's, also one that was just deleted."""
        found = select(Interview.id).where(col(Interview.id).in_(interviews)).limit(1)
        if account.role != "admin":
            found = found.where(col(Interview.owner_id) == account.id)
        async with self._database.session() as session:
            return (await session.exec(found)).one_or_none() is not None

    async def get_for(self, account: Account, interview: UUID) -> Interview:
        """One interview. Raises NotFound when it is not there or somebody else's."""
        async with self._database.session() as session:
            row = (await session.exec(_visible(account).where(col(Interview.id) == interview))).one_or_none()
        if row is None:
            raise NotFound("There is no such interview.")
        return row

    async def for_patient(self, interview: UUID) -> ForPatient | None:
        """What the patient's page needs before the conversation comes; None where there is no such interview."""
        shown = (col(Interview.locale), col(Interview.quick_answers), col(Interview.last_seq), col(Interview.phase))
        wanted = select(*shown)
        async with self._database.session() as session:
            found = (await session.exec(wanted.where(col(Interview.id) == interview))).one_or_none()
        return ForPatient(*found) if found else None

    async def label_of(self, interview: UUID) -> str:
        """The label that the therapist gave it; empty when the interview is gone."""
        async with self._database.session() as session:
            found = await session.exec(select(Interview.label).where(col(Interview.id) == interview))
            return found.one_or_none() or ""

    async def is_there(self, interview: UUID) -> bool:
        """Whether there is such an interview that is not deleted."""
        wanted = select(Interview.id).where(col(Interview.id) == interview, col(Interview.deleted_at).is_(None))
        async with self._database.session() as session:
            return (await session.exec(wanted)).one_or_none() is not None

    async def profile(self, account: Account, interview: UUID) -> PatientProfile:
        """The current profile, derived from the log. Raises NotFound."""
        await self.get_for(account, interview)
        return profile_of(replay([event for _, event, _ in await self._log.read(interview)]))

    async def report(self, account: Account, interview: UUID) -> Report | None:
        """The finished report; None before the end and for an interview that ended before the last question. Raises
        NotFound."""
        row = await self.get_for(account, interview)
        if row.status != SessionStatus.COMPLETED:
            return None
        events = [event for _, event, _ in await self._log.read(interview)]
        return Report(written(events))

    async def view(self, account: Account, interview: UUID, notes: Sequence[InterviewNote] = ()) -> View | None:
        """What the page of an ended interview with these notes shows first; None while its questions go on. Raises
        NotFound."""
        row = await self.get_for(account, interview)
        events = [event for _, event, _ in await self._log.read(interview)]
        shown = view(events)
        if shown is None:
            return None
        before = await self._before(row) if shown.glance and row.client_id else None
        screened = screened_in(row, notes)
        more = {"earlier": await self.earlier(account, row), "screened": screened}
        return shown.model_copy(update={"before": before, "todo": tuple(steps(events, bool(screened)))} | more)

    async def earlier(self, account: Account, row: Interview) -> tuple[Earlier, ...]:
        """The client's interviews before this one in which an alert was raised, as far as the account sees them, the
        latest first; none of an interview without a client."""
        if row.client_id is None:
            return ()
        raised = _visible(account).where(
            col(Interview.client_id) == row.client_id,
            col(Interview.created_at) < row.created_at,
            col(Interview.alerted_at).is_not(None),
        )
        async with self._database.session() as session:
            found = (await session.exec(raised.order_by(desc(col(Interview.created_at))).limit(MOST_EARLIER))).all()
        return tuple(
            Earlier(interview=one.id, at=one.alerted_at, stopped=one.phase == Phase.SAFETY_STOP)
            for one in found
            if one.alerted_at
        )

    async def _before(self, row: Interview) -> Before | None:
        """The client's completed interview that was started before this one."""
        earlier = (
            select(Interview, Outcome)
            .join(Outcome, col(Outcome.interview_id) == Interview.id)
            .where(
                col(Interview.client_id) == row.client_id,
                col(Interview.created_at) < row.created_at,
                col(Interview.status) == SessionStatus.COMPLETED,
                col(Interview.deleted_at).is_(None),
            )
            .order_by(desc(col(Interview.created_at)))
            .limit(1)
        )
        async with self._database.session() as session:
            found = (await session.exec(earlier)).one_or_none()
        if found is None:
            return None
        row, outcome = found
        return before(row.id, row.completed_at or row.updated_at, outcome.numbered)

    async def acknowledge(self, account: Account, interview: UUID, note: object) -> ev.Acknowledged:
        """A member of staff has seen the alert, and notes what was done. Raises NotFound; CorrectInput for a note that
        says nothing; NotNow where no alert stands; TryAgain. A log that can't be read keeps no alert standing."""
        row = await self.get_for(account, interview)
        seen = ev.Acknowledged(by=account.email, name=account.name, note=_done(note), at=datetime.now(UTC))
        try:
            await self._rooms.room(interview).acknowledge(seen)
        except Unreadable:
            if row.alerted_at is None or row.acknowledged_at is not None:
                raise NotNow(NO_ALERT) from None
            try:
                await self._rooms.log.acknowledge(row, seen)
            except StaleError:
                raise TryAgain("the interview is busy") from None
        return seen

    async def call_owed(self, interview: UUID) -> bool:
        """Whether acknowledgements leave a call to the patient to be made."""
        return bool((await calls(self._database.pool, [interview]))[interview].owed)


def _done(note: object) -> str:
    """What was done, on one line."""
    text = " ".join(note.split()).replace("\x00", "") if isinstance(note, str) else ""
    if not any(map(str.isalnum, text)):
        raise CorrectInput("Say in a few words what was done, for example “Spoke with the patient: safe tonight”.")
    if lacks := lacking(text):
        raise CorrectInput(lacks)
    if len(text) > NOTE_LENGTH:
        raise CorrectInput(
            f"A note has at most {NOTE_LENGTH} characters; what belongs into the record is written there."
        )
    return text.encode("utf-8", "replace").decode()


def waits() -> ColumnElement[bool]:
    """An alert stands that nobody has acknowledged."""
    return and_(col(Interview.alerted_at).is_not(None), col(Interview.acknowledged_at).is_(None))


def _visible(account: Account) -> SelectOfScalar[Interview]:
    every = select(Interview).where(col(Interview.deleted_at).is_(None))
    return every if account.role == "admin" else every.where(col(Interview.owner_id) == account.id)
