"""Which engine serves each role in this installation."""

from functools import partial

from agents.errors import CorrectInput
from agents.risk.policy import Policy
from agents.risk.script import script
from agents.rules_team import rules_team
from agents.team import Team
from server.settings import Settings


def team_of(settings: Settings, driver: str) -> Team:
    """The rule engines with the clinic's decisions and safety scripts. Raises CorrectInput for any other driver."""
    if driver != "rules":
        raise CorrectInput(f"no engine {driver!r} is set up here; use 'rules'")
    policy = Policy(bare_wish=settings.bare_wish, undated_attempt=settings.undated_attempt)
    return rules_team(partial(script, folder=settings.safety), policy)
