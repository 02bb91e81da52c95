"""Score single replies to items of the Level-1 measure.

in   {"id", "item": 1-23, "question"?, "reply", "followupReply"?}
out  {"id", "answered", "score": 0-4, "ambiguity": 1-10, "confidence": 0-1, "evidence": [texts], "needsFollowup"}

"answered" is false for a reply that does not answer ("help", "wrong window sorry") or says both yes and no; then the
score is 0 and counts for nothing, and the ambiguity is 10.
"""

import argparse
from typing import Any

from pydantic import Field

from agents.scorer.port import Answer
from agents.scorer.rules import score
from server.cli.batch.answering import BRIEF, answer_each
from server.cli.batch.engine_arguments import add_arguments
from server.json_lines import Record, parsed


class Reply(Record):
    """One line of the input."""

    item: int = Field(ge=1, le=23)
    reply: str
    question: str | None = None
    followup_reply: str | None = None


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    add_arguments(parser, "replies")


def execute(options: argparse.Namespace) -> int:
    """Scores the file."""
    return answer_each(options.file, "replies", scored, BRIEF)


def scored(value: Any) -> dict[str, Any]:
    """The answer to one line. Raises CorrectInput when it is no reply to an item."""
    reply = parsed(Reply, value)
    scoring = score(
        Answer(
            item=reply.item,
            reply=reply.reply,
            question=reply.question or None,
            followup_reply=reply.followup_reply or None,
        )
    )
    return {
        "id": reply.id,
        "answered": scoring.answered,
        "score": scoring.score,
        "ambiguity": scoring.ambiguity,
        "confidence": scoring.confidence,
        "evidence": [evidence.text for evidence in scoring.evidence],
        "needsFollowup": scoring.needs_followup,
    }
