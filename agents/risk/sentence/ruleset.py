"""The phrase rules of rules.toml, compiled, with the words by which a sentence calls them."""

from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from agents.domain.risk import About, Tier
from agents.risk.lexicon import bank, compiler, table
from agents.risk.phrases.elements import Span, Text
from agents.risk.phrases.patterns import Bank
from agents.risk.plain.canon import Sentence
from agents.risk.policy import Policy
from agents.risk.sentence.acts import mine
from agents.risk.sentence.hit import Hit
from agents.risk.sentence.judgement import attempt
from agents.risk.sentence.polarity import clause_begin, clause_end, denied, denied_after
from agents.risk.sentence.surroundings import Surroundings
from agents.risk.sentence.timing import telling

_OWN = frozenset({"me", "my", "mine"})
_OF_FICTION = frozenset({"quoted-with-distress", "lethality-question"})


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One phrase rule: `when` finds it, `unless` cancels it in the same text, `require` must be there too.
    `barred`: it is not meant where the message tells of one of these settings."""

    id: str
    tier: Tier
    about: About
    when: Bank
    unless: Bank | None
    require: Bank | None
    lethality: bool
    deniable: bool
    reach: str
    kind: str
    pair: str | None
    anyone: bool
    inner: bool
    barred: tuple[str, ...]
    close: bool
    """Whether only its own clause is looked at for what speaks against it."""

    def read(self, found: Span, sentence: Sentence, around: Surroundings, policy: Policy) -> list[Hit]:
        """The rule's hits in a sentence (or the whole message) that has its words there."""
        begun, ended = clause_begin(sentence.words, found.start), clause_end(sentence.words, found.end - 1)
        beside = Text(sentence.words[begun:ended]) if self.close else sentence
        if self.unless and self.unless.found(beside):
            return []
        if self.require and not self.require.found(sentence):
            return []
        if any(around.has(setting, whole=True) for setting in self.barred):
            return []
        if self.kind == "attempt" and (around.covers("idiom", found.start, found.end) or around.has("mistaken")):
            return []
        fiction = around.quoting or bank("settings.toml", "fiction").found(beside)
        if fiction and self.tier is not Tier.STOP and self.id not in _OF_FICTION:
            return []
        left = sentence.words[begun : found.start]
        words = sentence.words[found.start : found.end]
        if not self.anyone and _OWN.isdisjoint(words) and not mine(words, left):
            return []
        reach = words if self.inner else ()
        if self.deniable and (denied((*left, *reach)) or denied_after(sentence, found.end)):
            return [Hit("denial", Tier.NONE, self.about, found.start, found.end)]
        if not self.anyone and self.tier.rank > Tier.FLAG.rank and around.quotes_another(found.start):
            return [Hit("third-person-risk", Tier.FLAG, self.about, found.start, found.end)]
        rule, tier = (self.id, self.tier)
        if self.kind == "attempt":
            told = telling(sentence, begun, ended)
            rule, tier = attempt(told, policy, meant=not around.has("not_to_die", whole=True))
        return [Hit(rule, tier, self.about, found.start, found.end, self.lethality, self.pair)]


def _rule(row: dict[str, Any]) -> Rule:
    def optional(key: str) -> Bank | None:
        return compiler().bank(row[key]) if key in row else None

    return Rule(
        id=row["id"],
        tier=Tier(row["tier"]),
        about=cast(About, row["about"]),
        when=compiler().bank(row["when"]),
        unless=optional("unless"),
        require=optional("require"),
        lethality=row.get("lethality", False),
        deniable=row.get("denied", True),
        reach=row.get("reach", "sentence"),
        kind=row.get("kind", ""),
        pair=row.get("pair"),
        anyone=row.get("anyone", False),
        inner=row.get("inner", False),
        barred=tuple(row.get("barred", ())),
        close=row.get("close", False),
    )


@cache
def rules() -> tuple[Rule, ...]:
    """Every phrase rule."""
    return tuple(_rule(row) for name in ("rules.toml", "violence.toml", "passive.toml") for row in table(name)["rule"])
