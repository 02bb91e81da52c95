"""Going back to an earlier item, and correcting an earlier answer within one message."""

from typing import Final

from agents.interviewer.item_reference import named, referred, weights
from agents.interviewer.phrases import group, pattern, words
from agents.interviewer.port import Act, Heard, Situation

LONGEST: Final = 200
_OPENING = (
    *("actually", "wait", "oh", "sorry", "correction", "on second thought", "oops", "hold on"),
    *("thinking about it", "now that i think"),
)
_ASKING = ("can ", "could ", "may ", "let's go back to", "lets go back to", "sorry can", "sorry, can")


def _earlier(situation: Situation) -> tuple[int, ...]:
    return tuple(item for item in situation.answered if item != situation.item)


def _telling(text: str) -> bool:
    return words("frequency").search(text) is not None or words("extent").search(text) is not None


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


def correct(text: str, situation: Situation) -> Heard | None:
    """CORRECT with the earlier item, when the message names it and gives a new answer; else None."""
    if not pattern("correcting").match(text):
        return None
    earlier = _earlier(situation)
    if not earlier:
        return None
    item = _framed(text, earlier, situation) or _slip(text, earlier, situation) or _named(text, earlier, situation)
    return None if item is None else Heard(act=Act.CORRECT, item=item)


def _framed(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    for name, frame in group("frames").items():
        match = frame.match(text)
        if match is None or (name == "said" and not words("earlier").search(match["ref"])):
            continue
        if not _telling(match["new"]) and not words("strong").search(text):
            continue
        item = referred(match["ref"], earlier)
        if item is not None and not _about_now(match["ref"], item, situation):
            return item
    return None


def _slip(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    match = pattern("slip").fullmatch(text) if len(text) <= LONGEST else None
    if match is None or situation.awaiting != "reply" or not _telling(match["new"]):
        return None
    if situation.item in situation.answered:  # the earlier question has been asked again: this is its answer
        return None
    return named(match["new"], earlier) or earlier[-1]


def _named(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    if not text.startswith(_OPENING) or not words("strong").search(text) or not _telling(text):
        return None
    item = named(text, earlier)
    return None if item is None or _about_now(text, item, situation) else item


def _about_now(text: str, item: int, situation: Situation) -> bool:
    """Whether the words match the current item at least as well as the earlier one."""
    found = weights(text)
    return situation.item is not None and found.get(situation.item, 0) >= max(found.get(item, 0), 1)
