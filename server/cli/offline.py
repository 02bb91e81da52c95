"""The team that works without a network, for interviews held by the command line."""

from functools import cache
from pathlib import Path

from agents.rules_team import rules_team
from agents.team import Team

SCRIPTS = Path(__file__).resolve().parents[2] / "templates" / "safety"
DEFAULT = "en-US"


def offline_team() -> Team:
    """Rules in every role, and the product's own safety scripts."""
    return rules_team(script)


@cache
def script(locale: str) -> str:
    """The safety script for a locale, or the default one where that has none."""
    own = SCRIPTS / f"{locale}.md"
    return (own if own.exists() else SCRIPTS / f"{DEFAULT}.md").read_text("utf-8").strip()
