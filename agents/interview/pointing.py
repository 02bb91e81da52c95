"""What a reply points back to: something told earlier ("like I said"), or the answer to another item ("same as
sleep")."""

import re
from typing import Final

from agents.domain.profile import ItemResponse
from agents.domain.transcript import Role
from agents.interview.state import State
from agents.interviewer.item_reference import SURE, referred, weights
from agents.scorer.port import Evidence, Scoring

_LONGEST: Final = 300
"""Characters of a reply that may be little more than a pointer."""
_AMBIGUITY: Final = 5
"""The least ambiguity of a score that rests on something told earlier: the clinician is asked to confirm it."""
_CONFIDENCE: Final = 0.6
_TOLD: Final = re.compile(
    r"\b(?:(?:like|as) i(?:'ve| have)?(?: already| just)? (?:said|told|mentioned|wrote|explained)"
    r"|already (?:told|said|answered|mentioned|explained)"
    r"|i(?:'ve| have)?(?: just)? (?:told you|said (?:that|this|it|already|before|earlier|above)"
    r"|(?:mentioned|answered|explained) (?:that|this|it|already|before|earlier|above))"
    r"|(?:see|as|like) (?:above|before|earlier)|what i (?:said|told you|wrote) (?:before|earlier|above|about))\b"
)
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
_SAME: Final = re.compile(
    r"(?:(?:oh|yeah|yes|well|exactly|just|the)[ ,]+)*(?:same(?: (?:here|again|answer|thing|story|too))?|ditto)"
    r"(?: (?:as|like|with|for) (?P<named>[\w ']{1,40}))?[.!]*"
)


def pointed(state: State, item: int, text: str) -> int | None:
    """The patient's turn that already told of the item, for a reply that points back and names none itself; None where
    it does not point back, or where nothing was told of it."""
    if len(text) > _LONGEST or not _TOLD.search(_plain(text)):
        return None
    if item in state.kept:
        return state.kept[item]
    own = state.replies.get(item, ())
    told = (turn for turn in reversed(state.transcript) if turn.role is Role.PATIENT and turn.index not in own)
    return next((turn.index for turn in told if weights(_plain(turn.text)).get(item, 0) >= SURE), None)


def alike(state: State, item: int, text: str) -> ItemResponse | None:
    """The response to another item that a reply says is the same here: the item that it names, else the one before it;
    None where it says no such thing, or where that one has no score."""
    match = _SAME.fullmatch(_plain(text)) if len(text) <= _LONGEST else None
    if match is None:
        return None
    others = tuple(one for one in state.asked if one != item and one in state.responses)
    named = match["named"] or ""
    other = referred(named, others) if named else None
    found = state.responses.get(other or others[-1]) if others and (other or not named or _before(named)) else None
    return found if found is not None and found.known else None


def _before(named: str) -> bool:
    return named.split()[-1] in {"above", "last", "that", "one", "question"}


def about(item: int, text: str) -> str:
    """A message from the first sentence that names the item on: each character before it is a blank, so that places
    stay; the text itself where none names it."""
    named = (part.start() for part in _SENTENCE.finditer(text) if weights(_plain(part.group())).get(item, 0) >= SURE)
    start = next(named, 0)
    return " " * start + text[start:]


def as_told(scoring: Scoring, turn: int) -> Scoring:
    """A score of what was told earlier, marked as that."""
    return scoring.model_copy(
        update={
            "ambiguity": max(scoring.ambiguity, _AMBIGUITY),
            "confidence": min(scoring.confidence, _CONFIDENCE),
            "note": f"told earlier (turn {turn}); the reply points back to it",
        }
    )


def as_there(other: ItemResponse, reply: str) -> Scoring:
    """The other item's score for this one, on the words that say so."""
    said = Evidence(source="reply", start=0, end=len(reply), text=reply)
    return Scoring(
        score=other.score,
        ambiguity=max(other.ambiguity, _AMBIGUITY),
        confidence=min(other.confidence, _CONFIDENCE),
        endorsed=other.score > 0,
        evidence=(said,),
        note=f"said to be the same as item {other.item_id}",
    )


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())
