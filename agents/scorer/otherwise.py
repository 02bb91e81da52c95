"""A reply that tells of something else: how it used to be, what would be, what somebody else says of the patient, the
matter of another item; or that says it was for another question. By words in English and Spanish."""

import re
from typing import Final

from agents.language import ENGLISH, Language, flat
from agents.reading.asking import may_ask
from agents.reading.model.labels import ACTS
from agents.reading.stance import Lead
from agents.scorer.few_words import FEW, bare, length
from agents.scorer.items import item_ways
from agents.scorer.parts import counts
from agents.scorer.reading import Reading

_MOST: Final = 10
"""Words of a reply that tells no more."""
_ONCE: Final = re.compile(
    r"(?<!\bam )(?<!\bget )(?<!\bgot )(?<!\bgetting )(?<!'m )(?<!than i )(?<!as i )(?<!like i )\bused to\b"
)
_ONCE_SPANISH: Final = re.compile(
    r"\bsol(?:ia|iamos)\b|\bantes (?!de\b|que\b)\w*(?:aba|ia)\b|\b\w*(?:aba|ia) (?:\w+ )?antes\W*$"
)
_SINCE: Final = re.compile(
    r"\b(?:now(?:adays)?|still|any ?more|no longer|not|never|\w+n'?t|these days|lately|today|again|days?|nights?|weeks?"
    r"|ahora|todavia|aun|ya no|nunca|hoy|ultimamente|dias?|noches?|semanas?|no)\b"
)
"""Tells how it is, or counts."""
_WOULD: Final = re.compile(
    r"\bif\b.*\b(?:would|wouldn't|(?:i|he|she|it|they)'d)\b|\b(?:would|wouldn't|i'd)\b(?! say).*\bif\b"
    r"|^\W*si\b .*\w{2}r(?:ia|ian)\b|\b(?!quer|cor|mor)\w{2,}r(?:ia|ian) .*\bsi\b"
)
_SAYS: Final = re.compile(
    r"\b(?:(?:my|our|the) (?:\w+ )?\w+|he|she|people|everyone|everybody) (?:always )?"
    r"(?:says?|said|thinks?|reckons?|claims?|swears?|tells me|told me|keeps? (?:saying|telling me)|is convinced)"
    r" (?:that )?(?:i|i'?m|i'?ve)\b[^.,;!?]*?(?=[.,;!?]| but | and |$)"
    r"|\b(?:mi|mis|el|la) (?:\w+ )?\w+ (?:dicen?|creen?|piensan?|me di(?:jo|ce)) que (?:yo |me |no )*"
    r"(?:estoy|ando|tengo|soy|duermo|olvido|me|se me)\b[^.,;!?]*?(?=[.,;!?]| pero | y |$)"
)
_LAST: Final = 200
"""Characters at the end of a reply in which it may be taken back."""
_TAKEN_BACK: Final = re.compile(
    r"\b(?:sorry|wait|oops|whoops|hang on|hold on|my (?:bad|mistake)|ignore (?:that|this))\W+(?:\w+\W+){0,4}?"
    r"(?:that|this|it) was (?:(?:meant )?for|(?:the|my) answer (?:to|for)|in answer to) (?P<for>[^.,;!?]+)\W*$"
    r"|\bperdon\W+(?:\w+\W+){0,4}?(?:eso|esto) era (?:de|del|para) (?P<de>[^.,;!?]+)\W*$"
)
_WRONG: Final = re.compile(r"\b(?:wrong question|me equivoque de pregunta)\W*$")
_WRONG_PLACE: Final = re.compile(r"\bwrong (?:chat|box|window)\W*$")
_QUESTION: Final = re.compile(
    r"(?:\w+ ){0,3}(?:questions?|item|pregunta|anterior)\b.*|(?:la|el) otr[ao]"
    r"|(?:the|that) (?:\w+ )?(?:1|one)(?: (?:before|above|earlier))?"
)
_THING: Final = re.compile(
    r"(?:(?:the|el|la|los|las) )?(?!(?:an?|my|una?|mis?|me|us|you|him|her|them|ti|ellas?|nosotros|\w+thing|nada|long"
    r"|ever|good|real|verdad)\b)\w+(?: \w+)?"
)
_TIME: Final = re.compile(
    r"\b(?:years?|months?|weeks?|days?|nights?|mornings?|hours?|minutes?|while|times?|ages|now|today|yesterday"
    r"|anos?|mes(?:es)?|semanas?|dias?|noches?|horas?|rato|tiempo|siempre|hoy|ayer|antes)\b"
)

_SENTENCE: Final = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_BESIDE: Final = re.compile(r"n['’]?t\b|^when\b", re.IGNORECASE)
"""What may stand at the verb that begins a question: "isn't everybody?", "when am I not?"."""
_ANSWERS: Final = 0.2
"""How likely a reply has to be an answer, where it says neither yes nor no nor how many days."""
_ASTRAY: Final = 0.6
"""How likely a reply is none, not even to another item, from which on it is taken for none; `SURE` for one that says
yes, no or how often in more than a few words."""
SURE: Final = 0.75
_ALONE: Final = 0.5
"""How likely a reply to a follow-up has to be an answer, read without the first one; `_HARDLY` for one that counts."""
_HARDLY: Final = 0.25
_OTHER: Final = ACTS.index("other")
_ANOTHERS: Final = 0.7
"""How likely a reply has to answer another item than the one on self-harm; than any that it does not name, where it
tells that much more of the other: of 845 answers in `limits` it takes none."""
_ITS_MATTER: Final = 0.6
_TELLS: Final = 3.0


def astray(reading: Reading) -> bool:
    """Whether a reply is no answer at all by the learnt reader."""
    if reading.learnt.acts[0] < _ANSWERS and reading.lead is not Lead.YES and not reading.named:
        return True
    if bare(reading):
        return reading.astray >= _ASTRAY
    return reading.astray >= SURE and length(reading) > FEW


def of_another(reading: Reading) -> bool:
    """Whether it answers another item by the learnt reader: that on self-harm was asked, where whether comes first, or
    its words tell of that item as well."""
    if reading.lead is not Lead.NOTHING:
        return False
    likely, tells = reading.learnt.acts[_OTHER], reading.rival and reading.more >= _TELLS and not reading.named
    return likely >= (_ANOTHERS if reading.item.grave else _ITS_MATTER) and (reading.item.grave or bool(tells))


def apart(reading: Reading) -> bool:
    """Whether a reply to a follow-up is no answer without the first one: it tells of something else, or of nothing."""
    likely = reading.alone.acts[0] if reading.alone else 1.0
    return likely < (_ALONE if bare(reading) else _HARDLY) and not reading.named


def otherwise(text: str, item: int, language: Language) -> bool:
    """Whether a short reply says what used to be, and nothing of how it is now, or what would be; or whether one of any
    length says what somebody else says of the patient, and nothing beside that counts days. Pure; any text."""
    said = flat(text)
    if item_ways(item).own and (by_others := _SAYS.search(said)):
        return not counts(said[: by_others.start()] + said[by_others.end() :], language)
    if len(said.split()) > _MOST:
        return False
    once = _ONCE if language == ENGLISH else _ONCE_SPANISH
    if once.search(said) is not None and not _SINCE.search(said):
        return True
    return _WOULD.search(said) is not None and not counts(said, language)


def only_asks(text: str) -> bool:
    """Whether a reply is nothing but questions, each with its mark ("does a nap count?", "isn't everybody?"), or one
    word said back as one ("sleep? what sleep?"): that says less than it sounds like."""
    said = [one.strip() for one in _SENTENCE.findall(text) if any(map(str.isalnum, one))]
    return bool(said) and all("?" in one and (" " not in one or may_ask(_BESIDE.sub("", one))) for one in said)


def taken_back(text: str, item: int) -> bool:
    """Whether a text ends in saying that it was for another question ("sorry, that was for the last one"), or for some
    thing ("... for the coffee"), which of thoughts of self-harm is not enough."""
    said, grave = flat(text)[-_LAST:], item_ways(item).grave
    if _WRONG.search(said) or (not grave and _WRONG_PLACE.search(said)):
        return True
    if (found := _TAKEN_BACK.search(said)) is None:
        return False
    matter = (found["for"] or found["de"]).strip()
    if _QUESTION.fullmatch(matter):
        return True
    return not grave and _THING.fullmatch(matter) is not None and not _TIME.search(matter)
