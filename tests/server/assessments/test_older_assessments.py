"""Assessments from before severities were held to the bounds of the scores, read after the migration."""

import json
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from agents.assessment.pipeline import assess
from agents.assessment.result import Assessment
from agents.assessment.result_json import result_json
from agents.assessment.rules_team import rules_team
from server import schema
from server.database import alchemy_url
from tests.agents.assessment.conversations import full
from tests.conftest import Cluster

BEFORE = "0009"
"""The revision before the one that holds severities to their bounds."""
ESTIMATED = {"severity": 2, "mdd": True, "lowest": 1, "highest": 4, "outside": False, "explanation": "x", "note": None}


async def older(review: dict[str, Any]) -> dict[str, Any]:
    found = (await assess(full(), rules_team())).model_dump(mode="json")
    return {key: value for key, value in found.items() if key != "risk"} | {"review": review}


def migrated(url: str, old: dict[str, Any]) -> Assessment:
    """The result as it reads after the migration that holds severities to their bounds."""
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    engine = create_engine(alchemy_url(url))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, BEFORE)
    with psycopg.connect(url) as connection:
        owner, row = uuid4(), uuid4()
        connection.execute("insert into account (id, email, role) values (%s, 'a@b.c', 'therapist')", (owner,))
        connection.execute(
            "insert into assessment (id, owner_id, label, transcript, result, finished_at) "
            "values (%s, %s, 'x', '[]', %s, now())",
            (row, owner, json.dumps(old)),
        )
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()
    with psycopg.connect(url) as connection:
        (result,) = connection.execute("select result from assessment").fetchone() or (None,)
    return Assessment.model_validate(result)


@pytest.mark.parametrize(("engine", "opinion"), [("rules", None), ("openai/any", 2)])
async def test_an_estimate_is_no_severity_any_more_and_the_lines_are_still_to_be_read(
    cluster: Cluster, engine: str, opinion: int | None
) -> None:
    found = migrated(cluster.fresh_database(), await older(ESTIMATED | {"engine": engine}))
    assert result_json(found)["severity"] is None
    assert (found.review.opinion if found.review else None) == opinion
    assert [one.stage.value for one in found.missing] == ["risk"]
    assert not found.complete
    again = await assess(full(), rules_team(), earlier=found)
    assert again.complete
    assert again.risk is not None
