"""Few words: whether they name the matter, deny it, or say how it went."""

import re
from typing import Final

from agents.questions.bank import bank
from agents.reading.stance import Lead
from agents.scorer.reading import Reading
from agents.scorer.states import well

FEW: Final = 2
_SHORT: Final = 3
_SOME: Final = 6
_TAKES_AWAY: Final = ("negator", "shunned", "scarce", "past")
_GOOD: Final = frozenset({19, 20})
"""Items whose matter is what is good: to know oneself, to be close to others."""
_NO_MORE: Final = 1.0
"""How much more so few words have to tell of something else, or of nothing, than of the item."""
SAYS_HOW: Final = re.compile(
    r"\b(?:[ny]|no|not|never|none|nothing|neither|\w+n't|fine|good|great|bad\w*|awful|terrible|horrible|rough|hard"
    r"|tough|ok(?:ay)?|well|better|worse|worst|lots?|bit|little|much|some|same|normal|calm|quiet|steady|clear|happy"
    r"|usual\w*|like (?:crazy|mad|hell)"
    r"|mal|bien|fatal|peor|mejor|regular|normal|igual|nada|nunca|ningun[oa]?|poco|mucho|menos|horrible)\b",
    re.IGNORECASE,
)
"""Words of how it went, whatever it is that went so."""

_BADLY: Final = re.compile(
    r"\b(?:bad\w*|awful|terrible|horrible|rough|hard|tough|worse|worst|nightmare|struggl\w+|killing)\b", re.IGNORECASE
)
_NOT_WELL: Final = re.compile(
    r"\bnot (?:all )?(?:that|so|too|very|really|exactly|particularly) (?:good|well|great|hot|ok(?:ay)?|fine)\b",
    re.IGNORECASE,
)
_DENIES: Final = re.compile(r"\b(?:no|not|never|none|nothing|neither|without|\w+n['’]?t)\b", re.IGNORECASE)

NO_DAYS: Final = re.compile(
    r"\W*(?:(?:a|an|about|maybe|like|probably|say)\s+)*(?:\d+\s*%|\d+\s*(?:/|out of)\s*10|1[5-9]|[2-9]\d|\d{3,}"
    r"|\d+(?:\s*(?:-|to|or)\s*\d+)?\s*(?:h|hrs?|hours?)(?:\s*(?:a|each|per|every))?(?:\s*(?:night|day))?)\W*",
    re.IGNORECASE,
)
"""A bare number that is neither a step of the scale nor days of fourteen: also a mark out of ten, and hours."""
NOT_LATELY: Final = re.compile(
    r"\W*(?:no , )?(?:not this time"
    r"|not (?:for|in) (?:(?:many |some )?(?:years|ages|months|weeks)|a (?:long )?(?:time|while)))\W*"
)
OUTRIGHT: Final = frozenset({7, 12, 13, 16, 17, 21, 22, 23})
"""Items whose matter is there or not, so that "not for years" is none; of the others it may be what is good that has
not been for so long ("have you been happy?")."""
NO_SUCH_DAY: Final = re.compile(
    r"(?: (?:i|we|have|had|there|is|was|been))*"
    r" (?:never (?:had (?:a|any)|a|1)|not (?:(?:had|have) )?(?:(?:a )?single|1|any)|no)"
    r"(?: single)? (?:(?P<good>good|decent|proper|happy|calm)|bad|rough|rotten|awful|terrible|low|sad)"
    r" (?:1s?|days?|nights?|mornings?)(?: at all| lately"
    r"| (?:in|for) (?:(?:the|these) )?(?:(?:last|past) )?(?:two|2) weeks)? [.!] "
)
"""No bad day, or no `good` one, and no more."""
HEDGED: Final = re.compile(r" (?:maybe|perhaps|possibly|i think|i guess)(?= )")
"""Tells loosely how often it was."""
JOKES: Final = re.compile(r"\b(?:j/?k|just kidding|kidding|joking)\b", re.IGNORECASE)
"""Takes what was said back as a joke."""
EITHER: Final = re.compile(
    r"\W*(?:no 1|yes or no|no or yes|plenty|not today|not very|(?:the|my) usual"
    r"|(?:(?:yes|yeah|well|just) (?:, )?)?(?:the same |same )?as (?:usual|always)"
    r"|(?:no , )?(?:i )?(?:do|can) not (?:really )?remember)\W*"
)
"""May be "no one" or "no, once"; none of it, or as much as ever; "plenty" of sleep or of worry; "not today", of
fourteen days; "I don't remember", of anything or of how it was."""
_NOT_NOW: Final = re.compile(
    r"\W*(?:no\W+)?(?:(?:not (?:right now|now|at the moment|today|when|while|if)|ahora(?: mismo)? no|hoy no)\b"
    r"|ya no(?: m[aá]s)?\W*$)",
    re.IGNORECASE,
)
"""Says of thoughts of self-harm when they are not there, and so nothing of the two weeks."""
_WOULD: Final = re.compile(
    r"\b(?:would|wouldn['’]?t|i['’]d|(?:har|atrever|intentar|lastimar|matar|quitar)[ií]a)\b", re.IGNORECASE
)
"""Says what would be done, and so nothing of what was thought."""
_TURNED: Final = re.compile(r"\b(?:did not|que no|no fue as[ií])\.$")
"""The end of a question whose yes is the good answer ("do you feel you know yourself? ... on how many days you did
not")."""
_BARELY: Final = re.compile(r"\W*(?:yes|yeah|yep|no|nope|nah|s[ií])\W*", re.IGNORECASE)


def turned(question: str, said: str) -> bool:
    """Whether a bare yes or no may mean either, by its question; it is asked back."""
    return _TURNED.search(question) is not None and _BARELY.fullmatch(said) is not None


def puts_off(text: str, *, plain: bool) -> bool:
    """Whether words about self-harm say only that it is not now, or what would be done, unless with a `plain` no."""
    return _NOT_NOW.match(text) is not None or (not plain and _WOULD.search(text) is not None)


def bare(reading: Reading) -> bool:
    """Whether a reply says neither yes nor no nor how often."""
    return reading.lead is Lead.NOTHING and reading.frequency is None


def tells_nothing(reading: Reading) -> bool:
    """Whether a few words without yes, no or how often tell no more of this item than of anything else, and do not say
    how it went either ("I like turtles", "I give up")."""
    return unheard(reading) and length(reading) <= _SHORT and reading.more >= _NO_MORE


def unheard(reading: Reading) -> bool:
    """Whether a few words neither name the matter nor deny anything, nor say how it went."""
    return length(reading) <= _SHORT + 1 and not reading.named and not SAYS_HOW.search(reading.words.raw)


def unsaid(reading: Reading) -> bool:
    """Whether some words name the matter and neither deny anything nor say how it went, so that no word of theirs says
    that it was not there ("my sleep schedule is cooked")."""
    said, negated = reading.words.raw, any(reading.clauses.marks[name] for name in _TAKES_AWAY)
    known = any(f" {stem}" in reading.words.text for stem in bank().items[reading.item.id - 1].words)
    plain = negated or SAYS_HOW.search(said) or well(reading.item.id, reading.clauses)
    return known and reading.item.id not in _GOOD and length(reading) <= _SOME and not plain


def badly(reading: Reading) -> bool:
    """Whether a few words say that it went badly, and deny nothing ("mornings are the worst"), or that it went not that
    well."""
    said = reading.words.raw
    bad = _BADLY.search(said) and not _DENIES.search(said)
    return length(reading) <= _SHORT + 1 and bool(bad or _NOT_WELL.search(said))


def length(reading: Reading) -> int:
    """How many words a reply has."""
    return sum(map(str.isalnum, reading.words.text.split()))
