"""The team that works without a network, for interviews held by the command line."""

from functools import partial

from agents.risk.help.helplines import FOLDER
from agents.risk.help.script import script
from agents.rules_team import rules_team
from agents.team import Team


def offline_team() -> Team:
    """Rules in every role, and the product's own safety scripts."""
    return rules_team(partial(script, folder=FOLDER))
