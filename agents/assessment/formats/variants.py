"""Which lines of a transcript are read: both speakers, the participant alone, or the participant with the question."""

from collections.abc import Sequence
from enum import StrEnum

from agents.domain.transcript import Role, Transcript, Turn


class Variant(StrEnum):
    """A choice of lines. In DAIC-WOZ the interviewer's words alone can give a label away, because the interviewer's
    follow-ups depend on what was said (Burdisso et al., 2024): hence the other two variants."""

    BOTH = "both"
    PARTICIPANT = "participant"
    QUESTION = "participant-with-question"
    """The participant's lines, each run of them with the interviewer's line right before it."""


def chosen(transcript: Transcript, variant: Variant) -> Transcript:
    """The turns of that variant, renumbered."""
    kept = [transcript[place] for place in _places([turn.role for turn in transcript], variant)]
    return tuple(turn.model_copy(update={"index": index}) for index, turn in enumerate(kept))


def _places(roles: Sequence[Role], variant: Variant) -> list[int]:
    if variant is Variant.BOTH:
        return list(range(len(roles)))
    spoken = {place for place, role in enumerate(roles) if role is Role.PATIENT}
    if variant is Variant.QUESTION:
        spoken |= {place - 1 for place in spoken if place and roles[place - 1] is Role.INTERVIEWER}
    return sorted(spoken)


def as_text(transcript: Transcript) -> str:
    """`Interviewer: words` and `Participant: words`, one turn per line; `plain.read` reads it back."""
    return "\n".join(f"{_name(turn)}: {turn.text}" for turn in transcript)


def _name(turn: Turn) -> str:
    return "Participant" if turn.role is Role.PATIENT else "Interviewer"
