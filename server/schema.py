"""Brings a database to the newest migration. Alembic is imported only when there is something to do."""

from pathlib import Path

import psycopg

from server.database import alchemy_url, plain_url
from server.settings import ROOT

MIGRATIONS = ROOT / "migrations"
_LOCK = 7261  # any number of ours: one process migrates at a time


def newest(folder: Path = MIGRATIONS) -> str:
    """The revision of the last migration: the number that its file name begins with."""
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
    """Apply what is missing; the revision afterwards. Blocks: run it in a thread."""
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
