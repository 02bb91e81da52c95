"""Interviews that are held to their end over the socket, for tests of what is shown afterwards."""

from collections.abc import Mapping

import httpx

from tests.browser.people import AGAIN, ANSWERS
from tests.server.interviews.talking import begun, talker

SAID = {
    11: "Several days. Some nights I think it would be easier not to wake up, but I wouldn't do anything.",
    14: "yes. no.",
    15: "It comes and goes, hard to say.",
    18: "I'd rather not say.",
}
"""Answers that give a therapist something to look at: a risk, a contradiction, a vague one, one that was declined."""
_ASIDE = {"now": "No, not right now.", "go_on": "Yes, let's go on.", "review": "No, nothing to change."}


def held(staff: httpx.Client, mode: str = "screening", interview: str = "", said: Mapping[int, str] = SAID) -> str:
    """A finished interview with a risk in it and answers to confirm, a new one unless it is named: its number."""
    interview = interview or begun(staff, label="K-17", mode=mode)
    with talker(staff, interview) as patient:
        patient.reply_after(0)
        body = patient.say("Yes, I'm ready.")
        asked: set[int] = set()
        while body["purpose"] != "closing":
            item, again = body["itemId"], body["itemId"] in asked
            answer = said.get(item, AGAIN if again else ANSWERS[item - 1]) if item else "Yes."
            if item and body["purpose"] not in _ASIDE:
                asked.add(item)
            body = patient.say(_ASIDE.get(body["purpose"], answer))
    return interview


def stopped(staff: httpx.Client, interview: str = "") -> str:
    """An interview that was ended for the patient's safety after one answer, a new one unless it is named."""
    interview = interview or begun(staff, label="S-3")
    with talker(staff, interview) as patient:
        patient.reply_after(0)
        patient.say("Yes, I'm ready.")
        patient.say(ANSWERS[0])
        patient.say("I want to end my life. I have written the note and I will do it tonight.")
    return interview


def left(staff: httpx.Client) -> str:
    """An interview that its patient ended after one answer: its number."""
    interview = begun(staff, label="L-5")
    with talker(staff, interview) as patient:
        patient.reply_after(0)
        patient.say("Yes, I'm ready.")
        patient.say(ANSWERS[0])
        if patient.say("I want to stop for good.")["purpose"] != "farewell":
            patient.say("Yes, stop for good.")
    return interview
