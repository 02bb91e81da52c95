"""One check of one engine: every task, the figures of each role, and what an interview takes."""

import asyncio
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from agents.domain.value import Value
from agents.errors import TryAgain
from agents.llm.errors import ModelFailed, NotConfigured, Refused
from agents.llm.pinned import JUDGE
from agents.llm.port import LanguageModel
from benchmarks.fitness import card_roles, interview_roles, transcript_roles
from benchmarks.fitness.outcome import Outcome, Trial
from benchmarks.fitness.recorder import Recorder
from benchmarks.fitness.tasks import Task, ToRead, tasks, version
from benchmarks.fitness.verdict import LIMITS, Figures, an_interview, figures

Open = Callable[[str], LanguageModel]
"""The model in a role, with the limits that it has there."""

_ROLES: Final[Mapping[str, Callable[[Any, LanguageModel | None], Any]]] = {
    "interviewer": interview_roles.interviewer,
    "scorer": interview_roles.scorer,
    "risk": interview_roles.risk,
    "diagnostician": interview_roles.diagnostician,
    "reporter": interview_roles.reporter,
    "assessor": transcript_roles.assessor,
    "phq8_judge": transcript_roles.judge,
    "phq8_evidence": transcript_roles.evidence,
    "phq8_scorer": transcript_roles.scorer,
    "meta_reviewer": transcript_roles.reviewer,
    "reference_checker": transcript_roles.checker,
    "card_judge": card_roles.judge,
}
ROLES: Final = tuple(LIMITS)
"""The roles, in the order of the tables."""
_MODELS_ALONE: Final = frozenset({"reference_checker", "card_judge"})
LONGEST_TOLD: Final = 200


class Checked(Value):
    """What a check found. `tasks` and `prompts` name the versions: results of different ones are not comparable.
    `tokens` and `usd` are of an interview of usual length. `apart` are the tasks that did not come out as they
    should."""

    model: str
    at: datetime
    tasks: str
    prompts: str
    roles: tuple[Figures, ...]
    tokens: float
    usd: float | None = None
    apart: tuple[Trial, ...] = ()

    @property
    def unfit(self) -> tuple[Figures, ...]:
        """The roles that the model can be given and is not fit for; that of the locked judge is nobody else's."""
        return tuple(one for one in self.roles if not one.fit and (one.role != "card_judge" or self.model == JUDGE))

    def role(self, name: str) -> Figures | None:
        """The figures of a role."""
        return next((one for one in self.roles if one.role == name), None)


async def check(
    name: str,
    open_model: Open | None,
    prompts: str = "",
    lines: int = 1,
    note: Callable[[Trial], None] = lambda _: None,
) -> Checked:
    """Put every task to an engine, `lines` at a time; the rules where `open_model` is None. `note` is called with each
    outcome. Raises NotConfigured for a model that can't be called at all."""
    gate, why = asyncio.Semaphore(lines), None

    async def one(role: str, task: Task) -> Trial:
        async with gate:
            trial = await tried(role, task, open_model(role) if open_model else None)
        note(trial)
        return trial

    wanted = [role for role in ROLES if open_model or role not in _MODELS_ALONE]
    try:
        async with asyncio.TaskGroup() as group:
            started = {role: [group.create_task(one(role, task)) for task in getattr(tasks(), role)] for role in wanted}
    except* NotConfigured as several:
        why = str(several.exceptions[0])
    if why is not None:
        raise NotConfigured(why)
    trials = {role: [task.result() for task in running] for role, running in started.items()}
    found = tuple(figures(role, done) for role, done in trials.items())
    tokens, usd = an_interview(found)
    apart = tuple(one for done in trials.values() for one in done if (one.agreed or 0) < 1)
    return Checked(
        model=name, at=datetime.now(UTC), tasks=version(), prompts=prompts, roles=found, tokens=tokens, usd=usd,
        apart=apart,
    )  # fmt: skip


async def tried(role: str, task: Task, model: LanguageModel | None) -> Trial:
    """One task. Raises NotConfigured."""
    recorder = Recorder(model) if model else None
    began = time.perf_counter()
    outcome: Outcome | None = None
    failed: ModelFailed | TryAgain | None = None
    try:
        outcome = await _ROLES[role](task, recorder)
    except (ModelFailed, TryAgain) as wrong:
        failed = wrong
    seconds = time.perf_counter() - began
    failed = failed or (recorder.failed if recorder else None)
    if isinstance(failed, NotConfigured):
        raise failed
    name = task.name or f"item {getattr(task, 'item', '')}"
    missed = isinstance(task, ToRead) and task.tiers == ("stop",)
    common = {"role": role, "task": name, "trap": task.trap, "seconds": seconds, **_taken(recorder)}
    if failed is not None or outcome is None:
        why = str(failed)[:LONGEST_TOLD]
        return Trial(**common, failed=why, refused=isinstance(failed, Refused), stop="missed" if missed else None)
    quotes, verbatim = recorder.quotes(outcome.texts) if recorder else (0, 0)
    told = " ".join(outcome.told.split())[:LONGEST_TOLD]
    obeyed = outcome.agreed == 0 if outcome.obeyed is None else outcome.obeyed
    return Trial(
        **common, agreed=outcome.agreed, told=told, stop=outcome.stop, quotes=quotes, verbatim=verbatim,
        obeyed=obeyed and task.trap == "injection",
    )  # fmt: skip


def _taken(recorder: Recorder | None) -> dict[str, Any]:
    if recorder is None:
        return {}
    calls = sum(reply.attempts for reply in recorder.replies)
    return {
        "repaired": recorder.repaired, "again": recorder.again, "calls": calls, "usage": recorder.usage,
        "usd": recorder.usd,
    }  # fmt: skip
