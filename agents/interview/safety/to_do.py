"""What the alerts of one interview rest on besides the patient's words, and what a therapist is to do about them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from agents.domain.level1 import HARM_ITEM, anchor, items
from agents.domain.risk import OF_ONESELF, AlertLevel
from agents.interview import events as ev
from agents.interview.presence import Held, InPerson, Released, Why
from agents.interview.safety.noted import harmless, plans, reached
from agents.interviewer.port import Purpose
from agents.risk.catalogue import AFFIRMED

SCREEN: Final = "C-SSRS or ASQ, in person"
REACH: Final = "reach the patient, if nobody has yet"
AFTER_STOP: Final = (
    "your own assessment of the risk (C-SSRS or ASQ, in person) and a safety plan agreed with the patient"
)
SAFETY_PLAN: Final = "a safety plan agreed with the patient"
_OF_NOW: Final = frozenset({"thoughts-present", "now-unclear", "another-time"})
"""What only an answer to whether such thoughts are there now is read as."""
NOW: Final = "Asked whether it is there right now:"
NOW_BEFORE: Final = "Asked before that whether it was there right now:"
"""The same, of an answer `before_stop`."""
_ENDINGS: Final = {
    Purpose.LEFT: "whether they meant this conversation",
    Purpose.ERASURE: "whether to end it and delete everything",
}
_STOP: Final = AlertLevel.STOP
_NOBODY: Final = "If nobody answers: the emergency contact, then the emergency services, by your clinic's procedure."
_AT_ONCE: Final = {
    AlertLevel.STOP: f"Call the patient now. {_NOBODY}",
    AlertLevel.URGENT: "Read it now, and decide whether to call the patient.",
    AlertLevel.ATTENTION: "Read it today, and decide what is to be done.",
}
WITH_YOU: Final = "The patient is with you: stay with them, and tell them whom to call."
"""After a stop in person: they were shown no safety message, and no numbers."""
_IN_THE_ROOM: Final = {
    AlertLevel.STOP: WITH_YOU,
    AlertLevel.URGENT: "The patient is with you: ask about it now, before they go.",
    AlertLevel.ATTENTION: "The patient is with you: talk about it before they go.",
}


def in_the_room(events: Iterable[ev.Event]) -> Iterator[tuple[ev.Event, bool]]:
    """Each entry of a log, and whether it is of what was said to the clinician, who held the interview in person: not
    of what the patient wrote on their page meanwhile."""
    there = wrote = False
    for event in events:
        if isinstance(event, Held | Released):
            there = isinstance(event, Held) and event.why is Why.IN_PERSON
        elif isinstance(event, ev.Said | InPerson):
            wrote = isinstance(event, ev.Said) and not event.by
        yield event, there and not wrote


def at_once(events: Iterable[ev.Event]) -> str:
    """What the most serious alert asks for that nobody has acknowledged; empty where none stands."""
    stand = list[tuple[ev.Alerted, bool]]()
    for event, there in in_the_room(events):
        if isinstance(event, ev.Alerted):
            stand.append((event, there))
        elif isinstance(event, ev.Acknowledged):
            stand.clear()
    for alert, there in sorted(stand, key=lambda one: -one[0].level.rank)[:1]:
        return (_IN_THE_ROOM if there else _AT_ONCE)[alert.level]
    return ""


def still_to_call(events: Iterable[ev.Event]) -> tuple[str, ...]:
    """The call that acknowledgements leave to be made, and what to do if nobody answers; empty where none is. After a
    stop it is owed until a note says that the patient was reached, or why nobody need; else where the note tells of a
    call to come, or of one that reached nobody. Nobody calls a patient who was in the room."""
    stand, owed = list[AlertLevel](), list[AlertLevel]()
    for event, there in in_the_room(events):
        if isinstance(event, ev.Alerted) and not there:
            stand.append(event.level)
        elif isinstance(event, ev.Acknowledged):
            more = [] if harmless(event.note) else [one for one in stand if one is _STOP or plans(event.note)]
            owed = [] if reached(event.note) else owed + more
            stand.clear()
    if not owed:
        return ()
    return (REACH, _NOBODY) if _STOP in owed else (REACH,)


def steps(events: Sequence[ev.Event], screened: bool = False) -> Iterator[str]:
    """All that the alerts of one interview ask for, in whole sentences: what cannot wait, the call, the next step.
    `screened`: a suicide screen was given since."""
    yield from filter(None, [at_once(events)])
    if owed := still_to_call(events):
        yield " ".join((_sentence(owed[0]), *owed[1:]))
    if alerts := [event for event in events if isinstance(event, ev.Alerted)]:
        yield from map(_sentence, filter(None, [next_step(alerts, screened)]))


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def next_step(alerts: Iterable[ev.Alerted], screened: bool = False) -> str:
    """What is to be done once these alerts of one interview have been acknowledged: a validated suicide screen, where
    one of them is about suicide or self-harm and none was given since (`screened`), and more than that after a stop;
    else a talk. Empty where nothing is left."""
    stand = tuple(alerts)
    about = {finding.about for one in stand for finding in one.findings} | {
        "suicide" for one in stand if one.item_id is not None
    }
    if about & OF_ONESELF:
        stopped = any(one.level is AlertLevel.STOP for one in stand)
        return (SAFETY_PLAN if screened else AFTER_STOP) if stopped else ("" if screened else SCREEN)
    return "talk with the patient about " + ("their safety, in private" if "abuse" in about else "what was said")


def after(alert: ev.Alerted) -> str:
    """What was asked where the alert's words answer what a wish to end is about, behind the words that it was asked
    about; else empty."""
    asked = _ENDINGS.get(alert.aside) if alert.aside else None
    said = "".join(part.text for part in alert.before)
    return f"After “{said}”, asked {asked}:" if asked and said else ""


def before_stop(turn: int, stops: Iterable[int]) -> bool:
    """Whether a turn was said before the last one that stopped the interview, so that it answers nothing about that."""
    return turn < max(stops, default=0)


def asked(alert: ev.Alerted) -> str:
    """What was asked where the alert's words answer item 11, whether such thoughts are there now, or what a wish to end
    is about; with the answer itself where it was tapped in person and the patient wrote nothing. Else empty."""
    if said := after(alert):
        return said
    rules = {finding.rule for finding in alert.findings}
    if alert.item_id is None and AFFIRMED not in rules:
        return NOW if rules & _OF_NOW else ""
    about = f"Item {HARM_ITEM}, {items()[HARM_ITEM].short.lower()}"
    if alert.quotes:
        return f"{about}, answered:"
    answer = "not “not at all”" if alert.score is None else f"{alert.score}, {anchor(alert.score)}"
    return f"{about}, answered in person: {answer}."
