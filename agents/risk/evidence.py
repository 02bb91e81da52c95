"""Evidence: weak signs of several kinds that stand close together in one message and add up to a finding."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from agents.domain.risk import About, Tier
from agents.risk.acts import mine
from agents.risk.canon import Sentence, canonical
from agents.risk.elements import Span, Text
from agents.risk.hit import Hit
from agents.risk.index import Index
from agents.risk.lexicon import bank, compiler, speller, table
from agents.risk.patterns import Bank, every
from agents.risk.polarity import clause_begin, denied
from agents.risk.timing import When, past

_OWN = frozenset({"me", "my", "mine", "i", "myself"})
_REACH = 55
MOST_MARKS = 60
_MOST = 100
_DAMPING = 3
_MORE = 2
_MEANS = frozenset({"means"})
_READIED = frozenset({"preparation", "time"})
_LONGEST_QUESTION = 300


@dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """One weak signal. It counts `weight` towards its kind in each of its themes."""

    id: str
    kind: str
    themes: tuple[str, ...]
    weight: int
    when: Bank
    unless: Bank | None
    deniable: bool
    anyone: bool

    def read(self, spans: list[Span], sentence: Sentence) -> "list[Mark]":
        """The sign's places in a sentence, of those where its words stand."""
        if not spans or (self.unless and self.unless.found(sentence)):
            return []
        return [Mark(self, span, sentence) for span in spans if self._holds(span, sentence)]

    def _holds(self, span: Span, sentence: Sentence) -> bool:
        left = sentence.words[clause_begin(sentence.words, span.start) : span.start]
        words = sentence.words[span.start : span.end]
        if not self.anyone and _OWN.isdisjoint(words) and not mine(words, left):
            return False
        return not (self.deniable and denied(left))


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at its place in a sentence of the message."""

    sign: Sign
    span: Span
    sentence: Sentence

    @property
    def place(self) -> int:
        """The word of the message at which it stands."""
        return self.sentence.first + self.span.start


@dataclass(frozen=True, slots=True)
class Theme:
    """What signs are weighed for: the most that each kind counts, and the weights from which a tier holds."""

    name: str
    about: About
    most: dict[str, int]
    stop: int
    urgent: int
    needs: frozenset[str]

    def weight(self, marks: Iterable[Mark]) -> int:
        """The marks' weight, each kind up to its most; 0 where no needed kind is among them."""
        sums: dict[str, int] = {}
        for mark in marks:
            sums[mark.sign.kind] = sums.get(mark.sign.kind, 0) + mark.sign.weight
        if self.needs.isdisjoint(sums):
            return 0
        return sum(min(total, self.most[kind]) for kind, total in sums.items())

    def tier(self, weight: int, ordinary: bool) -> Tier:
        """The tier that a weight reaches. In the answer to an `ordinary` question the same words are mostly about what
        was asked: there signs end nothing, but means with what is prepared or a time. What would stop elsewhere is
        told, and more of it alerts."""
        if ordinary:
            return Tier.URGENT if weight >= self.stop + _MORE else Tier.FLAG if weight >= self.stop else Tier.NONE
        return Tier.STOP if weight >= self.stop else Tier.URGENT if weight >= self.urgent else Tier.NONE


def _sign(row: dict[str, Any]) -> Sign:
    return Sign(
        id=row["id"],
        kind=row["kind"],
        themes=tuple(row["themes"]),
        weight=row["weight"],
        when=compiler().bank(row["when"]),
        unless=compiler().bank(row["unless"]) if "unless" in row else None,
        deniable=row.get("denied", True),
        anyone=row.get("anyone", False),
    )


@cache
def signs() -> tuple[Sign, ...]:
    """Every sign, compiled."""
    return tuple(_sign(row) for row in table("evidence.toml")["sign"])


def core() -> list[Sign]:
    """The signs without which no theme is found; they are looked for in every sentence."""
    needed = frozenset[str]().union(*(theme.needs for theme in themes()))
    return [sign for sign in signs() if sign.kind in needed]


@cache
def _support() -> Index[Sign]:
    """The signs that only add weight, looked for where a needed one has been found."""
    needed = core()
    return Index((sign, sign.when) for sign in signs() if sign not in needed)


def supported(marks: list[Mark], sentences: Iterable[Sentence]) -> list[Mark]:
    """The marks with those of the signs that add to them, in the order of the message; none where there are none."""
    if not marks:
        return []
    near = {part for part in sentences if any(abs(part.first - mark.place) <= _REACH for mark in marks)}
    support = _support()
    beside = [
        mark
        for part in near
        for sign, phrases in support.called(part).items()
        for mark in sign.read(every(phrases, part), part)
    ]
    return sorted([*marks, *beside], key=lambda mark: mark.place)


@cache
def themes() -> tuple[Theme, ...]:
    """Every theme."""
    return tuple(
        Theme(name, cast(About, row["about"]), row["most"], row["stop"], row["urgent"], frozenset(row["needs"]))
        for name, row in table("evidence.toml")["theme"].items()
    )


@cache
def dampers() -> tuple[Bank, ...]:
    """The lists that speak for an ordinary reading; each counts once."""
    return tuple(compiler().bank([phrase]) for phrase in table("evidence.toml")["damper"]["two"])


def _bonus(marks: list[Mark], asked: int, question: str | None) -> int:
    """What the last question adds: it was about suicide, or about a time ahead that the reply speaks of as the end."""
    if asked:
        return asked
    ends = any(mark.sign.kind == "finality" for mark in marks)
    if not (ends and question):
        return 0
    words = Text(tuple(canonical(question[-_LONGEST_QUESTION:], speller()).words))
    return int(compiler().bank(table("evidence.toml")["question"]["ahead"]).found(words))


def weighed(marks: list[Mark], asked: int, question: str | None, ordinary: bool) -> list[tuple[Hit, Sentence]]:
    """The findings of all marks of one message. `asked`: what a last question about suicide adds (0 to 2); `ordinary`:
    the last question was one of the questionnaire's that have nothing to do with risk."""
    if not marks:
        return []
    found: list[tuple[Hit, Sentence]] = []
    for theme in themes():
        mine_ = [mark for mark in marks if theme.name in mark.sign.themes][:_MOST]
        bonus = _bonus(mine_, asked, question) if theme.name == "suicide" else 0
        chosen, tier = _heaviest(mine_, theme, bonus, ordinary)
        found += [(_hit(mark, tier, theme), mark.sentence) for mark in chosen]
    return found


def _hit(mark: Mark, tier: Tier, theme: Theme) -> Hit:
    return Hit(mark.sign.id, tier, theme.about, mark.span.start, mark.span.end, mark.sign.kind == "means")


def _heaviest(marks: list[Mark], theme: Theme, bonus: int, ordinary: bool) -> tuple[list[Mark], Tier]:
    """The marks standing together that reach the highest tier, and that tier; none where no tier is reached."""
    best: tuple[int, list[Mark]] = (0, [])
    for first in range(len(marks)):
        window = [mark for mark in marks[first:] if mark.place - marks[first].place <= _REACH]
        weight = theme.weight(window)
        if weight + bonus >= theme.urgent and weight + bonus > best[0]:
            weight += bonus - _damping(window)
            if weight > best[0]:
                best = (weight, window)
    kinds = {mark.sign.kind for mark in best[1]}
    tier = theme.tier(best[0], ordinary and not (kinds >= _MEANS and not _READIED.isdisjoint(kinds)))
    return (best[1], tier) if tier is not Tier.NONE else ([], tier)


def _damping(window: list[Mark]) -> int:
    around = Text(tuple(word for sentence in dict.fromkeys(m.sentence for m in window) for word in sentence.words))
    old = past(around) is When.OLD
    idiom = bank("settings.toml", "idiom").found(around)
    return _DAMPING * (old + idiom + sum(damper.found(around) for damper in dampers()))
