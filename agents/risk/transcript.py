"""Every participant line of a transcript read for risk by the rules, whatever engine assesses the rest."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import accumulate
from typing import Any, Final, Literal

from agents.domain.evidence import Quote
from agents.domain.risk import Finding, Tier, highest
from agents.domain.transcript import Role, Transcript, Turn
from agents.domain.value import Value
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.rules import read
from agents.stages.cache import remembered

_END: Final = re.compile(r"[.!?…]+[\"')\]”’]*(?=\s|$)|\n")
"""Where a sentence ends."""
_ENDED: Final = re.compile(r"[.!?…][\"')\]”’]*\s*$")
_CUT: Final = 3
"""Lines in a row that are read as one, too, where none but the last ends a sentence."""


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
    """Read every line of the participant with the interviewer's line before it, and what was found in earlier lines; a
    line that ends no sentence also together with those that go on with it, for what is more urgent so. Never raises on
    any text. The last few transcripts are remembered."""
    return _reader(policy)(transcript)


@cache
def _reader(policy: Policy) -> Callable[[Transcript], LinesRead]:
    return remembered(partial(_lines, policy))


def _lines(policy: Policy, transcript: Transcript) -> LinesRead:
    found: dict[int, list[Found]] = {}
    prior: tuple[Finding, ...] = ()
    for asked, turns in _said(transcript):
        alone = _found(turns[:1], asked, prior, policy)
        found[turns[0].index] = alone
        prior += tuple(one.finding for one in alone)
    for asked, turns in _said(transcript):
        if len(turns) > 1:
            most = highest(one.finding.tier for turn in turns for one in found[turn.index])
            for one in _found(turns, asked, (), policy):
                if one.finding.tier.rank > most.rank:
                    found[one.finding.turn or 0].append(one)
    ordered = sorted(
        (one for several in found.values() for one in several),
        key=lambda one: (-one.finding.tier.rank, one.line, one.finding.start),
    )
    return LinesRead(lines=len(found), found=tuple(ordered))


def _said(transcript: Transcript) -> Iterator[tuple[Turn | None, tuple[Turn, ...]]]:
    """Every line of the participant with the interviewer's line before it, and the lines that go on with it: a
    recording may cut a sentence wherever the speaker breathes."""
    asked: Turn | None = None
    for number, turn in enumerate(transcript):
        if turn.role is not Role.PATIENT:
            asked = turn
            continue
        turns = [turn]
        for going_on in transcript[number + 1 : number + _CUT]:
            if going_on.role is not Role.PATIENT or _ENDED.search(turns[-1].text):
                break
            turns.append(going_on)
        yield asked, tuple(turns)


def _found(turns: tuple[Turn, ...], asked: Turn | None, prior: tuple[Finding, ...], policy: Policy) -> list[Found]:
    """The findings in lines that are read as one, each on the characters of the line in which it begins."""
    text = " ".join(turn.text for turn in turns)
    message = Message(text=text, context=asked.text if asked else None, item=turns[0].item_id, prior=prior)
    begins = list(accumulate((len(turn.text) + 1 for turn in turns[:-1]), initial=0))
    found = []
    for one in read(message, policy).findings:
        place = bisect_right(begins, one.start) - 1
        turn, start = turns[place], one.start - begins[place]
        own = turn.text[start : one.end - begins[place]]
        placed = {"turn": turn.index, "start": start, "end": start + len(own), "text": own}
        sentence = whole(text, one.start, one.end)
        found.append(Found(finding=one.model_copy(update=placed), sentence=sentence, line=line(turn)))
    return found


def line(turn: Turn) -> int:
    """The number of a line as people count: from 1, over everybody's lines."""
    return turn.index + 1


def whole(text: str, start: int, end: int) -> str:
    """The sentence or sentences that hold a stretch of a text."""
    begin, close = around(text, start, end)
    return text[begin:close]


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """Where they begin and end, without the blanks around them."""
    begin = max((mark.end() for mark in _END.finditer(text, 0, start)), default=0)
    mark = _END.search(text, max(start, end - 1))
    told = text[begin : mark.end() if mark else len(text)]
    return begin + len(told) - len(told.lstrip()), begin + len(told.rstrip())


def quoted(finding: Finding, transcript: Transcript) -> Quote:
    """The sentence that a finding stands in, as far as it was said in the finding's own line: the word that decides
    ("tonight") may stand outside the words that were found."""
    turn = next(one for one in transcript if one.index == (finding.turn or 0))
    start, end = around(turn.text, finding.start, finding.end)
    return Quote(text=turn.text[start:end], turn=turn.index, start=start, end=end)


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
