"""Made-up interviews for the tests of the transcript pipeline."""

from agents.assessment.formats.plain import read
from agents.domain.transcript import Transcript

FULL = """\
Interviewer: how have you been sleeping
Participant: not well. I lie awake till three, five nights a week
Interviewer: and the other nights
Participant: the other two I sleep fine
Interviewer: how is your energy
Participant: I'm wiped out every single day. my husband is full of energy, he runs
Interviewer: have you been feeling down
Participant: no, not at all
Interviewer: how about your appetite
Participant: my sister has no appetite, she skips dinner every day
Interviewer: do you have trouble concentrating
Participant: my mind wanders now and then I guess
Interviewer: do you ever feel like a failure
Participant: back when I was in college I felt worthless every day
"""

DISTRACTIONS = """\
Interviewer: what do you do for fun
Participant: we have a boat. I'm sick and tired of the traffic out there
Interviewer: how are your kids
Participant: my son is fidgety, he can't sit still for one minute, every day
Interviewer: have you felt tired lately
Participant: couldn't tell you
"""

DANGER = """\
Interviewer: how have you been sleeping
Participant: badly, I lie awake five nights a week
Interviewer: has anything been on your mind
Participant: the rent. Tonight I am going to kill myself. my dog is at my sister's
Interviewer: do you use anything to get through it
Participant: I googled how many of my pills would be lethal
"""
STOP = "Tonight I am going to kill myself."


def full() -> Transcript:
    """Something of everything: counted, denied, of others, of the past, without a frequency."""
    return read(FULL)


def distractions() -> Transcript:
    """Nothing that an item could be scored by."""
    return read(DISTRACTIONS)
