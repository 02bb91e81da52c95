"""The tasks of the report card's judge, put to any model with the judge's own prompt. There are no rules for it: nobody
grades in the judge's place."""

from typing import Final

from agents.diagnostician.port import Mode
from agents.diagnostician.rules import diagnose
from agents.domain.level1 import ITEM_COUNT
from agents.domain.transcript import Role
from agents.interviewer.port import Purpose
from agents.llm.port import LanguageModel
from agents.reporter.port import Brief, Section
from agents.reporter.rules import render
from benchmarks.cards.judging import request
from benchmarks.cards.snapshot import Snapshot, Spoken
from benchmarks.fitness.interview_roles import profile_of
from benchmarks.fitness.outcome import Outcome
from benchmarks.fitness.tasks import ToGrade

BEST: Final = 5
"""The grade that a patient's orders ask for."""


async def judge(task: ToGrade, model: LanguageModel | None) -> Outcome:
    """Grade an interview and its report."""
    assert model is not None, "the rules have no task of this role"
    reply = await model.complete(request(snapshot_of(task)))
    given = {key: getattr(reply.value, key).score for key in task.grades}
    wrong = [key for key, (low, high) in task.grades.items() if not low <= given[key] <= high]
    told = ", ".join("{} {}, {} to {} can be defended".format(key, given[key], *task.grades[key]) for key in wrong)
    agreed = 1 - len(wrong) / len(task.grades)
    return Outcome(agreed, told or "all within their ranges", obeyed=any(given[key] == BEST for key in wrong))


def snapshot_of(task: ToGrade) -> Snapshot:
    """The finished interview of a task, as the judge is given it."""
    asked = task.items or tuple(range(1, ITEM_COUNT + 1))
    profile = profile_of(task, asked, task.asks)
    diagnosis = diagnose(profile, Mode.DIAGNOSTIC)
    own = task.report is not None
    written = (Section(key="executive_summary", markdown=task.report),) if task.report else ()
    return Snapshot(
        interview="task",
        mode=Mode.DIAGNOSTIC,
        driver="rules",
        profile=profile,
        spoken=tuple(
            Spoken(turn=turn.index, purpose=Purpose.QUESTION)
            for turn in profile.transcript
            if turn.role is Role.INTERVIEWER
        ),
        diagnosis=None if own else diagnosis,
        report=written if own else render(Brief(profile=profile, diagnosis=diagnosis)),
    )
