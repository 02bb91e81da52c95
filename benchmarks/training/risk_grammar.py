"""Messages built from the slots of data/risk/grammar.toml, whose tier is known by construction."""

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

_SLOT = re.compile(r"\{(\w+)\}")
_DEPTH = 6
_TRIES = 4


def built(path: Path) -> Iterator[tuple[str, str]]:
    """Every built message and its tier; always the same ones. Raises KeyError where a slot has no values."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    more = data["slots"].pop("more")
    slots = {name: values.split("|") for name, values in (data["slots"] | more).items()}
    for kind in data["kind"]:
        chance = random.Random(kind["id"])  # noqa: S311  # the same messages every time
        found: dict[str, None] = {}
        for n in range(kind["n"] * _TRIES):
            if len(found) < kind["n"]:
                found.setdefault(_filled(kind["texts"][n % len(kind["texts"])], slots, chance))
        yield from ((text, kind["tier"]) for text in found)


def _filled(text: str, slots: dict[str, list[str]], chance: random.Random) -> str:
    for _ in range(_DEPTH):
        text = _SLOT.sub(lambda slot: chance.choice(slots[slot[1]]), text)
    return text.strip()
