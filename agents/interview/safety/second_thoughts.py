"""A no to the item on self-harm, or its skip, that is taken back at one of the two items behind it."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Finding, Reading, Tier, highest
from agents.interview.state import State
from agents.interviewer.item_reference import SURE, weights
from agents.interviewer.port import Act, Heard
from agents.language import ENGLISH, flat
from agents.reading.model.folding import folded
from agents.risk.catalogue import AFFIRMED

_BEHIND: Final = frozenset({HARM_ITEM + 1, HARM_ITEM + 2})
_OTHERS: Final = frozenset({Act.ANSWER, Act.ELSEWHERE, Act.CLARIFY, Act.BACK, Act.WHICH, Act.CORRECT})
"""Moves that such words may be taken for."""
_TELLS: Final = re.compile(
    r"^\W*(?:(?:ok|okay|wait|actually|tbh|honestly|sorry|fine|um+|but)\W+)+"
    r"i (?:did|do|have|had|kinda|actually|sort of|really|just| )*"
    r"(?:think|thought)(?: \w+)? (?:about|of) (?:it|doing it)\b"
    r"|^\W*i did (?:kinda |actually |really )*think (?:about|of) (?:it|doing it)\b"
    r"|\bi(?:'ve)? (?:did|do|have|had|was|have been|been|kinda|actually|sort of|really|just| )*"
    r"(?:think|thought|thinking)(?: \w+)? (?:about|of) (?:hurting|harming|cutting|killing) (?:me\b|myself)"
    r"|\b(?:the|that) (?:hurting|self[- ]?harm|harm|hurt myself) (?:one|question|thing|part)\b"
    r"|\bsi (?:que )?(?:lo )?(?:pense|he pensado|pienso) en (?:eso|ello|lastimarme|hacerme dano|morirme)\b"
    r"|\bla (?:pregunta )?(?:de|sobre) (?:lo de )?(?:lastimar\w*|hacer(?:me|se) dano)\b"
)
"""Tells of it, or names that question; "it" alone may be what the open item asks about, so that a word of taking back
has to stand before it."""
_LIED: Final = re.compile(
    r"\W*(?:(?:wait|actually|ok|okay|sorry|no|hm+|um+|tbh|honestly|so|but|espere?|perdon|la verdad|bueno|pues)\W+)*"
    r"(?:i (?:just )?(?:lied|was lying|wasn'?t (?:being |really )*honest)|(?:le |te )?menti|no (?:fui|era) sincer[oa])"
    r"(?:\W+(?:(?:about|on|to|in|sobre|en) )?(?:that(?: one)?|it|you|eso|"
    r"the (?:last|previous|other|one before) (?:one|question)|la (?:anterior|ultima|otra)(?: pregunta)?|"
    r"just now|before|earlier|antes|ahorita))?\W*"
)


def second_thoughts(state: State, heard: Heard, text: str) -> Heard:
    """The move of a message that takes back what was said to the item on self-harm: it changes that answer, or goes
    back to it where it tells nothing new."""
    before = state.responses.get(HARM_ITEM)
    open_ = state.open_item in _BEHIND and not state.checking and state.revisiting is None
    if not open_ or before is None or before.score or heard.act not in _OTHERS:
        return heard
    said = folded(text.replace("’", "'"))
    if _TELLS.search(said):
        return Heard(act=Act.CORRECT, item=HARM_ITEM)
    return Heard(act=Act.BACK, item=HARM_ITEM) if _LIED.fullmatch(said) else heard


def means_another(state: State, reading: Reading, text: str) -> bool:
    """Whether nothing was found but that an answer was taken back, and the patient says now that they mean another
    item's."""
    taken_back = bool(state.findings) and all(
        one.rule == AFFIRMED and _LIED.fullmatch(folded(one.text)) for one in state.findings
    )
    named = weights(flat(text) if state.language == ENGLISH else folded(text), state.language)
    other = max(named.values(), default=0) >= SURE and HARM_ITEM not in named
    return taken_back and other and not reading.findings


def affirmed(reading: Reading, heard: Heard, text: str) -> Reading:
    """The reading of words that only take that answer back, which says that there was more."""
    if heard.act is not Act.BACK or heard.item != HARM_ITEM or not _LIED.fullmatch(folded(text.replace("’", "'"))):
        return reading
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    found = Finding(rule=AFFIRMED, tier=Tier.FLAG, about="self_harm", start=start, end=end, text=text[start:end])
    return reading.model_copy(
        update={"tier": highest((reading.tier, Tier.FLAG)), "findings": (*reading.findings, found)}
    )
