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
_IN_PERSON: Final = re.compile(r"stayed with the patient\b(?!['’]s)")
_REACHED: Final = re.compile(
    r"\b(?:(?:spoke|spoken|talked) (?:with|to)|reached|saw|met) (?:(?P<known>the patient)|pt|him|her|them)"
    r"(?=\s*(?:$|[.!,:(–—])|\s+(?:-|\d|(?:and|at|again|directly|about|now|just now|today|by (?:tele)?phone|"
    r"(?:on|over) the phone|in person|face to face)\b))"
)
_OTHERS: Final = re.compile(
    r"\b(?:mother|father|mum|mom|dad|parents?|sister|brother|husband|wife|spouse|partner|boyfriend|girlfriend|friend|"
    r"son|daughter|child|uncle|aunt|grand\w+|cousin|relatives?|family|carer|neighbou?r|\w+mate|colleagues?|doctor|dr|"
    r"gp|psychiatrist|therapist|nurse|team|duty|contact|police|ambulance|paramedics?|services?|emergency|hospital|"
    r"clinic|ward|\d{3})s?\b"
)
"""Somebody else, whom "him", "her" or "them" may mean."""
_NOT_YET: Final = re.compile(
    r"\b(?:will|shall|should|would|could|can|cannot|must|may|might|going to|to be|to (?:call|ring|phone|see|reach)|"
    r"plan\w* to|need\w*|tomorrow|later|soon|next|last|ago|yesterday|until|unless|before|if|whether|once|when|hop\w+|"
    r"not|never|neither|nobody|any(?:one|body)|no (?:answer|reply|response|one|luck|success|contact)|without|unable|"
    r"unanswered|fail\w*|busy|engaged|switched off|rang out|hung up|voice ?mail|mailbox|machine|left a message|tried|"
    r"trying|try|attempt\w*)\b|['’](?:ll|d|t)\b|\?"
)
"""Words of a plan, of a try that failed, or of another time."""
_CONTACT: Final = re.compile(
    r"\b(?:call|phon|ring|rang|rung|dial|reach|spea?k|spoke|talk|contact|visit|see|saw|meet|met|answer|tri|try|text)\w*"
)
_CLAUSES: Final = re.compile(r";|(?:(?<=\w{3})|(?<=:\d\d))[.!](?=\s)")


def plans(note: str) -> bool:
    """Whether it tells of a call to come, or of one that reached nobody: in ready words or free ones."""
    said = note.casefold()
    free = not harmless(note) and not reached(note) and _NOT_YET.search(said) and _CONTACT.search(said)
    return _owing(note) or bool(free)


def _owing(note: str) -> bool:
    return note.startswith(tuple(one.words.rstrip() for one in BEGINNINGS if one.owes))


def harmless(note: str) -> bool:
    """Whether it begins with the ready words for what is no danger."""
    return note.startswith(BEGINNINGS[-1].words.rstrip())


def reached(note: str) -> bool:
    """Whether it says that the patient was reached: in ready words, or in a clause that names them and no plan or
    failure. What is in doubt is no."""
    said = note.casefold()
    if note.startswith(BEGINNINGS[0].words.rstrip()) or _IN_PERSON.match(said):
        return True
    return not _owing(note) and any(_told(clause, bool(_OTHERS.search(said))) for clause in _CLAUSES.split(said))


def _told(clause: str, others: bool) -> bool:
    found = _REACHED.search(clause)
    return bool(found and (found["known"] or not others) and not _NOT_YET.search(clause))


def lacking(note: str) -> str:
    """What a note that ends in the middle of its sentence lacks; empty where it is whole."""
    if not note.endswith(":"):
        return ""
    known = (one.lacks for one in BEGINNINGS if note == one.words.rstrip())
    return next(known, "Finish the sentence after the colon.")
