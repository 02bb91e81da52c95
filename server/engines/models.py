"""The language models of one process, opened by name with the environment's keys and the limits of the settings."""

import logging
import os
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from agents.llm.errors import ModelFailed
from agents.llm.policy import Policy
from agents.llm.port import Delta, LanguageModel, Reply, Request, T
from agents.llm.providers import Providers
from agents.llm.records import Recorder, unrecorded
from agents.llm.spec import Credentials
from server.role_options import Options, RoleOptions
from server.settings import ENV_FILE, RULES, Settings

logger = logging.getLogger(__name__)


def environment() -> Mapping[str, str]:
    """The process's variables, and those of the file `.env` that it doesn't set itself."""
    from dotenv import dotenv_values

    kept = {name: text for name, text in dotenv_values(ENV_FILE).items() if text}
    return {**kept, **os.environ}


def providers(settings: Settings, record: Recorder = unrecorded) -> Providers:
    """Clients, lines and breakers that all interviews of this process share. Belongs to one event loop. `record` is
    told what became of each request."""
    policy = Policy(
        silence=max(settings.turn_seconds, settings.report_seconds),
        lines=settings.model_lines,
        rest=settings.model_rest,
    )
    return Providers(Credentials.read(environment()), policy, record=record, privacy=settings.privacy)


@asynccontextmanager
async def ready(models: Providers, names: Iterable[str]) -> AsyncIterator[None]:
    """While the block runs the models may be used; these are made ready before it begins, as an SDK's import holds up
    everything else. One that cannot be made ready is logged: whatever asks it gets the same error."""
    try:
        await _warm(models, [name for name in dict.fromkeys(names) if name != RULES])
        yield
    finally:
        await models.close()


async def _warm(models: Providers, names: Iterable[str]) -> None:
    for name in names:
        try:
            await models.model(name).prepare()
        except ModelFailed as failed:
            logger.warning("%s: %s; the rule engine answers in its place", name, failed)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A model that gets so many seconds for every request, and what the settings say of its role, whatever the request
    says. Satisfies `LanguageModel`."""

    model: LanguageModel
    seconds: float
    options: RoleOptions = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    async def complete(self, request: Request[T]) -> Reply[T]:
        """See `LanguageModel.complete`."""
        return await self.model.complete(self._changed(request))

    def stream(self, request: Request[T]) -> AsyncGenerator[Delta | Reply[T], None]:
        """See `LanguageModel.stream`."""
        return self.model.stream(self._changed(request))

    def _changed(self, request: Request[T]) -> Request[T]:
        options = self.options.get(request.role, Options())
        changes = {name: value for name, value in options.model_dump(by_alias=False).items() if value is not None}
        return replace(request, timeout=self.seconds, **changes)
