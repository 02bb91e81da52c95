"""Going back to an earlier item, with no new answer to it yet."""

from typing import Final

from agents.interviewer.item_reference import named, referred
from agents.interviewer.phrases import pattern, words
from agents.interviewer.port import Act, Heard, Situation

LONGEST: Final = 200
_ASKING = ("can ", "could ", "may ", "let's go back to", "lets go back to", "sorry can", "sorry, can")


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
    if target and not words("reference").search(target) and not _asks_for_topic(text, target, situation):
        return None
    earlier = _earlier(situation)
    if not earlier:
        return Heard(act=Act.CLARIFY, item=situation.item)
    return Heard(act=Act.BACK, item=referred(target, earlier) or earlier[-1])


def _asks_for_topic(text: str, target: str, situation: Situation) -> bool:
    """ "Can we go back to sleep?" asks for the item; "I want to go back to sleep" does not."""
    brief = len(target.split()) <= 6
    return brief and text.startswith(_ASKING) and named(target, _earlier(situation)) is not None
