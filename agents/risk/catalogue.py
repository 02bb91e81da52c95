"""The catalogue of rules: what each id means, in one plain sentence for a clinician."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def catalogue() -> dict[str, str]:
    """Every rule id with its sentence."""
    with (Path(__file__).parent / "catalogue.toml").open("rb") as file:
        rules: dict[str, str] = tomllib.load(file)["rules"]
    return rules


def explain(rule: str) -> str:
    """What a rule means. Raises KeyError for an id that no rule has."""
    return catalogue()[rule]
