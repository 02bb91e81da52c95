"""The index: from the words of a sentence to the phrases that could match in it, for all rules and acts at once."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from agents.risk.elements import Text
from agents.risk.needs import Needs
from agents.risk.patterns import Bank, Phrase

Owner = TypeVar("Owner")


class Index(Generic[Owner]):
    """Every phrase with its owner, called by its rarest needed word."""

    def __init__(self, owners: Iterable[tuple[Owner, Bank]], needs: Needs) -> None:
        self._needs = needs
        self._entries = [(owner, phrase, phrase.mask) for owner, bank in owners for phrase in bank.phrases]
        self._always = [n for n, (_, phrase, _) in enumerate(self._entries) if phrase.cues is None]
        self._by_cue: dict[str, list[int]] = {}
        for n, (_, phrase, _) in enumerate(self._entries):
            for cue in phrase.cues or ():
                self._by_cue.setdefault(cue, []).append(n)
        self._cues = frozenset(self._by_cue)

    def numbers(self, text: Text) -> list[int]:
        """The phrases that could match in a text, or in any part of it, by number."""
        words = self._cues & text.known
        if not words and not self._always:
            return []
        numbers = set(self._always)
        for word in words:
            numbers.update(self._by_cue[word])
        mask, entries = self._needs.mask(text), self._entries
        return sorted(n for n in numbers if mask & (need := entries[n][2]) == need)

    def called(self, text: Text, among: list[int]) -> dict[Owner, list[Phrase]]:
        """Which of these phrases could match, by owner, in the order of the rules."""
        found: dict[Owner, list[Phrase]] = {}
        if among:
            mask, entries = self._needs.mask(text), self._entries
            for n in among:
                owner, phrase, need = entries[n]
                if mask & need == need:
                    found.setdefault(owner, []).append(phrase)
        return found
