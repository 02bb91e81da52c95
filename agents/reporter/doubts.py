"""Answers that a clinician should confirm: which, why, and what would follow from another score."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from agents.domain.evidence import Quote, whole
from agents.domain.level1 import Item, anchor, domain_of, instrument, items
from agents.domain.profile import CLINICIAN, NOT_HOW_OFTEN, ItemResponse, PatientProfile
from agents.domain.rating import Rating
from agents.domain.transcript import Role
from agents.domain.value import Value
from agents.scorer.port import CONTRADICTED, SAME_AS, TOLD_EARLIER

UNCLEAR: Final = 7
"""Ambiguity (1-10) from which an answer is listed as unclear."""
AMBIGUITY: Final = (
    "Ambiguity is how far an answer could be read as another score: 1, hardly; 10, the score is a guess. "
    f"From {UNCLEAR} on, it is yours to confirm."
)
"""What the figure means, for whoever reads it on a page."""
LOWERED: Final = "taken back by the patient"
"""How the note begins on thoughts of self-harm that were told, and then denied or made less of."""
RULES: Final = "rules"


class Why(StrEnum):
    """What makes an answer doubtful; where several things do, the first of these. The last is the clinician's: left to
    ask in person."""

    DECLINED = "declined"
    CONTRADICTORY = "contradictory"
    UNCLEAR = "unclear"
    DIFFERS = "differs"
    ELSEWHERE = "elsewhere"
    LOWERED = "lowered"
    AMBIGUOUS = "ambiguous"
    IN_PERSON = "in_person"


WORDS: Final[Mapping[Why, str]] = {
    Why.DECLINED: "declined",
    Why.CONTRADICTORY: "contradictory",
    Why.UNCLEAR: "unclear",
    Why.DIFFERS: "rules against model",
    Why.ELSEWHERE: "answered elsewhere",
    Why.LOWERED: "taken back",
    Why.AMBIGUOUS: "vague",
    Why.IN_PERSON: "to ask in person",
}
"""The same in one or two words."""


class Case(Value):
    """One doubtful answer as a clinician settles it: the item, the question as it was asked, what was said to it, the
    machine's score (None where it has none), the clinician's word where there is one, and what each score 0-4 would
    mean for the domain. `why` is None where the machine did not doubt it."""

    item: int
    short: str
    asked: str
    said: tuple[Quote, ...]
    why: Why | None
    told: str
    machine: int | None
    engine: str
    second: int | None
    rating: Rating | None
    meaning: tuple[str, ...]


def doubt(answer: ItemResponse) -> Why | None:
    """Why an answer is to be confirmed; None where it is not. What the clinician recorded in person is settled, an
    item that was declined or not asked, too, unless the patient told of it elsewhere."""
    note = answer.note or ""
    if answer.elsewhere and answer.known and not answer.score:
        return Why.CONTRADICTORY
    if answer.engine == CLINICIAN:
        return None
    if answer.declined:
        return Why.DECLINED
    if answer.unclear:
        return Why.CONTRADICTORY if CONTRADICTED in note else Why.UNCLEAR
    if answer.second is not None:
        return Why.DIFFERS
    if note.startswith((TOLD_EARLIER, SAME_AS)):
        return Why.ELSEWHERE
    if note.startswith(LOWERED):
        return Why.LOWERED
    return Why.AMBIGUOUS if answer.ambiguity >= UNCLEAR or not answer.often else None


def open_doubts(profile: PatientProfile) -> tuple[tuple[int, Why], ...]:
    """The items to confirm of which the clinician has said nothing, and those left to ask in person, in the form's
    order."""
    rated = {one.item_id: one for one in profile.ratings}
    found = ((one.item_id, _open(one, rated.get(one.item_id))) for one in profile.item_responses)
    return tuple((item, why) for item, why in found if why)


def _open(answer: ItemResponse, rating: Rating | None) -> Why | None:
    if rating is None:
        return doubt(answer)
    return Why.IN_PERSON if rating.score is None else None


def cases(profile: PatientProfile) -> tuple[Case, ...]:
    """The doubtful answers, settled or not, and any other that the clinician has changed, in the form's order."""
    ratings = {one.item_id: one for one in profile.ratings}
    found = ((one, doubt(one)) for one in profile.item_responses)
    return tuple(
        _case(profile, one, why, ratings.get(one.item_id)) for one, why in found if why or one.item_id in ratings
    )


def case_of(profile: PatientProfile, item: int) -> Case | None:
    """Any answer as a case, doubtful or not; None where the item has no answer."""
    ratings = {one.item_id: one for one in profile.ratings}
    answers = {one.item_id: one for one in profile.item_responses}
    if item not in answers:
        return None
    return _case(profile, answers[item], doubt(answers[item]), ratings.get(item))


def _case(profile: PatientProfile, answer: ItemResponse, why: Why | None, rating: Rating | None) -> Case:
    item = items()[answer.item_id]
    return Case(
        item=item.id,
        short=item.short,
        asked=answer.question or item.text,
        said=(*replies(profile, answer), *answer.elsewhere),
        why=why,
        told=reason(answer),
        machine=answer.score if answer.known else None,
        engine=answer.engine,
        second=answer.second,
        rating=rating,
        meaning=tuple(_meaning(profile, item, score) for score in range(len(instrument().anchors))),
    )


def replies(profile: PatientProfile, answer: ItemResponse) -> tuple[Quote, ...]:
    """What was scored, else all that was said to the item's question."""
    said = [profile.transcript[turn] for turn in answer.turns] or [
        turn for turn in profile.transcript if turn.role is Role.PATIENT and turn.item_id == answer.item_id
    ]
    return tuple(whole(turn.index, turn.text) for turn in said)


def reason(answer: ItemResponse) -> str:
    """What makes it doubtful, in words; the scorer's own note says more than the figure."""
    if answer.elsewhere and answer.known and not answer.score:
        turns = ", ".join(str(one.turn) for one in answer.elsewhere)
        return f"the answer is {anchor(0)}, and something else was said in another answer (turn {turns})"
    if answer.declined:
        return "declined"
    if answer.unclear:
        return f"unclear, {answer.note}" if answer.note else "unclear: what was said does not answer the question"
    if answer.second is not None:
        if answer.engine == RULES:
            return f"the rules gave {answer.score} in the model's place, the model {answer.second} on reading it later"
        return f"the model gave {answer.score}, the rules {answer.second}" + (f", {answer.note}" if answer.note else "")
    often = NOT_HOW_OFTEN if answer.yes_alone else None
    return ", ".join(filter(None, (f"ambiguity {answer.ambiguity} of 10", often, answer.note)))


def _meaning(profile: PatientProfile, item: Item, score: int) -> str:
    """What a score would mean for the item's domain, beside where it stands now."""
    domain, now = domain_of(item.id), profile.scores
    before, after = domain.over(now), domain.over({**now, item.id: score})
    if after and not before:
        return f"{anchor(score).capitalize()}. {domain.title} reaches the threshold for a closer look."
    if before and not after:
        return f"{anchor(score).capitalize()}. {domain.title} is then under the threshold for a closer look."
    stays = "at or over" if after else "under"
    return f"{anchor(score).capitalize()}. {domain.title} stays {stays} the threshold for a closer look."
