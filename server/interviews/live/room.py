"""One interview in progress: a room with one writer at a time, where everybody sees the same events in order."""

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from uuid import UUID

from agents.domain.draft import Draft
from agents.domain.phase import OVER, Phase
from agents.errors import CorrectInput, NotNow, TryAgain
from agents.interview import events as ev
from agents.interview.conclusion import conclude
from agents.interview.duties import store
from agents.interview.machine import replay
from agents.interview.patient_input import Input, Pause, Words
from agents.interview.patient_message import alarming, stop_script
from agents.interview.safety.acknowledgements import acknowledged
from agents.interview.state import EraseWords, SendScript, State
from agents.interview.turn import ahead, receive, respond
from agents.interview.turn_draft import TurnDraft
from agents.questions.catalogue import NOTHING_TOLD, Clinic
from agents.rules_team import by_rules
from agents.team import Team
from server.interviews.event_log import Append, DuplicateError, EventLog, StaleError
from server.interviews.live.frames import Entry, entry
from server.interviews.live.limits import Limits
from server.interviews.live.protocol import Refused

logger = logging.getLogger(__name__)
ATTEMPTS = 5
Publish = Callable[[UUID, Sequence[Entry]], None]
Teams = Callable[[str], Team]
"""The team for a driver (`rules` or `provider/model`); each interview gets one of its own."""
Told = Callable[[UUID, str], Awaitable[Clinic]]
"""What the clinic tells the patient of an interview, for its locale. It never raises: a turn does not wait for it."""

Drafted = Callable[[UUID, Draft], None]
"""Takes what may be shown of an interview's report before it is complete; quick, and never raises."""


async def nothing_told(_interview: UUID, _locale: str) -> Clinic:
    """No word from the clinic."""
    return NOTHING_TOLD


class Room:
    """One interview in memory: the state that its log makes, up to `seq`. The log in Postgres is the truth; a room that
    finds it has grown behind its back reads on and tries again."""

    def __init__(
        self,
        interview: UUID,
        teams: Teams,
        log: EventLog,
        publish: Publish,
        clinic: Told = nothing_told,
        drafts: Drafted | None = None,
    ) -> None:
        self.id = interview
        self.state = State()
        self.seq = 0
        self.limits = Limits()
        self._teams, self._log, self._publish, self._clinic, self._drafts = teams, log, publish, clinic, drafts
        self._lock = asyncio.Lock()
        self._told: list[tuple[int, int]] = []
        self._thinking: asyncio.Future[None] | None = None
        self._answer: tuple[State, asyncio.Task[TurnDraft]] | None = None
        self._harmless: str | None = None

    @cached_property
    def _team(self) -> Team:
        """The engines of this interview: its log names the driver. Asked for only once the log has been read."""
        return self._teams(self.state.model)

    async def accept(self, received: Input) -> int:
        """Store what the patient sent; its number in the log. The same client id again answers with the first number.

        Raises NotNow when the interview has ended, CorrectInput for an edit of an item without an answer, TryAgain when
        too many others write."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                try:
                    return await self._accept(received)
                except StaleError:
                    await self._catch_up()
                except DuplicateError:
                    await self._catch_up()
                    return await self._known(received.client_id)
                except (NotNow, CorrectInput):
                    if await self._catch_up():  # what is refused here may be right by what was said elsewhere
                        continue
                    known = await self._log.seq_of(self.id, received.client_id)
                    if known is None:
                        raise
                    return known
        raise TryAgain("the interview is busy")

    async def opened(self) -> None:
        """Read the log, unless some of it is known here: from now on words can be read with what was said before."""
        if self.seq == 0:
            await self.refresh()

    def stop_script(self, received: Input) -> str | None:
        """The safety script, where these words are a stop by what is known in this room. Waits for nothing: not for the
        database, and not for whoever is writing."""
        if not isinstance(received, Words) or received.client_id == self._harmless:
            return None
        return stop_script(self.state, received, self._answered(received), self._team)

    async def check(self, received: Input) -> None:
        """Raises Refused for what is over this interview's limits, unless it is stored already, is a stop, or is one of
        the first alarming messages over them: whatever comes is read for risk."""
        try:
            self.limits.check(received, self.state)
        except Refused:
            if self.stop_script(received) is not None or (self._alarming(received) and self.limits.alarm()):
                return
            if await self._log.seq_of(self.id, received.client_id) is None:
                raise

    def _alarming(self, received: Input) -> bool:
        return isinstance(received, Words) and alarming(self.state, received, self._answered(received), self._team)

    async def settle(self) -> None:
        """Carry out the machine's duties (score, ask, close), then prepare the next question. Safe to call at any
        time and often."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                try:
                    await self._settle()
                    return self._think_ahead()
                except StaleError:
                    await self._catch_up()
        raise TryAgain("the interview is busy")

    async def step(self, make: Callable[[State, Team], Awaitable[TurnDraft]]) -> None:
        """Do what is owed, then store what `make` makes of the state, asked again where somebody else wrote first; what
        follows from it is owed. Raises what it raises, and TryAgain."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                with suppress(StaleError):
                    await self._catch_up()
                    await self._settle()
                    draft = await make(self.state, self._team)
                    return await self._append(draft.events, draft.state)
        raise TryAgain("the interview is busy")

    async def write(self, make: Callable[[State, Sequence[ev.Event]], Sequence[ev.Event]]) -> None:
        """Append what `make` finds to say of the state and the log, asked again where somebody else wrote first; what
        is owed stays owed. Raises what it raises, and TryAgain."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                await self._catch_up()
                if isinstance(self.state.duty, EraseWords):
                    await self._erase()
                log = [event for _, event, _ in await self._log.read(self.id)]
                draft = TurnDraft(self.state)
                for event in make(self.state, log):
                    draft.add(event)
                if not draft.events:
                    return None
                if draft.state.duty is None and draft.state.phase not in {Phase.DONE, Phase.SAFETY_STOP}:
                    store(draft)  # the last entry says that nothing is owed
                with suppress(StaleError):
                    return await self._append(draft.events, draft.state)
        raise TryAgain("the interview is busy")

    async def rest(self) -> None:
        """Say in the log that nothing is owed, where nothing is and its last entry leaves that open."""
        async with self._lock:
            if await self._catch_up() or self.state.duty is not None or self.state.phase in OVER:
                return
            draft = TurnDraft(self.state)
            store(draft)
            with suppress(StaleError):  # somebody wrote: it doesn't rest
                await self._append(draft.events, draft.state)

    async def acknowledge(self, seen: ev.Acknowledged) -> None:
        """A member of staff has seen the alert: stored once for each, and added to the report where it is written and
        not signed off. Raises NotNow where no alert stands."""
        await self.write(partial(acknowledged, seen))

    async def write_report(self, label: str, rules: bool = False) -> None:
        """From REPORT to DONE, by `rules` alone if that is wanted. Does nothing in any other phase, so that a job may
        run twice."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                await self._catch_up()
                if self.state.phase is not Phase.REPORT:
                    return
                with suppress(StaleError):
                    await self._conclude(label, rules)
        raise TryAgain("the interview is busy")

    async def refresh(self) -> None:
        """Read what other processes appended, and show it here."""
        async with self._lock:
            await self._catch_up()

    async def _conclude(self, label: str, rules: bool) -> None:
        written = [event for _, event, _ in await self._log.read(self.id)]
        team = by_rules(self._team) if rules else self._team
        drafts = partial(self._drafts, self.id) if self._drafts else None
        async for event in conclude(self.state, team, label, written, drafts):
            await self._append([event], replay([event], self.state))

    async def _accept(self, received: Input) -> int:
        await self._settle()
        draft = await receive(self.state, received, self._team, self._answered(received))
        self._harmless = None if draft.state.phase is Phase.SAFETY_STOP else received.client_id
        first = self.seq + 1
        self._begin_answer(draft.state)
        try:
            await self._append(draft.events, draft.state)
        except BaseException:
            self._drop_answer()
            raise
        return first

    def _answered(self, received: Input) -> int | None:
        """The turn of the interviewer's message that a frame answers: the last one up to the number that it names."""
        if isinstance(received, Pause) or received.question is None:
            return None
        before = bisect_right(self._told, received.question, key=lambda told: told[0])
        return self._told[max(before, 1) - 1][1] if self._told else None

    def _note(self, news: Iterable[tuple[int, ev.Event]]) -> None:
        """Keep the numbers under which clients know the interviewer's turns."""
        self._told += [(seq, event.turn) for seq, event in news if isinstance(event, ev.Told)]

    def _begin_answer(self, state: State) -> None:
        """While what the patient said is being stored: make the answer to it. Nothing of it shows before it is owed."""
        self._drop_answer()
        if state.duty is not None and state.phase is not Phase.REPORT:
            self._answer = state, asyncio.create_task(self._respond(state))

    async def _respond(self, state: State) -> TurnDraft:
        """The answer to what the patient said, with what the clinic tells. A stop asks nobody."""
        stops = isinstance(state.duty, SendScript)
        clinic = NOTHING_TOLD if stops else await self._clinic(self.id, state.locale)
        return await respond(state, replace(self._team, clinic=clinic))

    def _drop_answer(self) -> None:
        if self._answer is not None:
            self._answer[1].cancel()
            self._answer = None

    async def _owed(self) -> TurnDraft:
        """The answer that was begun for this very state, or a new one."""
        begun = self._answer
        if begun is None or begun[0] is not self.state:
            self._drop_answer()
            return await self._respond(self.state)
        self._answer = None
        return await begun[1]

    async def _known(self, client_id: str) -> int:
        seq = await self._log.seq_of(self.id, client_id)
        if seq is None:
            raise TryAgain("the interview is busy")
        return seq

    async def _settle(self) -> None:
        if self.seq == 0:
            await self._catch_up()
        if self.state.duty is None or self.state.phase is Phase.REPORT:
            return
        if not isinstance(self.state.duty, EraseWords):
            draft = await self._owed()
            if draft.events:
                await self._append(draft.events, draft.state)
        if isinstance(self.state.duty, EraseWords):
            await self._erase()

    async def _erase(self) -> None:
        """Erase what the patient said: in the log, and here. The patient's page hears that it is done."""
        await self._log.erase(self.id)
        await self._catch_up()

    def _think_ahead(self) -> None:
        """While the patient types, or reads the introduction: have the words of the next question found."""
        brief = ahead(self.state) if self._team.prepare is not None else None
        if self._team.prepare is not None and brief is not None:
            self._thinking = asyncio.ensure_future(self._team.prepare(brief))

    async def _append(self, events: Sequence[ev.Event], state: State) -> None:
        answered = len(state.completed)
        entries = await self._log.append(Append(self.id, self.seq, events, state, answered))
        self._note((one.seq, event) for one, event in zip(entries, events, strict=True))
        self.state, self.seq = state, self.seq + len(entries)
        self._publish(self.id, entries)

    async def _catch_up(self) -> bool:
        """Read on from the log, and show it here. Whether there was anything new."""
        news = await self._log.read(self.id, self.seq)
        if not news:
            return False
        if any(isinstance(event, ev.Erased) for _, event, _ in news):
            self._forget()
            self.state = replay(event for _, event, _ in await self._log.read(self.id))
        else:
            self.state = replay((event for _, event, _ in news), self.state)
        self._note((seq, event) for seq, event, _ in news)
        self.seq = news[-1][0]
        self._publish(self.id, [entry(seq, event, at) for seq, event, at in news])
        return True

    def _forget(self) -> None:
        """Forget what the patient said: the log's entries before are others now."""
        self._drop_answer()
        self._told.clear()
        self.__dict__.pop("_team", None)
