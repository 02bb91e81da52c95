"""The patient's answers as they are shown to them: each with its question alone, the words that were scored and what
was noted."""

from typing import Final

from agents.domain.evidence import Quote
from agents.domain.level1 import HARM_ITEM
from agents.domain.profile import ItemResponse
from agents.domain.risk import Finding, of_oneself
from agents.domain.transcript import Role
from agents.domain.value import Value
from agents.interview.state import State
from agents.interviewer.port import Edit
from agents.interviewer.repairs import value
from agents.interviewer.speech import alone
from agents.questions.bank import bank, matter
from agents.questions.catalogue import catalogue
from agents.quotes.sentences import sentences_with

_NOT_TOLD: Final = frozenset({"third-person-risk", "joke-or-slang", "suicide-named", "answer-declined", "another-time"})
"""Flags about the mere word, about somebody else, or about an unanswered question: recorded, but they alert nobody."""
_LONGEST: Final = 300
_LONG_AGO: Final = frozenset({"old-attempt", "old-self-injury", "old-ideation"})
"""What a no about the past two weeks does not contradict."""


class Answered(Value):
    """One answer. `topic` says what the item is about; `noted` is its how-often in the patient's language, or that only
    a yes was told, None where the item was skipped or left open; `also` are sentences about it that were written to
    another question."""

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


def answered(state: State, item: int) -> Answered:
    """The answer to an item as it stands."""
    response = state.responses[item]
    told = (one.text for one in elsewhere(state) if not state.written_down(one.turn))
    return Answered(
        item_id=item,
        topic=matter(item, state.language),
        question=response.question,
        said=shortened(_said(state, response)),
        noted=catalogue(state.language).yes_alone if response.yes_alone else noted(state, response),
        skipped=response.declined,
        also=tuple(map(shortened, told)) if item == HARM_ITEM and not response.score else (),
    )


def _said(state: State, response: ItemResponse) -> str:
    """The words of an answer; of one that was changed, the new answer alone."""
    changed = any(one.item_id == response.item_id and one.turns < response.turns for one in state.superseded)
    told = (state.words_of(turn, response.item_id).strip() for turn in response.turns)
    return " … ".join(value(one, state.language, revises=True).strip() if changed else one for one in told)


def edited(state: State) -> tuple[Edit, ...]:
    """The changes of earlier answers that are to be confirmed."""
    return tuple(
        Edit(
            item=item,
            before=_said(state, before) if before else "",
            now=noted(state, state.responses[item]) if took else None,
        )
        for item, before, took in state.edited
    )


def noted(state: State, response: ItemResponse) -> str | None:
    """What was noted, in the words of the five answers, or that it was a yes; None where nothing was."""
    if not response.known:
        return None
    told = bank(state.language).lines["anchors"]
    return catalogue(state.language).yes if response.yes_alone else told[response.score]


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
