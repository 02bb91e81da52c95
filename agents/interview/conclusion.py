"""The end of an interview: passages, impressions, report, done. Events come one by one, so that each is shown at once.

After a restart in the middle it continues from the log: sections already written are not written twice.
"""

import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from itertools import takewhile

from agents import tools
from agents.diagnostician.citations import grounded
from agents.diagnostician.port import Passage, Search
from agents.domain.draft import Drafts
from agents.domain.phase import Phase
from agents.domain.profile import PatientProfile, SessionStatus
from agents.errors import NotNow, TryAgain
from agents.interview import events as ev
from agents.interview.profile import brief_of, profile_of
from agents.interview.safety.acknowledgements import with_acknowledgements
from agents.interview.state import State
from agents.llm.clock import ms_since
from agents.llm.errors import ModelFailed
from agents.team import Team

PASSAGES = 8
NO_LIBRARY = "No reference library has been ingested, so nothing was looked up."
NOTHING_FOUND = "The reference library holds no passage about what was found."
NOTHING_ASKED = "No domain is over its threshold and no disorder fits closely, so nothing was looked up."


async def conclude(
    state: State, team: Team, label: str, log: Sequence[ev.Event] = (), drafts: Drafts | None = None
) -> AsyncIterator[ev.Event]:
    """The events that lead from REPORT to DONE. `log` holds those already stored; `drafts` is told what may be shown of
    the next one before it is complete.

    Raises NotNow outside REPORT."""
    if state.phase is not Phase.REPORT:
        raise NotNow("a report is written after the last question only")
    profile = profile_of(state)
    stored = list(takewhile(lambda event: not isinstance(event, ev.Told), reversed(log)))[::-1]  # since the last Told
    retrieved = next((event for event in stored if isinstance(event, ev.RetrieveCalled)), None)
    if retrieved is None:
        retrieved = await _retrieve(profile, team)
        yield retrieved
    diagnosed = next((event for event in stored if isinstance(event, ev.DiagnoseCalled)), None)
    if diagnosed is None:
        diagnosed, searches = await _diagnose(profile, state, team, retrieved.output.passages, drafts)
        for search in searches:
            yield _looked_up(search)
        yield diagnosed
        if diagnosed.output.diagnosis.note is not None:
            yield ev.Noticed(code="engine", text=diagnosed.output.diagnosis.note)
    written = {event.key for event in stored if isinstance(event, ev.Reported)}
    seen = [event for event in log if isinstance(event, ev.Acknowledged)]
    started = time.perf_counter()
    keys: list[str] = []
    brief = brief_of(state, diagnosed.output.diagnosis, label)
    async for section in team.reporter.write(brief, drafts):
        keys.append(section.key)
        if section.key not in written:
            yield with_acknowledgements(ev.Reported(key=section.key, markdown=section.markdown), seen)
            if section.note is not None:
                yield ev.Noticed(code="engine", text=section.note)
    yield ev.ReportCalled(
        engine=team.reporter.name,
        ms=ms_since(started),
        input=tools.ReportInput(label=label, mode=state.mode),
        output=tools.ReportOutput(sections=tuple(keys)),
    )
    yield ev.Ended(status=SessionStatus.COMPLETED, at=datetime.now(UTC))


async def _retrieve(profile: PatientProfile, team: Team) -> ev.RetrieveCalled:
    """One search for the whole interview. If the library can't be searched, the report is written without passages."""
    started, query = time.perf_counter(), ""
    passages: tuple[Passage, ...] = ()
    note: str | None = NO_LIBRARY
    if team.passages is not None:
        query = team.passages.query_for(profile)
        note = NOTHING_FOUND if query else NOTHING_ASKED
        try:
            passages = await team.passages.search(query, PASSAGES) if query else ()
        except (NotNow, TryAgain, ModelFailed) as failed:
            note = f"The reference library was not searched: {failed}"
    note = None if passages else note
    return _looked_up(Search(query=query, limit=PASSAGES, passages=passages, ms=ms_since(started), note=note))


async def _diagnose(
    profile: PatientProfile, state: State, team: Team, passages: tuple[Passage, ...], drafts: Drafts | None
) -> tuple[ev.DiagnoseCalled, tuple[Search, ...]]:
    started = time.perf_counter()
    formed = await team.diagnostician.diagnose(profile, state.mode, passages, drafts)
    diagnosis = grounded(formed, (*passages, *(one for search in formed.searches for one in search.passages)))
    called = ev.DiagnoseCalled(
        engine=diagnosis.engine,
        ms=ms_since(started),
        input=tools.DiagnoseInput(mode=state.mode, passages=tuple(passage.chunk_id for passage in passages)),
        output=tools.DiagnoseOutput(diagnosis=diagnosis.model_copy(update={"searches": ()})),
    )
    return called, diagnosis.searches


def _looked_up(search: Search) -> ev.RetrieveCalled:
    """A search as its own log entry, also one that the diagnostician made by itself."""
    return ev.RetrieveCalled(
        engine="library",
        ms=search.ms,
        input=tools.RetrieveInput(query=search.query, limit=search.limit),
        output=tools.RetrieveOutput(passages=search.passages, note=search.note),
    )
