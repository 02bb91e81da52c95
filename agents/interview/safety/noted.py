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
    rf"(?:(?:spoke|spoken|talked) (?:with |to |w/ ?)|(?:reached|saw|seen|met(?: with)?|visited) ){_WHOM}|"
    rf"(?:stayed|sat|am|i['’]m) with {_WHOM}|{_NAMED} is (?:here )?with (?:me|us)|"
    rf"{_NAMED} (?:(?:was|has been) )?(?:seen|reached|spoken (?:with|to))|"
    rf"(?:hablé|hablamos|he hablado|hemos hablado|estuve|estoy) con {_WHOM}|(?:vi|visité|localicé) a {_WHOM}|"
    rf"l[ao] (?:vi|visité|localicé)|{_NAMED} está conmigo|"
    rf"(?P<contacted>contacted {_WHOM})|(?P<call>(?:called|phoned|rang|llamé a) {_WHOM}|l[ao] llamé))"
    r"(?=\s*(?:$|[.,:;!(–—-])|\s+(?:and|who|again|briefly|directly|about|now|just now|today|tonight|at \d\d?|"
    r"this (?:morning|afternoon|evening)|by (?:tele)?phone|(?:on|over)(?: the)? phone|for|twice|in person|face to face|"
    r"y|que|hoy|ahora|brevemente|a las? \d\d?|por teléfono|en persona)\b)"  # not "her mother", not "saw her write"
)
_CALM: Final = re.compile(r"\bdenie[sd] si\b|\bnot suicidal\b")  # SI is suicidal ideation here, and no Spanish "if"
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
_NOBODY: Final = (
    r"voice ?mail|l?vm|mailbox|buzón|texted|sms|whatsapp|e-?mail\w*|unanswered|rang out|hung up|switched off|"
    r"pick\w* up|no (?:answer|reply|response|luck|success|contest\w+|respond\w+)|sin respuesta|nobody|no one|nadie|"
    r"(?:left|sent|dej\w+|envi\w+|mand\w+) (?:\w+ ){0,3}(?:message|mensaje|recado)s?|messages? left"
)
_REACHED_NOBODY: Final = re.compile(rf"\b(?:{_NOBODY})\b")
_OPEN: Final = re.compile(  # a plan, a wish, a try that failed, another time
    rf"\b(?:{_NOBODY}|"
    r"will|shall|should|would|could|can|cannot|must|may|might|going to|to (?:be|call|ring|phone|see|reach|have)|"
    r"plan\w* to|need\w*|hop(?:e|ing)|tomorrow|later|soon|next|last|ago|yesterday|until|unless|before|if|whether|once|"
    r"when|not|never|neither|any(?:one|body)|no (?:contact|localiz\w*)|without|unable|fail\w*|busy|engaged|machine|"
    r"a?wait\w*|tr(?:y|ied|ying)|attempt\w*|esper\w+|nunca|ni|si|cuando|hasta|antes|mañana|ayer|última|"
    r"\w+(?:aré|eré|iré))\b|['’](?:ll|d|t)\b|\?"
)
_CALLED: Final = re.compile(
    rf"\b(?:{_NOBODY}|(?:call|phon|ring|rang|rung|dial|contacted|cell|mobile|llam|móvil|teléf)\w*)\b"
)
_MEETING: Final = re.compile(
    r"\b(?:reach|spea?k|spoke|talk|contact|visit|see|saw|meet|met|answer|repl|tri|try|habl|contest|respon|localiz|ver)"
)
_CLAUSES: Final = re.compile(r"[;,!–—]|:(?!\d)|\s-\s|\b(?:but|then|pero)\b|(?:(?<=\w{3})|(?<=\d\d))\.(?=\s)")


def harmless(note: str) -> bool:
    """Whether it begins with the ready words for what is no danger."""
    return _begins(note, *_NO_DANGER)


def reached(note: str) -> bool:
    """Whether it says that the patient was spoken with, was seen or is with somebody of the clinic."""
    said = _CALM.sub("denies it", note.casefold())
    return not _owing(note) and any(_plain(found, said) for found in _CONTACT.finditer(said))


def plans(note: str) -> bool:
    """Whether it tells of a call or a message, or of a meeting to come, and not that the patient was reached."""
    said = note.casefold()
    free = _CALLED.search(said) or (_OPEN.search(said) and _MEETING.search(said))
    return _owing(note) or bool(free and not harmless(note) and not reached(note))


def unanswered(note: str) -> bool:
    """Whether it tells of a call or message that reached nobody, or begins with the ready words for a call to come."""
    nobody = _REACHED_NOBODY.search(note.casefold())
    return _owing(note) or bool(nobody and not harmless(note) and not reached(note))


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
    if found["call"] or found["contacted"]:
        answered = found["contacted"] or _ANSWERED.match(after)
        return bool(answered and not _OPEN.search(after) and not _OTHERS.search(said))
    return bool(re.search(_NAMED, found[0]) or not _OTHERS.search(said))


def _owing(note: str) -> bool:
    return _begins(note, *(_words(one.words) for one in BEGINNINGS if one.owes))


def _begins(note: str, *words: str) -> bool:
    return _words(note).startswith(words)


def _words(note: str) -> str:
    return " ".join(re.findall(r"\w+", note.casefold()))
