"""The impressions of the whole interviews that authors played, each with the scores that its author gave it.

`python -m benchmarks.training.figures.played` prints the figures as one JSON object. No engine but the diagnostician is
measured, so they tell nothing of the scorer.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from itertools import islice

from agents.diagnostician.port import Mode
from agents.diagnostician.rules import diagnose
from agents.domain.evidence import whole
from agents.domain.level1 import items
from agents.domain.profile import ItemResponse, PatientProfile, QuestionState, SessionMeta, SessionStatus
from agents.domain.transcript import Role, Turn
from agents.domain.value import Value
from agents.questions.bank import bank
from benchmarks.training.datasets import REPLIES, Reply, likeliest, replies
from benchmarks.training.figures.interviews import profile_of
from benchmarks.training.reader.held_out import wilson


class Played(Value):
    """Shares with their 95 % Wilson interval; `false` counts impressions of a profile that was not played, `none` the
    interviews without any."""

    n: int
    top1: tuple[float, float, float]
    top3: tuple[float, float, float]
    false: int
    none: int


def interviews() -> Iterator[tuple[str, PatientProfile]]:
    """Every interview as it was played, with who was."""
    for name, played in tomllib.loads((REPLIES / "profiles.toml").read_text("utf-8")).items():
        rows = replies(REPLIES / "authors" / f"{name}.txt")
        for profile in played:
            yield profile, _interview(list(islice(rows, len(items()))))


def measure() -> Played:
    """The figures of all of them."""
    given = [
        (who, [profile_of(one.icd10) for one in diagnose(told, Mode.DIAGNOSTIC).impressions])
        for who, told in interviews()
    ]
    return Played(
        n=len(given),
        top1=wilson(sum(found[:1] == [who] for who, found in given), len(given)),
        top3=wilson(sum(who in found[:3] for who, found in given), len(given)),
        false=sum(one != who for who, found in given for one in found),
        none=sum(not found for _, found in given),
    )


def _interview(rows: list[Reply]) -> PatientProfile:
    turns: list[Turn] = []
    answers: list[ItemResponse] = []
    for row in rows:
        asked, score = bank().items[row.item - 1].questions[0], likeliest(row.score)
        turns.append(Turn(index=len(turns), role=Role.INTERVIEWER, text=asked, item_id=row.item))
        turns.append(Turn(index=len(turns), role=Role.PATIENT, text=row.text, item_id=row.item))
        quote = whole(turns[-1].index, row.text)
        found = (quote,) if score else ()
        answers.append(ItemResponse(item_id=row.item, score=score, ambiguity=2, confidence=0.9, evidence_quotes=found))
    return PatientProfile(
        session_status=SessionStatus.COMPLETED,
        transcript=tuple(turns),
        item_responses=tuple(answers),
        question_state=QuestionState(pending=(), completed=tuple(row.item for row in rows)),
        session_meta=SessionMeta(id="played", prompt_version="1"),
    )


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure().model_dump(by_alias=False)) + "\n")
