"""One run over labelled interviews: zero-shot, few-shot or both. An interrupted run can be resumed."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from agents.assessment.formats.speakers import UnclearSpeakers
from agents.errors import CorrectInput
from agents.llm.providers import Providers
from agents.quantitative.port import Quantifier
from benchmarks.phq8.folder import RunFolder
from benchmarks.phq8.records import Failure, Mode
from benchmarks.phq8.running import Engines, StageFailedError, recorded
from rag.references import leaks
from rag.references.rows import Rows
from server.assessments.labelled_files import Case, Selection, case, chosen, digest
from server.assessments.references import options_of, reference_store
from server.engines.models import providers
from server.installation import migrated_database
from server.provenance import code, prompts
from server.settings import RULES, Settings

TEMPLATES: Final = (
    "phq8_evidence_system.j2",
    "phq8_evidence_user.j2",
    "phq8_scorer_system.j2",
    "phq8_scorer_user.j2",
)
CHECKER_TEMPLATES: Final = ("reference_checker_system.j2", "reference_checker_user.j2")
_SAME: Final = ("engine", "samples", "modes", "dataDigest", "prompts", "references")
"""What must not change between a run's start and its resumption."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What to run. `limit` takes the first so many participants; `resume` is the folder of a run to finish."""

    data: Selection
    modes: tuple[Mode, ...]
    engine: str = RULES
    samples: int = 1
    store: str | None = None
    limit: int | None = None
    at_once: int = 4
    parent: Path = Path("runs")
    resume: Path | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a run: by mode, how many participants were done now, were done before, or failed."""

    folder: RunFolder
    done: int
    before: int
    failed: int


async def reproduce(order: Order, settings: Settings, progress: Progress = lambda *_: None) -> Done:
    """Run it. Raises CorrectInput before anything is asked of a model when something is not right: no labelled
    interview, a store that can't serve or that knows a tested participant, a resumed run that is another one."""
    if Mode.FEW_SHOT in order.modes and order.engine == RULES:
        raise CorrectInput("the rules score without examples: few-shot needs --engine provider/model")
    cases, unread = _cases(order)
    models = providers(settings)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(models.close)
        quantifier = _quantifier(order, models, settings)
        engines, store = [], None
        if Mode.ZERO_SHOT in order.modes:
            engines.append(Engines(quantifier))
        if Mode.FEW_SHOT in order.modes:
            few, store = await _few_shot(stack, order, settings, models, quantifier, cases)
            engines.append(few)
        folder = _folder(order, cases, store)
        return await _Run(folder, cases, unread, order.at_once, progress).all(engines)


class _Run:
    """The work of one run; `at_once` participants are under way at a time."""

    def __init__(
        self,
        folder: RunFolder,
        cases: Sequence[Case],
        unread: Sequence[tuple[str, str]],
        at_once: int,
        progress: Progress,
    ) -> None:
        self._folder, self._cases, self._unread, self._progress = folder, cases, unread, progress
        self._room = asyncio.Semaphore(at_once)
        self._done = self._failed = 0

    async def all(self, engines: Sequence[Engines]) -> Done:
        self._folder.mend()
        known = {(one.mode, one.id) for one in self._folder.records()}
        left = [(of, one) for of in engines for one in self._cases if (of.mode, one.id) not in known]
        for of in engines:
            for identity, why in self._unread:
                self._fail(of.mode, identity, "reading", "CorrectInput", why)
        self._folder.save(status="running")
        try:
            async with asyncio.TaskGroup() as group:
                for of, one in left:
                    group.create_task(self._one(of, one, len(left)))
        except BaseException:
            self._folder.save(status="interrupted")
            raise
        before = len(engines) * len(self._cases) - len(left)
        counts = {"done": before + self._done, "failed": self._failed}
        self._folder.save(status="finished", finishedAt=_now(), counts=counts)
        return Done(self._folder, self._done, before, self._failed)

    async def _one(self, engines: Engines, one: Case, total: int) -> None:
        async with self._room:
            try:
                self._folder.add(await recorded(one.id, one.transcript, one.gold, engines))
                self._done += 1
            except StageFailedError as failed:
                cause = failed.cause
                self._fail(engines.mode, one.id, failed.stage, type(cause).__name__, str(cause))
            self._progress(self._done + self._failed, total)

    def _fail(self, mode: Mode, identity: str, stage: str, error: str, message: str) -> None:
        self._failed += 1
        at = datetime.now(UTC)
        self._folder.add(Failure(mode=mode, id=identity, stage=stage, error=error, message=message, at=at))


def _cases(order: Order) -> tuple[list[Case], list[tuple[str, str]]]:
    """The interviews, and those that can't be read with the reason."""
    picked = chosen(order.data)
    unread = [(name, "no labelled transcript of this participant") for name in picked.missing]
    cases: list[Case] = []
    for source, gold in picked.sources[: order.limit]:
        try:
            cases.append(case(source, gold, order.data))
        except CorrectInput as wrong:
            unread.append((source.id, wrong.plain if isinstance(wrong, UnclearSpeakers) else str(wrong)))
    if not cases:
        raise CorrectInput(f"none of {len(unread)} interviews can be read; the first: {unread[0][1]}")
    return cases, unread


async def _few_shot(
    stack: AsyncExitStack,
    order: Order,
    settings: Settings,
    models: Providers,
    quantifier: Quantifier,
    cases: Sequence[Case],
) -> tuple[Engines, dict[str, Any]]:
    """The engines with the store behind them, and what the store is. Raises CorrectInput for a leak."""
    database = await stack.enter_async_context(migrated_database(settings))
    store = reference_store(settings, database.pool, models, order.store)
    if store is None:
        raise CorrectInput(
            "few-shot needs a reference store: --references NAME (`anamnesis references build` makes one)"
        )
    known = await store.prepare()
    people = await Rows(database.pool).people(known.name)
    leaks.check(known.name, people, {one.id: one.transcript for one in cases})
    told = {
        "store": known.name,
        "digest": known.digest,
        "build": known.build.model_dump(mode="json"),
        "options": options_of(settings).model_dump(mode="json"),
        "checker": settings.references_checker,
    }
    return Engines(quantifier, store), told


def _quantifier(order: Order, models: Providers, settings: Settings) -> Quantifier:
    from server.engines.research import quantifier

    return quantifier(order.engine, models, settings, order.samples)


def _folder(order: Order, cases: Sequence[Case], store: dict[str, Any] | None) -> RunFolder:
    """A new folder, or the one to resume. Raises CorrectInput when that was another run."""
    names = TEMPLATES + (CHECKER_TEMPLATES if store and store["checker"] else ())
    about = {
        "engine": order.engine,
        "samples": order.samples,
        "modes": [mode.value for mode in order.modes],
        "dataDigest": digest(cases),
        "data": _data(order, cases),
        "prompts": {} if order.engine == RULES else prompts(*names),
        "references": store,
        "code": code(),
        "startedAt": _now(),
        "status": "running",
    }
    if order.resume is None:
        return RunFolder.create(order.parent, about)
    found = RunFolder.open(order.resume)
    differs = [name for name in _SAME if found.about.get(name) != about[name]]
    if differs:
        raise CorrectInput(
            f"{order.resume} is another run: {', '.join(differs)} differ now. Start a new run, or set "
            "things as they were"
        )
    found.save(resumedAt=[*found.about.get("resumedAt", []), {"at": _now(), "code": about["code"]}])
    return found


def _data(order: Order, cases: Sequence[Case]) -> dict[str, Any]:
    what = order.data
    return {
        "source": what.data.name,
        "labels": [path.name for path in what.labels],
        "ids": what.ids.name if what.ids else None,
        "split": what.split,
        "splitSeed": what.seed if what.split else None,
        "variant": what.variant.value,
        "limit": order.limit,
        "participants": [one.id for one in cases],
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
