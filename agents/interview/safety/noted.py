"""What the note of an acknowledgement says: the words ready to begin with, and whether a call is still owed.
The patient was reached only where it says so plainly."""

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
_NO_DANGER: Final = ("read it no danger because", "no danger because", "no hay peligro porque")
_NAMED: Final = r"(?:(?:the |our |my |el |la )?(?:patient|client|pt|paciente))"
_WHOM: Final = rf"(?:{_NAMED}|him|her|them|él|ella)"
_CONTACT: Final = re.compile(
    r"(?<!\w)(?<!no )(?<!he )(?<!they )(?<!who )(?:"  # "she spoke with him" tells of somebody else
    rf"(?:(?:spoke|spoken|talked) (?:with|to)|reached|saw|seen|met(?: with)?|visited) {_WHOM}|"
    rf"(?:stayed|sat|am|i['’]m) with {_WHOM}|{_NAMED} is (?:here )?with (?:me|us)|"
    rf"{_NAMED} (?:(?:was|has been) )?(?:seen|reached|spoken (?:with|to))|"
    rf"(?:hablé|hablamos|he hablado|hemos hablado|estuve|estoy) con {_WHOM}|(?:vi|visité|localicé) a {_WHOM}|"
    rf"l[ao] (?:vi|visité|localicé)|{_NAMED} está conmigo|"
    rf"(?P<call>(?:called|phoned|rang|llamé a) {_WHOM}|l[ao] llamé))"
    r"(?=\s*(?:$|[.,:;!(–—-])|\s+(?:and|who|again|briefly|directly|about|now|just now|today|tonight|at \d\d?|"
    r"this (?:morning|afternoon|evening)|by (?:tele)?phone|(?:on|over)(?: the)? phone|for|twice|in person|face to face|"
    r"y|que|hoy|ahora|brevemente|a las? \d\d?|por teléfono|en persona)\b)"  # not "her mother", not "saw her write"
)
_ANSWERED: Final = re.compile(  # a call alone may have rung in an empty room
    r"(?:(?!\bto\b).)*\b(?:safe|okay|ok|fine|well|calm\w*|said|says|told|agree[sd]|promise[sd]|denie[sd]|"
    r"a salvo|bien|dijo|dice|tranquil[ao])\b"
)
_OTHERS: Final = re.compile(  # whom "him", "her" or "them" may mean
    r"\b(?:mother|father|mum|mom|dad|parent|sister|brother|husband|wife|spouse|partner|boyfriend|girlfriend|friend|son|"
    r"daughter|child|uncle|aunt|grand\w+|cousin|relative|family|carer|neighbou?r|\w+mate|colleague|doctor|dr|gp|"
    r"psychiatrist|therapist|nurse|team|duty|contact|police|ambulance|paramedic|service|emergency|hospital|clinic|ward|"
    r"madre|padre|herman[ao]|marido|mujer|espos[ao]|pareja|novi[ao]|amig[ao]|hij[ao]|abuel[ao]|tí[ao]|prim[ao]|familia\w*|"
    r"vecin[ao]|colega|médic[ao]|enfermer[ao]|terapeuta|psiquiatra|policía|ambulancia|emergencia|\d{3})s?\b"
)
_OPEN: Final = re.compile(  # a plan, a wish, a try that failed, another time
    r"\b(?:will|shall|should|would|could|can|cannot|must|may|might|going to|to (?:be|call|ring|phone|see|reach|have)|"
    r"plan\w* to|need\w*|hop(?:e|ing)|tomorrow|later|soon|next|last|ago|yesterday|until|unless|before|if|whether|once|"
    r"when|not|never|neither|nobody|any(?:one|body)|no (?:answer|reply|response|one|luck|success|contact)|without|"
    r"unable|unanswered|fail\w*|busy|engaged|switched off|rang out|hung up|voice ?mail|mailbox|machine|left a message|"
    r"tr(?:y|ied|ying)|attempt\w*|no (?:contesta|responde|localiz)\w*|nadie|nunca|ni|si|cuando|hasta|antes|mañana|ayer|"
    r"última|buzón|\w+(?:aré|eré|iré))\b|['’](?:ll|d|t)\b|\?"
)
_CALLING: Final = re.compile(
    r"\b(?:call|phon|ring|rang|rung|dial|reach|spea?k|spoke|talk|contact|visit|see|saw|meet|met|answer|tri|try|text|"
    r"llam|habl|contest|respond|localiz|ver)\w*"
)
_CLAUSES: Final = re.compile(r"[;,!–—]|:(?!\d)|\s-\s|\b(?:but|then|pero)\b|(?:(?<=\w{3})|(?<=\d\d))\.(?=\s)")


def harmless(note: str) -> bool:
    """Whether it begins with the ready words for what is no danger."""
    return _begins(note, *_NO_DANGER)


def reached(note: str) -> bool:
    """Whether it says that the patient was spoken with, was seen or is with somebody of the clinic."""
    said = note.casefold()
    return not _owing(note) and any(_plain(found, said) for found in _CONTACT.finditer(said))


def plans(note: str) -> bool:
    """Whether it tells of a call to come, or of one that reached nobody: in ready words or free ones."""
    said = note.casefold()
    free = not harmless(note) and not reached(note) and _OPEN.search(said) and _CALLING.search(said)
    return _owing(note) or bool(free)


def lacking(note: str) -> str:
    """What a note that ends in the middle of its sentence lacks; empty where it is whole."""
    if not note.endswith(":"):
        return ""
    known = (one.lacks for one in BEGINNINGS if note == one.words.rstrip())
    return next(known, "Finish the sentence after the colon.")


def _plain(found: re.Match[str], said: str) -> bool:
    before, after = _CLAUSES.split(said[: found.start()])[-1], said[found.end() :]
    if _OPEN.search(before) or re.match(r"[^.;!]*\?", after):
        return False
    if found["call"]:
        return bool(_ANSWERED.match(after) and not _OPEN.search(after) and not _OTHERS.search(said))
    return bool(re.search(_NAMED, found[0]) or not _OTHERS.search(said))


def _owing(note: str) -> bool:
    return _begins(note, *(_words(one.words) for one in BEGINNINGS if one.owes))


def _begins(note: str, *words: str) -> bool:
    return _words(note).startswith(words)


def _words(note: str) -> str:
    return " ".join(re.findall(r"\w+", note.casefold()))
