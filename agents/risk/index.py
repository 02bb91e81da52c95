"""The index: from the words of a sentence to the phrases that could match in it, for all rules and acts at once."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from agents.risk.elements import Text
from agents.risk.patterns import Bank, Phrase

Owner = TypeVar("Owner")


class Index(Generic[Owner]):
    """Every phrase with its owner, called by its rarest needed word."""

    def __init__(self, owners: Iterable[tuple[Owner, Bank]]) -> None:
        self._entries = [(owner, phrase) for owner, bank in owners for phrase in bank.phrases]
        self._always = [n for n, (_, phrase) in enumerate(self._entries) if phrase.cues is None]
        self._by_cue: dict[str, list[int]] = {}
        for n, (_, phrase) in enumerate(self._entries):
            for cue in phrase.cues or ():
                self._by_cue.setdefault(cue, []).append(n)
        self._cues = frozenset(self._by_cue)

    def called(self, text: Text) -> dict[Owner, list[Phrase]]:
        """The phrases that could match, by owner, in the order of the rules."""
        words = self._cues & text.known
        if not words and not self._always:
            return {}
        numbers = set(self._always)
        for word in words:
            numbers.update(self._by_cue[word])
        found: dict[Owner, list[Phrase]] = {}
        for n in sorted(numbers):
            owner, phrase = self._entries[n]
            if phrase.possible(text):
                found.setdefault(owner, []).append(phrase)
        return found
