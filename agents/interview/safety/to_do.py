"""What the alerts of one interview rest on besides the patient's words, and what a therapist is to do about them."""

from collections.abc import Iterable, Iterator
from typing import Final

from agents.domain.level1 import HARM_ITEM, anchor, items
from agents.domain.risk import OF_ONESELF, AlertLevel
from agents.interview import events as ev
from agents.interview.presence import Held, InPerson, Released, Why
from agents.risk.catalogue import AFFIRMED

SCREEN: Final = "C-SSRS or ASQ, in person"
AFTER_STOP: Final = (
    "your own assessment of the risk (C-SSRS or ASQ, in person) and a safety plan agreed with the patient"
)
_AT_ONCE: Final = {
    AlertLevel.STOP: (
        "Call the patient now. If nobody answers: the emergency contact, then the emergency services, by your clinic's "
        "procedure."
    ),
    AlertLevel.URGENT: "Read it now, and decide whether to call the patient.",
    AlertLevel.ATTENTION: "Read it today, and decide what is to be done.",
}
_IN_THE_ROOM: Final = {
    AlertLevel.STOP: "The patient is with you: stay with them, and tell them whom to call.",
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


def next_step(alerts: Iterable[ev.Alerted]) -> str:
    """What is to be done once these alerts of one interview have been acknowledged: a validated suicide screen, where
    one of them is about suicide or self-harm, and more than that after a stop; else a talk."""
    stand = tuple(alerts)
    about = {finding.about for one in stand for finding in one.findings} | {
        "suicide" for one in stand if one.item_id is not None
    }
    if about & OF_ONESELF:
        return AFTER_STOP if any(one.level is AlertLevel.STOP for one in stand) else SCREEN
    return "talk with the patient about " + ("their safety, in private" if "abuse" in about else "what was said")


def asked(alerts: Iterable[ev.Alerted]) -> str:
    """The question that alerts stand on, where an answer to item 11 raised one, with the answer where it was tapped in
    person and the patient wrote nothing; else empty."""
    about = f"Item {HARM_ITEM}, {items()[HARM_ITEM].short.lower()}"
    of_item = [one for one in alerts if one.item_id is not None or any(f.rule == AFFIRMED for f in one.findings)]
    for one in of_item:
        if not one.quotes:
            answer = "not “not at all”" if one.score is None else f"{one.score}, {anchor(one.score)}"
            return f"{about}, answered in person: {answer}"
    return f"{about}, answered:" if of_item else ""
