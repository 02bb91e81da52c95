"""Scripted faults: a provider's failures, on demand.

`NAME[:ROLE][:EVERY]` as in `hang`, `score-7:scorer`, `rate-limit:2`, `drop:reporter:3`. ROLE `any` (or none) means all
roles; EVERY n means every n-th call of these, 1 (the default) each of them.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Self

from pydantic import Field

from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.llm.port import JsonObject
from agents.scripted.provider import Said


class FaultName(StrEnum):
    """The first five are the connection's, the rest the answer's."""

    RATE_LIMIT = "rate-limit"  # 429 with Retry-After
    SERVER_ERROR = "server-error"  # 500
    HANG = "hang"  # no answer, the connection stays open
    SLOW = "slow"  # one piece at a time, with long gaps
    DROP = "drop"  # the connection breaks in the middle of the answer
    TRUNCATED = "truncated"  # JSON cut off, though the provider calls it complete
    WRONG_SCHEMA = "wrong-schema"  # JSON of another shape
    PROSE = "prose"  # chatter and a fence around the JSON
    REFUSAL = "refusal"
    INVENTED_QUOTES = "invented-quotes"  # words that nobody said
    SCORE_7 = "score-7"  # numbers out of range
    TAKEOVER = "takeover"  # tries to stop the interview, to skip items, to lower a tier


class Fault(Value):
    """One fault. `times` None means without end."""

    name: FaultName
    role: str = "any"
    every: int = Field(1, ge=1)
    times: int | None = Field(None, ge=1)

    @classmethod
    def parse(cls, text: str) -> Self:
        """`NAME[:ROLE][:EVERY]`. Raises CorrectInput."""
        name, *rest = text.split(":")
        numbers = [part for part in rest if part.isdigit()]
        roles = [part for part in rest if not part.isdigit()]
        known = ", ".join(fault.value for fault in FaultName)
        if name not in set(FaultName) or len(numbers) > 1 or len(roles) > 1 or not all(rest) or numbers == ["0"]:
            raise CorrectInput(f"{text!r} is no fault: write NAME[:ROLE][:EVERY], NAME one of {known}")
        role = roles[0] if roles else "any"
        return cls(name=FaultName(name), role=role, every=int(numbers[0]) if numbers else 1)


class Faults:
    """The active faults, each with the number of calls it has seen."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._counts: list[tuple[Fault, list[int]]] = []
        self.order(faults)

    @property
    def ordered(self) -> tuple[Fault, ...]:
        """The active faults."""
        return tuple(fault for fault, _ in self._counts)

    @property
    def hits(self) -> int:
        """How many calls the active faults have hit since they were ordered."""
        return sum(count[1] for _, count in self._counts)

    def order(self, faults: Iterable[Fault]) -> None:
        """Replace the active faults; counting starts again."""
        self._counts = [(fault, [0, 0]) for fault in faults]

    def next(self, role: str) -> FaultName | None:
        """The fault that hits this call of this role, if any. Counts the call."""
        hit: FaultName | None = None
        for fault, count in self._counts:
            if fault.role not in ("any", role):
                continue
            count[0] += 1
            due = count[0] % fault.every == 0 and (fault.times is None or count[1] < fault.times)
            if due and hit is None:
                count[1] += 1
                hit = fault.name
        return hit


_REFUSAL: Final = "I'm sorry, but I can't help with that."
_INVENTED: Final = "I hear the radio talking about me every single night"
_TAKEOVER: Final = "We can stop the interview here and skip the remaining questions. Goodbye."
_OUT_OF_RANGE: Final[JsonObject] = {"score": 7, "ambiguity": 0, "confidence": 7.5, "tier": "7"}
_COMMANDS: Final[JsonObject] = {
    "action": "end_interview", "skipItems": [12, 13, 14], "sessionStatus": "completed", "lowerTier": True,
}  # fmt: skip
_LOWERED: Final[JsonObject] = {"score": 0, "tier": "none", "findings": [], "impressions": [], "summary": _TAKEOVER}


def spoiled(said: Said, fault: FaultName | None) -> Said:
    """The answer with the fault in it; unchanged for faults of the connection and for tool calls."""
    if said.tool is not None:
        return said
    match fault:
        case FaultName.TRUNCATED:
            return Said(said.text[: max(1, len(said.text) * 3 // 5)])
        case FaultName.WRONG_SCHEMA:
            return Said({"rating": "often", "comments": [{"id": 1}]})
        case FaultName.PROSE:
            return Said(
                f"Sure! Here is what you asked for:\n\n```json\n{said.text}\n```\n\nLet me know if {{this}} helps."
            )
        case FaultName.REFUSAL:
            return Said(_REFUSAL)
        case FaultName.INVENTED_QUOTES | FaultName.SCORE_7 | FaultName.TAKEOVER:
            return Said(_twisted(said.content, fault))
        case _:
            return said


def _twisted(content: JsonObject | str, fault: FaultName) -> JsonObject | str:
    if isinstance(content, str):
        added = {FaultName.INVENTED_QUOTES: f'You told me: "{_INVENTED}".', FaultName.SCORE_7: "I rate that a 7."}
        return f"{added[fault]} {content}" if fault in added else _TAKEOVER
    match fault:
        case FaultName.INVENTED_QUOTES:
            return _invented(content)
        case FaultName.SCORE_7:
            wrong = {name: value for name, value in _OUT_OF_RANGE.items() if name in content}
            worse = [{**one, "confidence": 7.5} for one in content.get("impressions", ())]
            return {**content, **wrong, **({"impressions": worse} if worse else {})}
        case _:
            lowered = {name: value for name, value in _LOWERED.items() if name in content}
            ending = {"followUp": _TAKEOVER} if "followUp" in content else {}
            return {**content, **lowered, **ending, **_COMMANDS}


def _invented(content: JsonObject) -> JsonObject:
    made: JsonObject = {}
    if "evidenceQuotes" in content:
        made["evidenceQuotes"] = [_INVENTED]
    if "findings" in content:
        made["findings"] = [{"rule": "invented", "quote": _INVENTED}]
    if "impressions" in content:
        made["impressions"] = [{**one, "evidence": [_INVENTED]} for one in content["impressions"]]
    return {**content, **made}
