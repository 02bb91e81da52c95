"""The project's own labelled data, which every checkout has: messages labelled for risk, and replies to items. The
rules were written with them, so they show the performance on known data and say nothing about unknown data. The sets in
Spanish are measured by `benchmarks.training.reader.engines --part spanish` alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from agents.errors import CorrectInput
from benchmarks.training.datasets import REPLIES, RISK, authors, likeliest, messages, replies
from benchmarks.training.figures.labelled import ItemReply, Labelled, RiskMessage
from benchmarks.training.reader.example import spoken

NAME: Final = "own_examples"


def own(risk: Path = RISK, told: Path = REPLIES) -> Labelled:
    """All of the data. Raises CorrectInput where this is not a checkout of the project."""
    missing = [str(path) for path in (risk, told) if not path.is_dir()]
    if missing:
        raise CorrectInput(f"no labelled data of the project's own at {', '.join(missing)}; run this from its folder")
    return Labelled(replies=list(_replies(told)), messages={NAME: list(_messages(risk))})


def _messages(folder: Path) -> Iterator[RiskMessage]:
    for path in filter(_english, messages(folder)):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield RiskMessage.model_validate({"id": f"{path.stem}:{number}"} | json.loads(line))


def _replies(folder: Path) -> Iterator[ItemReply]:
    for path in filter(_english, filter(Path.is_file, authors(folder))):
        for number, reply in enumerate(replies(path), 1):
            low, high = _range(reply.score)
            yield ItemReply(
                id=f"{path.stem}:{number}",
                item=reply.item,
                reply=reply.text,
                lo=low,
                hi=high,
                best=(likeliest(reply.score),),
                endorsed=("no" if high == 0 else "yes" if low else "unclear",),
                followup=(reply.asks == "a",),
            )


def _english(path: Path) -> bool:
    return spoken(path.stem) == "en"


def _range(score: str) -> tuple[int, int]:
    low, _, high = score.split("(")[0].strip().partition("-")
    return int(low), int(high or low)
