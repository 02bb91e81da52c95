"""A few of the patient's own words to ask about, where that is short and safe; else nothing."""

import re
from typing import Final

from agents.interviewer.bank import Wording

LONGEST: Final = 1000
LONGEST_WORDS: Final = 7
LONGEST_ECHO: Final = 48

VAGUE = re.compile(
    r"\b(?:(?:quite |just |only )?a (?:lot|bit|little)|sometimes|now and (?:then|again)|on and off|off and on|(?:quite |pretty |very )?often|occasionally|(?:every )?once in a while|every now and then"
    r"|from time to time|here and there|usually|a few times|some (?:days|nights|mornings|times)|at times|comes and goes|it (?:varies|depends)|frequently|lately|recently|regularly|rarely|a while)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!?;,:\n()]|\s(?:and|but|because|so|though|which|when|if|since)\s|\s[-–—]+\s", re.IGNORECASE)
_FILLER = re.compile(
    r"^(?:(?:well|yeah|yes|yep|yea|honestly|um+|uh+|hm+|i mean|i guess|i think|i suppose|maybe|like|so|oh|ok|okay|sure|to be honest|kinda|lol|and|but)\b[\s,]*)+",
    re.IGNORECASE,
)
_SAFE = re.compile(r"[A-Za-z][A-Za-z' -]*[A-Za-z]")
HEAVY = re.compile(
    r"\b(?:die[sd]?|dying|dead|death|kill\w*|suicid\w*|hurt\w*|harm\w*|cut(?:ting)?|overdos\w*|hang\w*|gun|knife|pills|raped?|abus\w*|assault\w*|molest\w*|funeral|passed away|miscarr\w*|cancer|hopeless|worthless"
    r"|voices?|end it|end my|not worth living|violen\w*|hate myself|beat(?:en|s)?|lost my (?:mom|mum|mother|dad|father|son|daughter|wife|husband|baby|child|brother|sister|job|home)|divorc\w*|trauma\w*)\b",
    re.IGNORECASE,
)
_UNSAFE = re.compile(
    r"\b(?:fuck\w*|shit\w*|damn|bitch\w*|crap|ass|hell|stupid|idiot\w*|crazy|insane|loser|you|your|yours|u|don'?t know|dunno|idk|not sure|no|nothing|none|never|whatever|nope|what|why|who|how)\b",
    re.IGNORECASE,
)


def heavy(reply: str) -> bool:
    """Whether a reply names something heavy (death, harm, loss, abuse, voices): no interpretation, only more care in tone."""
    return HEAVY.search(reply, 0, LONGEST) is not None


def vague(reply: str) -> str | None:
    """A vague word of frequency in the reply ("on and off"), as written but lower-case; None when there is none."""
    match = VAGUE.search(reply, 0, LONGEST)
    return match[0].lower() if match else None


def echo(reply: str, wording: Wording) -> str | None:
    """A short phrase from the reply that can be repeated back; None where nothing is short, plain and harmless.

    From a reply of several clauses only one that names the item's topic is taken.
    """
    head = reply[:LONGEST].replace("’", "'")
    clauses = [clause.strip() for clause in _CLAUSE.split(head) if clause and clause.strip()]
    for clause in clauses[:4]:
        short = _FILLER.sub("", clause).strip()
        if _repeatable(short) and (len(clauses) == 1 or _names(short, wording)):
            return short
    return None


def _repeatable(text: str) -> bool:
    count = len(text.split())
    if not (2 <= count <= LONGEST_WORDS and len(text) <= LONGEST_ECHO):
        return False
    return bool(_SAFE.fullmatch(text)) and not HEAVY.search(text) and not _UNSAFE.search(text)


def _names(text: str, wording: Wording) -> bool:
    lower = text.lower()
    return any(stem in lower for stem in wording.words + wording.hints)
