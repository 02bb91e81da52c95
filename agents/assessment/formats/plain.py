"""Transcripts as plain text: one utterance a line, `Speaker: words`."""

import re
from typing import Final

from agents.domain.transcript import Role, Transcript, Turn
from agents.errors import CorrectInput

INTERVIEWERS: Final = frozenset({"ellie", "interviewer", "therapist", "clinician", "doctor", "counselor", "counsellor"})
PARTICIPANTS: Final = frozenset({"participant", "patient", "client", "subject", "interviewee"})
_LINE: Final = re.compile(r"^\s*([^\W\d_][\w .'-]{0,39}?)\s*:\s*(.*)$")


def read(text: str) -> Transcript:
    """The turns of a text; a line without a speaker goes on with the last one. Raises CorrectInput when no line names
    a participant."""
    turns: list[tuple[Role, str]] = []
    for line in text.splitlines():
        match = _LINE.match(line)
        role = _role(match[1]) if match else None
        if match and role:
            turns.append((role, match[2].strip()))
        elif turns and line.strip():
            turns[-1] = (turns[-1][0], f"{turns[-1][1]} {line.strip()}")
    if not any(role is Role.PATIENT for role, _ in turns):
        raise CorrectInput("no line of a participant: write each utterance as `Participant: words`")
    return tuple(Turn(index=i, role=role, text=said) for i, (role, said) in enumerate(turns))


def _role(speaker: str) -> Role | None:
    name = speaker.casefold()
    if name in INTERVIEWERS:
        return Role.INTERVIEWER
    return Role.PATIENT if name in PARTICIPANTS else None
