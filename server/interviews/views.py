"""An ended interview as its page shows it first: what was said of risk, and the report at a glance, if there is one."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from agents.diagnostician.port import Diagnosis
from agents.domain.evidence import Quote, whole
from agents.domain.level1 import instrument
from agents.domain.phase import OVER, Phase
from agents.domain.profile import SessionStatus
from agents.domain.risk import AlertLevel, Finding, Tier
from agents.domain.value import Value
from agents.interview import events as ev
from agents.interview.confirming import digest, untouched, written
from agents.interview.machine import replay
from agents.interview.profile import profile_of
from agents.interview.safety.to_do import NOW, NOW_BEFORE, WITH_YOU, after, before_stop
from agents.interview.state import State
from agents.quotes.sentences import Part, Quoted, in_context, places_in_context, sentences_with
from agents.reporter.glance import Glance, glance
from agents.reporter.overview import overview
from agents.reporter.port import Brief
from server.interviews.helped import answers_now
from server.interviews.person.screens import Screened

_CLAIM = "The model read a risk; its words are not in the message. Please check."


class Said(Value):
    """A whole sentence of the patient's in which a risk was read, with the words that were read marked in it; `after`
    says what it answers, where it answers what a wish to end is about or whether such thoughts are there right now;
    `claim` stands in its place where a model showed no words; `stop` where it ended the interview."""

    turn: int
    after: str = ""
    parts: Quoted = ()
    quote: Quote | None = None
    claim: str = ""
    stop: bool = False


class Flagged(Said):
    """A sentence that was flagged and alerted nobody; `about` is the subject."""

    tier: Tier
    about: str


class Before(Value):
    """The client's completed interview before this one: when it ended, and the score of each domain that was known."""

    interview: UUID
    ended: datetime
    scores: dict[str, int]

    @property
    def over(self) -> int:
        """How many domains were at or over their threshold."""
        return sum(self.scores.get(one.key, 0) >= one.threshold for one in instrument().domains)


class Earlier(Value):
    """An interview of the same client before this one in which an alert was raised, last `at` that time; `stopped`
    where it was ended for safety."""

    interview: UUID
    at: datetime
    stopped: bool

    @property
    def what(self) -> str:
        """What happened in it."""
        return "was ended for safety" if self.stopped else "raised an alert"


class View(Value):
    """`alerted` are the sentences of all alerts, `also` other flagged ones; `glance` is None for an interview that was
    stopped. `now` is what was answered when it was asked whether such thoughts are there right now. `digest` is that of
    the report in this `version`, empty while there is none whole; `signed` who signed it off; `signed_before` who did
    each version before it, the oldest first; `untouched` says that this one was begun and nothing is changed in it;
    `ended` is when it was over, None while its report is written. `passages` is every place in the transcript that the
    page points to. `todo` is what the alerts ask for: what stands is to be acted on first, then a call still to be
    made, then the next step. `before` is the client's interview before this one, None for the first and where nothing
    may be derived; `earlier` are those before it in which an alert was raised, the latest first;
    `screened` is the suicide screen that staff gave since the last alert; `read` are the very words of each finding,
    as the report quotes them."""

    alerted: tuple[Said, ...]
    also: tuple[Flagged, ...]
    glance: Glance | None
    now: tuple[Said, ...] = ()
    version: int = 1
    digest: str = ""
    signed: ev.Signed | None = None
    signed_before: tuple[ev.Signed, ...] = ()
    untouched: bool = False
    ended: datetime | None = None
    before: Before | None = None
    earlier: tuple[Earlier, ...] = ()
    screened: Screened | None = None
    read: tuple[Quote, ...] = ()
    todo: tuple[str, ...] = ()

    @property
    def raised(self) -> tuple[Said, ...]:
        """`alerted`, in the order in which it is read: what stopped the interview first, the rest as it was said. Where
        something stopped it, with `now`; an answer of before the stop says so, since it does not answer that."""
        answers = {one.turn: one for one in self.now}
        stops = [one.turn for one in self.alerted if one.stop]
        alerted = [one for one in self.alerted if one.turn in answers and not one.claim]
        told = [one for one in self.alerted if one not in alerted]
        asked = (*alerted, *(self._untold if stops else ()))
        told += [_answering(one, NOW_BEFORE if before_stop(one.turn, stops) else NOW) for one in asked]
        return tuple(sorted(told, key=lambda one: (not one.stop, one.turn)))

    @property
    def tells_whom_to_call(self) -> bool:
        """Whether the patient is in the room and is still to be told the numbers."""
        return WITH_YOU in self.todo

    @property
    def answered(self) -> tuple[Said, ...]:
        """Those of `now` that stand beside the answer to item 11."""
        return () if any(one.stop for one in self.alerted) else self._untold

    @property
    def _untold(self) -> tuple[Said, ...]:
        """Those of `now` that raised no alert themselves."""
        told = {one.turn for one in self.alerted if not one.claim}
        return tuple(one for one in self.now if one.turn not in told)

    @property
    def passages(self) -> list[tuple[int, int, int]]:
        """Turn, start and end of each place, in code points, each once."""
        told = [one.quote for one in (*self.alerted, *self.also, *self.now) if one.quote]
        every = (*told, *(self.glance.passages if self.glance else ()))
        quoted = (*every, *(self.read if self.glance else ()))
        return list(dict.fromkeys((one.turn, one.start, one.end) for one in quoted))


def before(interview: UUID, ended: datetime, scores: Mapping[int, int]) -> Before:
    """Of that interview, which ended then, with these scores of its items."""
    told = {one.key: one.known(scores) for one in instrument().domains}
    known = {key: score for key, score in told.items() if score is not None}
    return Before(interview=interview, ended=ended, scores=known)


def view(events: Sequence[ev.Event]) -> View | None:
    """The view of an interview's log; None while its questions go on."""
    state = replay(events)
    if state.phase not in OVER:
        return None
    alerted = _once(_alerted(state, events))
    now = tuple(
        Said(turn=one.turn, parts=(Part(text=one.text),), quote=whole(one.turn, one.text))
        for one in answers_now(events)
    )
    over = [event.at for event in events if isinstance(event, ev.Ended)]
    shown = View(
        alerted=alerted,
        also=tuple(_also(state, (*alerted, *now))),
        glance=_glance(state, events),
        now=now,
        ended=over[0] if over else None,
        read=tuple(
            Quote(text=one.text, turn=one.turn, start=one.start, end=one.end)
            for one in state.findings
            if one.turn is not None and one.end > one.start
        ),
    )
    if state.phase is not Phase.DONE or shown.glance is None:
        return shown
    signed = {event.version: event for event in events if isinstance(event, ev.Signed)}
    current = signed.pop(state.version, None)
    report = {"version": state.version, "digest": digest(written(events)), "signed": current}
    report["untouched"] = untouched(events)
    return shown.model_copy(update=report | {"signed_before": tuple(signed.values())})


def _glance(state: State, events: Iterable[ev.Event]) -> Glance | None:
    """None for an interview that was ended for safety or by the patient: nothing is derived from it, ever."""
    if state.phase is Phase.SAFETY_STOP or state.status in {
        SessionStatus.TERMINATED_FOR_SAFETY,
        SessionStatus.ENDED_BY_PATIENT,
        SessionStatus.ENDED_BY_CLINICIAN,
    }:
        return None
    called = [event.output.diagnosis for event in events if isinstance(event, ev.DiagnoseCalled)]
    diagnosis = called[-1] if called else Diagnosis(mode=state.mode, summary="")
    brief = Brief(profile=profile_of(state), diagnosis=diagnosis, findings=state.findings)
    return glance(overview(brief), formed=bool(called))


def _answering(said: Said, question: str) -> Said:
    return said if said.after else said.model_copy(update={"after": question})


def _once(alerted: Iterable[Said]) -> tuple[Said, ...]:
    """Each sentence once, as the most serious alert on it tells it."""
    found: dict[tuple[object, ...], Said] = {}
    for one in alerted:
        place = (one.turn, one.quote, one.claim)
        if place not in found or (one.stop and not found[place].stop):
            found[place] = one
    return tuple(found.values())


def _alerted(state: State, events: Iterable[ev.Event]) -> Iterable[Said]:
    for alert in (event for event in events if isinstance(event, ev.Alerted)):
        if alert.turn >= len(state.transcript):
            continue  # what was said has been erased
        text, stop = state.transcript[alert.turn].text, alert.level is AlertLevel.STOP
        found = [(one.start, one.end) for one in alert.findings if one.about != "language"]
        places = places_in_context(text, found) or ((0, len(text)),)
        for parts, (start, end) in zip(in_context(text, found) or alert.quotes, places, strict=False):
            quote = Quote(text=text[start:end], turn=alert.turn, start=start, end=end)
            yield Said(turn=alert.turn, after=after(alert), parts=parts, quote=quote, stop=stop)
        if alert.unlocated:
            yield Said(turn=alert.turn, claim=_CLAIM)


def _also(state: State, shown: Iterable[Said]) -> Iterable[Flagged]:
    """What was flagged outside the words that are shown already."""
    told = [one.quote for one in shown if one.quote]
    for found in state.findings:
        if found.tier is Tier.NONE or found.turn is None or any(_within(found, one) for one in told):
            continue
        text = state.transcript[found.turn].text
        start, end = next(iter(sentences_with(text, [(found.start, found.end)])), (0, len(text)))
        quote = Quote(text=text[start:end], turn=found.turn, start=start, end=end)
        about = found.about.replace("_", "-")
        parts = (Part(text=quote.text),)
        yield Flagged(turn=found.turn, parts=parts, quote=quote, tier=found.tier, about=about)


def _within(found: Finding, quote: Quote) -> bool:
    return found.turn == quote.turn and quote.start <= found.start and found.end <= quote.end
