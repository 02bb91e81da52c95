"""Checks whether a store contains an interview that it is to be tested on."""

from collections.abc import Mapping
from typing import Final

from agents.domain.transcript import Transcript
from agents.errors import CorrectInput
from rag.references.identity import digest

_SHOWN: Final = 10


def leaks(stored: Mapping[str, bytes], tested: Mapping[str, Transcript]) -> list[str]:
    """The tested participants who are in the store, recognised by name or by their words, in order."""
    said = set(stored.values())
    return sorted(name for name, transcript in tested.items() if name in stored or digest(transcript) in said)


def check(store: str, stored: Mapping[str, bytes], tested: Mapping[str, Transcript]) -> None:
    """Raises CorrectInput, with the remedy, when the store contains a tested participant."""
    found = leaks(stored, tested)
    if found:
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise CorrectInput(
            f"the reference store {store!r} holds {len(found)} of the participants that are to be tested "
            f"({', '.join(found[:_SHOWN])}{more}): the test would know the answers. Build the store from the "
            "training set alone"
        )
