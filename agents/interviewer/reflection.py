"""A few of the patient's own words to ask about, where they are short and safe to repeat; else nothing."""

import re
from typing import Final

from agents.interviewer.phrases import mention, pattern
from agents.questions.bank import Wording

LONGEST: Final = 1000
LONGEST_LOOK: Final = 300
LONGEST_WORDS: Final = 7
LONGEST_ECHO: Final = 48
_DEED: Final = re.compile(
    r"^(?:i'?m?|im|we|he'?s?|she'?s?|they|nvm)\b(?! (?:feel|felt|get|got|am|worr|was|been)\w*\b)"
    r"|\b(?:me|him|us|them|(?:my|his|our) (?:kids?|child\w*|son|daughter|wife|husband|baby|\w*friend|mom|mum|dad))\b"
    r"|\b(?:right now|rn|attacks?|chest|hit|push\w*|punch\w*|slap\w*|kick\w*|chok\w*)\b"
)
"""What somebody does or did, or what happens at this moment: it is no state of which to ask how often it was so."""
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyz' -")


def vague(reply: str) -> str | None:
    """A vague word of frequency in the reply ("on and off"), in lower case; None when there is none."""
    match = mention("vague", reply[:LONGEST].lower())
    return match[0] if match else None


def echo(reply: str, wording: Wording) -> str | None:
    """A short phrase from the reply that can be repeated back; None where nothing is short, plain and harmless.

    From a reply of several clauses, only one that names the item's topic is used.
    """
    head = reply[:LONGEST_LOOK].replace("’", "'")
    clauses = [clause.strip() for clause in pattern("clause").split(head) if clause.strip()]
    for clause in clauses[:4]:
        opener = pattern("opener").match(clause.lower())
        short = clause[opener.end() :].strip() if opener else clause
        deed = _DEED.search(short.lower()) is not None
        if not deed and _repeatable(short) and (len(clauses) == 1 or _names(short, wording)):
            return short
    return None


def _repeatable(text: str) -> bool:
    count = len(text.split())
    if not (2 <= count <= LONGEST_WORDS and len(text) <= LONGEST_ECHO and _PLAIN.issuperset(text.lower())):
        return False
    lower = text.lower()
    return mention("heavy", lower) is None and mention("unsafe", lower) is None


def _names(text: str, wording: Wording) -> bool:
    lower = text.lower()
    return any(stem in lower for stem in wording.words + wording.hints)
