"""Labelled data as JSON Lines: four kinds of record, recognised by their fields, whatever the file's name."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.domain.risk import Tier
from agents.errors import CorrectInput
from benchmarks.personas.patient import Held
from benchmarks.runs.published import Utterance


class Record(BaseModel):
    """One line; unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str | int


class ItemReply(Record):
    """One reply to one item as two raters read it: `lo` to `hi` the defensible scores, `best` each one's choice."""

    item: int = Field(ge=1, le=23)
    reply: str
    question: str | None = None
    lo: int
    hi: int
    best: tuple[int, ...] = Field(min_length=1)
    endorsed: tuple[Literal["yes", "no", "unclear"], ...]
    followup: tuple[bool, ...]


class RiskMessage(Record):
    """One message with every tier that the policy allows for it."""

    text: str
    context: str | None = None
    accept: tuple[Tier, ...] = Field(min_length=1)


class HiddenScore(BaseModel):
    """The hidden score of a persona's item."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    score: int = Field(ge=0, le=4)


class Persona(Record):
    """A simulated patient: the replies to each item and the hidden score behind them."""

    held: Held
    scores: Mapping[int, HiddenScore]


class Published(Record):
    """A whole interview and the profile that its patient played."""

    conversation: tuple[Utterance, ...]
    profile: str


@dataclass
class Labelled:
    """Everything read, by kind; risk messages by the file that they came from. `others` counts lines of other kinds."""

    replies: list[ItemReply] = field(default_factory=list)
    messages: dict[str, list[RiskMessage]] = field(default_factory=dict)
    personas: list[Persona] = field(default_factory=list)
    published: list[Published] = field(default_factory=list)
    others: int = 0


def read(paths: Iterable[Path]) -> Labelled:
    """All lines of all files. Raises CorrectInput, naming the first bad line."""
    found = Labelled()
    for path in paths:
        for number, line in enumerate(_lines(path), 1):
            try:
                _keep(found, path.stem, json.loads(line))
            except (ValueError, ValidationError) as error:
                raise CorrectInput(f"{path.name}, line {number}: {str(error).splitlines()[0]}") from None
    return found


def _lines(path: Path) -> Sequence[str]:
    try:
        return [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    except OSError as error:
        raise CorrectInput(f"{path.name}: {(error.strerror or str(error)).lower()}") from None


def _keep(found: Labelled, name: str, value: Any) -> None:
    if not isinstance(value, dict):
        raise ValueError("one JSON object a line is needed")
    if "reply" in value and "item" in value:
        found.replies.append(ItemReply.model_validate(value))
    elif "accept" in value and "text" in value:
        found.messages.setdefault(name, []).append(RiskMessage.model_validate(value))
    elif "items" in value:
        parts = {"id": value.get("id"), "held": {"items": value["items"]}, "scores": value["items"]}
        found.personas.append(Persona.model_validate(parts))
    elif "conversation" in value and "profile" in value:
        found.published.append(Published.model_validate(value))
    else:
        found.others += 1
