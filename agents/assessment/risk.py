"""Every participant line of a transcript read for risk by the rules, whatever engine assesses the rest."""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, Literal

from agents.domain.risk import Finding, Tier, highest
from agents.domain.transcript import Role, Transcript, Turn
from agents.domain.value import Value
from agents.quantitative.remembered import remembered
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.rules import read

_END: Final = re.compile(r"[.!?…]+[\"')\]”’]*(?=\s|$)|\n")
"""Where a sentence ends."""


class Found(Value):
    """One finding with the whole sentence that it stands in; `line` is the line's number, see `line`."""

    finding: Finding
    sentence: str
    line: int


class LinesRead(Value):
    """What the rules found in the participant's lines: the most urgent first, then as they were said. `lines` is how
    many were read."""

    lines: int
    found: tuple[Found, ...] = ()
    engine: Literal["rules"] = "rules"

    @property
    def tier(self) -> Tier:
        """The most urgent of the findings' tiers."""
        return highest(one.finding.tier for one in self.found)


def read_lines(transcript: Transcript, policy: Policy = Policy()) -> LinesRead:  # noqa: B008  # frozen value
    """Read every line of the participant with the interviewer's line before it, and what was found in earlier lines.
    Never raises on any text. The last few transcripts are remembered."""
    return _reader(policy)(transcript)


@cache
def _reader(policy: Policy) -> Callable[[Transcript], LinesRead]:
    return remembered(partial(_lines, policy))


def _lines(policy: Policy, transcript: Transcript) -> LinesRead:
    asked: Turn | None = None
    prior: tuple[Finding, ...] = ()
    found: list[Found] = []
    lines = 0
    for turn in transcript:
        if turn.role is not Role.PATIENT:
            asked = turn
            continue
        lines += 1
        findings = _read(turn, asked, prior, policy)
        prior += findings
        found += [
            Found(finding=one, sentence=whole(turn.text, one.start, one.end), line=line(turn)) for one in findings
        ]
    ordered = sorted(found, key=lambda one: (-one.finding.tier.rank, one.line, one.finding.start))
    return LinesRead(lines=lines, found=tuple(ordered))


def line(turn: Turn) -> int:
    """The number of a line as people count: from 1, over everybody's lines."""
    return turn.index + 1


def _read(turn: Turn, asked: Turn | None, prior: tuple[Finding, ...], policy: Policy) -> tuple[Finding, ...]:
    message = Message(text=turn.text, context=asked.text if asked else None, item=turn.item_id, prior=prior)
    return tuple(one.model_copy(update={"turn": turn.index}) for one in read(message, policy).findings)


def whole(text: str, start: int, end: int) -> str:
    """The sentence or sentences that hold a stretch of a text."""
    begin = max((mark.end() for mark in _END.finditer(text, 0, start)), default=0)
    close = _END.search(text, max(start, end - 1))
    return text[begin : close.end() if close else len(text)].strip()


def plain(read: LinesRead) -> dict[str, Any]:
    """Plain JSON, the most urgent finding first; `span` counts code points of the line `turn`, end exclusive."""
    return {
        "tier": read.tier.value,
        "findings": [
            {
                "tier": one.finding.tier.value,
                "line": one.line,
                "sentence": one.sentence,
                "text": one.finding.text,
                "rule": one.finding.rule,
                "about": one.finding.about,
                "turn": one.finding.turn,
                "span": [one.finding.start, one.finding.end],
            }
            for one in read.found
        ],
        "lines": read.lines,
        "engine": read.engine,
    }
