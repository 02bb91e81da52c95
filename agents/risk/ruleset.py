"""The rules of a language as its list has them: what outright statements say, and what answers questions about risk."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from agents.domain.risk import About, Tier
from agents.language import ENGLISH, Language
from agents.risk.policy import Policy

FOLDER: Final = Path(__file__).parent / "lists"
_PART: Final = re.compile(r"\{([a-z]+)\}")
_NEVER: Final = re.compile(r"(?!)")
Pattern = re.Pattern[str]
CLINIC: Final[Mapping[str, Callable[[Policy], Tier]]] = {
    "want-to-die": lambda policy: policy.bare_wish,
    "undated-attempt": lambda policy: policy.undated_attempt,
}
"""Rules whose tier is the clinic's to set: it stays as it was set."""


class Rule(NamedTuple):
    """An outright statement. `negated`: it holds a no of its own; `unless`: what its clause must not hold;
    `only`: what its sentence must."""

    id: str
    tier: Tier
    about: About
    says: Pattern
    negated: bool
    lethality: bool
    unless: Pattern
    only: Pattern | None


class Question(NamedTuple):
    """A question about risk, and what yes, no, a yes with a time or a way and, where that answers it, a bare how-often
    tell: a rule and its tier. `rated`: it asks for 0 to 10, where danger is `rising` or `falling` with the number."""

    id: str
    asks: Pattern
    yes: tuple[str, Tier]
    no: tuple[str, Tier]
    soon: tuple[str, Tier]
    often: tuple[str, Tier] | None
    rated: str


class Rules(NamedTuple):
    """The rules of one language; `deny`, `untold` (a no that denies nothing, but that others know of it) and `harmless`
    go for all statements, `answers` are the patterns of replies."""

    deny: Pattern
    untold: Pattern
    harmless: Pattern
    statements: tuple[Rule, ...]
    questions: tuple[Question, ...]
    answers: dict[str, Pattern]


@cache
def table(name: str) -> dict[str, Any]:
    """A list's content. Its shape is fixed by the module that reads it and checked by the tests."""
    with (FOLDER / name).open("rb") as file:
        return tomllib.load(file)


@cache
def rules(language: Language) -> Rules:
    """The rules of a language."""
    told = table(f"rules.{language.split('-')[0]}.toml")
    parts = told.get("parts", {})

    def compiled(pattern: str) -> Pattern:
        while _PART.search(pattern):
            pattern = _PART.sub(lambda part: parts[part[1]], pattern)
        return re.compile(pattern)

    return Rules(
        deny=compiled(rf"\b{told['deny']}\b"),
        untold=compiled("{untold}"),
        harmless=compiled(rf" *(?:{told['harmless']})"),
        statements=tuple(_statement(row, compiled) for row in told["rule"]),
        questions=tuple(_question(row, compiled) for row in told["question"]),
        answers={name: compiled(pattern) for name, pattern in told["answers"].items()},
    )


def set_by(policy: Policy, rule: str, tier: Tier) -> Tier:
    """The tier of a rule, which may be the clinic's to set."""
    return CLINIC[rule](policy) if rule in CLINIC else tier


def usual(policy: Policy) -> Mapping[str, Tier]:
    """The tier of each rule that gives the same one wherever it stands among the English rules."""
    told, found = rules(ENGLISH), defaultdict[str, set[Tier]](set)
    answers = (one for asked in told.questions for one in (asked.yes, asked.no, asked.soon, asked.often) if one)
    for rule, tier in (*((one.id, one.tier) for one in told.statements), *answers):
        found[rule].add(set_by(policy, rule, tier))
    return {rule: tiers.pop() for rule, tiers in found.items() if len(tiers) == 1}


def _statement(row: dict[str, Any], compiled: Any) -> Rule:
    return Rule(
        id=row["id"],
        tier=Tier(row["tier"]),
        about=row["about"],
        says=compiled("|".join(row["says"])),
        negated=row.get("negated", False),
        lethality=row.get("lethality", False),
        unless=compiled(row["unless"]) if "unless" in row else _NEVER,
        only=compiled(row["only"]) if "only" in row else None,
    )


def _question(row: dict[str, Any], compiled: Any) -> Question:
    def verdict(key: str) -> tuple[str, Tier]:
        rule, tier = row[key]
        return rule, Tier(tier)

    return Question(
        id=row["id"],
        asks=compiled(row["asks"]),
        yes=verdict("yes"),
        no=verdict("no"),
        soon=verdict("soon" if "soon" in row else "yes"),
        often=verdict("often") if "often" in row else None,
        rated=row.get("rated", ""),
    )
