"""What clinicians say of the answers of completed interviews: ratings, taking them back, and signing the report off."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from agents.domain.level1 import items
from agents.domain.profile import PatientProfile
from agents.domain.rating import REASON_LENGTH, Rating
from agents.errors import CorrectInput, NotFound, NotNow
from agents.interview import events as ev
from agents.interview.confirming import (
    NOT_BEGUN,
    NOT_COMPLETED,
    Version,
    digest,
    held_to_the_end,
    restated,
    signed_versions,
    untouched,
    written,
)
from agents.interview.machine import advance, replay
from agents.interview.profile import profile_of
from agents.interview.state import State
from server.accounts.tables import Account
from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from server.interviews.tables import Interview

UNSEEN = "An alert stands on this interview. Acknowledge it first; what was done then stands in the report."
CHANGED = "The report has changed since you saw it. Look at it once more, then sign it off."
REASON = "reason: say in a few words why the score differs"
LONG = f"reason: say it in at most {REASON_LENGTH} characters"


@dataclass(frozen=True, slots=True)
class Standing:
    """A completed interview as its clinician confirms it. `changes` counts the changes of each item so far; `digest` is
    that of the report as it stands, `signed` who signed it off, `signed_before` who did the version before it."""

    row: Interview
    profile: PatientProfile
    changes: dict[int, int]
    version: int
    digest: str
    signed: ev.Signed | None
    signed_before: ev.Signed | None


class Confirming:
    """The repository of what is said of answers. Every question goes through the access of the interviews."""

    def __init__(self, interviews: Interviews, rooms: Rooms) -> None:
        self._interviews, self._rooms = interviews, rooms

    async def standing(self, account: Account, interview: UUID) -> Standing:
        """The interview as it stands. Raises NotFound, and NotNow where it was not completed."""
        row = await self._interviews.get_for(account, interview)
        log = [event for _, event, _ in await self._rooms.log.read(interview)]
        state = replay(log)
        sections = await self._interviews.report(account, interview)
        if sections is None:
            raise NotNow(NOT_COMPLETED)
        signed = {event.version: event for event in log if isinstance(event, ev.Signed)}
        return Standing(
            row,
            profile_of(state),
            dict(state.changes),
            state.version,
            digest(sections.sections),
            signed.get(state.version),
            signed.get(state.version - 1),
        )

    async def label(self, account: Account, interview: UUID) -> str:
        """What its therapist calls it, also where its log cannot be read. Raises NotFound."""
        return (await self._interviews.get_for(account, interview)).label

    async def versions(self, account: Account, interview: UUID) -> tuple[Interview, Sequence[Version]]:
        """The interview with every version of its report that was signed off, the oldest first. Raises NotFound."""
        row = await self._interviews.get_for(account, interview)
        return row, signed_versions([event for _, event, _ in await self._rooms.log.read(interview)])

    async def rate(
        self, account: Account, interview: UUID, item: int, score: int | None, reason: str, seen: int
    ) -> None:
        """Accept an answer (`score` is the machine's), change it, or leave it to be asked in person (None). `seen` is
        how many changes of it the clinician had before them. Raises NotFound, NotNow, CorrectInput."""
        await self._interviews.get_for(account, interview)
        reason = reason.strip()
        if len(reason) > REASON_LENGTH:
            raise CorrectInput(LONG)

        def said(state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
            held_to_the_end(state)
            response = state.responses.get(item)
            if response is None:
                raise NotFound("This item was not asked.")
            machine = response.score if response.known else None
            if score is not None and machine not in (None, score) and not reason:
                raise CorrectInput(REASON)
            rating = Rating(item_id=item, score=score, machine=machine, reason=reason, **_by(account))
            return _restating(ev.Rated(rating=rating), item, seen, state, log)

        await self._rooms.room(interview).write(said)

    async def take_back(self, account: Account, interview: UUID, item: int, seen: int) -> None:
        """Take the last word on an answer back; what stood before it stands again. Raises NotFound, NotNow."""
        await self._interviews.get_for(account, interview)

        def said(state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
            back = ev.Unrated(item_id=item, **_by(account))
            return _restating(back, item, seen, state, log)

        await self._rooms.room(interview).write(said)

    async def sign(self, account: Account, interview: UUID, version: int, shown: str) -> None:
        """Sign the report off in the version and with the digest that the clinician has before them. Raises NotFound;
        NotNow where there is none, an alert stands, it is signed already or has changed since."""
        await self._interviews.get_for(account, interview)

        def said(state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
            if state.alarmed:
                raise NotNow(UNSEEN)
            found = digest(written(log))
            signed = ev.Signed(version=version, digest=found, by=account.email, name=account.name, at=datetime.now(UTC))
            advance(state, signed)
            if (version, shown) != (state.version, found):
                raise NotNow(CHANGED)
            return [signed]

        await self._rooms.room(interview).write(said)

    async def reopen(self, account: Account, interview: UUID) -> None:
        """Begin a new version of a signed report. Raises NotFound; NotNow where it is not signed."""
        await self._interviews.get_for(account, interview)
        said = ev.Reopened(**_by(account))
        await self._rooms.room(interview).write(lambda _state, _log: [said])

    async def discard(self, account: Account, interview: UUID) -> None:
        """Discard a new version in which nothing was changed. Raises NotFound; NotNow for any other."""
        await self._interviews.get_for(account, interview)

        def said(_state: State, log: Sequence[ev.Event]) -> list[ev.Event]:
            if not untouched(log):
                raise NotNow(NOT_BEGUN)
            return [ev.Discarded(**_by(account))]

        await self._rooms.room(interview).write(said)


def _by(account: Account) -> dict[str, Any]:
    """Who says it, and when."""
    return {"by": account.email, "name": account.name, "at": datetime.now(UTC)}


def _restating(
    said: ev.Rated | ev.Unrated, item: int, seen: int, state: State, log: Sequence[ev.Event]
) -> list[ev.Event]:
    after = advance(state, said)
    if state.changes.get(item, 0) != seen:
        raise NotNow(_changed(item, state.rated.get(item, ())))
    return [said, *restated(after, log)]


def _changed(item: int, words: Sequence[Rating]) -> str:
    """What somebody else did to the answer in the meantime."""
    short = items()[item].short
    if not words:
        return f"Somebody took back what had been said of “{short}” in the meantime. Look again; nothing was changed."
    last = words[-1]
    did = "left it to be asked in person" if last.score is None else f"set it to {last.score}"
    return f"{last.who} {did} (“{short}”) in the meantime. Look again; nothing was changed."
