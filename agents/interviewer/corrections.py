"""Going back to an earlier item, and correcting an earlier answer within one message."""

import re

from agents.interviewer.phrases import FREQUENCY
from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.topics import named, referred, weights

_LONGEST = 200
_CONTENT = re.compile(
    rf"{FREQUENCY.pattern}|\\b(?:yes|no|nope|none|nothing|not at all|not really|yeah|yep|nah|zero|a lot|a few|a little|a bit|i do|i did|i have|i don't|i didn't|i haven't)\\b"
)
_LEAD = (
    r"(?:(?:u+m+|u+h+|er+m?|hmm+|oh|ah|well|ok|okay|so|hey|hi|and|but|also|please|sorry|i'm sorry|im sorry|actually|wait|hold on|hang on|oops|whoops|correction"
    r"|just|maybe|yeah|yes|no|now that i think (?:about|of) it|thinking about it|on second thoughts?|come to think of it|one (?:more )?thing|to correct myself|excuse me|sry)[,.\s:!-]+)*+"
)
_ASK = r"(?:(?:can|could|may|might|shall) (?:i|we|you)|i(?:'d| would)? (?:like|want|need|wish|have|wanna|prefer)(?: to)?|i wanna|i think i(?:'d| should| need to| want to)?|let me|let's|lets|is it (?:possible|ok|okay)(?: to| if i| if we)|would it be (?:possible|ok|okay)(?: to| if i| if we)|i(?:'ll| will| must| should))"
_BACK = re.compile(
    rf"{_LEAD}(?:(?:{_ASK}(?: please| just| maybe| quickly)? )?(?:"
    r"(?:go|move|jump|scroll|step|come|get|turn|circle) back(?: (?:a|one|1|to|two|some))?(?P<to> .{1,60})?"
    r"|(?:return|get back|switch back) to(?P<to2> .{1,60})"
    r"|(?:change|correct|fix|edit|redo|revise|update|amend|modify|rethink|reconsider|re-answer|reanswer|redo|undo|revisit|take back|retract|adjust)(?P<to3> .{1,70})"
    r")|back|back up|undo|(?:the )?previous(?: (?:one|question))?|last question(?: again)?"
    r"|i (?:made|think i made) an? (?:mistake|error)(?P<to4> .{1,60})?|i (?:answered|got|did) (?P<to5>.{1,40}) wrong"
    r"|i (?:want|need|would like) another (?:go|try) at(?P<to6> .{1,40}))(?:[, ]+(?:please|pls|thanks|thank you|if (?:possible|that's ok(?:ay)?|i may)|again|for a (?:second|moment|minute|sec)|real quick|quickly))*\s*[.!?]*"
)
_REFERENCE = re.compile(
    r"\b(?:one|ones|question|questions|answer|answers|response|item|what i (?:said|wrote|told|answered|put)|last|previous|prior|first|earlier|part|screen|page|topic|bit)\b"
)
_FRAME = re.compile(
    rf"{_LEAD}(?:(?:about|for|on|regarding|re|concerning|with|as for|going back to|back to|in|to go back to|with regard to|when you asked about|you asked(?: me)? about) "
    r"(?P<ref>(?:the|that|my|your|what i said(?: about| on)?|question|item|number)\b[^,.;:!?]{1,60}?)(?P<sep>\s*[,.;:!?-]+\s*|\s+(?=i |it |i'd|it's|my ))(?P<new>.+)"
    rf"|(?:{_ASK} )?(?:change|correct|fix|revise|update|amend|adjust|edit) (?P<ref2>(?:my|the|that)\b[^.;!?]{{1,70}}?)(?:\s+(?:to|into|from)\s+|\s*[,.;:!?-]+\s*)(?P<new2>.+)"
    r"|(?:make|put) (?P<ref3>(?:the|that|my)\b[^,.;!?]{0,50}(?:one|question|answer|last))\s+(?P<new3>.+)"
    r"|(?P<ref4>(?:the|that|my)\s+(?:[a-z'-]+\s+){0,5}?(?:one|question|answer)(?: (?:about|on) [a-z' ]{1,30})?)\s*,?\s*(?:it )?(?:should(?:'ve| have)? (?:be(?:en)?|say|said)|was (?:more like|really|actually|wrong)|is (?:actually|really|wrong)|needs to be|has to be)\b(?P<new4>.+)"
    r"|i (?:said|told you|answered|wrote|put|mentioned) (?P<ref5>.{1,80}?)\b(?:but|actually|however|though|i meant|it was|it's)\b(?P<new5>.+)"
    r"|i (?:meant|should have said|should've said|meant to say|forgot to (?:say|mention)|forgot) (?P<new6>.{1,60}?) (?:for|on|about|to|in) (?P<ref6>(?:the|that|my)\b.{1,50}))\s*"
)
_STRONG = re.compile(
    r"\b(?:more like|i meant|i mean|should(?:'ve| have)? (?:be|been|say|said)|rather than|instead of|i was wrong|i forgot|not \w+ but|i misspoke|i made a mistake|that was wrong|wasn't right|wasn't true|correct(?:ion)?|scratch that)\b"
)
_SLIP = re.compile(
    rf"{_LEAD}(?:i meant|i should have said|i should've said|make (?:that|it)|scratch that|i take that back|i misspoke|that should (?:be|have been)|change that to|correction)\b[,.:\s-]*(?P<new>.{{1,60}})"
)
_EARLIER = re.compile(
    r"\b(?:earlier|before|previous(?:ly)?|last (?:one|question|time|answer)|about the|for the|to the|on the|the first|question \d+)\b"
)
_OPENING = (
    "actually",
    "wait",
    "oh",
    "sorry",
    "correction",
    "on second thought",
    "oops",
    "hold on",
    "thinking about it",
    "now that i think",
)


def _earlier(situation: Situation) -> tuple[int, ...]:
    return tuple(item for item in situation.answered if item != situation.item)


def back(text: str, situation: Situation) -> Heard | None:
    """BACK with the earlier item that is meant, CLARIFY when there is none yet, None when the message is neither."""
    match = _BACK.fullmatch(text)
    if match is None:
        return None
    target = next((part for part in match.groups() if part), "")
    if target and not _REFERENCE.search(target) and not _topic_after_can(text, target, situation):
        return None
    earlier = _earlier(situation)
    if not earlier:
        return Heard(act=Act.CLARIFY, item=situation.item)
    return Heard(act=Act.BACK, item=referred(target, earlier) or earlier[-1])


def _topic_after_can(text: str, target: str, situation: Situation) -> bool:
    """ "Can we go back to sleep?" asks for the item; "I want to go back to sleep" does not."""
    asked = text.lstrip().startswith(
        ("can ", "could ", "may ", "let's go back to", "lets go back to", "sorry can", "sorry, can")
    )
    return asked and named(target, _earlier(situation)) is not None and len(target.split()) <= 6


def correct(text: str, situation: Situation) -> Heard | None:
    """CORRECT with the earlier item, when the message names it and carries a new answer; else None."""
    earlier = _earlier(situation)
    if not earlier:
        return None
    for item in (_framed(text, earlier, situation), _slip(text, earlier, situation), _named(text, earlier, situation)):
        if item is not None:
            return Heard(act=Act.CORRECT, item=item)
    return None


def _framed(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    match = _FRAME.match(text)
    if match is None:
        return None
    parts = match.groupdict()
    reference = next(value for key, value in parts.items() if key.startswith("ref") and value)
    new = next(value for key, value in parts.items() if key.startswith("new") and value)
    if parts["ref5"] and not _EARLIER.search(reference):
        return None
    if not _CONTENT.search(new) and not _STRONG.search(text):
        return None
    item = referred(reference, earlier)
    return None if item is None or _about_now(reference, item, situation) else item


def _slip(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    match = _SLIP.fullmatch(text)
    if match is None or situation.awaiting != "reply" or not _CONTENT.search(match["new"]):
        return None
    return named(match["new"], earlier) or earlier[-1]


def _named(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    if not text.startswith(_OPENING) or not _STRONG.search(text) or not _CONTENT.search(text):
        return None
    item = named(text, earlier)
    return None if item is None or _about_now(text, item, situation) else item


def _about_now(text: str, item: int, situation: Situation) -> bool:
    """Whether the words name the item asked now at least as well as the earlier one."""
    found = weights(text)
    return situation.item is not None and found.get(situation.item, 0) >= max(found.get(item, 0), 1)


def asks_back(text: str) -> bool:
    """Whether a message asks to go back, whatever was answered so far."""
    return len(text) <= _LONGEST and _BACK.fullmatch(text.lower().replace("’", "'").strip()) is not None
