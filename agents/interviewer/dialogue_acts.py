"""Classifies a message as a move in the conversation. When in doubt it is an answer."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.interviewer.corrections import back, correct
from agents.interviewer.language import foreign, sounds_english
from agents.interviewer.phrases import may_be_move, move, pattern, words
from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.readiness import opening

LONGEST: Final = 2000
LONGEST_SENTENCE: Final = 200
MOST_WORDS: Final = 60
MOST_BESIDE_STOP: Final = 11

# Items where "I want to stop" may be about the symptom: mood, risks, harm, thoughts, repeated acts, substances.
_AMBIGUOUS_STOP: Final = frozenset({2, 5, HARM_ITEM, 16, 17, 21, 22, 23})
_STILL_AWAY: Final = frozenset({"not yet", "not now", "no", "not yet.", "not now."})
_MOVES: Final = (
    (Act.PAUSE, "pause"),
    (Act.DECLINE, "decline"),
    (Act.CLARIFY, "clarify"),
    (Act.PAUSE, "loose_pause"),
)
_REQUESTS: Final = (
    "can ",
    "could ",
    "may ",
    "let's ",
    "gotta",
    "got to",
    "back",
    "brb",
    "bye",
    "next question",
    "skip",
)
_SENTENCE = re.compile(r"[^.!?\n;]+[.!?]*|\?+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "…": ".", "—": ", ", "–": "-"})
_SYMBOL = re.compile(r"[^\w\s.,!?;:'\"()&/%+*#-]")


def plain(text: str) -> str:
    """Lower-case, straight quotes, no symbols, single spaces; line breaks become full stops."""
    if not text.isascii():
        text = _SYMBOL.sub(" ", text.translate(_QUOTES))
    return " ".join(text.strip().replace("\n", ". ").lower().split())


def act(text: str, situation: Situation) -> Heard:
    """The move that a message makes, with its item. Reads the first 2,000 characters; never raises."""
    head = text[:LONGEST]
    if not sounds_english(head) and foreign(head) is not None:
        return Heard(act=Act.OTHER_LANGUAGE, item=situation.item)
    said = plain(head)
    if situation.paused and (resumed := _resumed(said)):
        return Heard(act=resumed, item=situation.item)
    if situation.item is None:
        return Heard(act=opening(said))
    return correct(said, situation) or back(said, situation) or _move(said, situation)


def _resumed(said: str) -> Act | None:
    """READY for "I'm back" and the like, PAUSE for "not yet", None for anything else."""
    if said in _STILL_AWAY:
        return Act.PAUSE
    parts = _sentences(said)
    ready = (
        bool(parts) and len(parts) <= 4 and all(_short(part) and move("ready_again").fullmatch(part) for part in parts)
    )
    return Act.READY if ready else None


def _short(sentence: str) -> bool:
    return len(sentence) <= LONGEST_SENTENCE


def _sentences(said: str) -> list[str]:
    return [part for found in _SENTENCE.findall(said) if (part := found.strip())]


def _move(said: str, situation: Situation) -> Heard:
    sentences = _sentences(said)
    moves: list[Act | None] = [None] * len(sentences)
    if len(said.split()) <= MOST_WORDS:
        moves = [_single(sentence, situation) for sentence in sentences]
    elif len(sentences[-1]) > 15 and _single(sentences[-1], situation) is Act.PAUSE:
        moves[-1] = Act.PAUSE
    if not _asks_to_pause(sentences, moves):
        moves = [None if made is Act.PAUSE else made for made in moves]
        return Heard(act=_together(sentences, moves), item=situation.item)
    rest = [sentence for sentence, made in zip(sentences, moves, strict=True) if made is None]
    answered = any(_tells(sentence) and not pattern("reason").fullmatch(sentence) for sentence in rest)
    return Heard(act=Act.ANSWER if answered else Act.PAUSE, item=situation.item, pauses=answered)


def _asks_to_pause(sentences: list[str], moves: list[Act | None]) -> bool:
    """Whether a break is asked for. A bare "stop." asks for one when alone or beside a few words without content; at
    the end of a longer reply, or where a sentence trails off into it ("and then I just... stop."), it is part of the
    answer."""
    return any(made is Act.PAUSE and _pauses(place, sentences) for place, made in enumerate(moves))


def _pauses(place: int, sentences: list[str]) -> bool:
    sentence, others = sentences[place], sentences[:place] + sentences[place + 1 :]
    if len(sentence.split()) > 2 or "please" in sentence:
        return True
    before = sentences[place - 1] if place else ""
    trails = before.endswith("..") and len(before.split()) > 2
    few = len(" ".join(others).split()) <= MOST_BESIDE_STOP
    return few and not trails and not any(_tells(other) for other in others)


def _together(sentences: list[str], moves: list[Act | None]) -> Act:
    """One act for a message of several sentences: content beside a refusal or a question makes it an answer."""
    if not any(moves):
        return Act.ANSWER
    rest = [sentence for sentence, made in zip(sentences, moves, strict=True) if made is None]
    if any(_tells(sentence) for sentence in rest):
        return Act.ANSWER
    explained = all(pattern("reason").fullmatch(sentence) for sentence in rest)
    if Act.DECLINE in moves and explained:
        return Act.DECLINE
    short = len(" ".join(rest).split()) <= 12
    return Act.CLARIFY if Act.CLARIFY in moves and (explained or (short and moves[-1] is Act.CLARIFY)) else Act.ANSWER


def _tells(sentence: str) -> bool:
    """Whether a sentence says how often, or yes or no."""
    return bool(words("frequency").search(sentence) or pattern("yes_or_no").match(sentence))


def _single(sentence: str, situation: Situation) -> Act | None:
    """The move that one sentence makes as a whole, or None."""
    if not _short(sentence):
        return None
    return _whole(sentence, situation) or _request(sentence, situation)


def _whole(sentence: str, situation: Situation) -> Act | None:
    if not may_be_move(sentence):
        return None
    for made, name in _MOVES:
        match = move(name).fullmatch(sentence)
        if match is None or (name == "loose_pause" and situation.item in _AMBIGUOUS_STOP):
            continue
        if not (match["why"] and words("frequency").search(match["why"])) and not _answers_first(sentence, made):
            return made
    return None


def _request(sentence: str, situation: Situation) -> Act | None:
    """A move requested at the end of a sentence that contains no answer ("I'm tired, can we stop")."""
    if not any(word in sentence for word in _REQUESTS):
        return None
    request = pattern("request").fullmatch(sentence)
    if request is None or _tells(sentence[: request.start("tail")]):
        return None
    return _whole(request["tail"], situation)


def _answers_first(sentence: str, made: Act) -> bool:
    """Whether a yes or no before the refusal answers the question ("no, next question"); in "no, skip" it does not."""
    match = pattern("answers_first").match(sentence)
    return match is not None and made is Act.DECLINE and not pattern("refusal").match(match["rest"])
