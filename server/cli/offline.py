"""The team that works without a network, for interviews held by the command line."""

from functools import partial
from pathlib import Path

from agents.risk.script import script
from agents.rules_team import rules_team
from agents.team import Team

SCRIPTS = Path(__file__).resolve().parents[2] / "templates" / "safety"


def offline_team() -> Team:
    """Rules in every role, and the product's own safety scripts."""
    return rules_team(partial(script, folder=SCRIPTS))
