"""Brings a database to the newest migration, and lists the tables that it then has. Alembic is imported only when there
is something to do."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg

from agents.resources import MIGRATIONS
from server.database import alchemy_url, plain_url

if TYPE_CHECKING:
    from sqlalchemy import MetaData

TABLES: Final = (
    "server.accounts.tables",
    "server.alerts.tables",
    "server.assessments.reference_tables",
    "server.assessments.tables",
    "server.cards.tables",
    "server.clinic.tables",
    "server.clients.tables",
    "server.engines.tables",
    "server.health",
    "server.interviews.tables",
    "server.jobs.tables",
    "server.library.tables",
    "server.pages.tables",
)
"""The modules that describe tables; a test holds them to the migrations."""
_LOCK = 7261  # an arbitrary number: one process migrates at a time


def described() -> "MetaData":
    """Every table, as its room describes it."""
    from sqlmodel import SQLModel

    for module in TABLES:
        import_module(module)
    return SQLModel.metadata


def newest(folder: Path = MIGRATIONS) -> str:
    """The revision of the last migration: the number at the start of its file name."""
    return max(path.name.split("_")[0] for path in (folder / "versions").glob("[0-9]*.py"))


def applied(url: str) -> str | None:
    """The revision that a database is at; None for an empty one."""
    with psycopg.connect(plain_url(url), autocommit=True) as connection:
        known = connection.execute("select to_regclass('alembic_version')").fetchone()
        if known is None or known[0] is None:
            return None
        row = connection.execute("select version_num from alembic_version").fetchone()
        return row[0] if row else None


def migrate(url: str) -> str:
    """Apply the missing migrations; returns the revision afterwards. Blocks: run it in a thread."""
    if applied(url) != newest():
        _upgrade(url)
    return newest()


def _upgrade(url: str) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine, text

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(alchemy_url(url))
    try:
        with engine.begin() as connection:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
