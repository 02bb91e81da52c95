"""What a scorer is given of an interview, and the score that comes of it."""

import re
from datetime import UTC, date, datetime
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.profile import ItemResponse
from agents.domain.risk import Finding, by_others
from agents.domain.transcript import Role
from agents.interview.pointing import alike, as_there, pointed, points_back, told_of
from agents.interview.state import State
from agents.interviewer.language import spanish_part
from agents.interviewer.pieces import last_told, own_part
from agents.interviewer.process import Asked, answering
from agents.interviewer.repairs import value
from agents.interviewer.speech import alone
from agents.interviewer.telling import first_alone
from agents.language import ENGLISH, Language, flat
from agents.questions.bank import bank, wording
from agents.quotes.sentences import sentences_with
from agents.reporter.doubts import LOWERED, UNCLEAR
from agents.risk.now import by_accident
from agents.scorer.grounds import as_told, held
from agents.scorer.port import Answer, Exchange, Scorer, Scoring
from agents.scorer.rules import RulesScorer

_RULES: Final = RulesScorer().name
_SPANISH: Final[Language] = "es"
_DAYS: Final = re.compile(r"\W*(?:[5-9]|1[0-4])\W*")
"""A number that is no step of the scale."""
_UNIT: Final = re.compile(r"\b(?:days?|nights?|times|dias?|noches?|veces)\b")
"""What is counted: the number that takes it back is one of them, too ("3 days. no, 4")."""
_DONE: Final = frozenset(
    {"recent-attempt", "undated-attempt", "old-attempt", "attempt-under-way", "means-kept"}
    | {"recent-self-injury", "self-injury", "old-self-injury"}
)
"""Findings of what the patient did: how often that was is not how often an ordinary item's matter was there."""
_CLAUSE: Final = re.compile(r"[.!?;,\n]+|\s(?=(?:and|but|y|pero)\s)")
_BRIEF: Final = 12
"""Words of a sentence that tells of nothing else."""


def answer_to(state: State, item: int, turns: tuple[int, ...], revises: bool) -> Answer:
    """The answer to an item in the patient's turns, as it is stored: without the conversation before it."""
    asking = alone(state.asking, state.language, item)
    after = Asked(asking, item, state.language)
    told = [answering(scored_words(state, turn, item), after) for turn in turns]
    told = [first_alone(one, item, state.language) for one in told]
    said = [value(own_part(one, item, state.language), state.language, revises) for one in told]
    taken_back = told[-1] if last_told(told[-1], item, state.language) != told[-1] else ""
    question = _counted(item, state.language) if _UNIT.search(flat(taken_back)) else asking
    return Answer(
        item=item,
        question=_put_right_in(state, item) if revises else question,
        original_question=_asked_before(state, turns[0], item) if len(turns) > 1 else None,
        language=state.language,
        reply=said[0],
        followup_reply=said[-1] if len(said) > 1 else None,
    )


def in_context(answer: Answer, state: State, on: date | None = None) -> Answer:
    """The answer with the conversation before it: each of the patient's turns behind its question; `on` is the day on
    which it was given."""
    own = state.replies.get(answer.item, ())
    back = points_back(answer.followup_reply or answer.reply, state.language)
    earlier = (
        Exchange(
            turn=turn.index,
            asked=_asked_before(state, turn.index, turn.item_id) or "",
            said=turn.text,
            counts=told_of(state, answer.item, turn) if back else "",
        )
        for turn in state.transcript
        if turn.role is Role.PATIENT and turn.index not in own
    )
    return answer.model_copy(update={"earlier": tuple(earlier), "on": on})


def _asked_before(state: State, turn: int, item: int | None) -> str | None:
    """What the interviewer asked before a turn of the patient's."""
    before = (one.text for one in reversed(state.transcript[:turn]) if one.role is Role.INTERVIEWER)
    asked = next(before, None)
    return None if asked is None else alone(asked, state.language, item)


async def scored(
    state: State, answer: Answer, turns: tuple[int, ...], scorer: Scorer
) -> tuple[Scoring, tuple[int, ...]]:
    """The score and the turns that it rests on: another item's where the reply says that it is the same, that of what
    was told earlier where the reply points back and leaves it open itself."""
    said = answer.followup_reply or answer.reply
    if (other := alike(state, answer.item, said)) is not None:
        return as_there(other, said), turns[-1:]
    whole = answer if scorer.name == _RULES else in_context(answer, state, datetime.now(UTC).date())
    scoring = held(await scorer.score(whole), whole)
    if scorer.name == _RULES:
        scoring = await _mixed(scoring, whole, scorer)
    settled = scoring.answered and not scoring.needs_followup
    if settled or (found := pointed(state, answer.item, said)) is None:
        return scoring, turns
    turn, words = found
    told = answer.model_copy(update={"reply": words, "followup_reply": None})
    again = held(await scorer.score(told), told)
    better = again.answered and (not again.needs_followup or not scoring.answered)
    return (as_told(again, turn), (turn,)) if better else (scoring, turns)


async def _mixed(scoring: Scoring, answer: Answer, scorer: Scorer) -> Scoring:
    """The score of an English answer, or that of what it says in Spanish, where this tells of more."""
    told = spanish_part(answer.followup_reply or answer.reply) if answer.language == ENGLISH else None
    if told is None or (scoring.answered and scoring.score and not scoring.needs_followup):
        return scoring
    as_said = {"reply": told} if answer.followup_reply is None else {"followup_reply": told}
    spanish = answer.model_copy(update={"language": _SPANISH, "question": None, **as_said})
    again = held(await scorer.score(spanish), spanish)
    return again if again.answered and (again.score > scoring.score or not scoring.answered) else scoring


def _put_right_in(state: State, item: int) -> str | None:
    """The question that a new answer to an item is read with: on how many days, where days were counted before ("14",
    and now "4"), else none, so that a number may be a step of the scale."""
    earlier = state.responses.get(item)
    said = "".join(state.transcript[turn].text for turn in earlier.turns) if earlier else ""
    return _counted(item, state.language) if _DAYS.fullmatch(said) else None


def _counted(item: int, language: Language) -> str:
    """The question on how many days it was."""
    return bank(language).frequency.topic[0].format(clause=wording(item, language).clause)


def scored_words(state: State, turn: int, item: int) -> str:
    """A turn's words of an item without what is told of being hurt by others and, but in answer to the item on
    self-harm, of attempts and of self-injury, which answers no item; blanks hold its place."""
    said = state.transcript[turn]
    text = state.words_of(turn, item)
    if item == HARM_ITEM and by_accident(text, state.language):
        return " " * len(text)
    for one in state.findings:
        own = one.rule in _DONE and item != HARM_ITEM
        if one.turn == turn and (own or by_others(one)):
            start, end = _told(said.text, one) if own else (one.start, one.end)
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def _told(text: str, finding: Finding) -> tuple[int, int]:
    """The sentence of a finding, or its clause where that is long."""
    start, end = sentences_with(text, [(finding.start, finding.end)])[0]
    if len(text[start:end].split()) <= _BRIEF:
        return start, end
    cuts = [start, *(cut.end() for cut in _CLAUSE.finditer(text, start, end)), end]
    return max(cut for cut in cuts if cut <= finding.start), min(cut for cut in cuts if cut >= finding.end)


def put_right(response: ItemResponse, earlier: ItemResponse | None) -> ItemResponse:
    """A changed answer as it stands: thoughts of self-harm that the patient takes back, or makes less of, are for the
    clinician to confirm."""
    less = response.known and earlier is not None and earlier.known and response.score < earlier.score
    if response.item_id != HARM_ITEM or earlier is None or not less:
        return response
    note = f"{LOWERED}: it was “{earlier.frequency}” before"
    return response.model_copy(update={"ambiguity": max(response.ambiguity, UNCLEAR), "note": note})
