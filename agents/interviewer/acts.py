"""What a message is as a move in the conversation. When in doubt it is an answer."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.interviewer.corrections import back, correct
from agents.interviewer.language import foreign, sounds_english
from agents.interviewer.opening import opening
from agents.interviewer.phrases import (
    CLARIFY,
    DECLINE,
    EXTENT,
    FREQUENCY,
    LOOSE_PAUSE,
    PAUSE,
    READY_AGAIN,
    REASON,
)
from agents.interviewer.port import Act, Heard, Situation

LONGEST: Final = 2000
LONGEST_MOVE: Final = 60
LONGEST_SENTENCE: Final = 200

# Items where "I want to stop" may be about the symptom: mood, risks, harm, thoughts, repeated acts, substances.
_AMBIGUOUS_STOP: Final = frozenset({2, 5, HARM_ITEM, 16, 17, 21, 22, 23})
_SENTENCE = re.compile(r"[^.!?\n;…]+[.!?…]*|\?+")
_SPACE = re.compile(r"\s+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "…": ".", "—": ", ", "–": "-"})
_SYMBOL = re.compile(r"[^\w\s.,!?;:'\"()&/%+*#-]")


def plain(text: str) -> str:
    """Lower-case, straight quotes, no symbols, single spaces (line breaks become full stops)."""
    if not text.isascii():
        text = _SYMBOL.sub(" ", text.translate(_QUOTES))
    if "\n" in text:
        text = text.strip().replace("\n", ". ")
    return _SPACE.sub(" ", text.lower()).strip()


def act(text: str, situation: Situation) -> Heard:
    """The move that a message makes, with its item. Reads the first 2,000 characters; never raises."""
    head = text[:LONGEST]
    if not sounds_english(head) and foreign(head) is not None:
        return Heard(act=Act.OTHER_LANGUAGE, item=situation.item)
    said = plain(head)
    if situation.phase.casefold() == "intro" and situation.item is None:
        return Heard(act=_opening(said, situation))
    if situation.paused and (resumed := _resumed(said)):
        return Heard(act=resumed, item=situation.item)
    earlier = back(said, situation) if len(said) <= LONGEST_SENTENCE else None
    return earlier or correct(said, situation) or Heard(act=_move(said, situation), item=situation.item)


def _opening(said: str, situation: Situation) -> Act:
    if situation.paused and _resumed(said) is Act.READY:
        return Act.READY
    return opening(said)


def _resumed(said: str) -> Act | None:
    if said in {"not yet", "not now", "no", "not yet.", "not now."}:
        return Act.PAUSE
    sentences = _sentences(said)
    ready = sentences and len(sentences) <= 4 and all(READY_AGAIN.fullmatch(sentence) for sentence in sentences)
    return Act.READY if ready else None


def _sentences(said: str) -> list[str]:
    return [part for found in _SENTENCE.findall(said) if (part := found.strip())]


def _move(said: str, situation: Situation) -> Act:
    sentences = _sentences(said)
    if not sentences:
        return Act.ANSWER
    if len(said.split()) > LONGEST_MOVE:
        return Act.PAUSE if _single(sentences[-1], situation) is Act.PAUSE and len(sentences[-1]) > 15 else Act.ANSWER
    moves = [_single(sentence, situation) for sentence in sentences]
    rest = [sentence for sentence, move in zip(sentences, moves, strict=True) if move is None]
    return _together(sentences, moves, rest)


def _together(sentences: list[str], moves: list[Act | None], rest: list[str]) -> Act:
    """One act for a message of several sentences: content beside a refusal or a question makes it an answer."""
    telling = any(FREQUENCY.search(sentence) or EXTENT.match(sentence) for sentence in rest)
    explained = all(REASON.fullmatch(sentence) for sentence in rest)
    if Act.PAUSE in moves and (not telling or len(sentences[moves.index(Act.PAUSE)].split()) > 2):
        return Act.PAUSE
    if telling:
        return Act.ANSWER
    if Act.DECLINE in moves and explained:
        return Act.DECLINE
    if Act.CLARIFY in moves and (explained or (moves[-1] is Act.CLARIFY and len(" ".join(rest).split()) <= 12)):
        return Act.CLARIFY
    return Act.ANSWER


def _single(sentence: str, situation: Situation) -> Act | None:
    """The move that one sentence makes as a whole, or None."""
    if len(sentence) > LONGEST_SENTENCE:
        return None
    for move, pattern in ((Act.PAUSE, PAUSE), (Act.DECLINE, DECLINE), (Act.CLARIFY, CLARIFY), (Act.PAUSE, LOOSE_PAUSE)):
        if pattern is LOOSE_PAUSE and situation.item in _AMBIGUOUS_STOP:
            continue
        match = pattern.fullmatch(sentence)
        if match and not (match["why"] and FREQUENCY.search(match["why"])) and not _endorses(sentence, move):
            return move
    return None


_ENDORSES = re.compile(r"(?:yes|yeah|yep|yea|no|nope|nah)\b[,\s]+(?P<rest>.*)")
_REFUSAL = re.compile(
    r"(?:thanks|thank you|comment|i'd rather|i would rather|rather|prefer|i'd prefer|i prefer|skip|pass|i (?:won't|refuse))\b"
)


def _endorses(sentence: str, move: Act) -> bool:
    """Whether a yes or no before the move answers the question ("no, next question"), not the refusal ("no, skip")."""
    match = _ENDORSES.match(sentence)
    return (
        match is not None
        and move is Act.DECLINE
        and not _REFUSAL.match(match["rest"])
        and match["rest"] not in {"comment"}
    )
