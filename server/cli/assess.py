"""Assess transcripts of free interviews on the PHQ-8 (JSON Lines). Screening information, never a diagnosis.

in   {"id", "transcript": text with one utterance a line, "Speaker: words"; or a list of {"speaker", "text"};
      "participant"?: the participant's name, where the speakers' names don't show who that is}
out  {"id", "risk": {"tier", "findings": [{"tier", "line", "sentence", "rule", ..}, ..], "lines"},
      "items": {"NoInterest": {"score": 0-3 or null, "reason", "evidence": [texts], "confidence": 0-1}, ..},
      "total", "totalMin", "totalMax", "severity", "severityMin", "severityMax", "mdd", "severityWhy",
      "qualitative", "judge", "meta", "missing"}

A score of null is an abstention and `reason` says why; it is never counted as 0 except in `totalMin` (and as 3 in
`totalMax`). `total` is null while any item is; `severity` and `mdd` are null where these bounds do not settle them.
`risk` is what the rules read in every line of the participant, the most urgent first, whatever engine assesses.

With `--engine provider/model` every stage asks that model, by the settings of the server (keys, ANAMNESIS_REFINE,
ANAMNESIS_SAMPLES, ANAMNESIS_REFERENCES ..). A stage that fails is named in `missing`, and the exit code is 1.
"""

import argparse
import asyncio
import sys
from typing import Any, Final

from agents.assessment.pipeline import assess
from agents.assessment.result_json import result_json
from agents.assessment.rules_team import rules_team
from server.cli.batch.answering import WHOLE, answer_each
from server.cli.batch.event_loop import run_to_end
from server.cli.batch.lines import NOT_STARTED, say
from server.cli.batch.transcripts import Interview, turns_of
from server.json_lines import parsed

RULES: Final = "rules"
REMEDY: Final = ". `anamnesis transcripts prepare SOURCE OUT` makes such a file of text, CSV, WebVTT, SRT and JSON"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="transcripts, one JSON object a line; - reads stdin")
    parser.add_argument("--engine", default=RULES, metavar="NAME", help="rules (default) or provider/model")
    parser.add_argument(
        "--at-once", type=int, default=4, metavar="N", help="transcripts under way at a time with a model (default 4)"
    )


def execute(options: argparse.Namespace) -> int:
    """Assesses the file."""
    if options.engine.strip().lower() == RULES:
        return answer_each(options.file, "transcripts", assessed, WHOLE, REMEDY)
    return _by_model(options)


def assessed(value: Any) -> dict[str, Any]:
    """The answer to one line by the rules. Raises CorrectInput."""
    given = parsed(Interview, value)
    return {"id": given.id, **result_json(run_to_end(assess(turns_of(given), rules_team())))}


def _by_model(options: argparse.Namespace) -> int:
    from pydantic import ValidationError

    from agents.errors import AnamnesisError
    from server.cli.batch.lines import Batch
    from server.cli.batch.model_assessments import answer_all
    from server.json_lines import faults
    from server.settings import engine

    try:
        if options.at_once < 1:
            raise ValueError("--at-once: at least 1")
        batch = Batch(options.file, REMEDY)
        asyncio.run(answer_all(batch, engine(options.engine), options.at_once))
    except ValidationError as wrong:
        say(faults(wrong))
        return NOT_STARTED
    except (AnamnesisError, ValueError) as wrong:
        say(str(wrong))
        return NOT_STARTED
    sys.stdout.buffer.flush()
    return batch.code
