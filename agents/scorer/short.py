"""The rule engine of scoring in a language for which there is a short list (`often.LANGUAGE.toml`): a plain yes or no
and counted days are read by it, everything else by the learnt reader."""

import re
from dataclasses import dataclass
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.questions.bank import wording
from agents.reading.model.folding import joined
from agents.reading.model.labels import ACTS
from agents.reading.model.reader import Learnt, reader
from agents.reading.model.topics import rival
from agents.reading.subjects import NAMED_MORE, elsewhere
from agents.scorer.few_words import SAYS_HOW, puts_off, turned
from agents.scorer.matter import another, lacks, lacks_anything, names
from agents.scorer.often import Often, flat_answer, often, only_days
from agents.scorer.otherwise import only_asks, otherwise
from agents.scorer.port import CONTRADICTED, Answer, Evidence, Missing, Scoring, Source, unanswered
from agents.scorer.reading import astray, heard
from agents.scorer.tally import score_for_days
from agents.scorer.verdict import LEFT

_THERE: Final = 0.5
_WELL: Final = 0.15
"""A problem that is no likelier than this was not there, whatever is counted: "dormí bien todas las noches"."""
_ASTRAY: Final = 0.6
_ANSWERS: Final = 0.2
_STRAYS: Final = 0.4
"""How likely a reply that counts days has to be an answer to this item; else it is asked back."""
_ALWAYS: Final = 4
_SOME: Final = 2
"""The score of what is there while nobody knows how often."""
_SHORT: Final = 3
"""So many words that count no days say nothing of how often ("más o menos", "regular")."""
_NO_ANSWER: Final = 0.1
"""So few words that are no likelier an answer by themselves than this are none ("jajaja")."""
_BARE: Final = 5
"""Words of a reply that names another item and counts nothing: "no duermo nada"."""
_OTHER: Final = 0.5
"""How likely a reply that names another item has to be an answer to it; chosen on authors es_b, es_d and es_e, whose
answers to the item itself come to .46 at most."""
_NO_MORE: Final = 1.0
"""The same for a few words that name nothing; see verdict.py."""
_FEW: Final = 2
_SAID: Final = 0.8
"""How likely so few words have to be an answer; most that count nothing are none."""
_SURE: Final = 0.75
_DOUBTED: Final = 0.5
"""How likely a reply to a follow-up has to be an answer without the first one, where it counts no days."""
_ASKS: Final = 0.5
_AMBIGUOUS: Final = 7
_BARELY: Final = 0.1
_MOST: Final = 0.9

_STEP: Final = re.compile(r"\s*(?:un )?(?P<n>[0-4])[\s.!]*")
"""A step of the scale: a bare number, where no days were asked for."""
_NO: Final = re.compile(r"\W*no\W*[,.;]", re.IGNORECASE)
_YES: Final = re.compile(r"\W*s[ií]\W*(?:[,.;]|$)", re.IGNORECASE)
_BEGINS_YES: Final = re.compile(r"\W*s[ií]\b", re.IGNORECASE)
"""Before anything else: to the item on self-harm, nothing behind it makes a never of it unasked."""
_FINE: Final = re.compile(r"\b(?:bien|content[oa]s?|feliz|felices|tranquil[oa]s?|calmad[oa]s?|relajad[oa]s?)\b", re.I)
_NOT_FINE: Final = re.compile(r"\b(?:no|ni|nunca|sin|mal|menos|poco|excepto|salvo)\b", re.I)
_COUNTS: Final = re.compile(r"cu[aá]nt[oa]s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Heard:
    scoring: Scoring
    flat: bool | None


def score(answer: Answer) -> Scoring:
    """Score one answer. Pure and deterministic; takes any text."""
    first = _hear(answer.reply, answer, "reply")
    if answer.followup_reply is None:
        return first.scoring
    return _together(first, _hear(answer.followup_reply, answer, "followup"))


def _together(first: _Heard, second: _Heard) -> Scoring:
    """A reply with that to its follow-up: the second counts where it tells more; flat opposites are for the
    clinician."""
    one, other = first.scoring, second.scoring
    if first.flat is not None and second.flat is not None and first.flat != second.flat and one.answered:
        return unanswered(one.evidence + other.evidence, CONTRADICTED)
    if one.answered and one.missing == "endorsement" and not other.answered:
        return unanswered((), None)
    if not other.answered or (one.missing is None and other.missing is not None and one.answered):
        return one
    return other.model_copy(update={"evidence": one.evidence + other.evidence if one.answered else other.evidence})


def _hear(text: str, answer: Answer, source: Source) -> _Heard:
    first = answer.original_question if source == "reply" else None
    question = first or answer.question or wording(answer.item, answer.language).questions[0]
    whole = joined(answer.reply, text) if source == "followup" else text
    learnt = heard(question, whole, answer.item, answer.language)
    flat, told = flat_answer(text, answer.language), often(text, answer.language)
    if answer.item == HARM_ITEM and _tells_none(text, told) and puts_off(text, plain=_NO.match(text) is not None):
        denied = _asking(_scored(0, _AMBIGUOUS, 0.4, (_piece(text, None, source),)), "endorsement")
        return _Heard(denied if source == "reply" else unanswered((), None), None)
    if source == "reply" and (step := _STEP.fullmatch(text)) and not _COUNTS.search(first or answer.question or ""):
        return _Heard(_scored(int(step["n"]), 2, 0.9, (_piece(text, told, source),)), None)
    stray = astray(learnt, text, answer.item)
    if flat is not None and source == "reply" and turned(question, text):
        piece = _piece(text, None, source)
        return _Heard(_asking(_scored(2 if flat else 0, _AMBIGUOUS, 0.4, (piece,)), "endorsement"), None)
    yes = answer.item == HARM_ITEM and source == "reply" and _BEGINS_YES.match(text) is not None
    other = source == "reply" and otherwise(text, answer.item, answer.language)
    missing = lacks(text, answer.item, answer.language)
    may_stray = source == "reply" and flat is None and not missing
    if may_stray and _astray(text, answer, learnt, stray, counts=told is not None):
        return _Heard(unanswered((), None), None)
    if flat is False or (told is not None and not told.days and not missing):
        none = _scored(0, 2, 0.9, (_piece(text, told, source),))
        return _Heard(_asking(none, "endorsement") if yes else none, flat)
    if told is not None:
        counted = _counted(text, told, learnt, source, missing)
        unlikely = not missing and not only_days(text, answer.language) and _unlikely(text, told, learnt)
        doubted = learnt.acts[0] < _STRAYS or unlikely or other
        strays = source == "reply" and doubted and counted.answered
        return _Heard(_asking(counted, "endorsement") if strays else counted, flat)
    if flat:
        piece = _piece(text, None, source)
        return _Heard(_asking(_scored(2, _AMBIGUOUS, 0.5, (piece,))), flat)
    if missing:
        return _Heard(_asking(_scored(_SOME, _AMBIGUOUS, 0.5, (_piece(text, None, source),))), None)
    told_of = _learnt(text, question, answer, learnt, source, stray)
    asks = source == "reply" and only_asks(text) and not (answer.item == HARM_ITEM and told_of.score)
    doubted = other or asks or (yes and not told_of.score)
    return _Heard(_asking(told_of, "endorsement") if doubted and told_of.answered else told_of, None)


def _tells_none(text: str, told: Often | None) -> bool:
    """Whether words tell of no day, and of none at all where they begin with a yes."""
    return not told.days if told else not _YES.match(text)


def _astray(text: str, answer: Answer, learnt: Learnt, stray: float, *, counts: bool) -> bool:
    """Whether a reply is no answer to this item: it says nothing to the matter, few words by themselves are none, it
    plainly tells of something else, or it names another item and not this one, in few words that count nothing or as
    likely an answer to that one."""
    if stray >= _SURE or elsewhere(text, answer.item, learnt.acts[0]) is not None:
        return True
    if not counts and len(text.split()) <= _SHORT and reader().read("", text, answer.item).acts[0] < _NO_ANSWER:
        return True
    bare = not counts and len(text.split()) <= _BARE
    if not another(text, answer.item, answer.language):
        return False
    return bare or rival(text, answer.item)[1] >= NAMED_MORE or _other(text, answer) >= _OTHER


def _other(text: str, answer: Answer) -> float:
    """How likely a reply is the answer to another item, behind whichever of the item's questions says so most."""
    asked = wording(answer.item, answer.language).questions
    return max(reader().read(question, text, answer.item).acts[ACTS.index("other")] for question in asked)


def _unlikely(text: str, told: Often, learnt: Learnt) -> bool:
    """Whether days are counted in words that may well tell of none (see LEFT in verdict.py), or are days on which it
    went well ("contenta todos los días")."""
    rest = f"{text[: told.start]} {text[told.end :]}"
    if told.days and _FINE.search(rest) and not _NOT_FINE.search(rest):
        return True
    return len(rest.split()) > _FEW and bool(told.days) and LEFT <= learnt.scores[0] < 1 - _WELL


def _counted(text: str, told: Often, learnt: Learnt, source: Source, missing: bool) -> Scoring:
    evidence = (_piece(text, told, source),)
    if (
        not missing
        and 1 - learnt.scores[0] <= _WELL
        and len(text.split()) > len(text[told.start : told.end].split()) + 1
    ):
        return _scored(0, 4, 0.6, evidence)
    if missing and not told.days:  # "no pego ojo ninguna noche"
        return _scored(_ALWAYS, 4, 0.7, evidence)
    if told.asks:
        return _asking(_scored(score_for_days(told.days), _AMBIGUOUS, 0.5, evidence))
    return _scored(score_for_days(told.days), 2, 0.85, evidence)


def _learnt(text: str, question: str, answer: Answer, learnt: Learnt, source: Source, stray: float) -> Scoring:
    """What the learnt reader makes of a reply that says neither yes nor no nor how many days."""
    least = _SAID if len(text.split()) <= _FEW else _ANSWERS
    if stray >= _ASTRAY or learnt.acts[0] < least or not any(map(str.isalnum, text)):
        return unanswered((), None)
    if source == "followup" and _apart(text, question, answer.item):
        return unanswered((), None)
    there = 1 - learnt.scores[0]
    start, end = reader().bearing(question, text, answer.item, None, there=there >= _THERE)
    evidence = (Evidence(source=source, start=start, end=end, text=text[start:end]),)
    confidence = round(min(_MOST, max(_BARELY, abs(2 * there - 1))), 2)
    if there < _THERE:
        doubtful = there > 1 - _SURE or lacks_anything(text, answer.language) or _tells_nothing(text, answer)
        if doubtful and source == "followup" and len(text.split()) <= _FEW:
            return unanswered((), None)
        told = _scored(0, 6 if doubtful else 3, confidence, evidence)
        return _asking(told, "endorsement") if doubtful else told
    likeliest, few = max(range(1, 5), key=learnt.scores.__getitem__), len(text.split()) <= _SHORT
    told = _scored(min(likeliest, _SOME) if few else likeliest, _AMBIGUOUS if few else 5, confidence, evidence)
    if source == "reply" and _tells_nothing(text, answer):
        return _asking(told, "endorsement")
    return _asking(told) if learnt.asks >= _ASKS or few or (source == "reply" and there < _SURE) else told


def _tells_nothing(text: str, answer: Answer) -> bool:
    """Whether a few words tell no more of the item than of anything else, and do not say how it went either."""
    few = len(text.split()) <= _SHORT + 1 and not names(text, answer.item, answer.language)
    return few and not SAYS_HOW.search(text) and rival(text, answer.item)[1] >= _NO_MORE


def _apart(text: str, question: str, item: int) -> bool:
    """Whether a reply to a follow-up is no answer without the first one, or is none whatever was asked."""
    read = reader().read
    return read(question, text, item).acts[0] < _DOUBTED or read("", text, item).acts[0] < _ANSWERS


def _piece(text: str, told: Often | None, source: Source) -> Evidence:
    """The words that tell, or all of them."""
    start, end = (told.start, told.end) if told else (0, len(text))
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Evidence(source=source, start=start, end=end, text=text[start:end])


def _scored(value: int, ambiguity: int, confidence: float, evidence: tuple[Evidence, ...]) -> Scoring:
    return Scoring(score=value, ambiguity=ambiguity, confidence=confidence, endorsed=value > 0, evidence=evidence)


def _asking(scoring: Scoring, missing: Missing = "frequency") -> Scoring:
    endorsed = None if missing == "endorsement" else scoring.endorsed
    return scoring.model_copy(update={"needs_followup": True, "missing": missing, "endorsed": endorsed})
