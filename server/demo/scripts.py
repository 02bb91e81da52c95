"""Who is invented, and what they say: read from people.toml and phrases.toml, the same words for the same seed."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final
from zlib import crc32

from pydantic import Field

from agents.diagnostician.port import Mode
from agents.domain.level1 import items
from agents.domain.value import Value
from agents.interview import events as ev
from agents.interview.patient_input import Input, Skip, Words
from agents.interviewer.port import Purpose
from benchmarks.personas.patient import Held, Patient, Reply

_LEAVES: Final = "I want to stop for good."
_SURE: Final = "Yes, stop for good."
Item = Annotated[int, Field(ge=1, le=23)]
Score = Annotated[int, Field(ge=0, le=4)]


class Confirmed(Value):
    """What the clinician said of an answer afterwards."""

    item: Item
    score: Score
    reason: str = ""


class Visit(Value):
    """One invented interview: how much each item bothers somebody, and what became of it. `days` is how long ago it was
    held, at `hour` UTC; it goes no further than the item `at`, where the patient ends it if they leave."""

    scores: Mapping[Item, Score] = {}
    said: Mapping[Item, str] = {}
    follow: Mapping[Item, str] = {}
    days: int = 0
    hour: int = 10
    mode: Mode = Mode.SCREENING
    at: Item | None = None
    leaves: bool = False
    acknowledged: str = ""
    note: str = ""
    screen: str | None = None
    result: str = ""
    rated: tuple[Confirmed, ...] = ()
    signed: bool = False
    archived: bool = False
    card: bool = False


class Person(Value):
    """An invented client with their interviews, and how these repeat, counted from the last one."""

    code: str
    birth_year: int
    every_weeks: int | None = None
    notes: tuple[str, ...] = ()
    visit: tuple[Visit, ...]


class Cast(Value):
    """Everybody who is invented: whoever is played live, whose interview is stopped, and the clinic's clients."""

    play: Visit
    stop: Visit
    client: tuple[Person, ...]


@cache
def cast() -> Cast:
    """Read once."""
    return Cast.model_validate(_read("people.toml"), strict=False)


class Speaker:
    """Gives an invented patient's words, one after the other, in answer to the interviewer's."""

    def __init__(self, visit: Visit, seed: str) -> None:
        self._visit = visit
        self._patient = Patient(_held(visit, seed))

    def answer(self, told: ev.Told) -> Input | None:
        """What the patient does next; None where the script goes no further."""
        name = f"script-{told.turn}"
        if told.item_id is not None and told.item_id == self._visit.at:
            return Words(name, _LEAVES) if self._visit.leaves else None
        if told.purpose is Purpose.LEFT and self._visit.leaves:
            return Words(name, _SURE)
        words = self._patient.answer(told.purpose, told.item_id)
        return Skip(name) if words is None else Words(name, words)


def pick(seed: str, many: int) -> int:
    """A number from 0 to `many` - 1, always the same for the same seed."""
    return crc32(seed.encode()) % many


def _held(visit: Visit, seed: str) -> Held:
    replies = {item: _reply(visit, item, f"{seed}/{item}") for item in items()}
    ready = _phrases()["ready"]
    return Held(items=replies, intro=ready[pick(seed, len(ready))])


def _reply(visit: Visit, item: int, seed: str) -> Reply:
    bank = _phrases()
    score = visit.scores.get(item, 0)
    if item in visit.said:
        return Reply(reply=visit.said[item], followup=visit.follow.get(item))
    if not score:
        return Reply(reply=_one(bank["not_at_all"], seed))
    often = _one(bank["often"][score], f"{seed}/often")
    return Reply(reply=f"{_one(bank['leads'][str(item)], seed)} {often}.", followup=f"{often.capitalize()}.")


def _one(phrases: list[str], seed: str) -> str:
    return phrases[pick(seed, len(phrases))]


@cache
def _phrases() -> Mapping[str, Any]:
    return _read("phrases.toml")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text("utf-8"))
