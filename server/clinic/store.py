"""The clinic's settings in Postgres: every version stays, the latest one counts."""

import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection, Error
from psycopg.errors import UniqueViolation
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool
from pydantic import ValidationError

from agents.errors import NotNow
from agents.questions.catalogue import Clinic
from agents.risk.help.script import reworded, script
from agents.team import Team
from server.clinic.settings import ClinicSettings
from server.engines.roles import models_in_use, serving
from server.settings import RULES, Settings

logger = logging.getLogger(__name__)
FRESH_SECONDS: Final = 2.0
"""For how long a conversation goes on with what it has read."""
_NAME_SECONDS: Final = 60.0
_MOST_NAMES: Final = 5_000
_LATEST: Final = "select number, by, at, body::text as body from clinic_version order by number desc limit %s"
_BY_NUMBER: Final = "select number, by, at, body::text as body from clinic_version where number = %s"
_SAVE: Final = "insert into clinic_version (number, by, body) values (%s, %s, %s)"
_LED: Final = "select a.name, i.driver from interview i join account a on a.id = i.owner_id where i.id = %s"
_NOT_KNOWN: Final = ("", None)
_ELSEWHERE: Final = "Somebody else has saved the settings since this page was loaded."


@dataclass(frozen=True, slots=True)
class Version:
    """The settings as somebody left them."""

    number: int
    by: str
    at: datetime
    body: str

    @property
    def settings(self) -> ClinicSettings:
        """The values."""
        return ClinicSettings.model_validate_json(self.body)


class ClinicStore:
    """Reads and saves. A conversation reads what is at most two seconds old; where the database is out of reach it
    goes on with what was read last."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], settings: Settings) -> None:
        self._pool, self._server = pool, settings
        self._read: tuple[float, ClinicSettings] | None = None
        self._led: dict[UUID, tuple[float, tuple[str, str | None]]] = {}

    async def latest(self, most: int = 1) -> list[Version]:
        """The latest versions, the newest first; none before anything was saved."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Version)) as cursor:
            return await (await cursor.execute(_LATEST, (most,))).fetchall()

    async def version(self, number: int) -> Version | None:
        """The version of a number; None where there is none."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Version)) as cursor:
            return await (await cursor.execute(_BY_NUMBER, (number,))).fetchone()

    async def current(self) -> ClinicSettings:
        """The settings that count now."""
        found = await self.latest()
        settings = found[0].settings if found else ClinicSettings()
        self._read = time.monotonic(), settings
        return settings

    async def save(self, settings: ClinicSettings, by: str, after: int) -> None:
        """Keep a new version, made from version `after` (0 for none). Raises NotNow where there is a newer one."""
        body = json.dumps(settings.model_dump(mode="json", exclude=None if settings.safety else {"safety"}))
        try:
            async with self._pool.connection() as connection:
                await connection.execute(_SAVE, (after + 1, by, body))
        except UniqueViolation as clash:
            raise NotNow(_ELSEWHERE) from clash
        self._read = time.monotonic(), settings

    async def told(self, interview: UUID, locale: str) -> Clinic:
        """What the interviewer is told for an interview. Never raises: without a database, or where what is kept there
        cannot be read, what was read last."""
        now = time.monotonic()
        try:
            if self._read is None or now - self._read[0] > FRESH_SECONDS:
                await self.current()
            therapist, driver = await self._by(interview, now)
        except (Error, ValidationError) as failed:
            logger.warning("clinic's settings: %s; going on with what was read", type(failed).__name__)
            therapist, driver = self._led.get(interview, (now, _NOT_KNOWN))[1]
        told = {"by_model": self._by_model(driver), "quotes": self._server.alert_quotes}
        return self._settings().told(locale, therapist).model_copy(update=told)

    def script(self, locale: str) -> str:
        """The message that ends a conversation in danger, with what was read last of the clinic's own words: it waits
        for nothing."""
        return reworded(script(locale, self._server.safety), self._settings().safety.get(locale, ""))

    def speaking(self, teams: Callable[[str], Team]) -> Callable[[str], Team]:
        """The same teams with the clinic's words in that message."""
        return lambda driver: replace(teams(driver), script=self.script)

    @asynccontextmanager
    async def remembered(self) -> AsyncIterator[None]:
        """Reads once what is set, so that a first message which is a danger finds it."""
        try:
            await self.current()
        except (Error, ValidationError) as failed:
            told = "clinic's settings: %s; the files' safety messages until they can be read"
            logger.warning(told, type(failed).__name__)
        yield

    def _settings(self) -> ClinicSettings:
        return self._read[1] if self._read else ClinicSettings()

    def _by_model(self, driver: str | None) -> bool | None:
        """Whether a model takes part in an interview with this driver; None where either may be."""
        if driver is None:
            return None if models_in_use(self._server) else False
        return any(engine != RULES for engine in serving(self._server, driver).values())

    async def _by(self, interview: UUID, now: float) -> tuple[str, str | None]:
        """The therapist's name, empty where they have given none, and the interview's driver, None where there is no
        such interview."""
        known = self._led.get(interview)
        if known and now - known[0] < _NAME_SECONDS:
            return known[1]
        async with self._pool.connection() as connection:
            row = await (await connection.execute(_LED, (interview,))).fetchone()
        if len(self._led) >= _MOST_NAMES:
            self._led.clear()
        self._led[interview] = now, (row[0], row[1]) if row else _NOT_KNOWN
        return self._led[interview][1]
