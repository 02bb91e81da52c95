"""What a reply points back to: something told earlier ("like I said"), the answer to another item ("same as sleep"), or
earlier items to which it gives new answers."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.profile import ItemResponse
from agents.domain.transcript import Role, Turn
from agents.interview import events as ev
from agents.interview.answered import elsewhere
from agents.interview.state import ScoreItem, Speak, State, with_entry
from agents.interviewer.item_reference import SURE, named, referred, weights
from agents.interviewer.port import Purpose
from agents.language import ENGLISH, Language
from agents.reading.model.folding import folded
from agents.scorer.grounds import ELSEWHERE_AMBIGUITY, ELSEWHERE_CONFIDENCE
from agents.scorer.port import SAME_AS, Evidence, Scoring

_LONGEST: Final = 300
"""Characters of a reply that may be little more than a pointer."""
_TOLD: Final = {
    "en": re.compile(
        r"\b(?:(?:like|as|same(?: thing)?) i(?:'ve| have|'d| had)?(?: already| just)?"
        r" (?:said|told|mentioned|wrote|explained)"
        r"|already (?:told|said|answered|mentioned|explained)|as (?:mentioned|stated)"
        r"|i(?:'ve| have)?(?: just)? (?:told (?:you|u|ya)|said (?:that|this|it|so|already|before|earlier|above)"
        r"|(?:mentioned|answered|explained) (?:that|this|it|already|before|earlier|above))"
        r"|(?:see|as|like) (?:above|before|earlier)"
        r"|what i(?:'ve| have)? (?:said|told (?:you|u|ya)|wrote) (?:before|earlier|above|about)"
        r"|(?:as|like) (?:i was|i'm|i am) (?:saying|telling)"
        r"|(?:as|like) (?:discussed|said|described|per (?:above|before))"
        r"|already (?:covered|described|wrote|discussed|went over)"
        r"|you (?:already (?:have|know) (?:that|this|it)|(?:have|know) (?:(?:that|this|it) )?already)"
        r"|asked and answered"
        r"|(?:we|i) (?:covered|described) (?:that|this|it)(?: already| before| earlier)?(?= *(?:[.!?,;]|$))"
        r"|i (?:mentioned|described|wrote|explained|spoke|talked|said|told)\b[^.!?]{0,40}?"
        r" (?:(?:at|in) (?:my|the) (?:very )?(?:start|beginning|first (?:answer|question|one|message))|above(?! all))"
        r"|(?:in|see|to|is) my (?:very )?(?:first|earlier|previous|other) (?:answer|reply|message)"
        r"|my (?:answer|reply|message) (?:from )?(?:before|earlier|above)"
        r"|(?:ditto|again|same(?: as)?),? what i (?:said|wrote|told)"
        r"|what i was (?:talking|telling|saying)\b[^.!?]{0,20} (?:earlier|before)"
        r"|same (?:story |thing )?as i (?:described|explained|wrote))\b"
        r"|^\W*(?:i )?(?:just |already )*told (?:you|u|ya)\W*$|^\W*what i (?:just )?(?:said|wrote)\W*$"
    ),
    "es": re.compile(
        r"\b(?:(?:como|que) (?:ya )?(?:se |le |te |les )?(?:lo )?"
        r"(?:dije|he dicho|conte|he contado|mencione|comente|explique)"
        r"|ya (?:se |te |le )?(?:lo )?(?:dije|he dicho|conte|he contado|mencione|comente|explique|conteste|respondi)"
        r"|(?:igual|lo mismo|como) (?:que )?(?:antes|arriba|al principio)"
        r"|ya (?:esta|queda|quedo) (?:dicho|contestado|escrito|explicado)"
        r"|(?:en|vea|ver|mire) mi (?:primera|otra|anterior|ultima) respuesta|en mi respuesta (?:de antes|anterior)"
        r"|lo (?:dije|conte|escribi|explique|mencione)\b[^.!?]{0,30}? (?:antes|arriba|al (?:principio|inicio)))\b"
    ),
}
_PIECE: Final = re.compile(r"(?:(?!\s(?:and|but|though|while|y|e|pero|aunque)\s)[^.!?;,\n])+|.", re.DOTALL)
_NAMES: Final = 2
"""How strongly a piece names an item that it tells of: by one of the item's own words, or by two that hint at it."""
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


def revised(state: State, said: ev.Said) -> State:
    """The state with the new answers that a message gives to earlier items, beside the one that it is taken for."""
    others = tuple(one.item for one in said.revises if one.item != said.item_id)
    parts = with_entry(state.revised, said.turn, said.revises) if said.revises else state.revised
    return state._replace(revised=parts, owed=others)


def next_owed(state: State) -> State:
    """The state with the next of them to be scored, or to be asked for, unless the same message also asked for a break
    or to stop; as it is where none is left."""
    if not state.owed or state.heard_at is None:
        return state
    item, *others = state.owed
    if not state.words_of(state.heard_at, item).strip():
        asks = state.duty if state.paused else Speak(Purpose.REVISIT, item)
        return state._replace(owed=tuple(others), duty=asks)
    replies = with_entry(state.replies, item, (state.heard_at,))
    return state._replace(replies=replies, revisiting=item, owed=tuple(others), duty=ScoreItem(item, revises=True))


def points_back(text: str, language: Language) -> bool:
    """Whether a reply says that it was told before."""
    return len(text) <= _LONGEST and _TOLD[language.split("-")[0]].search(_plain(text, language)) is not None


def pointed(state: State, item: int, text: str) -> tuple[int, str] | None:
    """The patient's turn that already told of the item, with what of it tells of it, for a reply that points back; None
    where it does not point back, or where nothing was told of the item."""
    if not points_back(text, state.language):
        return None
    turn = _told_in(state, item)
    words = told_of(state, item, turn) if turn is not None else ""
    return (turn.index, words) if turn is not None and words.strip() else None


def _told_in(state: State, item: int) -> Turn | None:
    if item in state.kept:
        return state.transcript[state.kept[item]]
    if item == HARM_ITEM and (harm := elsewhere(state)):
        return state.transcript[harm[-1].turn]
    own = state.replies.get(item, ())
    told = (turn for turn in reversed(state.transcript) if turn.role is Role.PATIENT and turn.index not in own)
    return next((turn for turn in told if _weights(turn.text, state.language).get(item, 0) >= SURE), None)


def told_of(state: State, item: int, turn: Turn) -> str:
    """What of an earlier turn may tell of an item; each other character is a blank, so that places stay.

    Left out are the pieces that name another item, what follows them until this one is named, and what another item's
    score rests on: how often something else was there says nothing here."""
    if item == HARM_ITEM and (harm := [one for one in elsewhere(state) if one.turn == turn.index]):
        kept = [(one.start, one.end) for one in harm]
    else:
        kept = _kept(state, item, turn)
    text = [" "] * len(turn.text)
    for start, end in kept:
        text[start:end] = turn.text[start:end]
    return "".join(text)


def _kept(state: State, item: int, turn: Turn) -> list[tuple[int, int]]:
    scored = [
        (quote.start, quote.end)
        for one in state.responses.values()
        if one.item_id != item
        for quote in one.evidence_quotes
        if quote.turn == turn.index
    ]
    kept: list[tuple[int, int]] = []
    other = False
    for piece in _PIECE.finditer(turn.text):
        start, end = piece.span()
        named_here = {
            one: weight for one, weight in _weights(piece.group(), state.language).items() if weight >= _NAMES
        }
        own = bool(named_here) and named_here.get(item, 0) == max(named_here.values())
        other = not own if named_here else other
        taken = not own and any(first < end and start < last for first, last in scored)
        if not (other or taken):
            kept.append((start, end))
    return kept


def alike(state: State, item: int, text: str) -> ItemResponse | None:
    """The response to another item that a reply says is the same here: the item that it names, else the one before it;
    None where it says no such thing, or where that one has no score."""
    match = _SAME[_lists(state)].fullmatch(_plain(text, state.language)) if len(text) <= _LONGEST else None
    if match is None:
        return None
    others = tuple(one for one in state.asked if one != item and one in state.responses)
    meant, told = match["named"] or "", points_back(text, state.language)
    placed = state.language == ENGLISH and not told
    other = (referred(meant, others) if placed else named(meant, others, state.language)) if meant else None
    if other is not None and _of_another(meant, item, other, state.language):
        return None
    before = not meant or (meant.split()[-1] in _BEFORE[_lists(state)] and pointed(state, item, text) is None)
    found = state.responses.get(other or others[-1]) if others and (other or before) else None
    return found if found is not None and found.known else None


def _of_another(meant: str, item: int, other: int, language: Language) -> bool:
    """Whether what is named is rather an item that was not asked yet, and not this one: of how well somebody sleeps,
    little sleep with much energy tells nothing."""
    found = weights(meant, language)
    best = max(found, key=found.__getitem__, default=item)
    return best != item and found[best] > found.get(other, 0) > 0


def _lists(state: State) -> str:
    return state.language.split("-")[0]


def _weights(text: str, language: Language) -> dict[int, int]:
    return weights(_plain(text, language), language)


def as_there(other: ItemResponse, reply: str) -> Scoring:
    """The other item's score for this one, on the words that say so."""
    said = Evidence(source="reply", start=0, end=len(reply), text=reply)
    return Scoring(
        score=other.score,
        ambiguity=max(other.ambiguity, ELSEWHERE_AMBIGUITY),
        confidence=min(other.confidence, ELSEWHERE_CONFIDENCE),
        endorsed=other.score > 0,
        evidence=(said,),
        missing="frequency" if other.yes_alone else None,
        note=f"{SAME_AS} {other.item_id}",
    )


def _plain(text: str, language: Language) -> str:
    return " ".join((text.lower().replace("’", "'") if language == ENGLISH else folded(text)).split())
