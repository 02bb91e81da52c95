"""The moves that a message makes by the patterns of English (`phrases.toml`), sentence by sentence: a break, a
refusal, a question what is meant. When in doubt it answers."""

import re
from typing import Final

from agents.interviewer.phrases import may_be_move, move, pattern, words
from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.telling import tells
from agents.interviewer.wishes import AMBIGUOUS

LONGEST_SENTENCE: Final = 200
MOST_WORDS: Final = 60
BREAKING_OFF: Final = 10
"""Words of a sentence that only breaks off, at most."""
MOST_BESIDE_STOP: Final = 11
_MOVES: Final = (
    (Act.PAUSE, "pause"),
    (Act.DECLINE, "decline"),
    (Act.CLARIFY, "clarify"),
    (Act.PAUSE, "loose_pause"),
)
_REQUESTS = ("can ", "could ", "may ", "let's ", "gotta", "got to", "back", "brb", "bye", "next question", "skip")
_SENTENCE = re.compile(r"[^.!?\n;]+[.!?]*|\?+")


def short(sentence: str) -> bool:
    """Whether a sentence may be a move."""
    return len(sentence) <= LONGEST_SENTENCE


def sentences(said: str) -> list[str]:
    """The sentences of a message, in lower case with straight quotes."""
    return [part for found in _SENTENCE.findall(said) if (part := found.strip())]


def moved(said: str, situation: Situation) -> Heard:
    """The move that a message makes; an answer, with what it also asks for, where it makes none."""
    parts = sentences(said)
    moves: list[Act | None] = [None] * len(parts)
    if len(said.split()) <= MOST_WORDS:
        moves = [_single(sentence, situation) for sentence in parts]
    elif len(parts[-1]) > 15 and _single(parts[-1], situation) is Act.PAUSE:
        moves[-1] = Act.PAUSE
    if not _asks_to_pause(parts, moves):
        moves = [None if made is Act.PAUSE else made for made in moves]
        return Heard(act=_together(parts, moves), item=situation.item)
    rest = [sentence for sentence, made in zip(parts, moves, strict=True) if made is None]
    answered = any(tells(sentence) and not pattern("reason").fullmatch(sentence) for sentence in rest)
    return Heard(act=Act.ANSWER if answered else Act.PAUSE, item=situation.item, then=Act.PAUSE if answered else None)


def _asks_to_pause(parts: list[str], moves: list[Act | None]) -> bool:
    """Whether a break is asked for. A bare "stop." asks for one when alone or beside a few words without content; at
    the end of a longer reply, or where a sentence trails off into it ("and then I just... stop."), it is part of the
    answer."""
    return any(made is Act.PAUSE and _pauses(place, parts) for place, made in enumerate(moves))


def _pauses(place: int, parts: list[str]) -> bool:
    sentence, others = parts[place], parts[:place] + parts[place + 1 :]
    if len(sentence.split()) > 2 or "please" in sentence:
        return True
    before = parts[place - 1] if place else ""
    trails = before.endswith("..") and len(before.split()) > 2
    few = len(" ".join(others).split()) <= MOST_BESIDE_STOP
    return few and not trails and not any(tells(other) for other in others)


def _together(parts: list[str], moves: list[Act | None]) -> Act:
    """One act for a message of several sentences: content beside a refusal or a question makes it an answer."""
    if not any(moves):
        return Act.ANSWER
    rest = [sentence for sentence, made in zip(parts, moves, strict=True) if made is None]
    if any(tells(sentence) for sentence in rest):
        return Act.ANSWER
    explained = all(pattern("reason").fullmatch(sentence) for sentence in rest)
    if Act.DECLINE in moves and explained:
        return Act.DECLINE
    short = len(" ".join(rest).split()) <= 12
    return Act.CLARIFY if Act.CLARIFY in moves and (explained or (short and moves[-1] is Act.CLARIFY)) else Act.ANSWER


def _single(sentence: str, situation: Situation) -> Act | None:
    """The move that one sentence makes as a whole, or None."""
    if not short(sentence):
        return None
    breaks_off = Act.PAUSE if _breaks_off(sentence) else None
    return _whole(sentence, situation) or _request(sentence, situation) or breaks_off


def _breaks_off(sentence: str) -> bool:
    """Whether few words begin or end with a "brb" or the like, and tell nothing beside it."""
    way = pattern("breaks_off")
    return (
        len(sentence.split()) <= BREAKING_OFF and way.search(sentence) is not None and not tells(way.sub(" ", sentence))
    )


def _whole(sentence: str, situation: Situation) -> Act | None:
    if not may_be_move(sentence):
        return None
    for made, name in _MOVES:
        match = move(name).fullmatch(sentence)
        if match is None or (name == "loose_pause" and situation.item in AMBIGUOUS[Act.LEAVE]):
            continue
        if not (match["why"] and words("frequency").search(match["why"])) and not _answers_first(sentence, made):
            return made
    return None


def _request(sentence: str, situation: Situation) -> Act | None:
    """A move requested at the end of a sentence that contains no answer ("I'm tired, can we stop")."""
    if not any(word in sentence for word in _REQUESTS):
        return None
    request = pattern("request").fullmatch(sentence)
    if request is None or tells(sentence[: request.start("tail")]):
        return None
    return _whole(request["tail"], situation)


def _answers_first(sentence: str, made: Act) -> bool:
    """Whether a yes or no before the refusal answers the question ("no, next question"); in "no, skip" it does not."""
    match = pattern("answers_first").match(sentence)
    return match is not None and made is Act.DECLINE and not pattern("refusal").match(match["rest"])
