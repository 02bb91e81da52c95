"""One interview held in memory: for the command line, replays and tests. The server keeps its log in Postgres."""

from collections.abc import Iterable

from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.interview import events as ev
from agents.interview.conclusion import conclude
from agents.interview.machine import advance
from agents.interview.patient_input import Input, Pause, Skip, Words
from agents.interview.state import State
from agents.interview.turn import receive, respond
from agents.interview.turn_draft import TurnDraft
from agents.team import Team


class Session:
    """A running interview: its log and the state derived from it."""

    def __init__(self, team: Team, label: str = "") -> None:
        self.team = team
        self.label = label
        self.state = State()
        self.events: list[ev.Event] = []
        self._sent = 0

    @classmethod
    async def start(
        cls,
        team: Team,
        session_id: str,
        mode: Mode = Mode.SCREENING,
        locale: str = "en-US",
        persona_id: str | None = None,
        label: str = "",
        seed: int | None = None,
    ) -> "Session":
        """A new interview with its introduction spoken. `seed`: see `opening`."""
        session = cls(team, label)
        session.keep([opening(team, session_id, mode, locale, persona_id, seed=seed)])
        session._take(await respond(session.state, team))
        return session

    def keep(self, events: Iterable[ev.Event]) -> None:
        """Append events to the log."""
        for event in events:
            self.state = advance(self.state, event)
            self.events.append(event)

    async def say(self, text: str, item: int | None = None) -> tuple[ev.Event, ...]:
        """The patient says something (a new answer to `item`, where given). Returns the events that follow."""
        return await self._turn(Words(self._name(), text, item))

    async def skip(self) -> tuple[ev.Event, ...]:
        """The patient skips the open question."""
        return await self._turn(Skip(self._name()))

    async def pause(self) -> tuple[ev.Event, ...]:
        """The patient pauses the interview."""
        return await self._turn(Pause(self._name()))

    async def finish(self) -> None:
        """Write the report. Does nothing unless it is due."""
        if self.state.phase is Phase.REPORT:
            async for event in conclude(self.state, self.team, self.label, self.events):
                self.keep([event])

    async def _turn(self, received: Input) -> tuple[ev.Event, ...]:
        before = len(self.events)
        self._take(await receive(self.state, received, self.team))
        self._take(await respond(self.state, self.team))
        return tuple(self.events[before:])

    def _take(self, draft: TurnDraft) -> None:
        self.state = draft.state
        self.events.extend(draft.events)

    def _name(self) -> str:
        self._sent += 1
        return f"c{self._sent}"


def opening(
    team: Team,
    session_id: str,
    mode: Mode,
    locale: str,
    persona_id: str | None = None,
    model: str | None = None,
    review: bool = False,
    familiar: bool = False,
    seed: int | None = None,
) -> ev.Started:
    """The first entry of a log. The seed draws the wordings; without one it comes from the id, so that they are stable
    within an interview."""
    return ev.Started(
        session_id=session_id,
        mode=mode,
        locale=locale,
        model=model or team.interviewer.name,
        prompt_version=team.prompt_version,
        synthetic_persona_id=persona_id,
        seed=sum(session_id.encode()) % 9973 if seed is None else seed,
        review=review,
        familiar=familiar,
    )
