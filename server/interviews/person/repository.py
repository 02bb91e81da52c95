"""The clinician's hand in an interview in progress. Every step goes through its room, the one writer."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4, uuid5

from agents.domain.level1 import HARM_ITEM
from agents.errors import CorrectInput, NotNow
from agents.interview.holding import Proposal, Settled, close, hold, proposed, settle_item, write_down
from agents.interview.in_person import left, to_ask
from agents.interview.presence import Held, Released, Why
from agents.interview.state import State
from agents.interview.turn_draft import TurnDraft
from agents.team import Team
from server.accounts.tables import Account
from server.interviews.event_log import DuplicateError
from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from server.interviews.tables import Interview

LONGEST = 2_000
GATE = "Item 11 is above 0: note first what was done about it, or answer it again."
PAUSED = "The interview is paused. Go on in person first."


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read aloud now: the item, None where none is left; `proposal` is made from what was written down."""

    row: Interview
    state: State
    item: int | None
    again: bool
    proposal: Proposal | None

    @property
    def gate(self) -> bool:
        """Whether what was done about item 11 has to be noted before anything but itself is asked."""
        return gated(self.state) and not (self.again and self.item == HARM_ITEM)

    @property
    def left(self) -> tuple[int, ...]:
        """The items that the patient skipped or left open."""
        return left(self.state)

    @property
    def taken_back(self) -> bool:
        """Whether item 11 was above 0 and no longer is, while the alert that it raised stands."""
        harm, before = self.state.responses.get(HARM_ITEM), self.state.superseded
        above = any(one.item_id == HARM_ITEM and one.known and one.score for one in before)
        return bool(self.state.alarmed and above and harm and not (harm.known and harm.score))


def gated(state: State) -> bool:
    """Whether item 11 was answered above 0 in person and nobody has noted what was done."""
    harm = state.responses.get(HARM_ITEM)
    return bool(state.alarmed and harm and harm.known and harm.score and harm.engine == "clinician" and state.held)


class InPerson:
    """The repository of interviews in the clinician's hand. Every step asks for the interview with the account."""

    def __init__(self, interviews: Interviews, rooms: Rooms) -> None:
        self._interviews, self._rooms = interviews, rooms

    async def reading(self, account: Account, interview: UUID, asked: int | None = None) -> Reading:
        """What stands to be read aloud; `asked` is an earlier item to answer anew. Raises NotFound."""
        row = await self._interviews.get_for(account, interview)
        room = self._rooms.room(interview)
        await room.refresh()
        state = room.state
        again = asked is not None and asked in state.responses and asked != to_ask(state)
        item = asked if again else to_ask(state)
        return Reading(row, state, item, again, proposed(state, item) if item else None)

    async def stands(self, interview: UUID) -> State:
        """How it stands: who holds it and why, what is answered."""
        room = self._rooms.room(interview)
        await room.refresh()
        return room.state

    async def hold(self, account: Account, interview: UUID, why: Why) -> None:
        """Pause it, or take it over in person. Raises NotFound, NotNow."""
        await self._step(account, interview, lambda state, at: hold(state, Held(why=why, **_by(account), at=at)))

    async def release(self, account: Account, interview: UUID) -> None:
        """Give it back to the patient. Raises NotFound, NotNow."""
        await self._step(account, interview, lambda state, at: hold(state, Released(**_by(account), at=at)))

    async def close(self, account: Account, interview: UUID) -> None:
        """End it without a report. Raises NotFound, NotNow."""
        await self._step(account, interview, lambda state, at: close(state, account.name or account.email, at))

    async def settle(self, account: Account, interview: UUID, item: int, how: Settled, score: int, again: bool) -> None:
        """Keep the answer to an item. Raises NotFound, NotNow."""

        def said(state: State, at: datetime) -> TurnDraft:
            _at_hand(state)
            if gated(state) and not (again and item == HARM_ITEM):
                raise NotNow(GATE)
            return settle_item(state, item, how, score, **_by(account), at=at, again=again)

        await self._step(account, interview, said)

    async def write_down(self, account: Account, interview: UUID, item: int, text: str, form: str = "") -> None:
        """Keep what was said to an item, read for risk; a stop ends the interview. The same words from the same `form`
        are kept once. Raises NotFound, NotNow, CorrectInput."""
        text = text.replace("\x00", "").strip()
        if not 0 < len(text) <= LONGEST:
            raise CorrectInput(f"Write what was said in 1 to {LONGEST:,} characters.")
        await self._interviews.get_for(account, interview)
        frame = f"staff-{uuid5(interview, f'{form} {item} {text}') if form else uuid4()}"

        async def said(state: State, team: Team) -> TurnDraft:
            if await self._rooms.log.seq_of(interview, frame) is not None:
                raise DuplicateError
            _at_hand(state)
            return await write_down(state, item, text, frame, account.email, team)

        with suppress(DuplicateError):
            await self._do(interview, said)

    async def _step(self, account: Account, interview: UUID, make: Callable[[State, datetime], TurnDraft]) -> None:
        await self._interviews.get_for(account, interview)
        at = datetime.now(UTC)

        async def made(state: State, _team: Team) -> TurnDraft:
            return make(state, at)

        await self._do(interview, made)

    async def _do(self, interview: UUID, make: Callable[[State, Team], Awaitable[TurnDraft]]) -> None:
        room = self._rooms.room(interview)
        await room.step(make)
        await self._rooms.settle(room)


def _at_hand(state: State) -> None:
    if state.held is not None and state.held.why is Why.PAUSE:
        raise NotNow(PAUSED)


def _by(account: Account) -> Mapping[str, str]:
    """Who does it."""
    return {"by": account.email, "name": account.name}
