"""Words that matter: those for which a part of a message is read by itself, by name of their list in matters.toml."""

from functools import cache

from agents.risk.lexicon import table


@cache
def grave() -> frozenset[str]:
    """Words of death and ways to it."""
    return listed("grave")


@cache
def telling() -> frozenset[str]:
    """The grave ones, and words of leave-taking, injury, violence and voices."""
    return grave() | listed("telling")


@cache
def listed(name: str) -> frozenset[str]:
    """The words or rules of a list."""
    held = table("matters.toml")[name]
    return frozenset(held.split("|") if isinstance(held, str) else held)
