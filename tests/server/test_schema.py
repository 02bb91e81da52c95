"""The migrations make exactly the tables that the code describes, and can be taken back."""

import psycopg
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from server import schema
from server.database import alchemy_url
from tests.conftest import Cluster


def test_migrations_make_the_described_tables(database_url: str) -> None:
    engine = create_engine(alchemy_url(database_url))
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), schema.described()) == []
    engine.dispose()


def test_the_newest_file_is_the_one_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [schema.newest()]


def test_migrating_twice_and_down_again(cluster: Cluster) -> None:
    url = cluster.fresh_database()
    assert schema.migrate(url) == schema.applied(url) == schema.newest()
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    engine = create_engine(alchemy_url(url))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    engine.dispose()
    with psycopg.connect(url) as connection:
        left = connection.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
    assert left == [("alembic_version",)]
    assert schema.applied(url) is None
    assert schema.migrate(url) == schema.newest()
