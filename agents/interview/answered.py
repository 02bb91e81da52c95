"""The patient's answers as they are shown to them: each with its question alone, the words that were scored and what
was noted."""

import re
from typing import Any, Final

from agents.domain.evidence import Quote
from agents.domain.level1 import HARM_ITEM, anchor
from agents.domain.profile import ItemResponse
from agents.domain.risk import Finding, of_oneself
from agents.domain.transcript import Role
from agents.domain.value import Value
from agents.interview.state import State
from agents.interviewer.repairs import value
from agents.interviewer.speech import alone
from agents.questions.bank import bank, wording
from agents.quotes.sentences import sentences_with
from agents.reporter.doubts import LOWERED, UNCLEAR

_NOT_TOLD: Final = frozenset({"third-person-risk", "joke-or-slang", "suicide-named", "answer-declined", "another-time"})
"""Flags about the mere word, about somebody else, or about an unanswered question: recorded, but they alert nobody."""
_DAYS: Final = re.compile(r"\W*(?:[5-9]|1[0-4])\W*")
"""A number that is no step of the scale."""
_LONGEST: Final = 300
_HURT: Final = "hurt-by-other"
_DONE: Final = frozenset(
    {"recent-attempt", "undated-attempt", "old-attempt", "attempt-under-way", "means-kept"}
    | {"recent-self-injury", "self-injury", "old-self-injury"}
)
"""Findings of what the patient did: how often that was is not how often an ordinary item's matter was there."""
_CLAUSE: Final = re.compile(r"[.!?;,\n]+|\s(?=(?:and|but|y|pero)\s)")
_BRIEF: Final = 12
"""Words of a sentence that tells of nothing else."""
_LONG_AGO: Final = frozenset({"old-attempt", "old-self-injury"})
"""What a no about the past two weeks does not contradict."""


class Answered(Value):
    """One answer. `topic` says what the item is about; `noted` is its how-often in the patient's language, None where
    the item was skipped or left open; `also` are sentences about it that were written to another question."""

    item_id: int
    topic: str = ""
    question: str
    said: str
    noted: str | None
    skipped: bool = False
    also: tuple[str, ...] = ()


def tells(finding: Finding) -> bool:
    """Whether a finding discloses the patient's own suicidal thoughts, wishes, attempts or self-injury."""
    return of_oneself(finding) and finding.rule not in _NOT_TOLD


def elsewhere(state: State) -> tuple[Quote, ...]:
    """The sentences in which the patient told of such a thing, not long ago, when something other than item 11 was
    asked; oldest first."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for one in state.findings:
        if tells(one) and one.rule not in _LONG_AGO and one.turn is not None:
            spans.setdefault(one.turn, []).append((one.start, one.end))
    others = ((state.transcript[turn], found) for turn, found in sorted(spans.items()))
    return tuple(
        Quote(text=turn.text[start:end], turn=turn.index, start=start, end=end)
        for turn, found in others
        if turn.item_id != HARM_ITEM
        for start, end in sentences_with(turn.text, found)
    )


def shortened(said: str) -> str:
    """Words as they are shown again: long ones only in their beginning."""
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST].rstrip()}…"


def question_of(state: State, item: int) -> str:
    """The item's question alone, in the words in which it was asked first."""
    asked = (one.text for one in state.transcript if one.role is Role.INTERVIEWER and one.item_id == item)
    return alone(next(asked, ""), state.language, item)


def put_right_in(state: State, item: int) -> str | None:
    """The question that a new answer to an item is read with: on how many days, where days were counted before ("14",
    and now "4"), else none, so that a number may be a step of the scale."""
    earlier = state.responses.get(item)
    said = "".join(state.transcript[turn].text for turn in earlier.turns) if earlier else ""
    asked = bank(state.language).frequency.topic[0].format(clause=wording(item, state.language).clause)
    return asked if _DAYS.fullmatch(said) else None


def answered(state: State, item: int) -> Answered:
    """The answer to an item as it stands."""
    response = state.responses[item]
    return Answered(
        item_id=item,
        topic=wording(item, state.language).topic,
        question=response.question,
        said=shortened(_said(state, response)),
        noted=noted(state, response),
        skipped=response.declined,
        also=tuple(shortened(one.text) for one in elsewhere(state)) if item == HARM_ITEM and not response.score else (),
    )


def _said(state: State, response: ItemResponse) -> str:
    """The words of an answer; of one that was changed, the new answer alone."""
    changed = any(one.item_id == response.item_id and one.turns < response.turns for one in state.superseded)
    told = (state.transcript[turn].text for turn in response.turns)
    return " … ".join(value(one, state.language, revises=True).strip() if changed else one for one in told)


def scored_words(state: State, turn: int) -> str:
    """A turn's words without what is told of being hurt by others and, but in answer to the item on self-harm, of
    attempts and of self-injury, which answers no item; blanks hold its place."""
    said = state.transcript[turn]
    text = said.text
    for one in state.findings:
        own = one.rule in _DONE and said.item_id != HARM_ITEM
        if one.turn == turn and (own or one.rule == _HURT):
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
    note = f"{LOWERED}: it was “{anchor(earlier.score)}” before"
    return response.model_copy(update={"ambiguity": max(response.ambiguity, UNCLEAR), "note": note})


def edited(state: State) -> dict[str, Any]:
    """The change of an earlier answer that is to be confirmed: the item, what was said before, what is noted now."""
    if state.edited is None:
        return {}
    item, before, took = state.edited
    said = _said(state, before) if before else ""
    return {"edited": item, "before": said, "now": state.responses[item].score if took else None}


def noted(state: State, response: ItemResponse) -> str | None:
    """What was noted, in the words of the five answers; None where nothing was."""
    return bank(state.language).lines["anchors"][response.score] if response.known else None


def changed(state: State, before: State) -> tuple[Answered, ...]:
    """The answers that are other than they were, in the form's order; item 11 also where the last message speaks of it
    elsewhere, all in the review."""
    told = any(tells(one) and one.turn == state.heard_at for one in state.findings)
    whole = state.reviewing and not before.reviewing
    return tuple(
        answered(state, item)
        for item, response in sorted(state.responses.items())
        if whole or response is not before.responses.get(item) or (told and item == HARM_ITEM)
    )
