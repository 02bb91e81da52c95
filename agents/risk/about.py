"""What words that no rule has met are about, by `lists/about.toml`."""

import re

from agents.domain.risk import About
from agents.risk.ruleset import table


def lethal(words: str) -> bool:
    """Whether words, in lower case, are about what would kill, or about a means."""
    return re.search(table("about.toml")["lethality"], words) is not None


def subject(words: str) -> About:
    """What words in lower case are about; suicide where they are lethal, and unless they name something else."""
    for row in table("about.toml")["about"] if not lethal(words) else ():
        if re.search(row["says"], words) and not re.search(row.get("unless", "(?!)"), words):
            about: About = row["is"]
            return about
    return "suicide"
