"""The rules of Spanish interviews: outright statements, and answers to the questions about risk. Few on purpose: the
core phrases of other languages stand beside them and the learnt reader behind them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Finding, Tier
from agents.language import flat
from agents.risk.lexicon import table
from agents.risk.policy import Policy
from agents.risk.port import Message

_CLAUSE: Final = re.compile(r"[.!?;,\n]|\bpero\b|\baunque\b")
_LONGEST: Final = 20_000
_BEFORE: Final = 60
_NEAR: Final = 40
_BRIEF: Final = 8
"""Words of an answer that says yes or no and little else."""


@cache
def _compiled(name: str) -> re.Pattern[str]:
    return re.compile(table("spanish.toml")[name])


@cache
def _rules() -> tuple[tuple[dict[str, Any], re.Pattern[str]], ...]:
    return tuple((one, re.compile("|".join(one["says"]))) for one in table("spanish.toml")["rule"])


def found(message: Message, policy: Policy) -> list[Finding]:
    """What the rules find in a message of a Spanish interview, denials too."""
    said = flat(message.text[:_LONGEST])
    told = list(_statements(message.text, said, policy))
    risky = [one for one in told if one.tier is not Tier.NONE]
    answer = _answer(message, said, bool(risky))
    return [*told, *([answer] if answer else [])]


def covered(message: Message) -> bool:
    """Whether a message is written in letters that Spanish has, so that it was read."""
    letters = [one for one in flat(message.text) if one.isalpha()]
    return 2 * sum(one.isascii() for one in letters) >= len(letters)


def _statements(text: str, said: str, policy: Policy) -> Iterator[Finding]:
    taken: list[tuple[int, int]] = []
    for rule, says in _rules():
        for match in says.finditer(said):
            start, end = match.span()
            if any(a < end and start < b for a, b in taken) or _compiled("harmless").search(said, start, end + _NEAR):
                continue
            taken.append((start, end))
            before = _CLAUSE.split(said[max(0, start - _BEFORE) : start])[-1]
            denied = not rule.get("negated") and _compiled("deny").search(before) is not None
            tier = Tier.NONE if denied else _tier(rule, policy)
            yield Finding(
                rule="denial" if denied else rule["id"],
                tier=tier,
                about=rule["about"],
                start=start,
                end=end,
                text=text[start:end],
            )


def _tier(rule: dict[str, Any], policy: Policy) -> Tier:
    """The tier of a rule; two of them are the clinic's to set."""
    if rule["id"] == "want-to-die":
        return policy.bare_wish
    return policy.undated_attempt if rule["id"] == "undated-attempt" else Tier(rule["tier"])


def _answer(message: Message, said: str, told: bool) -> Finding | None:
    """What a message says as the answer to the item on self-harm, or to whether it is there now."""
    if message.context and re.search(_compiled("now_asked"), flat(message.context)):
        if _compiled("no").search(said):
            return _whole(message, "denial", Tier.NONE)
        affirmed = _compiled("yes").search(said) or _compiled("now").search(said)
        return _whole(message, "thoughts-present", Tier.STOP) if affirmed else None
    if message.item != HARM_ITEM:
        return None
    if _compiled("no").search(said):
        return None if told else _whole(message, "denial", Tier.NONE)
    if _compiled("yes").search(said) or (len(said.split()) <= _BRIEF and _compiled("often").search(said)):
        soon = _compiled("yes").search(said) and _compiled("soon").search(said)
        return _whole(message, *(("intent-affirmed", Tier.STOP) if soon else ("item-11-affirmed", Tier.FLAG)))
    return None


def _whole(message: Message, rule: str, tier: Tier) -> Finding:
    text = message.text.rstrip()
    start = len(text) - len(text.lstrip())
    return Finding(rule=rule, tier=tier, about="self_harm", start=start, end=len(text), text=text[start:])
