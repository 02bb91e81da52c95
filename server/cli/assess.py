"""Assess transcripts of free interviews on the PHQ-8 (JSON Lines). Screening information, never a diagnosis.

in   {"id", "transcript": text with one utterance a line, "Speaker: words"; or a list of {"speaker", "text"}}
out  {"id", "items": {"NoInterest": {"score": 0-3 or null, "reason", "evidence": [texts], "confidence": 0-1}, ..},
      "total", "totalMin", "totalMax", "severity", "mdd", "qualitative", "judge", "meta", "missing"}

A score of null is an abstention and `reason` says why; it is never counted as 0 except in `totalMin` (and as 3 in
`totalMax`). `total` is null while an item is.
"""

import argparse
import asyncio
from collections.abc import Callable
from contextlib import closing
from typing import Any

from agents.assessment.answer import answer
from agents.assessment.formats.reading import of_json
from agents.assessment.pipeline import assess
from agents.assessment.rules_team import rules_team
from agents.assessment.team import AssessmentTeam
from server.cli.engine import add_arguments
from server.cli.lines import Record, answer_each, parsed


class Interview(Record):
    """One line of the input."""

    transcript: str | list[dict[str, Any]]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    add_arguments(parser, "transcripts")


def execute(options: argparse.Namespace) -> int:
    """Assesses the file."""
    with closing(asyncio.new_event_loop()) as loop:
        return answer_each(options.file, "transcripts", _assessor(loop, rules_team()))


def _assessor(loop: asyncio.AbstractEventLoop, team: AssessmentTeam) -> Callable[[Any], dict[str, Any]]:
    def assessed(value: Any) -> dict[str, Any]:
        given = parsed(Interview, value)
        transcript = of_json(given.transcript)
        return {"id": given.id, **answer(loop.run_until_complete(assess(transcript, team)))}

    return assessed
