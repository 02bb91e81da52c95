"""Checks of models: run with the limits that each role has here, kept in the database, and read for people."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from pydantic import ValidationError

from agents.llm.policy import Policy
from agents.llm.port import LanguageModel
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.prompts import FOLDER, digest
from benchmarks.fitness.checking import Checked, check
from benchmarks.fitness.outcome import Trial
from benchmarks.fitness.tasks import version
from server.engines.models import Deadline, environment
from server.engines.reachability import asked, patience
from server.engines.roles import ROLES, offered, serving
from server.settings import RULES, Settings

_NEVER_RESTS: Final = 1_000_000
_OF_A_TURN: Final = frozenset({"interviewer", "scorer", "risk"})
LATEST: Final = "select distinct on (model) body::text from model_check order by model, at desc"
_KEEP: Final = "insert into model_check (model, at, body) values (%s, %s, %s) on conflict do nothing"


async def checked(
    name: str, settings: Settings, lines: int = 1, note: Callable[[Trial], None] = lambda _: None
) -> Checked:
    """Check an engine: `rules`, or a model. A tiny call comes first, so that a model that has to be loaded is there;
    then each call has the seconds that its role has in an interview. Raises ModelFailed where the tiny call fails."""
    if name == RULES:
        return await check(RULES, None, prompts(), lines, note)
    policy = Policy(silence=max(settings.turn_seconds, settings.report_seconds), lines=lines, failures=_NEVER_RESTS)
    models = Providers(Credentials.read(environment()), policy, privacy=settings.privacy)
    model = models.model(name)

    def opened(role: str) -> LanguageModel:
        seconds = settings.turn_seconds if role in _OF_A_TURN else settings.report_seconds
        return Deadline(model, seconds, settings.role_options)

    try:
        await asked(model, patience(models, name))
        return await check(model.name, opened, prompts(), lines, note)
    finally:
        await models.close()


@cache
def prompts() -> str:
    """The digest of all prompts of this version of the product."""
    return digest(*sorted(file.name for file in FOLDER.glob("*.j2")))


class Checks:
    """The checks that are kept."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool

    async def keep(self, found: Checked) -> None:
        """Keep a check."""
        body = json.dumps(found.model_dump(mode="json"))
        async with self._pool.connection() as connection:
            await connection.execute(_KEEP, (found.model, found.at, body))

    async def latest(self) -> dict[str, Checked]:
        """The latest check of each model that this version can read."""
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(LATEST)).fetchall()
        return {one.model: one for (body,) in rows if (one := read(body))}

    async def doubts(self, settings: Settings) -> dict[str, str]:
        """By driver that may be chosen here, what speaks against the models that would serve an interview with it. The
        rules are in no doubt: they are what stands in for every model."""
        drivers = [one for one in offered(settings) if one != RULES]
        known = await self.latest() if drivers else {}
        return {driver: said for driver in drivers if (said := _doubts(settings, driver, known))}


def read(body: str) -> Checked | None:
    """A kept check; None for one of a version that wrote it otherwise."""
    try:
        return Checked.model_validate_json(body)
    except ValidationError:
        return None


def doubt(found: Checked | None, roles: Iterable[str]) -> str | None:
    """What speaks against a model in these roles, in a few words; None where nothing does."""
    if found is None:
        return "not checked here"
    asked = frozenset(roles)
    unfit = [one.role for one in found.unfit if one.role in asked]
    if unfit:
        return f"not fit for {_listed(unfit)}"
    return "checked by an older version" if (found.tasks, found.prompts) != (version(), prompts()) else None


def _doubts(settings: Settings, driver: str, known: Mapping[str, Checked]) -> str:
    roles: dict[str, list[str]] = {}
    for role, engine in serving(settings, driver).items():
        if engine != RULES:
            roles.setdefault(engine, []).append(role)
    told = {engine: doubt(known.get(engine), served) for engine, served in roles.items()}
    return "; ".join(why if engine == driver else f"{engine}: {why}" for engine, why in told.items() if why)


def _listed(names: Iterable[str]) -> str:
    known = sorted(names, key=lambda name: ROLES.index(name) if name in ROLES else len(ROLES))
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}"
