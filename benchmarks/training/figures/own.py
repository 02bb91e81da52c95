"""The project's own labelled data, which every checkout has: the risk messages and the replies to items of its tests.
The rules were made with them, so that they show what was reached on what is known and nothing of what is not."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from agents.errors import CorrectInput
from benchmarks.training.figures.labelled import ItemReply, Labelled, RiskMessage
from benchmarks.training.tone_weights import TOLD, files, likeliest

MESSAGES: Final = Path("tests") / "agents" / "risk" / "examples"
NAME: Final = "own_examples"


def own(messages: Path = MESSAGES, replies: Path = TOLD) -> Labelled:
    """All of it. Raises CorrectInput where this is no checkout of the project."""
    missing = [str(path) for path in (messages, replies) if not path.is_dir()]
    if missing:
        raise CorrectInput(f"no labelled data of the project's own at {', '.join(missing)}; run this from its folder")
    return Labelled(replies=list(_replies(replies)), messages={NAME: list(_messages(messages))})


def _messages(folder: Path) -> Iterator[RiskMessage]:
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield RiskMessage.model_validate({"id": f"{path.stem}:{number}"} | json.loads(line))


def _replies(folder: Path) -> Iterator[ItemReply]:
    for path in filter(Path.is_file, files(folder)):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                item, score, asks, text = (part.strip() for part in line.split("|", 3))
                low, high = _range(score)
                yield ItemReply(
                    id=f"{path.stem}:{number}",
                    item=int(item),
                    reply=text,
                    lo=low,
                    hi=high,
                    best=(likeliest(score),),
                    endorsed=("no" if high == 0 else "yes" if low else "unclear",),
                    followup=(asks == "a",),
                )


def _range(score: str) -> tuple[int, int]:
    low, _, high = score.split("(")[0].strip().partition("-")
    return int(low), int(high or low)
