"""The start: is somebody ready, do they refuse, or do they ask who, what and why?"""

import re
from typing import Final

from agents.interviewer.phrases import CLARIFY, PAUSE
from agents.interviewer.port import Act

_NAME = r"(?:this|that|it|the (?:interview|questionnaire|survey|test)|these questions|my (?:answers|data|information|responses)|what i (?:say|write|tell you))"
_TOPICS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    (
        "private",
        re.compile(
            rf"\b(?:confidential|private|privacy|anonymous|who (?:will|can|gets? to|else|is going to)?\s*(?:sees?|reads?|knows?|has access)|(?:will|does|can) (?:anyone|anybody|someone|my \w+) (?:see|read|know)"
            rf"|where (?:do|does|will|are) {_NAME}|what (?:happens|will happen|do you do|will you do) (?:to|with) {_NAME}|(?:is|are) {_NAME} (?:safe|secure|stored|saved|shared|recorded))"
        ),
    ),
    ("time", re.compile(r"\b(?:how long|how much time|how many (?:questions|minutes)|will (?:this|it) take)\b")),
    (
        "must",
        re.compile(
            rf"\b(?:do i (?:have|need) to|must i|am i required|is (?:this|it) (?:required|mandatory|optional|voluntary|necessary)|what if i (?:don'?t|can'?t|refuse)|can i (?:skip|stop|refuse|say no)|why (?:do|should) i (?:have to|need to|do) {_NAME})"
        ),
    ),
    (
        "who",
        re.compile(
            r"\b(?:who (?:are|r) (?:you|u)|who(?:'s| is) (?:this|that|there|asking)|what are you|are you (?:a |an |some kind of |really |even )*(?:robot|bot|human|person|real|ai|machine|computer|program|chatbot|doctor|therapist|chatgpt)|am i (?:talking|speaking|chatting|writing) (?:to|with)|is (?:this|that) (?:a |an )?(?:robot|bot|human|person|real person|ai|machine|computer|automated|chatbot)|your name)"
        ),
    ),
    (
        "what",
        re.compile(
            rf"\b(?:what(?:'s|s| is| are| was) {_NAME}|what (?:do i|should i|am i supposed to|are we|will we|will you|do you want|exactly)|what(?:'s|s| is) (?:the (?:point|purpose|goal|idea|reason)|going on|it about)|what for|how (?:does|do|will|would) {_NAME}|how do i|why (?:am i|are we|are you|do you|this|is this|did|should)|why\b(?=\W*$)|for what\b|what(?:'s| is) (?:a )?dsm|purpose of)"
        ),
    ),
    (
        "nervous",
        re.compile(
            r"\b(?:i'?m|i am|i feel|feeling|bit|little)(?: (?:a|little|bit|so|very|really|kind of|kinda|too|quite|pretty))* (?:nervous|scared|afraid|anxious|worried|uncomfortable|unsure|embarrassed)\b"
        ),
    ),
)
_QUESTION = re.compile(
    r"(?:.*[.!,]\s*)?(?:who|what|why|how|when|where|which|is|are|do|does|will|would|should|can|could|am|but)\b[^?]*\?+\s*"
)
_START = re.compile(r"\b(?:start|begin|go ahead|proceed|get going|continue|get on with|kick off|first question)\b")
_YES = re.compile(
    r"(?:(?:u+m+|u+h+|well|oh|hi|hello|hey|hmm+|thanks|thank you|so)[,.!\s]+)*(?:y|ye[sahp]+|yup|sure|ok|okay|k|alright|all right|ready|i'?m ready|i am ready|fine|let'?s|of course|go|absolutely|definitely|sounds good|i guess|i suppose|why not|mhm)\b(?!\s*(?:\?|but (?:not|no)\b))"
)
_WILLING = re.compile(
    r"\b(?:ready|let'?s|ok|okay|sure|i'?ll try|try|go ahead|fine|yes|yeah|guess|here|start|begin|do (?:this|it)|open)\b"
)
_REFUSES = re.compile(
    r"(?:(?:u+m+|u+h+|well|oh|sorry|actually|no|nope|nah|hmm+|please|i think|i'd say)[,.!\s]+)*(?:no,? (?:thanks?|thank you|way)|no ty|not (?:now|today|right now|at the moment|interested|tonight|this time)|maybe (?:later|tomorrow|another time|some other time)|later|another time|some other time|tomorrow|never|leave me alone|go away|forget (?:it|this)"
    r"|i (?:don'?t|do not|won'?t|will not|refuse to|'m not going to)(?: really)?(?: (?:want to|wanna|wish to|feel like|feel up to))?(?: (?:do|doing|be doing|answer|answering|talk|participate|start|continue|take part|begin|be here|this|it|that|these|any|questions?|to|you|in|with|now|right|today|anymore|at all))+"
    r"|i (?:don'?t|do not) (?:want to|wanna|feel like it|feel up to it)|i(?:'m| am|m) not (?:doing|going to do|gonna do|in the mood for|interested in|up for|up to) (?:this|that|it)(?: .{0,20})?|i(?:'d| would) (?:rather|prefer) not(?: .{0,25})?|rather not|i refuse|(?:can|could) (?:we|i) (?:do|try|start) (?:this|it)? ?(?:later|tomorrow|another time)|skip|cancel|no i don'?t)(?: .{0,12})?\W*"
)
_HESITATES = re.compile(
    r"(?:(?:u+m+|u+h+|well|oh|sorry|actually|hmm+|no|nope|i think|honestly|ok|okay)[,.!\s]+)*(?:no+|nope|nah|not (?:really|yet|quite|sure|quite yet|just yet|ready|so sure|particularly|exactly)(?: .{0,30})?|i(?:'m| am|m) not(?: \w+)? (?:ready|sure|certain)(?: .{0,40})?|i (?:don'?t|do not) know(?: (?:yet|if .{1,40}|about this|what .{1,30}))?|i dunno|dunno|idk|maybe|perhaps|hmm+|hm+|hold on|wait|(?:um+|uh+|er+)|i(?:'m| am|m) (?:confused|lost)|\?+|hesitant|i(?:'m| am) hesitant)\W*"
)


def kind(text: str) -> str | None:
    """What a hesitant opening is about: private, time, must, who, what, nervous; None for nothing in particular."""
    lower = text[:1000].lower().replace("’", "'")
    return next((name for name, pattern in _TOPICS if pattern.search(lower)), None)


def opening(plain: str) -> Act:
    """READY, NOT_READY or PAUSE for a message in the introduction (lower-case, straight quotes, one line).

    What is neither a hesitation, nor a question about the interview, nor a refusal counts as ready.
    """
    if len(plain) > 400:
        return Act.READY
    if _REFUSES.fullmatch(plain):
        return Act.PAUSE
    if _HESITATES.fullmatch(plain):
        return Act.NOT_READY
    willing = _YES.match(plain) is not None
    about = kind(plain)
    if about is not None and about != "nervous" and not (willing and "?" not in plain):
        return Act.NOT_READY
    if about == "nervous" and not _WILLING.search(plain) and len(plain.split()) <= 12:
        return Act.NOT_READY
    if willing or _START.search(plain):
        return Act.READY
    if PAUSE.fullmatch(plain):
        return Act.PAUSE
    return Act.NOT_READY if CLARIFY.fullmatch(plain) or _QUESTION.fullmatch(plain) else Act.READY
