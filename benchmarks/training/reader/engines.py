"""The engines, rules and learnt reader together, on the held-out sets, as written and written otherwise.

`python -m benchmarks.training.reader.engines [--part PART]` prints the tables, and the figures as one JSON object on
the last line. Messages and replies are read with their question. Which item a message's question belongs to is not in
the data, so what holds for answers to ordinary items (a stop has to be likelier there) is not applied to messages.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from agents.language import ENGLISH, Language
from agents.risk.port import Message
from agents.risk.rules import read
from agents.scorer.port import Answer
from agents.scorer.rules import score
from benchmarks.training.reader.card import table
from benchmarks.training.reader.example import Example
from benchmarks.training.reader.held_out import act_figures, language_of, reply_figures, risk_figures, sets, variants

TWICE: Final = "in two messages"


def measured(name: str, ways: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """The figures of a part of the held-out sets by the way in which they are written."""
    messages, replies, acts = sets(name)
    written = variants(language_of(name)).items()
    found = {way: _one(messages, replies, acts, write) for way, write in written if not ways or way in ways}
    if not ways or TWICE in ways:
        found[TWICE] = risk_figures(messages, [max(_rank(half, one) for half in halves(one.reply)) for one in messages])
    return found


def halves(text: str) -> tuple[str, str]:
    """A text as two messages, parted at the end of the sentence or between the words nearest to its middle."""
    ends = [match.end() for match in re.finditer(r"[.!?,;]\s+|\s+", text)]
    sentences = [match.end() for match in re.finditer(r"[.!?]\s+", text)]
    cut = min(sentences or ends or [len(text)], key=lambda end: abs(2 * end - len(text)))
    return text[:cut].strip(), text[cut:].strip()


def _language(one: Example) -> Language:
    return "es" if one.language == "es" else ENGLISH


def _answer(one: Example, reply: str) -> Answer:
    return Answer(item=one.item or 1, question=one.question, reply=reply, language=_language(one))


def _rank(text: str, one: Example) -> int:
    return read(Message(text=text, context=one.question or None, language=_language(one))).tier.rank


def _one(
    messages: Sequence[Example], replies: Sequence[Example], acts: Sequence[Example], write: Callable[[str], str]
) -> dict[str, Any]:
    tiers = [_rank(write(one.reply), one) for one in messages]
    told = [*replies, *acts]
    given = [score(_answer(one, write(one.reply))) for one in told]
    return {
        **risk_figures(messages, tiers),
        **reply_figures(told, [(one.score, one.needs_followup) for one in given]),
        **act_figures(told, [not one.answered for one in given]),
        "false_stop_in_replies": _stopped(replies, write),
    }


def _stopped(replies: Sequence[Example], write: Callable[[str], str]) -> int:
    """How many replies to items that have nothing to do with risk stop an interview."""
    harmless = [one for one in replies if one.tier is not None]
    read_ = (
        read(Message(text=write(one.reply), context=one.question, item=one.item, language=_language(one)))
        for one in harmless
    )
    return sum(one.tier.rank == 3 for one in read_)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training.reader.engines", description=__doc__)
    parser.add_argument("--part", choices=("figures", "limits", "spanish", "later_english"), default="figures")
    parser.add_argument("--way", nargs="*", default=(), help="only these ways of writing")
    options = parser.parse_args(arguments)
    found = measured(options.part, options.way)
    sys.stdout.write(f"{table(found)}\n{json.dumps(found)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
