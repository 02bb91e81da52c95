"""What the note of an acknowledgement says: the words ready to begin with, and whether a call is still owed."""

import re
from typing import Final, NamedTuple


class Beginning(NamedTuple):
    """Ready words, and what to say to whoever leaves them unfinished. `owes`: who notes this has yet to reach the
    patient."""

    words: str
    lacks: str
    owes: bool = False


BEGINNINGS: Final = (
    Beginning("Spoke with the patient: ", "Add what was said or agreed."),
    Beginning("Not reached; next step: ", "Add what happens next, and who does it.", owes=True),
    Beginning("Will call the patient at: ", "Add when you will call, for example 15:00.", owes=True),
    Beginning("Read it; no danger, because: ", "Add why there is no danger."),
)
_REACHED: Final = re.compile(
    r"\b(?:called|phoned|rang|spoke|spoken|talked|reached|answered|saw|seen|met|visited|stayed|with (?:me|us))\b"
)
_NOT_YET: Final = re.compile(
    r"\b(?:will|shall|going to|to (?:be )?(?:call|ring|phone)|plan\w*|tomorrow|later|not|nobody|unanswered|"
    r"no (?:answer|reply|one)|voice ?mail|messages?|tried|trying|try|attempt\w*)\b|['’](?:ll|t)\b"
)


def plans(note: str) -> bool:
    """Whether it begins with the ready words of a call to come, or of one that reached nobody."""
    return note.startswith(tuple(one.words.rstrip() for one in BEGINNINGS if one.owes))


def harmless(note: str) -> bool:
    """Whether it begins with the ready words for what is no danger."""
    return note.startswith(BEGINNINGS[-1].words.rstrip())


def reached(note: str) -> bool:
    """Whether it says that somebody has reached the patient. A plan to call is no call, and neither is one that nobody
    answered."""
    said = note.casefold()
    told = bool(_REACHED.search(said)) and not _NOT_YET.search(said)
    return told or note.startswith(BEGINNINGS[0].words.rstrip())


def lacking(note: str) -> str:
    """What a note that ends in the middle of its sentence lacks; empty where it is whole."""
    if not note.endswith(":"):
        return ""
    known = (one.lacks for one in BEGINNINGS if note == one.words.rstrip())
    return next(known, "Finish the sentence after the colon.")
