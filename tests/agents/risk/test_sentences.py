"""Sentences by what makes them hard: how many are read as they must be, and which dangers are read as nothing."""

import tomllib
from pathlib import Path

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read

_DATA = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))


def _tier(text: str, question: str | None = None) -> Tier:
    return read(Message(text=text, context=question)).tier


@pytest.mark.parametrize("group", _DATA["group"], ids=lambda group: group["kind"])
def test_as_many_sentences_of_a_kind_are_read_right_as_were_before(group: dict[str, list[list[str]]]) -> None:
    wrong = [
        (text, tier, found.value)
        for text, tier, *question in group["told"]
        if (found := _tier(text, *question)) is not Tier(tier)
    ]
    assert len(group["told"]) - len(wrong) >= group["right"], wrong


def test_the_dangers_that_are_read_as_nothing_are_known() -> None:
    missed = [
        text
        for group in _DATA["group"]
        for text, tier, *question in group["told"]
        if Tier(tier).rank >= Tier.URGENT.rank and _tier(text, *question) is Tier.NONE
    ]
    assert missed == _DATA["missed"]
