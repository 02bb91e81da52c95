"""Read messages for risk to self or others.

in   {"id", "text", "context"?}   context is the question that the text answers
out  {"id", "tier": "none|flag|urgent|stop", "findings": [{"rule", "span": [start, end], "text",
      "likely"?: 0-1}]}

A field marked ? may be left out. "likely" is how likely the learnt reader finds that tier, or a more urgent one; what
a rule found has none. Spans count code points of the text, end exclusive.
"""

import argparse
from typing import Any

from agents.risk.port import Message
from agents.risk.rules import read
from server.cli.batch.answering import BRIEF, answer_each
from server.cli.batch.engine_arguments import add_arguments
from server.json_lines import Record, parsed


class Text(Record):
    """One line of the input."""

    text: str
    context: str | None = None


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    add_arguments(parser, "messages")


def execute(options: argparse.Namespace) -> int:
    """Reads the file."""
    return answer_each(options.file, "messages", assessed, BRIEF)


def assessed(value: Any) -> dict[str, Any]:
    """The answer to one line. Raises CorrectInput when it is no message."""
    message = parsed(Text, value)
    reading = read(Message(text=message.text, context=message.context or None))
    return {
        "id": message.id,
        "tier": reading.tier.value,
        "findings": [
            {"rule": finding.rule, "span": [finding.start, finding.end], "text": finding.text}
            | ({} if finding.likely is None else {"likely": finding.likely})
            for finding in reading.findings
        ],
    }
