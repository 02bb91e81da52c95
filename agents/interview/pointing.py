"""What a reply points back to: something told earlier ("like I said"), or the answer to another item ("same as
sleep")."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.profile import ItemResponse
from agents.domain.transcript import Role
from agents.interview.answered import elsewhere
from agents.interview.state import State
from agents.interviewer.item_reference import SURE, named, referred, weights
from agents.language import ENGLISH, Language
from agents.reading.model.folding import folded
from agents.scorer.port import Evidence, Scoring

_LONGEST: Final = 300
"""Characters of a reply that may be little more than a pointer."""
_AMBIGUITY: Final = 5
"""The least ambiguity of a score that rests on something told earlier: the clinician is asked to confirm it."""
_CONFIDENCE: Final = 0.6
_TOLD: Final = {
    "en": re.compile(
        r"\b(?:(?:like|as) i(?:'ve| have)?(?: already| just)? (?:said|told|mentioned|wrote|explained)"
        r"|already (?:told|said|answered|mentioned|explained)"
        r"|i(?:'ve| have)?(?: just)? (?:told you|said (?:that|this|it|already|before|earlier|above)"
        r"|(?:mentioned|answered|explained) (?:that|this|it|already|before|earlier|above))"
        r"|(?:see|as|like) (?:above|before|earlier)|what i (?:said|told you|wrote) (?:before|earlier|above|about))\b"
    ),
    "es": re.compile(
        r"\b(?:como (?:ya )?(?:le |te )?(?:dije|he dicho|conte|he contado|mencione|comente|explique)"
        r"|ya (?:se |te |le )?(?:lo )?(?:dije|he dicho|conte|he contado|mencione|comente|explique|conteste|respondi))\b"
    ),
}
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
_SAME: Final = {
    "en": re.compile(
        r"(?:(?:oh|yeah|yes|well|exactly|just|the)[ ,]+)*(?:same(?: (?:here|again|answer|thing|story|too))?|ditto)"
        r"(?: (?:as|like|with|for) (?P<named>[\w ']{1,40}))?[.!]*"
    ),
    "es": re.compile(
        r"(?:(?:ah|si|pues|bueno|exacto|es|fue|mas o menos|casi)[ ,]+)*"
        r"(?:(?:lo )?mismo|igual(?! *[.!]*$))(?: tambien| otra vez)?"
        r"(?: (?:que|de|con|a)(?: (?:con|en|lo de))? (?P<named>[\w ]{1,40}))?[.!]*"
    ),
}
_BEFORE: Final = {
    "en": {"above", "last", "that", "one", "question"},
    "es": {"antes", "anterior", "esa", "eso", "pregunta"},
}
"""Last words of what is named by its place: the question before."""


def pointed(state: State, item: int, text: str) -> int | None:
    """The patient's turn that already told of the item, for a reply that points back and names none itself; None where
    it does not point back, or where nothing was told of it."""
    if len(text) > _LONGEST or not _TOLD[_lists(state)].search(_plain(text, state.language)):
        return None
    if item in state.kept:
        return state.kept[item]
    if item == HARM_ITEM and (told_of := elsewhere(state)):
        return told_of[-1].turn
    own = state.replies.get(item, ())
    told = (turn for turn in reversed(state.transcript) if turn.role is Role.PATIENT and turn.index not in own)
    return next((turn.index for turn in told if _names(item, turn.text, state.language)), None)


def alike(state: State, item: int, text: str) -> ItemResponse | None:
    """The response to another item that a reply says is the same here: the item that it names, else the one before it;
    None where it says no such thing, or where that one has no score."""
    match = _SAME[_lists(state)].fullmatch(_plain(text, state.language)) if len(text) <= _LONGEST else None
    if match is None:
        return None
    others = tuple(one for one in state.asked if one != item and one in state.responses)
    meant = match["named"] or ""
    english = state.language == ENGLISH
    other = (referred(meant, others) if english else named(meant, others, state.language)) if meant else None
    before = not meant or meant.split()[-1] in _BEFORE[_lists(state)]
    found = state.responses.get(other or others[-1]) if others and (other or before) else None
    return found if found is not None and found.known else None


def _lists(state: State) -> str:
    return state.language.split("-")[0]


def _names(item: int, text: str, language: Language) -> bool:
    return weights(_plain(text, language), language).get(item, 0) >= SURE


def about(item: int, text: str, language: Language = ENGLISH) -> str:
    """A message from the first sentence that names the item on: each character before it is a blank, so that places
    stay; the text itself where none names it."""
    told = (part.start() for part in _SENTENCE.finditer(text) if _names(item, part.group(), language))
    start = next(told, 0)
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


def _plain(text: str, language: Language) -> str:
    return " ".join((text.lower().replace("’", "'") if language == ENGLISH else folded(text)).split())
