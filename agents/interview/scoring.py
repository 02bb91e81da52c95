"""What a scorer is given of an interview, and the score that comes of it."""

from typing import Final

from agents.domain.transcript import Role
from agents.interview.answered import put_right_in, scored_words
from agents.interview.pointing import alike, as_there, pointed, points_back, told_of
from agents.interview.state import State
from agents.interviewer.process import Asked, answering
from agents.interviewer.repairs import value
from agents.interviewer.speech import alone
from agents.scorer.grounds import as_told, held
from agents.scorer.port import Answer, Exchange, Scorer, Scoring
from agents.scorer.rules import RulesScorer

_RULES: Final = RulesScorer().name


def answer_to(state: State, item: int, turns: tuple[int, ...], revises: bool) -> Answer:
    """The answer to an item in the patient's turns, as it is stored: without the conversation before it."""
    asking = alone(state.asking, state.language, item)
    after = Asked(asking, item, state.language)
    said = [value(answering(scored_words(state, turn), after), state.language, revises) for turn in turns]
    return Answer(
        item=item,
        question=put_right_in(state, item) if revises else asking,
        original_question=_asked_before(state, turns[0], item) if len(turns) > 1 else None,
        language=state.language,
        reply=said[0],
        followup_reply=said[-1] if len(said) > 1 else None,
    )


def in_context(answer: Answer, state: State) -> Answer:
    """The answer with the conversation before it: each of the patient's turns behind its question."""
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
    return answer.model_copy(update={"earlier": tuple(earlier)})


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
    whole = answer if scorer.name == _RULES else in_context(answer, state)
    scoring = held(await scorer.score(whole), whole)
    settled = scoring.answered and not scoring.needs_followup
    if settled or (found := pointed(state, answer.item, said)) is None:
        return scoring, turns
    turn, words = found
    told = answer.model_copy(update={"reply": words, "followup_reply": None})
    again = held(await scorer.score(told), told)
    better = again.answered and (not again.needs_followup or not scoring.answered)
    return (as_told(again, turn), (turn,)) if better else (scoring, turns)
