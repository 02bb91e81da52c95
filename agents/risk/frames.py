"""Frames: the few things that reach from one clause into another. Only they keep a part of a message from meaning what
it says by itself; nothing else that stands beside a danger makes it less.

- quoted: the part is someone's words or a line of a work;
- answered: it is a question that is echoed or told, or it is taken back;
- denied: the whole message denies the same words (`I would never, no matter what, kill myself`);
- feared: what is said of death stands beside an illness or panic;
- unwanted: what only alerts is a sudden thought that frightens its owner;
- dated: the sentence has said that it tells of long ago;
- explained: words that do not speak of death are told to mean something else (`I'm doing it tonight, the ironing`);
- in play: a slip beside what one was doing, a death in a game, slang about a slight cause.

A clause that hangs on an `if` is never parted from it (parts.py), and a reply never from what takes it back (heard.py).
"""

from collections.abc import Iterable
from functools import cached_property

from agents.domain.risk import Finding, Reading, Tier
from agents.risk.lexicon import bank
from agents.risk.matters import grave
from agents.risk.parts import Part
from agents.risk.phrases.elements import Text
from agents.risk.sentence.timing import When, past

_ENDS = frozenset({".", "!", "?", ".."})
_QUOTE = '"'
_SOON = 12
_BESIDE = 24
_OPEN = frozenset(
    {"present-intent", "no-future", "farewell", "preparation-note", "preparation-means", "preparation-stockpile"}
)
"""Rules for what is said without a word of death as well: `I'm doing it tonight`, `I won't be here next week`."""
_NO_FUTURE = "no-future"
_MEANT = ("explained", "otherwise", "parted", "writing")
"""Where it is told outright what was meant, that it is a love that ends, or a story (settings.toml)."""
_IN_PLAY = {"self-injury": "accident", "undated-attempt": "gaming", "suicide-named-self": "mundane"}
"""What only alerts, and what beside it tells that it was nothing: a list of settings.toml."""
_BYWORDS = frozenset({"kms", "unalive", "unaliving"})


class Frame:
    """What stands around a part of a message."""

    def __init__(self, part: Part, whole: Part) -> None:
        self.part = part
        self.whole = whole

    @cached_property
    def _before(self) -> Text:
        return Text(self.whole.words[max(0, self.part.first - _BESIDE) : self.part.first])

    @cached_property
    def _after(self) -> Text:
        return Text(self.whole.words[self.part.end : self.part.end + _BESIDE])

    @property
    def quotes(self) -> bool:
        """Whether a quotation mark before the part is open where it begins: up to the one that closes it, or, where
        none does, to the end of its sentence."""
        words, first = self.whole.words, self.part.first
        if _QUOTE not in self.whole.everything.known or words[:first].count(_QUOTE) % 2 == 0:
            return False
        opened = first - 1 - words[:first][::-1].index(_QUOTE)
        return _QUOTE in words[first:] or _ENDS.isdisjoint(words[opened:first])

    @property
    def answers(self) -> bool:
        """Whether the next words answer the part without affirming it, or take it back."""
        words, end = self.whole.words, self.part.end
        end -= words[end - 1] in _ENDS
        if words[end : end + 1] == ("?",):
            rest = words[end + 1 : end + 1 + _SOON]
            if rest and not bank("settings.toml", "affirmed").found(Text(rest)):
                return True
        return end < len(words) - 1 and bool(bank("settings.toml", "taken_back").ends(self.whole.everything, end))

    def holds(self, finding: Finding, read: Reading, whole: Reading) -> bool:
        """Whether what is found in the part means something else in the message. `read`: the part's reading."""
        denied = [one for one in whole.denials if one not in read.denials]
        if any(finding.start <= one.start and one.end <= finding.end for one in denied):
            return True
        if self._jests(_same(whole.findings, finding)) or self._dates():
            return True
        if finding.tier is Tier.URGENT and (self._unwanted() or self._plays(finding)):
            return True
        return self._fears(finding) or self._explains(finding)

    def _jests(self, same: list[Finding]) -> bool:
        slang = any(one.rule == "joke-or-slang" for one in same)
        return slang and not _BYWORDS.isdisjoint(self.part.words) and self._beside("mundane")

    def _beside(self, key: str) -> bool:
        """Whether a list of settings.toml matches before the part or after it."""
        known = bank("settings.toml", key)
        return known.found(self._before) or known.found(self._after)

    def _dates(self) -> bool:
        words = self._before.words
        begun = max((place + 1 for place, word in enumerate(words) if word in _ENDS), default=0)
        return begun < len(words) and past(Text(words[begun:])) is When.OLD

    def _unwanted(self) -> bool:
        around = Text((*self._before.words, *self.part.words, *self._after.words))
        return bank("settings.toml", "impulse").found(around)

    def _plays(self, finding: Finding) -> bool:
        key = _IN_PLAY.get(finding.rule)
        return key is not None and bank("settings.toml", key).found(self._before)

    def _fears(self, finding: Finding) -> bool:
        if bank("classes", "self_death").found(self.part.text):
            return False
        deadly = bank("classes", "deadly").found(self.part.text)
        return (deadly or finding.rule == _NO_FUTURE) and self._beside("illness")

    def _explains(self, finding: Finding) -> bool:
        if finding.rule not in _OPEN:
            return False
        if self._beside("put_to_use") or any(bank("settings.toml", key).found(self.whole.text) for key in _MEANT):
            return True
        known = self.part.everything.known
        open_ = grave().isdisjoint(known) and not bank("classes", "deadly").found(self.part.text)
        return open_ and self._beside("explains")


def _same(told: Iterable[Finding], finding: Finding) -> list[Finding]:
    """Those that stand on words of a finding."""
    return [one for one in told if one.start < finding.end and finding.start < one.end]
