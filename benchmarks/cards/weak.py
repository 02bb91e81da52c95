"""Answers that rest on weak evidence, each left out in turn: what of the offline engine's impressions hangs on them.

The offline engine is the rule engine with its full reading of scores and words. It takes milliseconds, sends nothing
anywhere, and the same snapshot gives the same result, whoever formed the report's own impressions.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from agents.diagnostician.port import Diagnosis, Mode
from agents.diagnostician.rules import diagnose
from agents.domain.level1 import items
from agents.domain.profile import ItemResponse, PatientProfile
from agents.domain.transcript import Role
from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.reporter.doubts import UNCLEAR
from benchmarks.cards.replaying import RULES
from benchmarks.cards.snapshot import Snapshot

EVEN: Final = 0.5
"""A confidence below it is weak: by its scorer's own account the score is more likely wrong than right."""


class Weakness(StrEnum):
    """Why an answer's evidence is weak."""

    UNSURE = "unsure"
    AMBIGUOUS = "ambiguous"
    UNQUOTED = "unquoted"


class Change(Value):
    """What another forming makes of the impressions: names that are `lost`, names that are `gained`, and the one that
    comes `first` where another did and is still there; None where that stays, or went."""

    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    first: str | None = None

    @property
    def none(self) -> bool:
        """Whether the impressions stay as they were."""
        return not (self.lost or self.gained or self.first)


class WeakAnswer(Value):
    """One answer with weak evidence: its item, score 0-4, confidence 0-1 and ambiguity 1-10 as scored, why its evidence
    is weak, the first turn of the patient that it rests on (None: there is none), and what changes without it."""

    item: int
    short: str
    score: int
    confidence: float
    ambiguity: int
    why: tuple[Weakness, ...]
    turn: int | None
    without: Change


class Weighed(Value):
    """A snapshot's weak answers in the form's order. `impressions` are the engine's with every answer there; `unknown`
    the items that were declined or unclear: they have no score that counts, so they can't be left out; `settled` those
    whose weak score a clinician has since confirmed or changed."""

    engine: str
    mode: Mode
    impressions: tuple[str, ...]
    answers: tuple[WeakAnswer, ...]
    unknown: tuple[int, ...]
    settled: tuple[int, ...]


def weaknesses(answer: ItemResponse, profile: PatientProfile) -> tuple[Weakness, ...]:
    """Why the evidence of a scored answer is weak; empty where it is not.

    A confidence below EVEN; an ambiguity from UNCLEAR, which makes a vague answer; or no quote that stands
    letter by letter in a turn of the patient, so that nobody can check the score against what was said."""
    found = {
        Weakness.UNSURE: answer.confidence < EVEN,
        Weakness.AMBIGUOUS: answer.ambiguity >= UNCLEAR,
        Weakness.UNQUOTED: not _quoted(answer, profile),
    }
    return tuple(why for why, holds in found.items() if holds)


def weigh(snapshot: Snapshot) -> Weighed:
    """Find the weak answers and form the impressions anew without each. Reads the machine's scores, as the report's
    impressions did. Raises CorrectInput where there are no item responses, NotNow for an interview that was not held
    to the end."""
    if not snapshot.profile.item_responses:
        raise CorrectInput("this conversation has no item responses")
    profile = snapshot.profile.model_copy(update={"ratings": ()})
    before = diagnose(profile, snapshot.mode)
    weak = {one: why for one in profile.item_responses if one.known and (why := weaknesses(one, profile))}
    settled = {one.item_id for one in snapshot.profile.ratings if one.score is not None}
    return Weighed(
        engine=RULES,
        mode=snapshot.mode,
        impressions=tuple(one.name for one in before.impressions),
        answers=tuple(
            _weak(one, why, profile, change(before, diagnose(without(profile, one.item_id), snapshot.mode)))
            for one, why in weak.items()
            if one.item_id not in settled
        ),
        unknown=tuple(one.item_id for one in snapshot.profile.settled if not one.known),
        settled=tuple(one.item_id for one in weak if one.item_id in settled),
    )


def without(profile: PatientProfile, item: int) -> PatientProfile:
    """The profile as if the item had not been answered: neither its score nor the words said to it. Turns keep their
    numbers, and another item's score that rests on the same words stays."""
    return profile.model_copy(
        update={
            "item_responses": tuple(one for one in profile.item_responses if one.item_id != item),
            "transcript": tuple(
                turn.model_copy(update={"text": ""}) if turn.role is Role.PATIENT and turn.item_id == item else turn
                for turn in profile.transcript
            ),
        }
    )


def change(before: Diagnosis, after: Diagnosis) -> Change:
    """What the second has otherwise than the first."""
    old, new = _named(before), _named(after)
    first, now = next(iter(old), None), next(iter(new), None)
    return Change(
        lost=tuple(name for key, name in old.items() if key not in new),
        gained=tuple(name for key, name in new.items() if key not in old),
        first=new[now] if now is not None and now != first and first in new else None,
    )


def _named(diagnosis: Diagnosis) -> Mapping[str, str]:
    """The impressions' names by what they count as, most likely first."""
    return {one.icd10 or one.name.casefold(): one.name for one in diagnosis.impressions}


def _weak(answer: ItemResponse, why: tuple[Weakness, ...], profile: PatientProfile, changed: Change) -> WeakAnswer:
    return WeakAnswer(
        item=answer.item_id,
        short=items()[answer.item_id].short,
        score=answer.score,
        confidence=answer.confidence,
        ambiguity=answer.ambiguity,
        why=why,
        turn=_turn(answer, profile),
        without=changed,
    )


def _quoted(answer: ItemResponse, profile: PatientProfile) -> bool:
    said = {turn.index: turn.text for turn in profile.transcript if turn.role is Role.PATIENT}
    return any(
        quote.text and said.get(quote.turn, "")[quote.start : quote.end] == quote.text
        for quote in answer.evidence_quotes
    )


def _turn(answer: ItemResponse, profile: PatientProfile) -> int | None:
    """Where it was said: the first quote's turn, else the first reply to the item."""
    replies = (one.index for one in profile.transcript if one.role is Role.PATIENT and one.item_id == answer.item_id)
    return next((quote.turn for quote in answer.evidence_quotes), next(replies, None))
