"""Going back to an earlier item, with no new answer to it yet."""

import re
from typing import Final

from agents.interviewer.item_reference import fits_open, meant, name_in, named, plainly_named, referred, weights
from agents.interviewer.phrases import pattern, words
from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.repairs import LONGEST as REPAIR_LENGTH
from agents.interviewer.repairs import MARKS, form_of, repaired
from agents.interviewer.telling import often
from agents.language import flat

LONGEST: Final = 200
_ASKING = ("can ", "could ", "may ", "let's go back to", "lets go back to", "sorry can", "sorry, can")

_CHANGING: Final = re.compile(r"\b(?:change|correct|fix|edit|redo|revise|update|amend|modify|re-?answer|revisit)\b")
_NUMBER: Final = re.compile(r"\W*(?:(?:la|the|pregunta|question|number|numero|item|no|nr)\W*)*(\d{1,2})")
"""No more than an answer's number."""
_EXCEPT: Final = re.compile(r".{0,40}\b(?:except|apart from|other than|but not|all but|excepto|menos|salvo)\b")
"""What stands before the one answer that is not right."""


def _earlier(situation: Situation) -> tuple[int, ...]:
    return tuple(item for item in situation.answered if item != situation.item)


def asks_back(text: str) -> bool:
    """Whether a message asks to go back, regardless of the answers so far."""
    return len(text) <= LONGEST and pattern("back").fullmatch(text.replace("’", "'").strip()) is not None


def back(text: str, situation: Situation) -> Heard | None:
    """BACK with the earlier item meant, CLARIFY when no item has been answered yet, None when the message does not ask
    to go back."""
    match = pattern("back").fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        return None
    target = next((part for part in match.groups() if part), "")
    topic = _asks_for_topic(text, target, situation) or _changes(text, target, situation)
    if target and not words("reference").search(target) and not topic:
        return None
    earlier = _earlier(situation)
    if not earlier:
        return Heard(act=Act.CLARIFY, item=situation.item)
    return Heard(act=Act.BACK, item=referred(target, earlier) or earlier[-1])


def _asks_for_topic(text: str, target: str, situation: Situation) -> bool:
    """ "Can we go back to sleep?" asks for the item; "I want to go back to sleep" does not."""
    brief = len(target.split()) <= 6
    return brief and text.startswith(_ASKING) and named(target, _earlier(situation)) is not None


def _changes(text: str, target: str, situation: Situation) -> bool:
    """In the review, and where an answer is asked anew: "I want to change sleep"."""
    changing = situation.awaiting == "review" or situation.item in situation.answered
    brief = changing and len(target.split()) <= 6 and _CHANGING.search(text) is not None
    return brief and named(target, _earlier(situation)) is not None


def pointed_at(text: str, situation: Situation) -> Heard | None:
    """BACK with the earlier item of which a message says more, or what was or was not said, and no new answer; WHICH
    where it doesn't say of which; None for any other message."""
    earlier = _earlier(situation)
    follows = situation.awaiting == "follow_up" and not situation.just  # what was said is the open answer
    if follows or len(text) > REPAIR_LENGTH or not (earlier or situation.just):
        return None
    item = _reminded(text, earlier, situation)
    found = _disputed(text, earlier, situation) if item is None else Heard(act=Act.BACK, item=item)
    return found if found is None or repaired(text, situation.language) is None else None


def picked(text: str, situation: Situation) -> Heard | None:
    """BACK with the answered item that a message names, and no more; None for any other message."""
    if (number := _NUMBER.fullmatch(flat(text).strip(MARKS))) and int(number[1]) in situation.answered:
        return Heard(act=Act.BACK, item=int(number[1]))
    said = _EXCEPT.sub("", flat(text), count=1)
    plain = plainly_named(said, situation.language)
    item = meant(name_in(said), situation.answered, situation.language) if plain else None
    return None if item is None else Heard(act=Act.BACK, item=item)


def _reminded(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    """The earlier item of which a message says more "by the way", and nothing of the open one."""
    said, language = flat(text).strip(MARKS), situation.language
    if len(said) > REPAIR_LENGTH or not form_of(language, "reminded").search(said):
        return None
    found = weights(said, language)
    known = [one for one in found if one in earlier]
    return max(known, key=found.__getitem__) if known and len(known) == len(found) and often(said, language) else None


def _disputed(text: str, earlier: tuple[int, ...], situation: Situation) -> Heard | None:
    """The move of a message that says what was, or was not, said, or that another question is meant, and gives no new
    answer: that answer is asked for again, the one just noted where none is named. None for any other message."""
    said, language = flat(text).strip(MARKS), situation.language
    match = form_of(language, "disputes").fullmatch(said) if len(said) <= REPAIR_LENGTH else None
    if match is None or not (earlier or situation.just):
        return None
    about = next(filter(None, match.groups()), "")
    item = meant(about, earlier, language) if about else situation.just
    if item is not None and not (about and fits_open(about, item, situation)):
        return Heard(act=Act.BACK, item=item)
    denies = about and (item is not None or not form_of(language, "one").search(said))  # "no that's weird"
    return None if situation.paused or denies else Heard(act=Act.WHICH, item=situation.item)
